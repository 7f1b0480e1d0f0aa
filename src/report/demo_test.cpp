#include "report/demo.hpp"

#include <gtest/gtest.h>

#include "report/test_results.hpp"

namespace gpuxfer::report {
namespace {

Demo made_up_demo() {
  Demo demo{.sent = {100, 110, 120}, .ends = {}, .path = {}};
  demo.ends[0] = {.rank = made_up_rank(0), .before = demo.sent, .after = demo.sent};
  demo.ends[1] = {.rank = made_up_rank(1), .before = {-1, -1, -1}, .after = demo.sent};
  return demo;
}

TEST(DemoTest, BothSidesAreShownInRankOrder) {
  EXPECT_EQ(demo_text(made_up_demo()),
            "Ten doubles from rank 0's GPU to rank 1's, by MPI on device pointers\n"
            "Rank 0    node17, GPU 0: NVIDIA H200 (0000:60:00.0, GPU-0)\n"
            "  before    100  110  120\n"
            "  after     100  110  120\n"
            "Rank 1    node17, GPU 1: NVIDIA H200 (0000:61:00.0, GPU-1)\n"
            "  before     -1   -1   -1\n"
            "  after     100  110  120\n"
            "Result    All ten arrived as they were sent.\n");
}

TEST(DemoTest, ThePathIsALineWhereItIsKnown) {
  Demo demo = made_up_demo();
  EXPECT_EQ(path_taken(demo), "");
  demo.path = "peer copy";
  EXPECT_EQ(path_taken(demo), "Path      peer copy\n");
  EXPECT_NE(demo_text(demo).find("\nPath      peer copy\nResult"), std::string::npos);
}

TEST(DemoTest, TheFirstWrongValueIsNamed) {
  Demo demo = made_up_demo();
  EXPECT_FALSE(fault_of(demo));
  demo.ends[1].after[1] = 110.5;
  EXPECT_EQ(fault_of(demo), "value 1 on rank 1 is 110.5 afterwards, and 110 was sent");
  EXPECT_NE(demo_text(demo).find("WRONG DATA: value 1"), std::string::npos);
  demo = made_up_demo();
  demo.ends[1].after.clear();
  EXPECT_EQ(fault_of(demo), "value 0 on rank 1 is missing afterwards, and 100 was sent");
  demo = made_up_demo();
  demo.ends[0].after[2] = 0;
  EXPECT_EQ(fault_of(demo), "value 2 on rank 0 is 0 afterwards, and 120 was sent");
}

}  // namespace
}  // namespace gpuxfer::report
