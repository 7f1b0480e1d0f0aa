#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/results.hpp"

namespace gpuxfer::stats {

/// The time of one message of a size.
struct SizedTime {
  std::uint64_t bytes = 0;
  double seconds = 0;  ///< over 0
};

inline constexpr std::size_t fewest_sizes_per_segment = 4;
inline constexpr std::size_t most_segments = 4;

/// A line whose largest residual exceeds this part of a time is not given.
inline constexpr double largest_residual_allowed = 0.10;

/// Straight lines alpha + beta * bytes through `times`, whose sizes ascend: by least squares with weights
/// 1 / seconds^2, which makes residuals relative; beta is never under 0. Sizes are cut into at most 4
/// segments of at least 4 sizes each, such that the Bayesian information criterion is lowest, by dynamic
/// programming. A segment that no line describes within 10 % has none. Under 4 sizes there is no segment.
/// Sources: Hockney (1994), "The communication challenge for MPP", for alpha, beta and n-half; Schwarz
/// (1978), "Estimating the dimension of a model", for the criterion; Bellman and Roth (1969), "Curve fitting
/// by segmented straight lines", for the cut.
std::vector<FitSegment> fit(std::span<const SizedTime> times);

}  // namespace gpuxfer::stats
