// The program that ships, on real GPUs with a CUDA-aware MPI library (label gpu). One GPU suffices: ranks
// share it where there is no second.

#include <gtest/gtest.h>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

nlohmann::json measure(std::vector<std::string> options, int seconds = 120) {
  options.insert(options.end(), {"--share-gpu", "--format", "json"});
  const Outcome outcome = launch(2, options, {}, seconds);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out, nullptr, false);
}

void expect_all_verified(const nlohmann::json& results, std::size_t rows) {
  ASSERT_TRUE(results.is_object());
  EXPECT_EQ(results["complete"], true);
  ASSERT_EQ(results["rows"].size(), rows);
  for (const auto& row : results["rows"]) {
    EXPECT_EQ(row["verified"], true) << row["mode"] << row["bytes"] << row["skipped"] << row["mismatch"];
  }
}

TEST(RealGpuTest, DirectAndStagedAreVerifiedAtEverySize) {
  const auto results =
      measure({"--sizes", "1,8,1000,1K:64M:*4", "--mode", "direct,staged", "--samples", "12"});
  expect_all_verified(results, 2 * 2 * 12);
  EXPECT_EQ(results["environment"]["mpi"]["cuda_aware"], "yes");
  EXPECT_EQ(results["comparisons"].size(), 2 * 12U);
}

TEST(RealGpuTest, PageableStagingIsVerified) {
  expect_all_verified(
      measure({"--sizes", "1K,1M,16M", "--mode", "staged", "--host-memory", "pageable", "--samples", "6"}),
      6);
}

TEST(RealGpuTest, BothDirectionsAtOnceAreVerified) {
  expect_all_verified(measure({"--sizes", "8,1000,64K,1M,16M", "--mode", "direct,staged", "--pattern",
                               "bidirectional", "--samples", "12"}),
                      10);
}

TEST(RealGpuTest, EveryPathIsVerifiedInEveryPattern) {
  expect_all_verified(
      measure({"--sizes", "1,8,1000,64K,5000000,64M", "--mode", "direct,staged,pipelined,shm,ipc",
               "--pattern", "latency,bandwidth,bidirectional", "--samples", "6"}),
      90);
}

TEST(RealGpuTest, OneToThreeChunksAndARemainderAreVerified) {
  expect_all_verified(measure({"--sizes", "65536,65537,131072,200000,262145", "--chunk", "64K", "--mode",
                               "pipelined,shm", "--pattern", "latency,bandwidth", "--samples", "6"}),
                      20);
}

TEST(RealGpuTest, MessagesOfMoreThanOneBufferAreVerifiedOnEveryPath) {
  expect_all_verified(
      measure({"--sizes", "300M", "--mode", "pipelined,shm,ipc", "--window", "2", "--samples", "6"}), 6);
}

TEST(RealGpuTest, CeilingsAreMeasuredBesideTheRows) {
  const auto results = measure(
      {"--sizes", "8,64M", "--mode", "direct,staged,pipelined,shm,ipc", "--samples", "6", "--ceilings"});
  expect_all_verified(results, 20);
  ASSERT_EQ(results["ceilings"].size(), 4 * 7U);
  for (const auto& ceiling : results["ceilings"])
    EXPECT_TRUE(ceiling["skipped"].is_null()) << ceiling["skipped"];
  for (const auto& row : results["rows"])
    EXPECT_TRUE(row["bound"].is_object()) << row["mode"] << row["bytes"];
}

TEST(RealGpuTest, ManagedAndMixedEndsAreVerified) {
  for (const char* memory : {"managed", "device:host", "host:device", "managed:device"}) {
    const auto results = measure({"--sizes", "8,1000,64K,1M,16M", "--memory", memory, "--pattern",
                                  "latency,bandwidth,bidirectional", "--samples", "6"});
    expect_all_verified(results, 15);
  }
}

TEST(RealGpuTest, EveryDatatypeIsVerified) {
  for (const char* name : {"char", "int32", "int64", "float", "double", "complex64", "complex128"}) {
    expect_all_verified(
        measure({"--sizes", "16,64K,1M", "--dtype", name, "--pattern", "latency", "--samples", "6"}), 3);
  }
}

TEST(RealGpuTest, AnEmptyMessageHasALatency) {
  expect_all_verified(measure({"--sizes", "0", "--pattern", "latency", "--samples", "12"}), 1);
}

TEST(RealGpuTest, AMessageOver2GibIsVerified) {
  expect_all_verified(measure({"--sizes", "3G", "--pattern", "latency", "--samples", "6"}), 1);
}

TEST(RealGpuTest, TheGpusAreDescribed) {
  const auto results = measure({"--sizes", "1K", "--pattern", "latency", "--samples", "6"});
  for (const auto& rank : results["environment"]["ranks"]) {
    EXPECT_EQ(rank["gpu"]["uuid"].get<std::string>().substr(0, 4), "GPU-");
    EXPECT_GT(rank["gpu"]["memory_bytes"].get<std::uint64_t>(), 1U << 30);
  }
}

TEST(RealGpuTest, AnMpiWithGpuSupportSwitchedOffIsRefused) {
  const Outcome outcome = launch(2, {"--share-gpu", "--sizes", "1K"}, {{"MPIR_CVAR_ENABLE_GPU", "0"}});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("not CUDA-aware"), std::string::npos) << outcome.err;
}

TEST(RealGpuTest, SharingMustBeAskedForWhereGpusAreFewer) {
  const Outcome outcome = launch(2, {"--sizes", "1K", "--pattern", "latency", "--devices", "0,0"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("same GPU"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace gpuxfer::program
