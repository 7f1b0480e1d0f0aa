#include "stats/summary.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gpuxfer::stats {
namespace {

/// 1 .. n, the smallest and the largest in turns, so that each sample is on the other side of the median than
/// the last.
std::vector<double> alternating_ranks(int n) {
  std::vector<double> samples;
  for (int low = 1, high = n; low <= high; ++low, --high) {
    samples.push_back(low);
    if (low < high) samples.push_back(high);
  }
  return samples;
}

/// `low` samples 1.00, 1.01, ... and `high` samples 2.00, 2.01, ..., ascending.
std::vector<double> clusters(int low, int high) {
  std::vector<double> ordered;
  for (int i = 0; i < low; ++i) ordered.push_back(1 + 0.01 * i);
  for (int i = 0; i < high; ++i) ordered.push_back(2 + 0.01 * i);
  return ordered;
}

TEST(Summary, OfTenSamples) {
  const Summary summary = summarize(alternating_ranks(10), 1, 0.01, 0);
  EXPECT_EQ(summary.autocorrelation_time, 1);
  EXPECT_EQ(summary.seconds.min, 1);
  EXPECT_DOUBLE_EQ(summary.seconds.mean, 5.5);
  EXPECT_DOUBLE_EQ(summary.seconds.median, 5.5);
  EXPECT_EQ(summary.seconds.ci95.lower, 2);
  EXPECT_EQ(summary.seconds.ci95.upper, 9);
  EXPECT_DOUBLE_EQ(summary.seconds.iqr.lower, 3.25);
  EXPECT_DOUBLE_EQ(summary.seconds.iqr.upper, 7.75);
  EXPECT_EQ(summary.seconds.max, 10);
  EXPECT_FALSE(summary.seconds.p99);
  EXPECT_EQ(summary.outliers, 0u);
  EXPECT_FALSE(summary.bimodal);
}

TEST(Summary, OfOneSample) {
  const Summary summary = summarize(std::vector<double>{3}, 1, 0.01, 0);
  EXPECT_EQ(summary.seconds.median, 3);
  EXPECT_EQ(summary.seconds.ci95.lower, 3);
  EXPECT_EQ(summary.seconds.ci95.upper, 3);
}

TEST(Summary, WidensTheIntervalOfCorrelatedSamples) {
  // Sorted samples: autocorrelation spans the row, and the interval becomes the range.
  const Summary summary = summarize(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 1, 0.01, 0);
  EXPECT_GT(summary.autocorrelation_time, 2);
  EXPECT_EQ(summary.seconds.ci95.lower, 1);
  EXPECT_EQ(summary.seconds.ci95.upper, 10);
}

TEST(Summary, HasP99FromThreeHundredSingleOperationsOn) {
  const auto p99 = summarize(alternating_ranks(300), 1, 0.01, 0).seconds.p99;
  ASSERT_TRUE(p99);
  EXPECT_NEAR(*p99, 297.01, 1e-9);
  EXPECT_FALSE(summarize(alternating_ranks(299), 1, 0.01, 0).seconds.p99);
  EXPECT_FALSE(summarize(alternating_ranks(300), 2, 0.01, 0).seconds.p99);
}

TEST(Summary, IsBimodalWhereTwoClustersLeaveTheMedianUncertain) {
  const std::vector<double> ordered = clusters(20, 20);
  std::vector<double> samples;
  for (std::size_t i = 0; i < 20; ++i) samples.insert(samples.end(), {ordered[i], ordered[i + 20]});
  EXPECT_TRUE(summarize(samples, 1, 0.01, 0).bimodal);
  EXPECT_FALSE(summarize(samples, 1, 0.9, 0).bimodal) << "the interval is within that precision";
  EXPECT_FALSE(summarize(alternating_ranks(40), 1, 0.01, 0).bimodal) << "wide, but one cluster";
}

TEST(Outliers, LieTenStandardDeviationsOut) {
  // Median 10 and MAD 1: the limit is 24.826.
  EXPECT_EQ(count_outliers(std::vector<double>{10, 10, 11, 9, 10, 11, 9, 24.9}, 0), 1u);
  EXPECT_EQ(count_outliers(std::vector<double>{10, 10, 11, 9, 10, 11, 9, 24.8}, 0), 0u);
  EXPECT_EQ(count_outliers(std::vector<double>{10, 10, 11, 9, 10, 11, 9, -100}, 0), 1u);
}

TEST(Outliers, OfQuantizedSamplesAreMeasuredInClockSteps) {
  const std::vector<double> samples{10, 10, 10, 10, 10, 10, 24, 26};
  EXPECT_EQ(count_outliers(samples, 1), 1u);
  EXPECT_EQ(count_outliers(samples, 2), 0u);
  EXPECT_EQ(count_outliers(std::vector<double>(8, 10.0), 0), 0u);
}

TEST(TwoClusters, NeedAGapWiderThanEachSide) {
  EXPECT_TRUE(two_clusters(clusters(20, 20)));
  EXPECT_TRUE(two_clusters(clusters(14, 26)));
}

TEST(TwoClusters, AreNotAnEvenSpread) {
  std::vector<double> even;
  for (int i = 0; i < 40; ++i) even.push_back(i);
  EXPECT_FALSE(two_clusters(even));
}

TEST(TwoClusters, AreNotATightClusterBesideASpread) {
  std::vector<double> ordered(20, 1.0);
  for (int i = 0; i < 20; ++i) ordered.push_back(2 + 0.2 * i);  // IQR 1.9
  EXPECT_FALSE(two_clusters(ordered));
}

TEST(TwoClusters, LieWithinTheCentralHalf) {
  EXPECT_FALSE(two_clusters(clusters(36, 4)));
  EXPECT_FALSE(two_clusters(clusters(4, 36)));
}

TEST(TwoClusters, OfTies) {
  EXPECT_FALSE(two_clusters(std::vector<double>(40, 1.0)));
  std::vector<double> two_values(20, 1.0);
  two_values.resize(40, 2.0);
  EXPECT_TRUE(two_clusters(two_values));
}

TEST(TwoClusters, NeedThirtyTwoSamples) {
  EXPECT_TRUE(two_clusters(clusters(16, 16)));
  EXPECT_FALSE(two_clusters(clusters(16, 15)));
  EXPECT_FALSE(two_clusters({}));
}

}  // namespace
}  // namespace gpuxfer::stats
