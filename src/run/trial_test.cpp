#include "run/trial.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::run {
namespace {

using Sizes = std::vector<std::uint64_t>;

TEST(TrialTest, OneMessageStaysBelowTheThresholdAndOneReachesIt) {
  EXPECT_EQ(trial_sizes(32768, 1 << 30, 1), (Sizes{1024, 32768}));
  EXPECT_EQ(trial_sizes(100, 1 << 30, 1), (Sizes{99, 1024}));
  EXPECT_EQ(trial_sizes({}, 1 << 30, 1), (Sizes{1024, 65536}));
}

TEST(TrialTest, NoMessageIsLargerThanTheRunsOwn) {
  EXPECT_EQ(trial_sizes(32768, 32767, 1), (Sizes{1024}));
  EXPECT_EQ(trial_sizes(32768, 8, 1), (Sizes{8}));
  EXPECT_EQ(trial_sizes(32768, 0, 1), Sizes{});
}

TEST(TrialTest, MessagesAreWholeNumbersOfTheDatatype) {
  EXPECT_EQ(trial_sizes(30000, 1 << 20, 16), (Sizes{1024, 30000}));
  EXPECT_EQ(trial_sizes(100, 111, 16), (Sizes{96}));
  EXPECT_EQ(trial_sizes(30001, 1 << 20, 16), (Sizes{1024, 30016}));
}

TEST(TrialTest, AThresholdOfNothingLeavesNothingBelow) {
  EXPECT_EQ(trial_sizes(0, 1 << 20, 1), (Sizes{1024}));
  EXPECT_EQ(trial_sizes(1, 1 << 20, 1), (Sizes{1024}));
  EXPECT_EQ(trial_sizes(1, 1, 1), (Sizes{1}));
  EXPECT_EQ(trial_sizes(~std::uint64_t{0} - 20, 1 << 20, 16), (Sizes{1024}));
}

}  // namespace
}  // namespace gpuxfer::run
