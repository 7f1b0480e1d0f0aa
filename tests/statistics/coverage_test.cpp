// How often the interval that a row reports holds the true median, by simulation through the real stop rule.
//
// Samples are exp of a first-order autoregressive normal process: positive, skewed, correlated, and of known
// median. Each run draws until the rule stops it, so that whatever bias stopping early brings is in the
// figures.
//
// GPUXFER_COVERAGE_RUNS sets the runs of each law (default 400; thousands for the long form). A figure from
// that many runs is noisy, and the limits give way by three of its standard errors: 4.1 points at 400 runs,
// 0.8 at 10000.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "stats/interval.hpp"
#include "stats/quantiles.hpp"
#include "stats/stop_rule.hpp"

namespace gpuxfer::stats {
namespace {

struct Law {
  double seconds;      ///< true median of a sample
  double spread;       ///< standard deviation of its logarithm
  double correlation;  ///< phi, of successive logarithms
};

/// What a sample takes, and how it varies: some converge at the first looks, some late, some hit a cap (4096
/// samples, or 1 s).
constexpr Law kinds[] = {
    {20e-6, 0.005, 0}, {20e-6, 0.05, 0}, {20e-6, 0.3, 0},  {300e-6, 0.02, 0}, {1e-3, 0.01, 0},
    {1e-3, 0.05, 0},   {1e-3, 0.2, 0},   {5e-3, 0.005, 0}, {5e-3, 0.05, 0},
};

/// Fractions of the runs.
struct Tally {
  double covered = 0;
  double covered_uncorrected = 0;  ///< by the interval of independent samples
  double converged = 0;
  double samples = 0;  ///< mean number
};

struct Drawn {
  std::vector<double> samples;
  Stop stop;
};

int runs() {
  const char* text = std::getenv("GPUXFER_COVERAGE_RUNS");
  return text ? std::stoi(text) : 400;
}

double noise(double probability) {
  return 3 * std::sqrt(probability * (1 - probability) / runs());
}

Drawn draw(const Law& law, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  StopRule rule({}, law.seconds);
  std::vector<double> samples;
  double elapsed_seconds = 0;
  double log_excess = normal(random);
  while (const std::size_t count = rule.next(samples, elapsed_seconds)) {
    for (std::size_t i = 0; i < count; ++i) {
      samples.push_back(law.seconds * std::exp(law.spread * log_excess));
      elapsed_seconds += samples.back();
      log_excess =
          law.correlation * log_excess + std::sqrt(1 - law.correlation * law.correlation) * normal(random);
    }
  }
  return {std::move(samples), rule.reason()};
}

bool holds(const Interval& interval, double value) {
  return interval.lower <= value && value <= interval.upper;
}

Tally simulate(const Law& law, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Tally tally;
  const double share = 1.0 / runs();
  for (int run = 0; run < runs(); ++run) {
    const auto [samples, stop] = draw(law, random);
    const std::vector<double> ordered = sorted(samples);
    if (holds(median_interval(ordered, autocorrelation_time(samples)), law.seconds)) tally.covered += share;
    if (holds(median_interval(ordered), law.seconds)) tally.covered_uncorrected += share;
    if (stop == Stop::converged) tally.converged += share;
    tally.samples += share * static_cast<double>(samples.size());
  }
  return tally;
}

std::string describe(const Law& law, const Tally& tally) {
  std::ostringstream line;
  line << std::fixed << std::setprecision(1) << "phi " << law.correlation << ", " << std::setw(6)
       << law.seconds * 1e6 << " us +- " << std::setw(4) << law.spread * 100 << " %: covered "
       << tally.covered * 100 << " %, converged " << std::setw(5) << tally.converged * 100 << " %, mean n "
       << tally.samples;
  return line.str();
}

/// Expects each kind's coverage at `correlation` within those limits, give or take the noise.
void expect_coverage(double correlation, double lowest, double highest) {
  std::uint64_t seed = 1;
  for (Law law : kinds) {
    law.correlation = correlation;
    const Tally tally = simulate(law, seed++);
    const std::string line = describe(law, tally);
    std::cout << line << '\n';
    EXPECT_GE(tally.covered, lowest - noise(lowest)) << line;
    EXPECT_LE(tally.covered, highest + noise(highest)) << line;
  }
}

TEST(Coverage, OfIndependentSamples) {
  expect_coverage(0, 0.92, 0.98);
}

TEST(Coverage, OfWeaklyCorrelatedSamples) {
  expect_coverage(0.3, 0.92, 0.98);
}

TEST(Coverage, OfCorrelatedSamples) {
  expect_coverage(0.7, 0.92, 0.98);
}

TEST(Coverage, OfStronglyCorrelatedSamples) {
  expect_coverage(0.9, 0.90, 1);
}

// 20 ms a sample: the cap leaves 50. At phi = 0.9 those are worth three or four independent ones, which is
// too few to learn the autocorrelation from, and no limit is promised.
TEST(Coverage, OfShortRows) {
  for (const double correlation : {0.0, 0.3, 0.7}) {
    const Law law{20e-3, 0.05, correlation};
    const Tally tally = simulate(law, 1);
    std::cout << describe(law, tally) << '\n';
    EXPECT_GE(tally.covered, 0.92 - noise(0.92)) << describe(law, tally);
  }
}

TEST(Coverage, WouldBeLostWithoutTheAutocorrelation) {
  const Law law{1e-3, 0.2, 0.9};
  EXPECT_LT(simulate(law, 1).covered_uncorrected, 0.7);
}

TEST(Coverage, IsOfRunsThatConvergeAndRunsThatAreCapped) {
  EXPECT_GT(simulate({1e-3, 0.01, 0}, 1).converged, 0.9);
  EXPECT_LT(simulate({20e-6, 0.3, 0}, 1).converged, 0.1);
  const double sometimes = simulate({5e-3, 0.05, 0}, 1).converged;
  EXPECT_GT(sometimes, 0.1);
  EXPECT_LT(sometimes, 0.9);
}

}  // namespace
}  // namespace gpuxfer::stats
