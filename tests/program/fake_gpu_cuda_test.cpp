// The program that ships, on fake GPUs: docs/fake-gpus.md.

#include <gtest/gtest.h>

#include <set>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

std::vector<std::string> quick(std::vector<std::string> more, const std::string& sizes = "1K,5000,1M") {
  std::vector<std::string> options{"--sizes", sizes, "--samples", "6", "--warmup", "1", "--format", "json"};
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

void expect_line(const Outcome& outcome, int code, const std::string& words) {
  EXPECT_EQ(outcome.code, code) << outcome.err;
  expect_nothing_measured(outcome);
  EXPECT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
}

TEST(FakeGpuTest, DirectAndStagedMoveVerifiedDataBetweenTwoGpus) {
  const Outcome outcome = launch(2, quick({"--mode", "direct,staged"}), fake_gpus(2));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = valid_json(outcome.out);
  ASSERT_EQ(results["rows"].size(), 12U);
  for (const auto& row : results["rows"]) EXPECT_EQ(row["verified"], true) << row;
  EXPECT_EQ(results["comparisons"].size(), 6U);
  EXPECT_EQ(results["environment"]["mpi"]["cuda_aware"], "yes");

  std::set<std::string> uuids;
  for (const auto& rank : results["environment"]["ranks"]) uuids.insert(rank["gpu"]["uuid"]);
  EXPECT_EQ(uuids.size(), 2U);
}

TEST(FakeGpuTest, PageableStagingMovesVerifiedDataToo) {
  const Outcome outcome = launch(2, quick({"--mode", "staged", "--host-memory", "pageable"}), fake_gpus(2));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = valid_json(outcome.out);
  for (const auto& row : results["rows"]) EXPECT_EQ(row["verified"], true) << row;
}

TEST(FakeGpuTest, EveryPatternMovesVerifiedDataBetweenEveryKindOfMemory) {
  for (const char* memory : {"managed", "device:host", "host:device", "managed:device"}) {
    const Outcome outcome =
        launch(2, quick({"--memory", memory, "--pattern", "latency,bandwidth,bidirectional"}), fake_gpus(2));
    ASSERT_EQ(outcome.code, 0) << memory << outcome.err;
    const auto results = valid_json(outcome.out);
    ASSERT_EQ(results["rows"].size(), 9U);
    for (const auto& row : results["rows"]) EXPECT_EQ(row["verified"], true) << row;
  }
  const Outcome both =
      launch(2, quick({"--mode", "staged,direct", "--pattern", "bidirectional"}), fake_gpus(2));
  ASSERT_EQ(both.code, 0) << both.err;
  const auto results = valid_json(both.out);
  for (const auto& row : results["rows"]) EXPECT_EQ(row["verified"], true) << row;
}

TEST(FakeGpuTest, AHostEndNeedsNoGpu) {
  const Outcome outcome = launch(2, quick({"--memory", "device:host"}), fake_gpus(1));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = valid_json(outcome.out);
  EXPECT_TRUE(results["environment"]["ranks"][0]["gpu"].is_object());
  EXPECT_TRUE(results["environment"]["ranks"][1]["gpu"].is_null());
}

TEST(FakeGpuTest, AnMpiThatIsNotCudaAwareIsRefusedBeforeItSeesADevicePointer) {
  const Outcome outcome = launch(2, quick({}), fake_gpus(2, {{"GPUXFER_FAKE_CUDA_AWARE", "0"}}));
  expect_line(outcome, 3, "not CUDA-aware");
  EXPECT_NE(outcome.err.find("--mode staged"), std::string::npos) << outcome.err;
}

TEST(FakeGpuTest, InAListADirectModeThatCannotRunIsARowWithAReason) {
  const Outcome outcome =
      launch(2, quick({"--mode", "direct,staged"}), fake_gpus(2, {{"GPUXFER_FAKE_CUDA_AWARE", "0"}}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = valid_json(outcome.out);
  for (const auto& row : results["rows"]) {
    if (row["mode"] == "direct") {
      EXPECT_NE(row["skipped"].get<std::string>().find("not CUDA-aware"), std::string::npos);
    } else {
      EXPECT_EQ(row["verified"], true);
    }
  }
  EXPECT_TRUE(results["comparisons"].empty());
}

TEST(FakeGpuTest, OneGpuIsSharedOnlyWhenAskedFor) {
  expect_line(launch(2, quick({}), fake_gpus(1)), 3, "at least 2 GPUs required, 1 distinct visible");
  const Outcome shared = launch(2, quick({"--share-gpu"}), fake_gpus(1));
  ASSERT_EQ(shared.code, 0) << shared.err;
  const auto results = valid_json(shared.out);
  for (const auto& rank : results["environment"]["ranks"]) EXPECT_EQ(rank["gpu"]["sharers"], 2);
}

TEST(FakeGpuTest, NoGpuAndNoDriverAreToldApart) {
  expect_line(launch(2, quick({}), fake_gpus(0)), 3, "the driver shows no GPU");
  expect_line(launch(2, quick({}), fake_gpus(2, {{"GPUXFER_FAKE_DRIVER", "0"}})), 3, "no NVIDIA driver");
}

TEST(FakeGpuTest, FourRanksTakeFourGpus) {
  const Outcome outcome = launch(4, quick({"--pair", "1:2"}), fake_gpus(4));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::set<std::string> uuids;
  const auto results = valid_json(outcome.out);
  for (const auto& rank : results["environment"]["ranks"]) uuids.insert(rank["gpu"]["uuid"]);
  EXPECT_EQ(uuids.size(), 4U);
}

TEST(FakeGpuTest, TheDeviceListSaysWhichRankTakesWhich) {
  const Outcome outcome = launch(2, quick({"--devices", "2,0"}), fake_gpus(3));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto ranks = valid_json(outcome.out)["environment"]["ranks"];
  EXPECT_EQ(ranks[0]["gpu"]["ordinal"], 2);
  EXPECT_EQ(ranks[1]["gpu"]["ordinal"], 0);
}

TEST(FakeGpuTest, AFlippedBitInAMessageFailsItsRowAndTheRun) {
  // The receiver's second large message: the row's warm-up and timing may follow, its figure may not.
  const Outcome outcome =
      launch(2, quick({"--pattern", "latency"}, "1M"), fake_gpus(2, {{"GPUXFER_SHIM_FLIP", "1:1:70000"}}));
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  const auto row = valid_json(outcome.out)["rows"][0];
  EXPECT_EQ(row["verified"], false);
  EXPECT_TRUE(row["seconds"].is_null());
  ASSERT_TRUE(row["mismatch"].is_object());
  EXPECT_EQ(row["mismatch"]["rank"], 1);
  EXPECT_EQ(row["mismatch"]["offset"], 70000);
  EXPECT_EQ(row["mismatch"]["count"], 1);
  EXPECT_NE(row["mismatch"]["expected"], row["mismatch"]["got"]);
}

TEST(FakeGpuTest, AFlippedBitInAnySlotOfAWindowIsFound) {
  for (const int slot : {0, 3, 7}) {
    for (const char* mode : {"direct", "staged"}) {
      const std::string flip = "1:" + std::to_string(slot + 1) + ":99999";
      const Outcome outcome =
          launch(2, quick({"--pattern", "bandwidth", "--window", "8", "--mode", mode}, "100000"),
                 fake_gpus(2, {{"GPUXFER_SHIM_FLIP", flip}}));
      EXPECT_EQ(outcome.code, 4) << outcome.err;
      const auto results = valid_json(outcome.out);
      const auto& row = results["rows"][0];
      ASSERT_TRUE(row["mismatch"].is_object()) << mode << slot;
      EXPECT_EQ(row["mismatch"]["slot"], slot);
      EXPECT_EQ(row["mismatch"]["offset"], 99999);
      EXPECT_TRUE(row["bandwidth_bytes_per_second"].is_null());
    }
  }
}

TEST(FakeGpuTest, TheTableShowsWrongDataInPlaceOfAFigure) {
  const Outcome outcome =
      launch(2, {"--pattern", "latency", "--sizes", "1M", "--samples", "6", "--warmup", "1"},
             fake_gpus(2, {{"GPUXFER_SHIM_FLIP", "1:1:70000"}}));
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_NE(outcome.out.find("70000"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("expected 0x"), std::string::npos) << outcome.out;
}

TEST(FakeGpuTest, ACudaFailureOnOneRankEndsTheRunWithOneLine) {
  const Outcome outcome = launch(
      2, quick({}), fake_gpus(2, {{"GPUXFER_FAKE_FAULT", "cudaMalloc@2#1=cudaErrorMemoryAllocation"}}));
  expect_line(outcome, 3, "out of memory");
}

TEST(FakeGpuTest, RefusedPinnedMemoryNamesTheWayOut) {
  const Outcome outcome =
      launch(2, quick({"--mode", "staged"}),
             fake_gpus(2, {{"GPUXFER_FAKE_FAULT", "cudaHostAlloc@*=cudaErrorMemoryAllocation"}}));
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_NE(outcome.err.find("--host-memory pageable"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace gpuxfer::program
