// --explain on fake GPUs, with an MPI library that carries messages in several ways: docs/fake-gpus.md.

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;
using Works = std::vector<Json>;

Environment carried(int gpus, const std::string& way, const Environment& more = {}) {
  Environment environment = fake_gpus(gpus, more);
  environment["LD_PRELOAD"] =
      GPUXFER_FAKE "/libgpuxfer_mpi_carrier.so:" GPUXFER_FAKE "/libgpuxfer_mpi_shim.so";
  environment["GPUXFER_SHIM_CARRY"] = way;
  return environment;
}

Words explained(const std::string& sizes, const Words& more = {}) {
  Words options{"--explain", "--sizes", sizes, "--pattern", "latency", "--samples", "6", "--warmup", "1"};
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

Json measured(int ranks, const Words& options, const Environment& environment) {
  const Outcome outcome = launch(ranks, options, environment);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return outcome.code == 0 ? valid_json(outcome.out) : Json::object();
}

Json row_of(const Json& results, const std::string& mode, std::uint64_t bytes) {
  for (const Json& row : results.value("rows", Json::array())) {
    if (row["mode"] == mode && row["bytes"] == bytes) return row;
  }
  return nullptr;
}

Json work(const std::string& kind, bool own, std::uint64_t bytes) {
  return {{"kind", kind}, {"own", own}, {"count", 1}, {"bytes", bytes}};
}

void expect_way(const Json& results, const std::string& mode, std::uint64_t bytes, const std::string& way,
                const Works& sender, const Works& receiver) {
  const Json row = row_of(results, mode, bytes);
  ASSERT_TRUE(row.is_object()) << mode << bytes;
  EXPECT_EQ(row["path"], way) << mode << bytes;
  const Json& evidence = row["evidence"];
  EXPECT_TRUE(evidence["problem"].is_null()) << evidence;
  EXPECT_EQ(evidence["verified"], true);
  ASSERT_EQ(evidence["ranks"].size(), 2U);
  EXPECT_EQ(evidence["ranks"][0]["work"], Json(sender)) << mode << bytes;
  EXPECT_EQ(evidence["ranks"][1]["work"], Json(receiver)) << mode << bytes;
}

const Works nothing;

TEST(ExplainTest, EveryModeShowsItsOwnWayOnASharedGpu) {
  const Json results = measured(
      2,
      explained("1K,64K", {"--share-gpu", "--mode", "direct,staged,pipelined,shm,ipc", "--format", "json"}),
      carried(1, "staged:32768:copy"));
  EXPECT_EQ(results["options"]["explain"], true);
  ASSERT_EQ(results["rows"].size(), 10U);
  expect_way(results, "direct", 1024, "staged by the MPI library", {work("device-to-host", false, 1024)},
             {work("host-to-device", false, 1024)});
  expect_way(results, "direct", 65536, "device copy", nothing, {work("device-to-device", false, 65536)});
  for (const char* mode : {"staged", "pipelined", "shm"}) {
    for (const std::uint64_t bytes : {1024, 65536}) {
      expect_way(results, mode, bytes, "staged by gpuxfer", {work("device-to-host", true, bytes)},
                 {work("host-to-device", true, bytes)});
    }
  }
  expect_way(results, "ipc", 65536, "device copy by gpuxfer", {work("device-to-device", true, 65536)},
             nothing);
}

TEST(ExplainTest, CopiesBetweenGpusAndMixesAreNamed) {
  const Json results = measured(2, explained("1K,64K", {"--mode", "direct,ipc", "--format", "json"}),
                                carried(2, "peer:32768:mixed"));
  expect_way(results, "direct", 1024, "peer copy", nothing, {work("peer-to-peer", false, 1024)});
  expect_way(results, "direct", 65536, "device copy 32 KiB + staged by the MPI library 32 KiB",
             {work("device-to-host", false, 32768)},
             {work("host-to-device", false, 32768), work("device-to-device", false, 32768)});
  expect_way(results, "ipc", 1024, "peer copy by gpuxfer", {work("peer-to-peer", true, 1024)}, nothing);
}

TEST(ExplainTest, NoCopiesAreNoCopiesAndKernelsAreKernels) {
  const Json results =
      measured(2, explained("1K,64K", {"--format", "json"}), carried(2, "plain:32768:kernel"));
  expect_way(results, "direct", 1024, "no CUDA copy seen", nothing, nothing);
  expect_way(results, "direct", 65536, "kernel", nothing, {work("kernel", false, 0)});
}

TEST(ExplainTest, AHostEndHasNoCopies) {
  const Json results =
      measured(2, explained("1K", {"--memory", "device:host", "--format", "json"}), carried(2, "staged"));
  expect_way(results, "direct", 1024, "copied to the host", {work("device-to-host", false, 1024)}, nothing);
}

TEST(ExplainTest, AnyRankMayLead) {
  const Json results =
      measured(3, explained("1K", {"--pair", "1:2", "--mode", "staged", "--format", "json"}), fake_gpus(3));
  expect_way(results, "staged", 1024, "staged by gpuxfer", {work("device-to-host", true, 1024)},
             {work("host-to-device", true, 1024)});
  EXPECT_EQ(results["rows"][0]["evidence"]["ranks"][1]["rank"], 2);
}

TEST(ExplainTest, LostRecordsAreReported) {
  const Json results = measured(2, explained("1K", {"--format", "json"}),
                                carried(2, "copy", {{"GPUXFER_FAKE_CUPTI_DROP", "1"}}));
  expect_way(results, "direct", 1024, "no CUDA copy seen (1 record lost)", nothing, nothing);
  EXPECT_EQ(results["rows"][0]["evidence"]["ranks"][1]["dropped"], 1);
}

TEST(ExplainTest, TheTableEndsWithTheWaysAndTheFileHasThemInItsRows) {
  const std::string file = temporary_file(".csv");
  const Outcome outcome =
      launch(2, explained("1K,16K,32K,64K", {"--output", file}), carried(2, "staged:32768:copy"));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("direct  1 KiB to 16 KiB     staged by the MPI library\n"
                             "          32 KiB to 64 KiB    device copy"),
            std::string::npos)
      << outcome.out;
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_NE(text.find(",staged by the MPI library,"), std::string::npos) << text;
  EXPECT_NE(text.find(",device copy,"), std::string::npos) << text;
  unlink(file.c_str());
}

