#pragma once

#include <cstddef>
#include <span>

#include "core/results.hpp"

namespace gpuxfer::stats {

/// What is reported of one row's samples.
struct Summary {
  Distribution seconds;
  std::size_t outliers = 0;
  bool bimodal = false;
  double autocorrelation_time = 1;
};

/// Summarizes `samples` (seconds an operation, in order, not empty); `batch` operations stand behind each;
/// `precision` (0.01 is 1 %) says from which relative half-width on an interval counts as wide; `clock_step`
/// in seconds.
Summary summarize(std::span<const double> samples, int batch, double precision, double clock_step);

/// Samples with |x - median| / max(MAD, clock_step) > 14.826, i.e. ten standard deviations of a normal
/// sample.
std::size_t count_outliers(std::span<const double> samples, double clock_step);

/// Whether the largest gap within the central half of ascending `ordered` exceeds the interquartile range on
/// each side of it. False under 32 samples, where a gap says too little. Ties count as no gap; two values
/// that alternate are two clusters.
bool two_clusters(std::span<const double> ordered);

}  // namespace gpuxfer::stats
