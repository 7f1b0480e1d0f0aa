// Ranks that are stuck in CUDA calls.

#include "program/watched_launch.hpp"

namespace gpuxfer::program {
namespace {

class StuckGpuTest : public WatchedLaunch {
 protected:
  Outcome staged_with(const std::string& fault) {
    return launch_watched(
        2,
        {"--mode", "staged", "--sizes", "1K,64K", "--pattern", "latency", "--samples", "6", "--timeout", "2"},
        fake_gpus(2, {{"GPUXFER_FAKE_FAULT", fault}}));
  }
};

TEST_F(StuckGpuTest, ACopyThatNeverEnds) {
  // The other rank waits in a receive meanwhile, and either may be the one that tells.
  expect_hung(staged_with("hang:cudaMemcpyAsync@9#1"), 2, {"no progress for", "latency, staged, "});
}

TEST_F(StuckGpuTest, AKernelThatNeverEndsNamesItsRank) {
  expect_hung(staged_with("hang:cudaLaunchKernel@1#1"), 2,
              {"rank 1: no progress for", "before the timing of latency, staged, 1 KiB with rank 0"});
}

}  // namespace
}  // namespace gpuxfer::program
