#include "stats/stop_rule.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <vector>

namespace gpuxfer::stats {
namespace {

using Counts = std::vector<std::size_t>;

struct Outcome {
  Counts counts;  ///< what the rule asked for, in order, without the final 0
  double elapsed_seconds = 0;
  Stop reason = Stop::capped;

  std::size_t n() const { return std::accumulate(counts.begin(), counts.end(), std::size_t{0}); }
};

/// Obeys `rule`; sample i takes `seconds(i)`.
Outcome obey(StopRule rule, const std::function<double(std::size_t)>& seconds) {
  Outcome outcome;
  std::vector<double> samples;
  while (const std::size_t count = rule.next(samples, outcome.elapsed_seconds)) {
    outcome.counts.push_back(count);
    for (std::size_t i = 0; i < count; ++i) {
      samples.push_back(seconds(samples.size()));
      outcome.elapsed_seconds += samples.back();
    }
  }
  outcome.reason = rule.reason();
  return outcome;
}

std::function<double(std::size_t)> constant(double seconds) {
  return [=](std::size_t) { return seconds; };
}

/// Uncorrelated, and never precise: the interval reaches from one value to the other.
std::function<double(std::size_t)> alternating(double even, double odd) {
  return [=](std::size_t i) { return i % 2 == 0 ? even : odd; };
}

// Constant samples are precise at once; 50 of them are looked at first at 72.
TEST(StopRule, ConvergesAtALook) {
  const Outcome outcome = obey(StopRule({}, 1e-3), constant(1e-3));
  EXPECT_EQ(outcome.counts, (Counts{32, 16, 24}));
  EXPECT_EQ(outcome.reason, Stop::converged);
}

TEST(StopRule, DoesNotConvergeBeforeTwentyMilliseconds) {
  const Outcome outcome = obey(StopRule({}, 1e-4), constant(1e-4));
  EXPECT_EQ(outcome.counts, (Counts{32, 16, 24, 36, 54, 81}));  // 243 samples, 24.3 ms; 162 took 16.2 ms
  EXPECT_EQ(outcome.reason, Stop::converged);
}

TEST(StopRule, IsCappedByCount) {
  const Outcome outcome = obey(StopRule({}, 75e-6), alternating(50e-6, 100e-6));
  EXPECT_EQ(outcome.counts, (Counts{32, 16, 24, 36, 54, 81, 121, 182, 273, 409, 614, 921, 1333}));
  EXPECT_EQ(outcome.n(), StopRule::max_samples);
  EXPECT_EQ(outcome.reason, Stop::capped);
}

TEST(StopRule, IsCappedByCountOnlyAfterTwentyMilliseconds) {
  const Outcome outcome = obey(StopRule({}, 1.5e-6), alternating(1e-6, 2e-6));
  EXPECT_GE(outcome.elapsed_seconds, StopRule::min_seconds);
  EXPECT_NEAR(static_cast<double>(outcome.n()), 0.02 / 1.5e-6, 2);
  EXPECT_EQ(outcome.reason, Stop::capped);
}

// 1/128 s on average, exact in binary; the estimate of 1/1024 s is replaced by what was seen.
TEST(StopRule, IsCappedByTimeAndAsksForNoMoreThanFits) {
  const Outcome outcome = obey(StopRule({}, 1.0 / 1024), alternating(1.0 / 256, 3.0 / 256));
  EXPECT_EQ(outcome.counts, (Counts{32, 16, 24, 36, 20}));
  EXPECT_EQ(outcome.elapsed_seconds, 1);
  EXPECT_EQ(outcome.reason, Stop::capped);
}

TEST(StopRule, SharesTheFirstBatchOutByTheEstimate) {
  const Outcome outcome = obey(StopRule({}, 1.0 / 16), alternating(1.0 / 32, 3.0 / 32));
  EXPECT_EQ(outcome.counts, (Counts{16}));
  EXPECT_EQ(outcome.reason, Stop::capped);
}

TEST(StopRule, LooksOnceMoreWhenTimeIsUp) {
  const Outcome outcome = obey(StopRule({}, 1.0 / 64), constant(1.0 / 64));
  EXPECT_EQ(outcome.counts, (Counts{32, 16, 16}));
  EXPECT_EQ(outcome.reason, Stop::converged);
}

TEST(StopRule, HonoursMaxSeconds) {
  const Outcome outcome =
      obey(StopRule({.max_seconds = 0.25, .samples = {}}, 1.0 / 128), alternating(1.0 / 256, 3.0 / 256));
  EXPECT_EQ(outcome.counts, (Counts{32}));
  EXPECT_EQ(outcome.reason, Stop::capped);
}

TEST(StopRule, TakesAtLeastSixSamples) {
  const Outcome outcome = obey(StopRule({}, 0.25), constant(0.25));
  EXPECT_EQ(outcome.counts, (Counts{6}));
  EXPECT_EQ(outcome.reason, Stop::capped);
}

TEST(StopRule, TakesAtLeastThreeSlowSamples) {
  const Outcome outcome = obey(StopRule({}, 0.5), constant(0.5));
  EXPECT_EQ(outcome.counts, (Counts{3}));
  EXPECT_EQ(outcome.reason, Stop::capped);
}

TEST(StopRule, TakesSixWhereSamplesProveFasterThanExpected) {
  EXPECT_EQ(obey(StopRule({}, 0.5), constant(0.25)).counts, (Counts{3, 3}));
}

// 1.00 and 1.03 ms: half-width over median is 1.48 %.
TEST(StopRule, ConvergesWithinThePrecisionAskedFor) {
  const auto samples = alternating(1.00e-3, 1.03e-3);
  EXPECT_EQ(obey(StopRule({.precision = 0.015, .samples = {}}, 1e-3), samples).reason, Stop::converged);
  EXPECT_EQ(obey(StopRule({.precision = 0.0145, .samples = {}}, 1e-3), samples).reason, Stop::capped);
}

// The drift stays within 1 %, so that only the autocorrelation forbids stopping.
TEST(StopRule, DoesNotConvergeOnCorrelatedSamples) {
  const auto drift = [](std::size_t i) { return 1e-3 * (1 + 1e-5 * static_cast<double>(i)); };
  const Outcome outcome = obey(StopRule({}, 1e-3), drift);
  EXPECT_EQ(outcome.reason, Stop::capped);
  EXPECT_GT(outcome.n(), 900u);
}

TEST(StopRule, TakesAFixedNumberWhateverItCosts) {
  const Outcome outcome = obey(StopRule({.samples = 10}, 5), constant(5));
  EXPECT_EQ(outcome.counts, (Counts{10}));
  EXPECT_EQ(outcome.reason, Stop::fixed);
  EXPECT_EQ(obey(StopRule({.samples = 1}, 1e-6), constant(1e-6)).counts, (Counts{1}));
}

TEST(StopRule, CompletesAFixedNumber) {
  StopRule rule({.samples = 10}, 1e-3);
  EXPECT_EQ(rule.next(std::vector<double>(4, 1e-3), 4e-3), 6u);
  EXPECT_EQ(rule.next(std::vector<double>(12, 1e-3), 12e-3), 0u);
}

TEST(StopRule, BearsAClockThatDoesNotMove) {
  StopRule rule({}, 0);
  EXPECT_EQ(rule.next({}, 0), 32u);
  EXPECT_EQ(rule.next(std::vector<double>(32, 0.0), 0), 16u);
}

}  // namespace
}  // namespace gpuxfer::stats
