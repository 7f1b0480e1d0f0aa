#include "cli/nearest.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::cli {
namespace {

TEST(NearestTest, DistanceCountsInsertionsDeletionsAndSubstitutions) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("flaw", "lawn"), 2u);
}

TEST(NearestTest, SuggestsOnlyWhatIsClose) {
  const std::vector<std::string> names{"sizes", "samples", "mode"};
  EXPECT_EQ(nearest("size", names), "sizes");
  EXPECT_EQ(nearest("smples", names), "samples");
  EXPECT_EQ(nearest("mdoe", names), "mode");
  EXPECT_EQ(nearest("iterations", names), std::nullopt);
  EXPECT_EQ(nearest("", names), std::nullopt);
  EXPECT_EQ(nearest("sizes", {}), std::nullopt);
}

}  // namespace
}  // namespace gpuxfer::cli
