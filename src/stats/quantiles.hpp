#pragma once

#include <span>
#include <vector>

namespace gpuxfer::stats {

std::vector<double> sorted(std::span<const double> samples);

/// The p-quantile (0 <= p <= 1) of ascending `ordered`, which is not empty, by linear interpolation between
/// order statistics. Source: Hyndman and Fan (1996), "Sample quantiles in statistical packages", type 7.
double quantile(std::span<const double> ordered, double p);

/// The median of `samples`, in any order; not empty.
double median(std::span<const double> samples);

/// Median of the absolute deviations from `center`.
double median_absolute_deviation(std::span<const double> samples, double center);

}  // namespace gpuxfer::stats
