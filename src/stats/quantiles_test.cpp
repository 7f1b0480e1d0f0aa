#include "stats/quantiles.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gpuxfer::stats {
namespace {

TEST(Quantiles, SortsACopy) {
  const std::vector<double> samples{3, 1, 2, 1};
  EXPECT_EQ(sorted(samples), (std::vector<double>{1, 1, 2, 3}));
  EXPECT_EQ(samples.front(), 3);
}

// The figures are R's: quantile(c(1, 2, 4, 8), type = 7).
TEST(Quantiles, InterpolateBetweenOrderStatistics) {
  const std::vector<double> ordered{1, 2, 4, 8};
  EXPECT_DOUBLE_EQ(quantile(ordered, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(ordered, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile(ordered, 0.5), 3);
  EXPECT_DOUBLE_EQ(quantile(ordered, 0.75), 5);
  EXPECT_DOUBLE_EQ(quantile(ordered, 0.9), 6.8);
  EXPECT_DOUBLE_EQ(quantile(ordered, 1), 8);
}

TEST(Quantiles, OfOneSampleAreThatSample) {
  const std::vector<double> one{7};
  for (const double p : {0.0, 0.3, 1.0}) EXPECT_EQ(quantile(one, p), 7);
}

TEST(Median, OfOddAndEvenNumbersInAnyOrder) {
  EXPECT_DOUBLE_EQ(median(std::vector<double>{9, 1, 5}), 5);
  EXPECT_DOUBLE_EQ(median(std::vector<double>{9, 1, 5, 6}), 5.5);
}

TEST(MedianAbsoluteDeviation, IgnoresAFarSample) {
  // Deviations from 10: 1, 0, 2, 90, 1.
  EXPECT_DOUBLE_EQ(median_absolute_deviation(std::vector<double>{9, 10, 12, 100, 11}, 10), 1);
}

}  // namespace
}  // namespace gpuxfer::stats
