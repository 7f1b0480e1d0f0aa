#include "stats/stop_rule.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/interval.hpp"
#include "stats/quantiles.hpp"

namespace gpuxfer::stats {
namespace {

constexpr double fewest_independent_samples = 50;

/// Of a sample that takes over slow_seconds, three are enough.
constexpr double slow_seconds = 0.3;
constexpr std::size_t fewest_slow_samples = 3;

/// Keeps divisions by a sample's time finite where the clock did not move.
constexpr double shortest_sample_seconds = 1e-9;

bool precise(std::span<const double> samples, double precision) {
  const double correlation = autocorrelation_time(samples);
  if (static_cast<double>(samples.size()) < fewest_independent_samples * correlation) return false;
  const std::vector<double> ordered = sorted(samples);
  const double center = quantile(ordered, 0.5);
  const Interval ci95 = median_interval(ordered, correlation);
  return std::max(center - ci95.lower, ci95.upper - center) <= precision * center;
}

/// How many samples fit the time that is left.
double room_in_time(double seconds_left, double seconds_per_sample) {
  return std::floor(std::max(seconds_left, 0.0) / seconds_per_sample);
}

/// How many samples are missing to max_samples, or to min_seconds where those take longer.
double room_in_count(std::size_t n, double elapsed_seconds, double seconds_per_sample) {
  const double to_max_samples = static_cast<double>(StopRule::max_samples) - static_cast<double>(n);
  const double to_min_seconds = std::ceil((StopRule::min_seconds - elapsed_seconds) / seconds_per_sample);
  return std::max({to_max_samples, to_min_seconds, 0.0});
}

}  // namespace

StopRule::StopRule(StopOptions options, double seconds_per_sample)
    : options_(options), seconds_per_sample_(std::max(seconds_per_sample, shortest_sample_seconds)) {}

std::size_t StopRule::next(std::span<const double> samples, double elapsed_seconds) {
  const std::size_t n = samples.size();
  if (options_.samples) {
    reason_ = Stop::fixed;
    return *options_.samples - std::min(n, *options_.samples);
  }
  if (n > 0) {
    seconds_per_sample_ = std::max(elapsed_seconds / static_cast<double>(n), shortest_sample_seconds);
  }
  const std::size_t room = static_cast<std::size_t>(
      std::min(room_in_time(options_.max_seconds - elapsed_seconds, seconds_per_sample_),
               room_in_count(n, elapsed_seconds, seconds_per_sample_)));
  const std::size_t fewest = seconds_per_sample_ > slow_seconds ? fewest_slow_samples : fewest_for_interval;
  const std::size_t allowed = std::max(room, fewest - std::min(n, fewest));

  if (n >= look_ || allowed == 0) {
    const bool converged = elapsed_seconds >= min_seconds && precise(samples, options_.precision);
    reason_ = converged ? Stop::converged : Stop::capped;
    if (converged || allowed == 0) return 0;
    while (look_ <= n) look_ += look_ / 2;
  }
  return std::min(look_ - n, allowed);
}

}  // namespace gpuxfer::stats
