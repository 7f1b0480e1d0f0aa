// What an MPI library makes of device pointers, and how a run ends that it breaks, on a real GPU. The shim
// stands between: GPUXFER_SHIM names it where it is not where it was built.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

using Words = std::vector<std::string>;

class RealTrialTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* const elsewhere = std::getenv("GPUXFER_SHIM");
    shim_ = elsewhere != nullptr ? elsewhere : GPUXFER_FAKE "/libgpuxfer_mpi_shim.so";
    if (!std::filesystem::exists(shim_)) GTEST_SKIP() << "no shim at " << shim_;
  }

  /// One line on stderr with all `words`, and `code`.
  void expect_end(Environment environment, int code, const Words& words) const {
    environment["LD_PRELOAD"] = shim_;
    const Outcome outcome = launch(
        2, {"--share-gpu", "--sizes", "1K,64K", "--pattern", "latency", "--samples", "6", "--timeout", "5"},
        environment, 60);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
    for (const std::string& word : words) {
      EXPECT_NE(outcome.err.find(word), std::string::npos) << word << '\n' << outcome.err;
    }
  }

  std::string shim_;
};

TEST_F(RealTrialTest, DevicePointersAreProvedOnBothSidesOfTheThreshold) {
  const Outcome outcome =
      launch(2, {"--share-gpu", "--sizes", "1M", "--samples", "6", "--format", "json"}, {}, 60);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = nlohmann::json::parse(outcome.out, nullptr, false);
  EXPECT_EQ(results["environment"]["mpi"]["cuda_aware_proved_bytes"].size(), 2U);
}

TEST_F(RealTrialTest, ALibraryThatOnlySaysItTakesDevicePointersIsTold) {
  // Without its GPU support MPICH reads them as host memory.
  expect_end({{"GPUXFER_FAKE_CUDA_AWARE", "1"}, {"MPIR_CVAR_ENABLE_GPU", "0"}}, 3,
             {"in the first messages on device pointers of latency, direct, 1 KiB",
              "can't take device pointers here, whatever it says of itself: use --mode staged"});
}

TEST_F(RealTrialTest, AReceiveThatNeverComesIsTold) {
  expect_end({{"GPUXFER_SHIM_RECEIVE", "1:6:65536:hang"}}, 5,
             {"no progress for ", "of latency, direct, 64 KiB"});
}

TEST_F(RealTrialTest, ACrashIsTold) {
  expect_end({{"GPUXFER_SHIM_RECEIVE", "1:6:65536:crash"}}, 1,
             {"rank 1: crashed (SIGSEGV) ", "of latency, direct, 64 KiB with rank 0"});
}

}  // namespace
}  // namespace gpuxfer::program
