#include "report/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace gpuxfer::report {
namespace {

TEST(TextTest, WidthCountsCharactersNotBytes) {
  EXPECT_EQ(columns("1 ± 2"), 5u);
  EXPECT_EQ(columns("line\n±"), 1u);
  EXPECT_EQ(right("±", 3), "  ±");
  EXPECT_EQ(left("±", 3), "±  ");
  EXPECT_EQ(right("too long", 3), "too long");
}

TEST(TextTest, LinesHaveNoTrailingSpace) {
  EXPECT_EQ(line("a  "), "a\n");
  EXPECT_EQ(line("   "), "\n");
  EXPECT_EQ(line(""), "\n");
}

TEST(TextTest, WrapIndentsWhatFollows) {
  const std::string text = wrap("Note  ", std::string(60, 'a') + ' ' + std::string(60, 'b'));
  EXPECT_EQ(text, "Note  " + std::string(60, 'a') + "\n      " + std::string(60, 'b') + '\n');
  EXPECT_EQ(wrap("Note", ""), "Note\n");
}

TEST(TextTest, WrapCutsWordsThatNoLineHolds) {
  std::istringstream lines(wrap("± ", std::string(500, 'x')));
  std::size_t letters = 0;
  for (std::string text; std::getline(lines, text);) {
    EXPECT_LE(columns(text), page_columns);
    letters += static_cast<std::size_t>(std::count(text.begin(), text.end(), 'x'));
  }
  EXPECT_EQ(letters, 500u);
}

TEST(TextTest, WrapTamesForeignText) {
  EXPECT_EQ(wrap("", "a\tb\r\n c\x1b[31m d\x7f"), "a b c?[31m d?\n");
  EXPECT_EQ(wrap("", "caf\xc3\xa9 caf\xe9 \xc3"), "caf\xc3\xa9 caf? ?\n");
}

TEST(TextTest, Enumerates) {
  EXPECT_EQ(enumerate({}), "");
  EXPECT_EQ(enumerate({"a"}), "a");
  EXPECT_EQ(enumerate({"a", "b"}), "a and b");
  EXPECT_EQ(enumerate({"a", "b", "c"}), "a, b and c");
}

}  // namespace
}  // namespace gpuxfer::report
