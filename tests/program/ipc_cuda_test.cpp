// The path ipc on fake GPUs: docs/fake-gpus.md.

#include <gtest/gtest.h>

#include "program/host_paths.hpp"

namespace gpuxfer::program {
namespace {

const std::vector<std::string> every_pattern{"--pattern", "latency,bandwidth,bidirectional"};

TEST(IpcTest, MovesVerifiedDataInEveryPatternAndWindow) {
  for (const char* window : {"1", "7", "64"}) {
    const Outcome outcome =
        launch(2, brief("ipc", "1,5000,65536,1M", every_pattern, {"--window", window}), fake_gpus(2));
    expect_verified(outcome, 12);
  }
}

TEST(IpcTest, AnEmptyMessageHasALatency) {
  const Outcome outcome = launch(2, brief("ipc", "0", {"--pattern", "latency"}), fake_gpus(2));
  expect_verified(outcome, 1);
}

TEST(IpcTest, IsComparedWithOtherModesInTheSameBlocks) {
  const Outcome outcome =
      launch(2, brief("direct,staged,ipc", "5000,1M", every_pattern, {"--window", "7"}), fake_gpus(2));
  expect_verified(outcome, 18);
  EXPECT_EQ(valid_json(outcome.out)["comparisons"].size(), 12U);
}

TEST(IpcTest, TwoProcessesMayShareAGpu) {
  const Outcome outcome =
      launch(2, brief("ipc,staged", "5000,1M", every_pattern, {"--share-gpu"}), fake_gpus(1));
  expect_verified(outcome, 12);
}

TEST(IpcTest, EitherEndOfAPairAmongOthers) {
  const Outcome outcome = launch(4, brief("ipc", "5000,1M", every_pattern, {"--pair", "3:1"}), fake_gpus(4));
  expect_verified(outcome, 6);
}

TEST(IpcTest, GivesBackWhatItMapped) {
  const std::string log = temporary_file(".log");
  expect_verified(
      launch(2, brief("ipc", "5000,1M", every_pattern), fake_gpus(2, {{"GPUXFER_FAKE_LOG", log}})), 6);
  expect_nothing_leaked(log);
}

TEST(IpcTest, ARefusalOnAnyRankIsARowWithAReasonInAList) {
  for (const char* call : {"cudaIpcGetMemHandle", "cudaIpcOpenMemHandle"}) {
    for (const char* rank : {"", "#0", "#1"}) {
      const std::string log = temporary_file(".log");
      const Outcome outcome = launch(2, brief("staged,ipc", "5000,1M", every_pattern),
                                     with_fault(call, rank, "cudaErrorInvalidValue", log));
      expect_refused(outcome, "ipc", 6, "launcher's GPU binding");
      expect_nothing_leaked(log);
    }
  }
}

TEST(IpcTest, ARefusalOfTheOnlyModeEndsTheRun) {
  for (const char* call : {"cudaIpcGetMemHandle", "cudaIpcOpenMemHandle"}) {
    for (const char* rank : {"", "#0", "#1"}) {
      const Outcome outcome =
          launch(2, brief("ipc", "5000", {}), with_fault(call, rank, "cudaErrorNotSupported"));
      EXPECT_EQ(outcome.code, 3) << outcome.err;
      ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
      EXPECT_NE(outcome.err.find("MIG"), std::string::npos) << outcome.err;
      EXPECT_NE(outcome.err.find("cudaErrorNotSupported"), std::string::npos) << outcome.err;
    }
  }
}

TEST(IpcTest, GpusThatDoNotReachEachOtherSaySo) {
  const Outcome outcome =
      launch(2, brief("direct,ipc", "5000", {}), fake_gpus(2, {{"GPUXFER_FAKE_PEER", "0"}}));
  expect_refused(outcome, "ipc", 2, "don't reach each other's memory");
}

TEST(IpcTest, ManagedMemoryHasNoHandle) {
  const Outcome outcome =
      launch(2, brief("staged,ipc", "5000", {"--memory", "device:managed"}), fake_gpus(2));
  expect_refused(outcome, "ipc", 2, "managed memory has no CUDA IPC handle");
}

TEST(IpcTest, HostMemoryIsRefusedByTheCommandLine) {
  const Outcome outcome = launch(2, {"--mode", "ipc", "--memory", "host"}, fake_gpus(2));
  EXPECT_EQ(outcome.code, 2) << outcome.err;
}

TEST(IpcTest, AFlippedBitIsFoundAtTheReceiver) {
  const Outcome outcome = launch(2, brief("ipc", "1M", {"--pattern", "latency"}),
                                 fake_gpus(2, {{"GPUXFER_FAKE_FAULT", "flip:cudaMemcpyAsync@1#0"}}));
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  const auto mismatch = valid_json(outcome.out)["rows"][0]["mismatch"];
  ASSERT_TRUE(mismatch.is_object());
  EXPECT_EQ(mismatch["rank"], 1);
  EXPECT_EQ(mismatch["offset"], 524288);
  EXPECT_EQ(mismatch["count"], 1);
}

}  // namespace
}  // namespace gpuxfer::program
