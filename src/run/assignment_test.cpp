#include "run/assignment.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.hpp"

namespace gpuxfer::run {
namespace {

using Lists = std::vector<std::vector<std::string>>;
using Indices = std::vector<std::size_t>;

std::string refusal(const Lists& visible, bool share = false) {
  try {
    assign_gpus(visible, share);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::machine);
    return error.what();
  }
  return "";
}

TEST(AssignmentTest, TwoRanksThatSeeTheSameTwoGpusTakeOneEach) {
  EXPECT_EQ(assign_gpus({{"A", "B"}, {"A", "B"}}, false), (Indices{0, 1}));
}

TEST(AssignmentTest, RanksThatEachSeeOneGpuUnderTheSameOrdinalTakeIt) {
  EXPECT_EQ(assign_gpus({{"A"}, {"B"}}, false), (Indices{0, 0}));
}

TEST(AssignmentTest, ARankMovesOnForOneThatSeesLess) {
  EXPECT_EQ(assign_gpus({{"A", "B"}, {"A"}}, false), (Indices{1, 0}));
}

TEST(AssignmentTest, AChainOfRanksMovesOn) {
  EXPECT_EQ(assign_gpus({{"A", "B"}, {"B", "C"}, {"C", "D"}, {"A"}}, false), (Indices{1, 1, 1, 0}));
}

TEST(AssignmentTest, MoreRanksThanGpusIsRefusedWithBothNumbers) {
  const std::string words = refusal({{"A", "B"}, {"A", "B"}, {"B", "A"}});
  EXPECT_NE(words.find("at least 3 GPUs required, 2 distinct visible"), std::string::npos) << words;
  EXPECT_NE(words.find("--share-gpu"), std::string::npos) << words;
}

TEST(AssignmentTest, SharingSpreadsRanksEvenly) {
  const Lists four{{"A", "B"}, {"A", "B"}, {"A", "B"}, {"A", "B"}};
  const Indices indices = assign_gpus(four, true);
  EXPECT_EQ(indices, (Indices{0, 1, 0, 1}));
  EXPECT_EQ(assign_gpus({{"A"}, {"A"}}, true), (Indices{0, 0}));
}

TEST(AssignmentTest, AllowedSharingIsNotUsedWhereGpusSuffice) {
  EXPECT_EQ(assign_gpus({{"A", "B"}, {"A", "B"}}, true), (Indices{0, 1}));
}

TEST(AssignmentTest, ARankThatSeesNoGpuIsRefusedEvenWhereSharingIsAllowed) {
  EXPECT_NE(refusal({{"A"}, {}}, true).find("some see none"), std::string::npos);
  EXPECT_NE(refusal({{"A"}, {}}, false).find("some see none"), std::string::npos);
}

}  // namespace
}  // namespace gpuxfer::run
