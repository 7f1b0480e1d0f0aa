// --explain on real GPUs with a CUDA-aware MPICH 4.0 (label gpu); one GPU suffices.

#include <gtest/gtest.h>

#include <cstdio>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

using Json = nlohmann::json;

Json explained(const std::string& modes, const std::string& sizes, const Environment& environment = {}) {
  const Outcome outcome = launch(2,
                                 {"--explain", "--share-gpu", "--mode", modes, "--sizes", sizes, "--pattern",
                                  "latency", "--samples", "6", "--format", "json"},
                                 environment, 180);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return Json::parse(outcome.out, nullptr, false);
}

bool on_one_gpu(const Json& results) {
  const Json& ranks = results["environment"]["ranks"];
  return ranks[0]["gpu"]["uuid"] == ranks[1]["gpu"]["uuid"];
}

/// Of all the copies of a kind at both ends.
std::uint64_t bytes_of(const Json& row, const std::string& kind, bool own) {
  std::uint64_t bytes = 0;
  for (const Json& end : row["evidence"]["ranks"]) {
    for (const Json& work : end["work"]) {
      if (work["kind"] == kind && work["own"] == own) bytes += work["bytes"].get<std::uint64_t>();
    }
  }
  return bytes;
}

void expect_sound(const Json& row) {
  ASSERT_TRUE(row["evidence"].is_object()) << row["mode"] << row["bytes"];
  EXPECT_TRUE(row["evidence"]["problem"].is_null()) << row["evidence"];
  EXPECT_EQ(row["evidence"]["verified"], true);
  for (const Json& end : row["evidence"]["ranks"]) EXPECT_EQ(end["dropped"], 0) << row["evidence"];
}

void expect_staged(const Json& row, bool own) {
  EXPECT_EQ(row["path"], own ? "staged by gpuxfer" : "staged by the MPI library") << row["evidence"];
  EXPECT_EQ(bytes_of(row, "device-to-host", own), row["bytes"]) << row["evidence"];
  EXPECT_EQ(bytes_of(row, "host-to-device", own), row["bytes"]) << row["evidence"];
}

void expect_copied(const Json& row, bool one_gpu, bool own) {
  const std::string by = own ? " by gpuxfer" : "";
  EXPECT_EQ(row["path"], (one_gpu ? "device copy" : "peer copy") + by) << row["evidence"];
  EXPECT_EQ(bytes_of(row, one_gpu ? "device-to-device" : "peer-to-peer", own), row["bytes"])
      << row["evidence"];
}

TEST(RealGpuExplainTest, TheThresholdDecidesWhichWayDirectMessagesGo) {
  const Json results =
      explained("direct", "1,8K,32K,1M,64M", {{"MPIR_CVAR_CH4_IPC_GPU_P2P_THRESHOLD", "32768"}});
  ASSERT_TRUE(results.is_object());
  ASSERT_EQ(results["rows"].size(), 5U);
  for (const Json& row : results["rows"]) {
    expect_sound(row);
    if (row["bytes"] < 32768) {
      expect_staged(row, false);
    } else {
      expect_copied(row, on_one_gpu(results), false);
    }
  }
}

TEST(RealGpuExplainTest, AHighThresholdStagesEverything) {
  const Json results =
      explained("direct", "1,8K,32K,1M,64M", {{"MPIR_CVAR_CH4_IPC_GPU_P2P_THRESHOLD", "2000000000"}});
  ASSERT_TRUE(results.is_object());
  for (const Json& row : results["rows"]) {
    expect_sound(row);
    expect_staged(row, false);
  }
}

/// Which way the network module takes is its own affair: what counts is that something is said of it.
TEST(RealGpuExplainTest, MessagesThroughTheNetworkModuleAreRecorded) {
  const Json results = explained("direct", "1,8K,32K,1M", {{"MPIR_CVAR_NOLOCAL", "1"}});
  ASSERT_TRUE(results.is_object());
  for (const Json& row : results["rows"]) {
    expect_sound(row);
    ASSERT_TRUE(row["path"].is_string());
    std::printf("NOLOCAL, %llu B: %s\n", row["bytes"].get<unsigned long long>(),
                row["path"].get<std::string>().c_str());
  }
}

TEST(RealGpuExplainTest, GpuxfersOwnCopiesAreItsOwn) {
  const Json results = explained("staged,pipelined,shm,ipc", "8K,1M,64M");
  ASSERT_TRUE(results.is_object());
  for (const Json& row : results["rows"]) {
    expect_sound(row);
    if (row["mode"] == "ipc") {
      expect_copied(row, on_one_gpu(results), true);
    } else {
      expect_staged(row, true);
    }
  }
}

}  // namespace
}  // namespace gpuxfer::program
