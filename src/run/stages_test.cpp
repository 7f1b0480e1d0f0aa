#include "run/stages.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::run {
namespace {

path::StageLog log(std::vector<double> to_host, std::vector<double> to_device, std::vector<double> departed,
                   std::vector<double> arrived) {
  return {.clock = nullptr,
          .to_host = std::move(to_host),
          .to_device = std::move(to_device),
          .departed = std::move(departed),
          .arrived = std::move(arrived)};
}

TEST(StagesTest, WhatIsLeftOfARoundTripIsTheWire) {
  // Copies to the host take 2 and to the device 3; a message is 10 on the wire; the follower's clock is far
  // off.
  const auto leader = log({2}, {3}, {2}, {2 + 10 + 3 + 2 + 10});
  const auto follower = log({2}, {3}, {1000 + 3 + 2}, {1000});
  const StageTimes times = stage_times(leader, follower);
  EXPECT_DOUBLE_EQ(times.to_host_seconds, 2);
  EXPECT_DOUBLE_EQ(times.wire_seconds, 10);
  EXPECT_DOUBLE_EQ(times.to_device_seconds, 3);
}

TEST(StagesTest, AStageIsTheMedianOfBothEndsMessages) {
  const auto leader = log({1, 1, 9}, {4, 4, 4}, {0, 0, 0}, {10, 20, 90});
  const auto follower = log({3, 3, 3}, {4, 4, 8}, {0, 0, 0}, {0, 0, 0});
  const StageTimes times = stage_times(leader, follower);
  EXPECT_DOUBLE_EQ(times.to_host_seconds, 3);
  EXPECT_DOUBLE_EQ(times.wire_seconds, 10);
  EXPECT_DOUBLE_EQ(times.to_device_seconds, 4);
}

}  // namespace
}  // namespace gpuxfer::run
