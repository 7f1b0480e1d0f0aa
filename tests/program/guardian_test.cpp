// Whatever the measuring thread is stuck in, every rank leaves with the same code, one of them says why, and
// what was measured is kept.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <thread>

#include "program/watched_launch.hpp"

namespace gpuxfer::program {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;
namespace fs = std::filesystem;

class GuardianTest : public WatchedLaunch {};

const Words two_sizes{"--memory", "host",      "--sizes", "1K,64K",    "--pattern",
                      "latency",  "--timeout", "2",       "--samples", "6"};

/// two_sizes and `more`.
Words two_sizes_and(const Words& more) {
  Words options = two_sizes;
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

TEST_F(GuardianTest, AReceiveThatNeverCompletesEndsTheRunAndKeepsTheRows) {
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = launch_watched(3, two_sizes, shim("GPUXFER_SHIM_RECEIVE", "1:9:65536:hang"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
  expect_hung(outcome, 3, {"rank ", "no progress for ", "timed operations", "latency, direct, 64 KiB"});
  EXPECT_EQ(Json::parse(outcome.out)["rows"].size(), 1U);
}

TEST_F(GuardianTest, ARankThatWaitsLeavesTheWordToTheOneThatIsStuck) {
  // The stream's leader waits for an acknowledgement.
  const Outcome outcome = launch_watched(2,
                                         {"--memory", "host", "--sizes", "1K", "--pattern", "bandwidth",
                                          "--window", "4", "--timeout", "2", "--samples", "6"},
                                         shim("GPUXFER_SHIM_RECEIVE", "1:15:1024:hang"));
  expect_hung(outcome, 2, {"rank 1: no progress for", "bandwidth, direct, 1 KiB with rank 0"});
}

TEST_F(GuardianTest, ASleepingRank0HearsOfAHangElsewhere) {
  const Outcome outcome =
      launch_watched(4, two_sizes_and({"--pair", "1:3"}), shim("GPUXFER_SHIM_RECEIVE", "3:9:65536:hang"));
  expect_hung(outcome, 4, {"no progress for", "latency, direct, 64 KiB with rank "});
  EXPECT_EQ(Json::parse(outcome.out)["rows"].size(), 1U);
}

TEST_F(GuardianTest, WhereRank0IsStoppedAnotherSpeaks) {
  auto run = std::async(std::launch::async, [&] {
    return launch(2, {"--memory", "host", "--sizes", "1K:64K:+64", "--pattern", "latency", "--samples", "50",
                      "--timeout", "2", "--output", output()});
  });
  Json results;
  for (int i = 0; i < 3000 && !(results.is_object() && !results["rows"].empty()); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    results = Json::parse(content_of(output()), nullptr, false);
  }
  ASSERT_TRUE(results.is_object());
  kill(results["environment"]["ranks"][0]["process"].get<pid_t>(), SIGSTOP);
  const auto stopped = std::chrono::steady_clock::now();
  const Outcome outcome = run.get();
  EXPECT_LT(std::chrono::steady_clock::now() - stopped, std::chrono::seconds(20));
  EXPECT_EQ(outcome.code & 5, 5);
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("rank 1: no progress for "), std::string::npos) << outcome.err;
}

TEST_F(GuardianTest, StartingMpiIsWatchedToo) {
  const Outcome outcome = launch_watched(2, two_sizes, shim("GPUXFER_SHIM_INIT", "1:hang"));
  EXPECT_EQ(statuses(2), (std::vector{5, 5}));
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find(" s while starting MPI"), std::string::npos) << outcome.err;
  const auto end = valid_json(content_of(output()))["end"].get<std::string>();
  EXPECT_TRUE(end.starts_with("rank 0: no progress for ") && end.ends_with(" s while starting MPI")) << end;
}

TEST_F(GuardianTest, ACrashEndsTheRunAndKeepsTheRows) {
  for (const auto& [fault, words] :
       {std::pair{"crash", "crashed (SIGSEGV)"}, std::pair{"abort", "crashed (SIGABRT)"},
        std::pair{"bus", "crashed (SIGBUS)"}, std::pair{"exit", "was ended by a library's exit()"}}) {
    for (const int rank : {0, 1}) {
      fs::remove_all(folder_ + "/status");
      const Outcome outcome = launch_watched(
          3, two_sizes, shim("GPUXFER_SHIM_RECEIVE", fmt::format("{}:9:65536:{}", rank, fault)));
      EXPECT_EQ(statuses(3), (std::vector{1, 1, 1})) << outcome.err;
      ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
      const std::string told =
          fmt::format("rank {}: {} in the timed operations of latency, direct, 64 KiB with rank {}; ", rank,
                      words, 1 - rank);
      EXPECT_NE(outcome.err.find(told), std::string::npos) << outcome.err;
      const Json results = expect_ended_early(outcome);
      EXPECT_EQ(results["rows"].size(), 1U);
      EXPECT_NE(results["end"].get<std::string>().find(told), std::string::npos) << results["end"];
    }
  }
}

TEST_F(GuardianTest, MpirunEndsWithTheSameCode) {
  Words options = two_sizes_and({"--output", output()});
  const Outcome outcome = launch(2, options, shim("GPUXFER_SHIM_RECEIVE", "1:9:65536:hang"));
  EXPECT_EQ(outcome.code, 5);
  EXPECT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.out.find("Ended early: rank "), std::string::npos) << outcome.out;
}

TEST_F(GuardianTest, ASignalEndsAllRanksAndKeepsTheRows) {
  for (const int signal : {SIGINT, SIGTERM}) {
    fs::remove_all(folder_ + "/status");
    fs::remove(output());
    auto run = std::async(std::launch::async, [&] {
      return launch_watched(
          3, {"--memory", "host", "--sizes", "1K:64K:+64", "--pattern", "latency", "--samples", "50"});
    });
    for (int i = 0; i < 3000; ++i) {
      const Json results = Json::parse(content_of(output()), nullptr, false);
      if (!results.is_object() || results["rows"].size() < 2) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        continue;
      }
      for (const Json& rank : results["environment"]["ranks"]) kill(rank["process"].get<pid_t>(), signal);
      break;
    }
    const Outcome outcome = run.get();
    EXPECT_EQ(statuses(3), (std::vector{130, 130, 130}));
    ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
    EXPECT_NE(outcome.err.find(signal == SIGINT ? "interrupted by SIGINT" : "interrupted by SIGTERM"),
              std::string::npos)
        << outcome.err;
    const Json results = expect_ended_early(outcome);
    EXPECT_EQ(results["end"], "interrupted");
    EXPECT_GE(results["rows"].size(), 2U);
  }
}

TEST_F(GuardianTest, AnErrorThatAllAgreeOnIsInTheFileAndOnStdout) {
  const Outcome outcome = launch_watched(2, {"--memory", "host", "--pair", "0:7"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(statuses(2), (std::vector{2, 2}));
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(expect_ended_early(outcome)["end"].get<std::string>().find("mpirun -np 8"), std::string::npos);
}

}  // namespace
}  // namespace gpuxfer::program
