// Ranks on several hosts, which namespaces of one machine stand in for.

#include <cstdlib>

#include "program/watched_launch.hpp"

namespace gpuxfer::program {
namespace {

using Json = nlohmann::json;

class HostsTest : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("PMI_RANK=0 " GPUXFER_SOURCE "/tests/program/own_host.sh true 2>/dev/null") != 0) {
      GTEST_SKIP() << "no namespaces to be had here";
    }
  }
  ~HostsTest() override { std::filesystem::remove(output_); }

  Outcome launch_apart(std::vector<std::string> options, const Environment& environment) {
    options.insert(options.begin(), alone_in_shell());
    options.insert(options.end(), {"--sizes", "1K,64K", "--pattern", "latency", "--samples", "6", "--format",
                                   "json", "--output", output_});
    return launch_program(GPUXFER_SOURCE "/tests/program/own_host.sh", 2, options, environment);
  }

  std::string output_ = temporary_file(".json");
};

TEST_F(HostsTest, WhatNeedsOneHostSaysSoAndTheRestIsMeasured) {
  const Outcome outcome = launch_apart({"--mode", "direct,staged,shm,ipc"}, fake_gpus(2));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json results = valid_json(outcome.out);
  EXPECT_EQ(results["environment"]["hosts"], 2);
  for (const Json& row : results["rows"]) {
    if (row["mode"] == "direct" || row["mode"] == "staged") {
      EXPECT_EQ(row["verified"], true) << row;
    } else {
      EXPECT_NE(row["skipped"].get<std::string>().find("rank 0 runs on node-0 and rank 1 on node-1"),
                std::string::npos)
          << row;
    }
  }
}

TEST_F(HostsTest, AHangIsToldByRank0) {
  const Outcome outcome =
      launch_apart({"--memory", "host", "--timeout", "2"}, shim("GPUXFER_SHIM_RECEIVE", "1:9:65536:hang"));
  EXPECT_EQ(outcome.code, 5);
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("rank 0: no progress for"), std::string::npos) << outcome.err;
  const Json results = valid_json(content_of(output_));
  EXPECT_EQ(results["rows"].size(), 1U);
  EXPECT_NE(results["end"].get<std::string>().find("rank 0: no progress for"), std::string::npos)
      << results["end"];
}

TEST_F(HostsTest, ACrashElsewhereIsToldThereAndCostsNoRow) {
  const Outcome outcome = launch_apart({"--memory", "host"}, shim("GPUXFER_SHIM_RECEIVE", "1:9:65536:crash"));
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("rank 1: crashed (SIGSEGV) in the timed operations"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(valid_json(content_of(output_))["rows"].size(), 1U);
}

}  // namespace
}  // namespace gpuxfer::program
