#include "run/same_options.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::run {
namespace {

using Options = std::vector<std::pair<std::string, Value>>;

Options options(std::vector<std::int64_t> sizes, Value samples) {
  return {{"sizes", sizes},
          {"mode", std::vector<std::string>{"direct", "staged"}},
          {"samples", samples},
          {"precision", 0.01},
          {"share-gpu", false}};
}

TEST(SameOptionsTest, TheSameIsNoDifference) {
  const std::string text = to_text("a sweep", options({1024, 2048}, {}));
  EXPECT_EQ(
      text,
      "a sweep\nsizes 1024,2048\nmode direct,staged\nsamples not given\nprecision 0.01\nshare-gpu false\n");
  EXPECT_EQ(difference({text, text, text}), "");
  EXPECT_EQ(difference({text}), "");
}

TEST(SameOptionsTest, TheFirstDifferenceIsNamedWithItsRank) {
  const std::string text = to_text("a sweep", options({1024}, {}));
  EXPECT_EQ(difference({text, text, to_text("a sweep", options({1024}, std::int64_t{6}))}),
            "ranks were started with different options: rank 0 with --samples not given, rank 2 with "
            "--samples 6");
  const std::string many = to_text("a sweep", options(std::vector<std::int64_t>(100, 7), {}));
  EXPECT_EQ(difference({text, many}),
            "ranks were started with different options: rank 0 with --sizes 1024, rank 1 with --sizes "
            "7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7...");
}

TEST(SameOptionsTest, ADifferentTaskComesFirst) {
  EXPECT_EQ(difference({to_text("a sweep", options({1024}, {})), to_text("info", options({8}, {}))}),
            "ranks were started for different tasks: rank 0 for a sweep, rank 1 for info");
}

}  // namespace
}  // namespace gpuxfer::run
