#pragma once

#include <cstddef>
#include <span>

#include "core/results.hpp"

namespace gpuxfer::stats {

/// 1-based ranks of the order statistics that bound an interval.
struct Ranks {
  std::size_t lower = 1;
  std::size_t upper = 1;
};

/// The fewest samples whose range covers the median with 95 %.
inline constexpr std::size_t fewest_for_interval = 6;

/// Ranks of the 95 % confidence interval of the median of `n` >= 1 independent samples: the narrowest
/// symmetric pair whose exact binomial coverage is at least 95 %, its half-width in ranks then widened by
/// sqrt(autocorrelation_time) and held to 1 and n. Under 6 samples no pair covers 95 %: the range is
/// returned. Source: David and Nagaraja, "Order Statistics" (2003), section 7.1.
Ranks median_ranks(std::size_t n, double autocorrelation_time = 1);

/// The interval of the median at those ranks of ascending `ordered`.
Interval median_interval(std::span<const double> ordered, double autocorrelation_time = 1);

/// Integrated autocorrelation time (>= 1, in samples) of the indicator "above or below the median" of
/// `samples` in order. Source: Geyer (1992), "Practical Markov chain Monte Carlo", initial monotone sequence;
/// the bias that removing the mean leaves is corrected as in Wolff (2004), "Monte Carlo errors with less
/// errors", without which short rows cover too little.
double autocorrelation_time(std::span<const double> samples);

}  // namespace gpuxfer::stats
