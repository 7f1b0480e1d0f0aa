// The mode `pipelined` on fake GPUs, whose streams run only when something waits or asks: docs/fake-gpus.md.

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <sstream>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

Words pipelined(const std::string& sizes, const Words& more = {}) {
  Words options{"--mode", "pipelined", "--sizes", sizes,      "--samples",
                "3",      "--warmup",  "1",       "--format", "json"};
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

/// The rows of a run that ended well with all data verified.
json good_rows(const Outcome& outcome) {
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const json rows = valid_json(outcome.out).value("rows", json::array());
  for (const json& row : rows) EXPECT_EQ(row["verified"], true) << row;
  return rows;
}

bool has_flag(const json& row, const std::string& word) {
  const auto flags = row["flags"].get<std::set<std::string>>();
  return flags.contains(word);
}

/// 1, 2 and 3 chunks of 128 KiB, and those with a remainder.
constexpr const char* some_chunks = "1,131072,131088,262144,300000,393216,400000";

TEST(PipelinedTest, MessagesOfOneToThreeChunksAndARestArriveWhole) {
  EXPECT_EQ(good_rows(launch(2, pipelined(some_chunks), fake_gpus(2))).size(), 14U);
}

TEST(PipelinedTest, EveryWindowOneWayAndBothWaysAtOnce) {
  for (const char* window : {"1", "7", "64"}) {
    const Words options =
        pipelined("1000,131073,400000", {"--pattern", "bandwidth,bidirectional", "--window", window});
    EXPECT_EQ(good_rows(launch(2, options, fake_gpus(2))).size(), 6U) << window;
  }
}

TEST(PipelinedTest, AGivenChunkCutsWhatItIsGiven) {
  const Words options = pipelined("4095,4096,4097,8192,12289,1M",
                                  {"--chunk", "4K", "--pattern", "latency,bandwidth,bidirectional"});
  EXPECT_EQ(good_rows(launch(2, options, fake_gpus(2))).size(), 18U);
  EXPECT_EQ(good_rows(launch(2, pipelined("100000", {"--chunk", "5001"}), fake_gpus(2))).size(), 2U);
}

TEST(PipelinedTest, MoreChunksThanStagingMemoryTakeTurns) {
  const Words options =
      pipelined("40M", {"--chunk", "16M", "--pattern", "latency,bidirectional", "--window", "2"});
  for (const json& row : good_rows(launch(2, options, fake_gpus(2)))) EXPECT_FALSE(has_flag(row, "chunk"));
}

TEST(PipelinedTest, AChunkBeyondTheStagingMemorySaysSo) {
  const json rows =
      good_rows(launch(2, pipelined("1M,20M", {"--chunk", "1G", "--pattern", "latency"}), fake_gpus(2)));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_FALSE(has_flag(rows[0], "chunk"));
  EXPECT_TRUE(has_flag(rows[1], "chunk"));
}

TEST(PipelinedTest, EmptyMessagesArrive) {
  const json rows = good_rows(launch(2, pipelined("0", {"--pattern", "latency"}), fake_gpus(2)));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0]["bytes"], 0);
}

TEST(PipelinedTest, ChunksAreWholeElements) {
  const Words options = pipelined("16,131088,400000", {"--dtype", "complex128"});
  EXPECT_EQ(good_rows(launch(2, options, fake_gpus(2))).size(), 6U);
}

TEST(PipelinedTest, RanksThatOutnumberTheirCoresFinishToo) {
  const Words options = pipelined("400000", {"--pattern", "latency,bandwidth,bidirectional"});
  const Outcome outcome = launch(8, options, fake_gpus(8));
  EXPECT_EQ(good_rows(outcome).size(), 3U);
}

TEST(PipelinedTest, IsComparedWithDirectAndStagedInOneRun) {
  const Outcome outcome = launch(2,
                                 {"--mode", "direct,staged,pipelined", "--sizes", "1K,400000", "--samples",
                                  "6", "--warmup", "1", "--format", "json"},
                                 fake_gpus(2));
  EXPECT_EQ(good_rows(outcome).size(), 12U);
  EXPECT_EQ(valid_json(outcome.out)["comparisons"].size(), 8U);
}

