#include "comm/launch.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace gpuxfer::comm {
namespace {

class LaunchTest : public testing::Test {
 protected:
  LaunchTest() {
    for (const char* name : {"PMI_RANK", "PMI_SIZE", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PALS_RANKID",
                             "MV2_COMM_WORLD_RANK", "SLURM_PROCID"}) {
      unsetenv(name);
    }
  }
};

TEST_F(LaunchTest, WithoutALauncherAProcessSpeaks) {
  EXPECT_FALSE(launch_from_environment().rank);
  EXPECT_TRUE(launch_from_environment().speaks());
}

TEST_F(LaunchTest, RankZeroAloneSpeaks) {
  setenv("PMI_RANK", "0", 1);
  setenv("PMI_SIZE", "4", 1);
  EXPECT_TRUE(launch_from_environment().speaks());
  EXPECT_EQ(launch_from_environment().size, 4);
  setenv("PMI_RANK", "3", 1);
  EXPECT_FALSE(launch_from_environment().speaks());
  unsetenv("PMI_RANK");
  setenv("OMPI_COMM_WORLD_RANK", "1", 1);
  EXPECT_FALSE(launch_from_environment().speaks());
}

TEST_F(LaunchTest, AnInnerLauncherWinsOverSlurmsAllocation) {
  setenv("SLURM_PROCID", "0", 1);
  setenv("PMI_RANK", "2", 1);
  EXPECT_EQ(launch_from_environment().rank, 2);
}

TEST_F(LaunchTest, WhatIsNoNumberIsPassedOver) {
  setenv("PMI_RANK", "two", 1);
  EXPECT_FALSE(launch_from_environment().rank);
}

}  // namespace
}  // namespace gpuxfer::comm
