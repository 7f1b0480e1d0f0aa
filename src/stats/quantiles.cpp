#include "stats/quantiles.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace gpuxfer::stats {

std::vector<double> sorted(std::span<const double> samples) {
  std::vector<double> ordered(samples.begin(), samples.end());
  std::ranges::sort(ordered);
  return ordered;
}

double quantile(std::span<const double> ordered, double p) {
  const double position = p * static_cast<double>(ordered.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, ordered.size() - 1);
  const double fraction = position - static_cast<double>(below);
  return ordered[below] + fraction * (ordered[above] - ordered[below]);
}

double median(std::span<const double> samples) {
  return quantile(sorted(samples), 0.5);
}

double median_absolute_deviation(std::span<const double> samples, double center) {
  std::vector<double> deviations;
  deviations.reserve(samples.size());
  for (const double sample : samples) deviations.push_back(std::abs(sample - center));
  return median(deviations);
}

}  // namespace gpuxfer::stats
