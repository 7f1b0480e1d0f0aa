// The path shm on fake GPUs: docs/fake-gpus.md.

#include <gtest/gtest.h>

#include <filesystem>

#include "program/host_paths.hpp"

namespace gpuxfer::program {
namespace {

const std::vector<std::string> every_pattern{"--pattern", "latency,bandwidth,bidirectional"};

/// Each test leaves as many segments behind as it found: none of its own.
class ShmTest : public testing::Test {
 protected:
  ~ShmTest() override { EXPECT_EQ(segments(), before_); }

 private:
  static std::size_t segments() {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/dev/shm")) {
      count += entry.path().filename().string().starts_with("gpuxfer-") ? 1 : 0;
    }
    return count;
  }

  std::size_t before_ = segments();
};

TEST_F(ShmTest, MovesVerifiedDataInEveryPatternAndWindow) {
  // One chunk, and two to four of 128 KiB with a remainder.
  for (const char* window : {"1", "7", "64"}) {
    const Outcome outcome =
        launch(2, brief("shm", "1,5000,131072,131073,300000,400001", every_pattern, {"--window", window}),
               fake_gpus(2));
    expect_verified(outcome, 18);
  }
}

TEST_F(ShmTest, AMessageLargerThanTheRingPasses) {
  const Outcome outcome = launch(2, brief("shm", "70000001", {"--pattern", "latency"}), fake_gpus(2));
  expect_verified(outcome, 1);
}

TEST_F(ShmTest, AnEmptyMessageHasALatency) {
  expect_verified(launch(2, brief("shm", "0", {"--pattern", "latency"}), fake_gpus(2)), 1);
}

TEST_F(ShmTest, IsComparedWithOtherModesInTheSameBlocks) {
  const Outcome outcome =
      launch(2, brief("direct,staged,shm,ipc", "5000,1M", every_pattern, {"--window", "7"}), fake_gpus(2));
  expect_verified(outcome, 24);
  EXPECT_EQ(valid_json(outcome.out)["comparisons"].size(), 18U);
}

TEST_F(ShmTest, TwoProcessesMayShareAGpu) {
  expect_verified(launch(2, brief("shm", "5000,1M", every_pattern, {"--share-gpu"}), fake_gpus(1)), 6);
}

TEST_F(ShmTest, EitherEndOfAPairAmongOthers) {
  expect_verified(launch(4, brief("shm", "5000,1M", every_pattern, {"--pair", "3:1"}), fake_gpus(4)), 6);
}

TEST_F(ShmTest, ManagedMemoryPassesToo) {
  const Outcome outcome =
      launch(2, brief("shm", "5000,1M", every_pattern, {"--memory", "device:managed"}), fake_gpus(2));
  expect_verified(outcome, 6);
}

TEST_F(ShmTest, GivesBackWhatItRegistered) {
  const std::string log = temporary_file(".log");
  expect_verified(
      launch(2, brief("shm", "5000,1M", every_pattern), fake_gpus(2, {{"GPUXFER_FAKE_LOG", log}})), 6);
  expect_nothing_leaked(log);
}

TEST_F(ShmTest, ARefusedRegistrationIsARowWithAReasonInAListAndEndsTheRunAlone) {
  for (const char* rank : {"", "#0", "#1"}) {
    const std::string log = temporary_file(".log");
    const Environment refused = with_fault("cudaHostRegister", rank, "cudaErrorMemoryAllocation", log);
    expect_refused(launch(2, brief("staged,shm", "5000,1M", every_pattern), refused), "shm", 6,
                   "of host memory with CUDA");
    expect_nothing_leaked(log);

    const Outcome alone = launch(2, brief("shm", "5000", {}),
                                 with_fault("cudaHostRegister", rank, "cudaErrorMemoryAllocation"));
    EXPECT_EQ(alone.code, 3) << alone.err;
    EXPECT_EQ(alone.error_lines().size(), 1U) << alone.err;
  }
}

TEST_F(ShmTest, HostMemoryIsRefusedByTheCommandLine) {
  EXPECT_EQ(launch(2, {"--mode", "shm", "--memory", "host"}, fake_gpus(2)).code, 2);
}

TEST_F(ShmTest, AFlippedBitIsFoundAtTheReceiver) {
  // The sender's third chunk of eight.
  const Outcome outcome = launch(2, brief("shm", "1M", {"--pattern", "latency"}),
                                 fake_gpus(2, {{"GPUXFER_FAKE_FAULT", "flip:cudaMemcpyAsync@3#0"}}));
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  const auto mismatch = valid_json(outcome.out)["rows"][0]["mismatch"];
  ASSERT_TRUE(mismatch.is_object());
  EXPECT_EQ(mismatch["rank"], 1);
  EXPECT_EQ(mismatch["offset"], 2 * 131072 + 65536);
  EXPECT_EQ(mismatch["count"], 1);
}

}  // namespace
}  // namespace gpuxfer::program