TEST(PipelinedTest, AWrongBitInAChunkIsFoundWhereTheChunkBelongs) {
  // The second message that rank 1 receives is the second chunk.
  const Outcome outcome = launch(2, pipelined("200000", {"--chunk", "64K", "--pattern", "latency"}),
                                 fake_gpus(2, {{"GPUXFER_SHIM_FLIP", "1:2:1000"}}));
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  const json row = valid_json(outcome.out)["rows"][0];
  ASSERT_TRUE(row["mismatch"].is_object());
  EXPECT_EQ(row["mismatch"]["offset"], 65536 + 1000);
}

TEST(PipelinedTest, WithoutPinnedMemoryItStagesInPageableMemoryAndSaysSo) {
  const auto refused = [](const std::string& where) {
    return fake_gpus(2, {{"GPUXFER_FAKE_FAULT", "cudaHostAlloc@*" + where + "=cudaErrorMemoryAllocation"}});
  };
  for (const char* where : {"", "#0", "#1"}) {
    const json rows = good_rows(launch(2, pipelined("1K,400000"), refused(where)));
    ASSERT_EQ(rows.size(), 4U);
    for (const json& row : rows) EXPECT_TRUE(has_flag(row, "unpinned")) << where << row;
  }
  const Outcome table = launch(2, {"--mode", "pipelined", "--sizes", "1K", "--samples", "6"}, refused(""));
  EXPECT_NE(table.out.find("unpinned  the system refused"), std::string::npos) << table.out;
}

TEST(PipelinedTest, WithLessPinnedMemoryFewerChunksAreInFlightAndRowsThatFeelItSaySo) {
  for (const char* where : {"", "#1"}) {
    const Environment environment = fake_gpus(
        2, {{"GPUXFER_FAKE_FAULT", std::string("cudaHostAlloc@1") + where + "=cudaErrorMemoryAllocation"}});
    const json rows = good_rows(launch(2, pipelined("1K,16M", {"--pattern", "latency"}), environment));
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_FALSE(has_flag(rows[0], "shallow")) << where;
    EXPECT_TRUE(has_flag(rows[1], "shallow")) << where;
    EXPECT_FALSE(has_flag(rows[1], "unpinned")) << where;
  }
}

TEST(PipelinedTest, PageableMemoryThatWasAskedForIsNotFlagged) {
  const json rows = good_rows(launch(2, pipelined("1K,400000", {"--host-memory", "pageable"}), fake_gpus(2)));
  ASSERT_EQ(rows.size(), 4U);
  for (const json& row : rows) EXPECT_FALSE(has_flag(row, "unpinned") || has_flag(row, "shallow")) << row;
}

TEST(PipelinedTest, ACallThatFailsOnOneRankEndsTheRunInOneLine) {
  for (const char* call : {"cudaEventRecord@5", "cudaMemcpyAsync@20"}) {
    const std::string fault = std::string(call) + "#1=cudaErrorInitializationError";
    const Outcome outcome = launch(2, pipelined("400000"), fake_gpus(2, {{"GPUXFER_FAKE_FAULT", fault}}), 60);
    EXPECT_EQ(outcome.code, 3) << call << outcome.err;
    EXPECT_EQ(outcome.error_lines().size(), 1U) << call << outcome.err;
  }
}

TEST(PipelinedTest, PinsOnceAndLeavesNothingBehind) {
  const std::string log = temporary_file(".log");
  const Words options = pipelined(some_chunks, {"--pattern", "latency,bandwidth,bidirectional"});
  good_rows(launch(2, options, fake_gpus(2, {{"GPUXFER_FAKE_LOG", log}})));
  std::ifstream file(log);
  int pins = 0, leaks = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string rank, verb, name;
    int count = -1;
    words >> rank >> verb >> name >> count;
    if (verb == "call" && name == "cudaHostAlloc") {
      ++pins;
      EXPECT_EQ(count, 1) << line;
    }
    if (verb == "leak") {
      ++leaks;
      EXPECT_EQ(count, 0) << line;
    }
  }
  EXPECT_EQ(pins, 2);
  EXPECT_EQ(leaks, 14) << "seven kinds of things at each of two ranks";
  unlink(log.c_str());
}

}  // namespace
}  // namespace gpuxfer::program
