// Under the address sanitizer: nothing that gpuxfer allocated is left behind by a run that ends. What MPI
// libraries and their plugins leave is theirs.

#include <gtest/gtest.h>

#include <sstream>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

/// The stacks of leaked memory in the sanitizer's report that pass through gpuxfer's sources.
std::vector<std::string> own_leaks(const std::string& report) {
  std::vector<std::string> found;
  std::istringstream lines(report);
  std::string stack;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("leak of ") != std::string::npos) stack.clear();
    stack += line + '\n';
    if (line.find(" in gpuxfer::") != std::string::npos || line.find(" in main ") != std::string::npos) {
      found.push_back(stack);
    }
  }
  return found;
}

class LeaksTest : public testing::Test {
 protected:
  void SetUp() override {
#ifndef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "only the address sanitizer knows";
#endif
  }

  static void expect_no_own_leaks(std::vector<std::string> options, Environment environment) {
    environment["ASAN_OPTIONS"] = "verify_asan_link_order=0:detect_leaks=1:exitcode=0";
    options.insert(options.end(), {"--sizes", "1K,64K", "--samples", "6", "--output", output()});
    const Outcome outcome = launch(2, options, environment);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err.find("LeakSanitizer has encountered a fatal error"), std::string::npos)
        << outcome.err;
    for (const std::string& leak : own_leaks(outcome.err)) ADD_FAILURE() << leak;
    std::remove(output().c_str());
  }

  static std::string output() {
    static const std::string name = temporary_file(".json");
    return name;
  }
};

TEST(LeakReportTest, AStackOfItsOwnIsSeen) {
  EXPECT_EQ(
      own_leaks("Direct leak of 8 byte(s)\n    #0 0x1 in malloc x.cpp:1\n    #1 0x2 in ucs_init (libucs.so)\n"
                "Direct leak of 16 byte(s)\n    #0 0x1 in operator new x.cpp:2\n    #1 0x3 in gpuxfer::f() "
                "f.cpp:3\n"),
      (std::vector<std::string>{"Direct leak of 16 byte(s)\n    #0 0x1 in operator new x.cpp:2\n    #1 0x3 "
                                "in gpuxfer::f() f.cpp:3\n"}));
}

TEST_F(LeaksTest, NoneOverHostMemory) {
  expect_no_own_leaks({"--memory", "host"}, {});
}

TEST_F(LeaksTest, NoneInAnyModeWithCeilingsAndEvidence) {
  expect_no_own_leaks({"--mode", "direct,staged,pipelined,shm,ipc", "--ceilings", "--explain"}, fake_gpus(2));
}

}  // namespace
}  // namespace gpuxfer::program
