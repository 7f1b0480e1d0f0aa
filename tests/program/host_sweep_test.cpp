#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <set>
#include <sstream>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

TEST(HostSweepTest, TheMainJobIsWholeVerifiedAndQuick) {
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = launch(2, {"--memory", "host", "--sizes", "1K:1G", "--format", "json"});
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_LT(taken.count(), 60 * slowdown);

  const auto results = valid_json(outcome.out);
  EXPECT_EQ(results["complete"], true);
  ASSERT_EQ(results["rows"].size(), 42U);
  for (const auto& row : results["rows"]) {
    EXPECT_EQ(row["verified"], true) << row["pattern"] << row["bytes"];
    EXPECT_TRUE(row["skipped"].is_null()) << row["skipped"];
    EXPECT_GT(row["seconds"]["median"], 0);
    EXPECT_LE(row["seconds"]["ci95"][0], row["seconds"]["median"]);
    EXPECT_GE(row["seconds"]["ci95"][1], row["seconds"]["median"]);
    EXPECT_EQ(row["n"], row["samples_seconds"].size());
  }
}

// Whether lines fit is the machine's affair; that each size of each mode was offered to one is not.
TEST(HostSweepTest, EachPatternAndModeIsFittedOverAllItsSizes) {
  const Outcome outcome = launch(2, {"--memory", "host", "--sizes", "0,1K:64K", "--format", "json",
                                     "--samples", "20", "--pattern", "bandwidth,latency"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto fits = valid_json(outcome.out)["fits"];
  ASSERT_EQ(fits.size(), 2U);
  EXPECT_EQ(fits[0]["pattern"], "bandwidth");
  EXPECT_EQ(fits[0]["window"], 64);
  EXPECT_EQ(fits[0]["segments"].front()["from_bytes"], 1024);
  EXPECT_EQ(fits[1]["pattern"], "latency");
  EXPECT_EQ(fits[1]["segments"].front()["from_bytes"], 0);
  for (const auto& fit : fits) EXPECT_EQ(fit["segments"].back()["to_bytes"], 65536);
}

TEST(HostSweepTest, LatencyIsHalfTheRoundTripAndBandwidthCountsTheWindow) {
  const Outcome outcome =
      launch(2, {"--memory", "host", "--sizes", "64K", "--format", "json", "--window", "8"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto rows = valid_json(outcome.out)["rows"];
  const auto& latency = rows[0];
  EXPECT_DOUBLE_EQ(latency["latency_seconds"]["median"].get<double>(),
                   latency["seconds"]["median"].get<double>() / 2);
  const auto& bandwidth = rows[1];
  EXPECT_TRUE(bandwidth["latency_seconds"].is_null());
  EXPECT_EQ(bandwidth["window"], 8);
  EXPECT_DOUBLE_EQ(bandwidth["bandwidth_bytes_per_second"]["median"].get<double>(),
                   8 * 65536 / bandwidth["seconds"]["median"].get<double>());
}

TEST(HostSweepTest, APairBesideRankZeroIsMeasuredWhileTheOthersSleep) {
  const Outcome outcome = launch(
      4, {"--memory", "host", "--sizes", "1K,1M", "--pair", "1:3", "--format", "json", "--samples", "6"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = valid_json(outcome.out);
  ASSERT_EQ(results["rows"].size(), 4U);
  for (const auto& row : results["rows"]) {
    EXPECT_EQ(row["from"], 1);
    EXPECT_EQ(row["to"], 3);
    EXPECT_EQ(row["verified"], true);
    EXPECT_EQ(row["n"], 6);
  }
  const auto& ranks = results["environment"]["ranks"];
  EXPECT_EQ(ranks[0]["active"], false);
  EXPECT_EQ(ranks[1]["active"], true);
}

TEST(HostSweepTest, BidirectionalCountsBothDirections) {
  const Outcome outcome = launch(2, {"--memory", "host", "--sizes", "64K", "--pattern", "bidirectional",
                                     "--window", "8", "--format", "json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = valid_json(outcome.out);
  const auto& row = results["rows"][0];
  EXPECT_DOUBLE_EQ(row["bandwidth_bytes_per_second"]["median"].get<double>(),
                   2 * 8 * 65536 / row["seconds"]["median"].get<double>());
}

TEST(HostSweepTest, AnEmptyMessageHasALatencyAndNoBandwidth) {
  const Outcome outcome =
      launch(2, {"--memory", "host", "--sizes", "0", "--format", "json", "--samples", "6"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = valid_json(outcome.out);
  EXPECT_GT(results["rows"][0]["latency_seconds"]["median"], 0);
  EXPECT_TRUE(results["rows"][0]["bandwidth_bytes_per_second"].is_null());
  EXPECT_TRUE(results["rows"][1]["skipped"].is_string());
}

TEST(HostSweepTest, EveryDatatypeArrivesWhole) {
  for (const char* name : {"char", "int32", "int64", "float", "double", "complex64", "complex128"}) {
    const Outcome outcome = launch(2, {"--memory", "host", "--sizes", "1:64K:*4", "--dtype", name, "--format",
                                       "json", "--samples", "6"});
    ASSERT_EQ(outcome.code, 0) << name << outcome.err;
    const auto results = valid_json(outcome.out);
    EXPECT_EQ(results["options"]["dtype"], name);
    for (const auto& row : results["rows"]) EXPECT_EQ(row["verified"], true) << row;
  }
}

TEST(HostSweepTest, ABudgetIsToldFirstAndKept) {
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome =
      launch(2, {"--memory", "host", "--sizes", "1K:4M", "--budget", "4", "--format", "json"});
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("26 rows"), std::string::npos) << outcome.err;
  EXPECT_LT(taken.count(), 8 * slowdown);
  const auto results = valid_json(outcome.out);
  EXPECT_EQ(results["rows"].size(), 26U);
  EXPECT_FALSE(results["rows"][0]["seconds"].is_null());
}

TEST(HostSweepTest, ManyRanksOnFewCoresYield) {
  const Outcome outcome =
      launch(8, {"--memory", "host", "--sizes", "1K", "--pair", "0:7", "--format", "json", "--samples", "6"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = valid_json(outcome.out);
  std::set<int> cores;
  for (const auto& rank : results["environment"]["ranks"]) {
    for (const int core : rank["cores"]) cores.insert(core);
  }
  EXPECT_EQ(results["environment"]["yields"], cores.size() < 8);
}

TEST(HostSweepTest, TheTableIsWhatATerminalShows) {
  const Outcome outcome = launch(2, {"--memory", "host", "--sizes", "1,1K,1M", "--samples", "20"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 110U) << line;
  for (const char* words : {"1 KiB", "1 MiB", "GB/s", "us", "MPICH"}) {
    EXPECT_NE(outcome.out.find(words), std::string::npos) << words << "\n" << outcome.out;
  }
}

TEST(HostSweepTest, WithoutVerificationNothingIsCalledVerified) {
  const Outcome outcome =
      launch(2, {"--memory", "host", "--sizes", "1K", "--no-verify", "--format", "json", "--samples", "6"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = valid_json(outcome.out);
  for (const auto& row : results["rows"]) EXPECT_TRUE(row["verified"].is_null());
}

TEST(HostSweepTest, ASizeBeyondMemoryIsARowWithAReason) {
  const Outcome outcome = launch(2, {"--memory", "host", "--sizes", "1K,1T", "--pattern", "latency",
                                     "--format", "json", "--samples", "6"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto rows = valid_json(outcome.out)["rows"];
  EXPECT_TRUE(rows[0]["skipped"].is_null());
  ASSERT_TRUE(rows[1]["skipped"].is_string());
  EXPECT_NE(rows[1]["skipped"].get<std::string>().find("memory"), std::string::npos);
  EXPECT_TRUE(rows[1]["seconds"].is_null());
}

TEST(HostSweepTest, MessagesOver2GibArriveWhole) {
  const Outcome outcome = launch(2, {"--memory", "host", "--sizes", "2147483648", "--pattern", "latency",
                                     "--format", "json", "--samples", "3", "--warmup", "1"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto row = valid_json(outcome.out)["rows"][0];
  EXPECT_EQ(row["verified"], true) << row["skipped"];
}

TEST(HostSweepTest, TwoHundredSizesTakeNoMoreMemoryThanTheLargest) {
  const auto peak_kibibytes = [](const std::string& sizes) {
    const Outcome outcome =
        launch(2,
               {"--memory", "host", "--sizes", sizes, "--pattern", "latency", "--samples", "6", "--warmup",
                "1", "--no-verify"},
               {{"ASAN_OPTIONS", "detect_leaks=0:quarantine_size_mb=1"}});  // which keeps what was freed
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return usage.ru_maxrss;  // of the largest child so far, so the order of the two runs matters
  };
  const long largest = peak_kibibytes("51200K");
  ASSERT_GT(largest, 100L * 1024);
  // What the MPI library caches on the way is allowed; a tenth of a slot more for each size would not be.
  EXPECT_LE(peak_kibibytes("256K:51200K:+256K"), largest + 16 * 1024);
}

TEST(HostSweepTest, ProgressGoesToStderrWhereAsked) {
  const Outcome outcome = launch(2, {"--memory", "host", "--sizes", "1K,2K", "--progress", "--samples", "6"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("4 of 4"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out.find("4 of 4"), std::string::npos);
}

}  // namespace
}  // namespace gpuxfer::program
