// Launches that can't work end with one line.

#include <algorithm>

#include "program/watched_launch.hpp"

namespace gpuxfer::program {
namespace {

std::size_t own_lines(const Outcome& outcome) {
  return static_cast<std::size_t>(std::ranges::count_if(
      outcome.error_lines(), [](const std::string& line) { return line.starts_with("gpuxfer: "); }));
}

TEST(StartTest, AnotherLibrarysLauncherIsToldByOneRank) {
  const Environment first{{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "2"}};
  const Environment second{{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "2"}};
  const Outcome told = alone({"--memory", "host"}, first);
  EXPECT_EQ(told.code, 3);
  EXPECT_EQ(told.out, "");
  ASSERT_EQ(told.error_lines().size(), 1U) << told.err;
  EXPECT_NE(told.err.find("2 processes were started, and each finds itself alone"), std::string::npos)
      << told.err;
  const Outcome silent = alone({"--memory", "host"}, second);
  EXPECT_EQ(silent.code, 3);
  EXPECT_EQ(silent.out + silent.err, "");
}

TEST(StartTest, RanksWithDifferentOptionsAreTold) {
  const Outcome outcome = launch_program(
      "/bin/sh", 3,
      {"-c", "exec " + alone_in_shell() + " --memory host --sizes 1K --samples $((6 + PMI_RANK / 2))"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("rank 0 with --samples 6, rank 2 with --samples 7"), std::string::npos)
      << outcome.err;
}

TEST(StartTest, RanksWithDifferentTasksAreTold) {
  const Outcome outcome = launch_program("/bin/sh", 2,
                                         {"-c", "[ $PMI_RANK = 0 ] && exec " + alone_in_shell() +
                                                    " --memory host; exec " + alone_in_shell() + " info"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("rank 0 for a sweep, rank 1 for info"), std::string::npos) << outcome.err;
}

TEST(StartTest, OneRanksBadOptionsEndTheLaunchAtOnce) {
  for (const char* rank : {"0", "1"}) {
    const Outcome outcome =
        launch_program("/bin/sh", 2,
                       {"-c", "[ $PMI_RANK = " + std::string(rank) + " ] && bogus=--bogus; exec " +
                                  alone_in_shell() + " --memory host $bogus"},
                       {});
    EXPECT_EQ(outcome.code, 2) << rank << outcome.err;
    ASSERT_EQ(outcome.error_lines().size(), 1U) << rank << outcome.err;
    EXPECT_NE(outcome.err.find("--bogus"), std::string::npos) << outcome.err;
  }
}

TEST(StartTest, NoThreadForTheGuardianIsTold) {
  const Outcome outcome = launch(2, {"--memory", "host"}, shim("GPUXFER_SHIM_NO_THREADS", "1"));
  EXPECT_EQ(outcome.code, 3);
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("no thread can be started: Resource temporarily unavailable; raise"),
            std::string::npos)
      << outcome.err;
}

TEST(StartTest, ALibraryThatDiesInMpiInitIsToldByItsRank) {
  for (const char* fault : {"abort", "crash", "exit"}) {
    const Outcome outcome =
        launch(2, {"--memory", "host"}, shim("GPUXFER_SHIM_INIT", std::string("1:") + fault));
    EXPECT_EQ(outcome.code, 3) << fault;
    EXPECT_EQ(own_lines(outcome), 1U) << fault << outcome.err;
    EXPECT_EQ(outcome.err.find("gpuxfer: rank 1: MPI_Init of MPICH"), 0U) << fault << outcome.err;
  }
}

}  // namespace
}  // namespace gpuxfer::program