TEST(ExplainTest, WithoutTheLibraryTheRunIsTheSameAndSaysWhy) {
  const Outcome outcome =
      launch(2, explained("1K,2K"), carried(2, "copy", {{"GPUXFER_CUPTI", "/nowhere/libcupti.so"}}));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(
      outcome.out.find("  not traced: rank 0: no CUDA profiling library: /nowhere/libcupti.so: cannot open"),
      std::string::npos)
      << outcome.out;
}

TEST(ExplainTest, ALibraryThatRefusesLeavesTheLabelEmpty) {
  const Json results = measured(2, explained("1K", {"--format", "json"}),
                                carried(2, "copy", {{"GPUXFER_FAKE_CUPTI_REFUSE", "1"}}));
  const Json& row = results["rows"][0];
  EXPECT_TRUE(row["path"].is_null());
  EXPECT_EQ(row["verified"], true);
  EXPECT_NE(row["evidence"]["problem"].get<std::string>().find("CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"),
            std::string::npos)
      << row["evidence"];
}

/// Rank 1 gets a message before the timing, one to warm up, six samples and one after; the tenth is traced.
TEST(ExplainTest, WrongDataInTheTracedMessageFailsTheRun) {
  const Outcome outcome = launch(2, explained("1M", {"--format", "json"}),
                                 carried(2, "plain", {{"GPUXFER_SHIM_FLIP", "1:10:70000"}}));
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_NE(outcome.err.find("offset 70000"), std::string::npos) << outcome.err;
  const Json row = valid_json(outcome.out)["rows"][0];
  EXPECT_TRUE(row["path"].is_null());
  EXPECT_EQ(row["evidence"]["verified"], false);
  EXPECT_EQ(row["evidence"]["mismatch"]["when"], "of the traced message");
}

TEST(ExplainDemoTest, TheDemoSaysWhichWayItsNumbersWent) {
  const Outcome staged = launch(2, {"demo"}, carried(2, "staged"));
  ASSERT_EQ(staged.code, 0) << staged.err;
  EXPECT_NE(staged.out.find("Path      staged by the MPI library\n"), std::string::npos) << staged.out;
  const Outcome blind =
      launch(2, {"demo"}, carried(2, "staged", {{"GPUXFER_CUPTI", "/nowhere/libcupti.so"}}));
  EXPECT_EQ(blind.code, 0) << blind.err;
  EXPECT_NE(blind.out.find("Path      not traced: rank 0: no CUDA profiling library"), std::string::npos)
      << blind.out;
}

}  // namespace
}  // namespace gpuxfer::program
