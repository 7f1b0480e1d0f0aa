// gpuxfer info and demo as the machine is that builds them: no launcher, and no GPU that anybody promises.

#include <gtest/gtest.h>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

TEST(InfoProgramTest, NeedsNoMpirunAndNoGpu) {
  const Outcome table = alone({"info"});
  ASSERT_EQ(table.code, 0) << table.err;
  EXPECT_EQ(table.err, "");
  EXPECT_NE(table.out.find("1 on one host, started without a launcher"), std::string::npos) << table.out;

  const auto info = valid_json(alone({"info", "--format", "json"}).out);
  ASSERT_EQ(info["ranks"].size(), 1U);
  EXPECT_FALSE(info["ranks"][0]["cores"].empty());
  EXPECT_EQ(info["pairs"].size(), 0U);
  EXPECT_TRUE(info["launch"]["rank"].is_null());
}

TEST(InfoProgramTest, UnderAnotherMpisMpirunOneProcessSpeaksAndSaysSo) {
  const Outcome first = alone({"info"}, {{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "2"}});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.out.find("the launcher started 2 processes"), std::string::npos) << first.out;
  const Outcome second = alone({"info"}, {{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "2"}});
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(second.out, "");
}

TEST(InfoProgramTest, AStdoutThatTakesNothingIsTold) {
  const Outcome outcome = launch_in_shell("info >/dev/full");
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("writing the results failed"), std::string::npos) << outcome.err;
}

TEST(DemoProgramTest, OneRankIsTooFew) {
  const Outcome outcome = alone({"demo"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("mpirun -np 2 gpuxfer demo"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace gpuxfer::program
