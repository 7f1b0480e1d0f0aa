#include "stats/interval.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "stats/quantiles.hpp"

namespace gpuxfer::stats {
namespace {

constexpr double confidence = 0.95;

/// P(k of n fair coins show heads). By log-gamma, since the factorials overflow.
double coin_probability(std::size_t n, std::size_t k) {
  const auto log_factorial = [](std::size_t m) { return std::lgamma(static_cast<double>(m) + 1); };
  const double log_choose = log_factorial(n) - log_factorial(k) - log_factorial(n - k);
  return std::exp(log_choose - static_cast<double>(n) * std::numbers::ln2);
}

/// The number of samples below the median is binomial(n, 1/2), so ranks l and n + 1 - l cover the median
/// where l <= number <= n - l. Grows that range from the middle, which takes about sqrt(n) steps.
std::size_t lower_rank(std::size_t n) {
  std::size_t lower = (n + 1) / 2;
  double probability = coin_probability(n, lower);
  double coverage = n % 2 == 0 ? probability : 0;
  while (coverage < confidence && lower > 1) {
    probability *= static_cast<double>(lower) / static_cast<double>(n - lower + 1);
    coverage += 2 * probability;
    --lower;
  }
  return lower;
}

/// +1, -1 or 0 for each sample above, below or at the median, with the mean removed.
std::vector<double> centered_indicator(std::span<const double> samples) {
  const double center = median(samples);
  std::vector<double> indicator;
  indicator.reserve(samples.size());
  double sum = 0;
  for (const double sample : samples) {
    indicator.push_back(static_cast<double>(sample > center) - static_cast<double>(sample < center));
    sum += indicator.back();
  }
  const double mean = sum / static_cast<double>(samples.size());
  for (double& value : indicator) value -= mean;
  return indicator;
}

double autocovariance(std::span<const double> centered, std::size_t lag) {
  const double sum = std::transform_reduce(centered.begin() + lag, centered.end(), centered.begin(), 0.0);
  return sum / static_cast<double>(centered.size());
}

}  // namespace

Ranks median_ranks(std::size_t n, double autocorrelation_time) {
  const std::size_t lower = lower_rank(n);
  const auto largest = static_cast<double>(n);
  const double center = (largest + 1) / 2;
  const double half_width = (center - static_cast<double>(lower)) * std::sqrt(autocorrelation_time);
  return {static_cast<std::size_t>(std::max(std::floor(center - half_width), 1.0)),
          static_cast<std::size_t>(std::min(std::ceil(center + half_width), largest))};
}

Interval median_interval(std::span<const double> ordered, double autocorrelation_time) {
  const Ranks ranks = median_ranks(ordered.size(), autocorrelation_time);
  return {ordered[ranks.lower - 1], ordered[ranks.upper - 1]};
}

double autocorrelation_time(std::span<const double> samples) {
  const std::vector<double> indicator = centered_indicator(samples);
  const double variance = autocovariance(indicator, 0);
  if (variance == 0) return 1;
  double sum = 0;
  double last_pair = 2 * variance;
  std::size_t lag = 0;
  for (; lag + 1 < samples.size(); lag += 2) {
    const double pair = autocovariance(indicator, lag) + autocovariance(indicator, lag + 1);
    if (pair <= 0) break;
    last_pair = std::min(last_pair, pair);
    sum += last_pair;
  }
  // Removing the mean lowers the autocovariance at each of the 2 * lag - 1 lags summed, negative ones
  // included, by variance * tau / n.
  const double lags_summed = 2 * static_cast<double>(lag) - 1;
  const double correction = 1 + lags_summed / static_cast<double>(samples.size());
  return std::max(1.0, (2 * sum / variance - 1) * correction);
}

}  // namespace gpuxfer::stats
