#include "run/silence.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::run {
namespace {

TEST(SilenceTest, CountsFromTheLastBeat) {
  Silence silence;
  EXPECT_EQ(silence.observe(7, 100), 0);
  EXPECT_EQ(silence.observe(7, 100.5), 0.5);
  EXPECT_EQ(silence.observe(7, 101.5), 1.5);
  EXPECT_EQ(silence.observe(8, 102), 0);
  EXPECT_EQ(silence.observe(8, 103), 1);
}

TEST(SilenceTest, AProcessThatWasStoppedHasNotBeenSilent) {
  Silence silence;
  silence.observe(1, 0);
  EXPECT_EQ(silence.observe(1, 1), 1);
  EXPECT_EQ(silence.observe(1, 3601), 1 + Silence::longest_step_seconds);
  EXPECT_EQ(silence.observe(1, 3602), 2 + Silence::longest_step_seconds);
}

TEST(SilenceTest, LargeOperationsMayTakeLonger) {
  EXPECT_EQ(longest_silence(60, 0), 60);
  EXPECT_NEAR(longest_silence(60, 256U << 20), 62.7, 0.1);
  EXPECT_NEAR(longest_silence(1, 64ULL << 30), 688, 1);
}

}  // namespace
}  // namespace gpuxfer::run
