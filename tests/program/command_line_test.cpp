#include <gtest/gtest.h>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

TEST(CommandLineTest, HelpVersionAndListNeedNoMpirunNoGpuAndNoDriver) {
  for (const char* option : {"--help", "--version", "--list"}) {
    const Outcome outcome = alone({option});
    EXPECT_EQ(outcome.code, 0) << option;
    EXPECT_FALSE(outcome.out.empty()) << option;
    EXPECT_EQ(outcome.err, "") << option;
  }
  EXPECT_EQ(alone({"--version"}).out.substr(0, 8), "gpuxfer ");
}

TEST(CommandLineTest, HelpIsPrintedOnceUnderMpirun) {
  const Outcome outcome = launch(3, {"--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, alone({"--help"}).out);
}

TEST(CommandLineTest, ABadValueIsOneLineThatQuotesIt) {
  const Outcome outcome = alone({"--sizes", "1X"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("1X"), std::string::npos);
}

TEST(CommandLineTest, OneRankSpeaksAndMpiAddsNothing) {
  const Outcome outcome = launch(4, {"--mode", "teleport"});
  EXPECT_EQ(outcome.code, 2);
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("'teleport'"), std::string::npos) << outcome.err;
}

TEST(CommandLineTest, OneRankIsTooFew) {
  for (const Outcome& outcome : {alone({"--memory", "host"}), launch(1, {"--memory", "host"}), alone({})}) {
    EXPECT_EQ(outcome.code, 2);
    ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
    EXPECT_NE(outcome.err.find("mpirun -np 2"), std::string::npos) << outcome.err;
  }
}

TEST(CommandLineTest, TheHighestRankIsTooHighAndSaysSo) {
  const Outcome outcome = alone({"--memory", "host", "--pair", "0:2147483647"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("needs 2147483648 ranks"), std::string::npos) << outcome.err;
}

TEST(CommandLineTest, HelpThatCannotBeWrittenIsNoSuccess) {
  for (const char* stream : {">/dev/full", ">&-"}) {
    const Outcome outcome = run({"/bin/sh", "-c", alone_in_shell() + " --help " + stream});
    EXPECT_EQ(outcome.code, 3) << stream;
    EXPECT_EQ(outcome.error_lines().size(), 1U) << stream << outcome.err;
  }
}

TEST(CommandLineTest, NothingTakesTheNumberOfAClosedStdout) {
  const Outcome outcome =
      run({"/bin/sh", "-c",
           alone_in_shell() + " --memory host --list >&- 2>&1; " + alone_in_shell() + " info >&-"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("Bad file descriptor"), std::string::npos) << outcome.err;
}

TEST(CommandLineTest, AStderrThatTakesNothingCostsNoResults) {
  for (const char* closed : {"2>/dev/full", "2>&-"}) {
    const Outcome outcome =
        launch_in_shell("--memory host --sizes 1K --samples 6 --progress " + std::string(closed));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("1 KiB"), std::string::npos);
  }
}

TEST(CommandLineTest, AStdoutThatTakesNothingIsTold) {
  for (const char* closed : {">/dev/full", ">&-", "<&- >&-"}) {
    const Outcome outcome = launch_in_shell("--memory host --sizes 1K --samples 6 " + std::string(closed));
    EXPECT_EQ(outcome.code, 3) << closed << outcome.err;
    EXPECT_EQ(outcome.error_lines().size(), 1U) << closed << outcome.err;
    EXPECT_NE(outcome.err.find("writing the results failed"), std::string::npos) << closed << outcome.err;
  }
}

TEST(CommandLineTest, WithoutAGpuADeviceRunIsRefusedOnce) {
  const Outcome outcome = launch(2, {"--sizes", "1K"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "");
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("--memory host"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace gpuxfer::program
