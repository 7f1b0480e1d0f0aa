#include "stats/interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace gpuxfer::stats {
namespace {

void expect_ranks(Ranks ranks, std::size_t lower, std::size_t upper) {
  EXPECT_EQ(ranks.lower, lower);
  EXPECT_EQ(ranks.upper, upper);
}

/// Exact probability that ranks `lower` and n + 1 - `lower` cover the median: lower <= binomial(n, 1/2) <= n
/// - lower. Sums from the tail, where the code under test sums from the middle; long double holds 2^-n for n
/// up to 16000.
long double coverage(std::size_t n, std::size_t lower) {
  long double probability = std::ldexp(1.0L, -static_cast<int>(n));
  long double tail = 0;
  for (std::size_t k = 0; k < lower; ++k) {
    tail += probability;
    probability *= static_cast<long double>(n - k) / static_cast<long double>(k + 1);
  }
  return 1 - 2 * tail;
}

void expect_narrowest(std::size_t n) {
  SCOPED_TRACE(n);
  const Ranks ranks = median_ranks(n);
  EXPECT_EQ(ranks.lower + ranks.upper, n + 1);
  EXPECT_GE(coverage(n, ranks.lower), 0.95L);
  EXPECT_LT(coverage(n, ranks.lower + 1), 0.95L);
}

TEST(MedianRanks, MatchThePublishedTable) {
  expect_ranks(median_ranks(6), 1, 6);
  expect_ranks(median_ranks(10), 2, 9);
  expect_ranks(median_ranks(20), 6, 15);
  expect_ranks(median_ranks(32), 10, 23);
  expect_ranks(median_ranks(50), 18, 33);
  expect_ranks(median_ranks(100), 40, 61);
  expect_ranks(median_ranks(1000), 469, 532);
}

TEST(MedianRanks, AreTheNarrowestThatCover) {
  for (std::size_t n = fewest_for_interval; n <= 300; ++n) expect_narrowest(n);
  for (const std::size_t n : {999, 1228, 4096, 4097, 10000, 16000}) expect_narrowest(n);
}

TEST(MedianRanks, OfManySamplesApproachTheNormalLaw) {
  for (const std::size_t n : {50000, 99999, 100000}) {
    const auto size = static_cast<double>(n);
    const double lower = (size + 1) / 2 - 1.959964 * std::sqrt(size) / 2;
    EXPECT_NEAR(static_cast<double>(median_ranks(n).lower), lower, 1);
  }
}

TEST(MedianRanks, OfFewSamplesAreTheRange) {
  for (std::size_t n = 1; n < fewest_for_interval; ++n) expect_ranks(median_ranks(n), 1, n);
}

TEST(MedianRanks, WidenWithCorrelationAndRoundOutward) {
  expect_ranks(median_ranks(100, 4), 29, 72);    // 50.5 -+ 10.5 * 2 = 29.5, 71.5
  expect_ranks(median_ranks(20, 2.25), 3, 18);   // 10.5 -+ 4.5 * 1.5 = 3.75, 17.25
  expect_ranks(median_ranks(10, 2), 1, 10);      // 5.5 -+ 3.5 * 1.414 = 0.55, 10.45
  expect_ranks(median_ranks(100, 1e6), 1, 100);  // far outside
}

TEST(MedianInterval, TakesTheOrderStatistics) {
  const std::vector<double> ordered{10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
  const Interval interval = median_interval(ordered);
  EXPECT_EQ(interval.lower, 11);
  EXPECT_EQ(interval.upper, 18);
}

TEST(AutocorrelationTime, OfConstantOrAlternatingSamplesIsOne) {
  EXPECT_EQ(autocorrelation_time(std::vector<double>{5}), 1);
  EXPECT_EQ(autocorrelation_time(std::vector<double>(100, 5.0)), 1);
  std::vector<double> alternating;
  for (int i = 0; i < 100; ++i) alternating.push_back(i % 2);
  EXPECT_EQ(autocorrelation_time(alternating), 1);
}

// Autocovariances times 8: 8, 5, 2, -1, -4, ... Pairs 13/8 and 1/8, the third negative: (2 * 14/8 - 1) * (1 +
// 7/8).
TEST(AutocorrelationTime, OfAStepByHand) {
  EXPECT_DOUBLE_EQ(autocorrelation_time(std::vector<double>{1, 1, 1, 1, 2, 2, 2, 2}), 75.0 / 16);
}

// Samples equal to the median count as 0: autocovariances 30/216, -1/216, ... (2 * 29/30 - 1) * (1 + 3/6).
TEST(AutocorrelationTime, WithTiesAtTheMedian) {
  EXPECT_DOUBLE_EQ(autocorrelation_time(std::vector<double>{1, 1, 1, 1, 1, 9}), 1.4);
}

// Pairs 13/20, 3/20, 7/20, of which the last counts as 3/20: (2 * 19/20 - 1) * (1 + 11/20).
TEST(AutocorrelationTime, TakesTheMonotoneSequence) {
  const std::vector<double> samples{1, 1, 3, 1, 1, 1, 3, 3, 1, 3, 1, 3, 3, 1, 3, 1, 3, 3, 1, 3};
  EXPECT_NEAR(autocorrelation_time(samples), 1.395, 1e-12);
}

TEST(AutocorrelationTime, LooksAtRanksAlone) {
  const std::vector<double> samples{1, 3, 2, 2.5, 8, 9, 7, 9.5};
  std::vector<double> warped;
  for (const double sample : samples) warped.push_back(std::exp(sample));
  EXPECT_GT(autocorrelation_time(samples), 1);
  EXPECT_EQ(autocorrelation_time(samples), autocorrelation_time(warped));
}

// The signs of a stationary normal process whose autocorrelation is rho have autocorrelation (2 / pi) *
// asin(rho).
TEST(AutocorrelationTime, OfALongAutoregressionApproachesTheory) {
  const double phi = 0.9;
  double expected = 1;
  for (int lag = 1; lag < 500; ++lag) expected += 4 / std::numbers::pi * std::asin(std::pow(phi, lag));

  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<double> samples{normal(random)};
  while (samples.size() < 200000) {
    samples.push_back(phi * samples.back() + std::sqrt(1 - phi * phi) * normal(random));
  }
  EXPECT_NEAR(autocorrelation_time(samples) / expected, 1, 0.08);
}

}  // namespace
}  // namespace gpuxfer::stats
