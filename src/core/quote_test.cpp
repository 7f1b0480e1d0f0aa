#include "core/quote.hpp"

#include <gtest/gtest.h>

namespace gpuxfer {
namespace {

TEST(QuoteTest, KeepsPrintableTextAndEscapesTheRest) {
  EXPECT_EQ(quote(""), "''");
  EXPECT_EQ(quote("1K:1G *4"), "'1K:1G *4'");
  EXPECT_EQ(quote("a\nb\x1B\x7F\xC2\xA0"), "'a\\x0Ab\\x1B\\x7F\\xC2\\xA0'");
}

TEST(QuoteTest, CutsLongText) {
  EXPECT_EQ(quote(std::string(60, 'a')), "'" + std::string(60, 'a') + "'");
  EXPECT_EQ(quote(std::string(61, 'a')), "'" + std::string(60, 'a') + "...'");
}

}  // namespace
}  // namespace gpuxfer
