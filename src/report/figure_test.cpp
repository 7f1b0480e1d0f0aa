#include "report/figure.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

TEST(FigureTest, TheHalfIsTheLargerOneInTheUnitShown) {
  const Estimate microseconds = estimate(2e-6, {.lower = 1.9e-6, .upper = 2.3e-6}, 1e-6);
  EXPECT_DOUBLE_EQ(microseconds.value, 2);
  EXPECT_NEAR(microseconds.half, 0.3, 1e-12);
}

TEST(FigureTest, ShowsTheDigitsThatTheIntervalSupports) {
  EXPECT_EQ(figure({.value = 12.3456, .half = 0.0512}, 9, 8), "    12.35 ± 0.06    ");
  EXPECT_EQ(figure({.value = 12.3456, .half = 0.0123}, 9, 8), "    12.35 ± 0.02    ");
  EXPECT_EQ(figure({.value = 1.93456, .half = 0.0123}, 9, 8), "    1.935 ± 0.013   ");
  EXPECT_EQ(figure({.value = 123456, .half = 1234}, 9, 8), "   123500 ± 1300    ");
}

TEST(FigureTest, ShowsAtLeastThreeDigitsAndWholeUnits) {
  EXPECT_EQ(figure({.value = 1.93456, .half = 0.7}, 9, 8), "     1.93 ± 0.70    ");
  EXPECT_EQ(figure({.value = 123456, .half = 2}, 9, 8), "   123456 ± 2       ");
  EXPECT_EQ(figure({.value = 1.93456, .half = 0}, 9, 8), "    1.935 ± 0.000   ");
}

TEST(FigureTest, KeepsItsWidthWhateverTheValue) {
  for (double value = 1e-15; value < 1e16; value *= 3.7) {
    for (const double share : {0.0, 1e-9, 0.004, 0.01, 0.3, 1.0, 1e6}) {
      EXPECT_EQ(columns(figure({.value = value, .half = share * value}, 9, 8)), 20u) << value << ' ' << share;
    }
  }
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(figure({.value = infinity, .half = infinity}, 9, 8), "      inf ± inf     ");
}

TEST(FigureTest, AHalfFarLargerThanItsValueGivesUpDecimalsFirst) {
  EXPECT_EQ(figure({.value = 0.0544, .half = 1.0123}, 7, 5), " 0.0544 ± 1.013");
  EXPECT_EQ(figure({.value = 0.00372, .half = 0.000112}, 7, 5), "0.00372 ± 2e-04");
  EXPECT_EQ(figure({.value = 0.102, .half = 0.00412}, 7, 5), "  0.102 ± 0.005");
  EXPECT_EQ(figure({.value = 0.0544, .half = 12345}, 7, 5), " 0.0544 ± 12345");
}

TEST(FigureTest, ANumberBesideHasItsOwnDigitsWithinReason) {
  EXPECT_EQ(beside(1.88, -3, 9), "1.880");
  EXPECT_EQ(beside(98765.4321, -3, 9), "98765");
  EXPECT_EQ(beside(0.0123456, 1, 9), "0.0123");
}

}  // namespace
}  // namespace gpuxfer::report
