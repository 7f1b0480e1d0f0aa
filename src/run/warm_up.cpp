#include "run/warm_up.hpp"

#include <algorithm>
#include <cmath>

#include "stats/quantiles.hpp"

namespace gpuxfer::run {
namespace {

constexpr std::size_t fewest_samples = 3;
constexpr std::size_t largest_group = 16;
constexpr double least_seconds = 0.02;
constexpr double group_seconds = 0.1;
constexpr double tolerance = 0.02;

}  // namespace

std::size_t WarmUp::next(std::span<const double> samples, double elapsed_seconds) {
  const std::size_t n = samples.size();
  if (exact_) return static_cast<std::size_t>(*exact_) - n;
  if (n < fewest_samples) return fewest_samples - n;

  const double seconds_per_sample = elapsed_seconds / static_cast<double>(n);
  if (elapsed_seconds < least_seconds) {
    const double wanted = std::ceil((least_seconds - elapsed_seconds) / seconds_per_sample);
    return static_cast<std::size_t>(std::clamp(wanted, 1.0, 10000.0));
  }

  const auto group = static_cast<std::size_t>(
      std::clamp(group_seconds / seconds_per_sample, double{fewest_samples}, double{largest_group}));
  if (n >= 2 * group) {
    const double before = stats::median(samples.subspan(n - 2 * group, group));
    const double now = stats::median(samples.last(group));
    settled_ = std::abs(now - before) < tolerance * before;
    if (settled_) return 0;
  }
  const std::size_t more = n < 2 * group ? std::min(group, 2 * group - n) : group;
  if (elapsed_seconds + static_cast<double>(more) * seconds_per_sample > most_seconds_) return 0;
  return more;
}

double WarmUp::estimate(std::span<const double> samples) {
  return stats::median(samples.last(std::min(samples.size(), largest_group)));
}

}  // namespace gpuxfer::run
