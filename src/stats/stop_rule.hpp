#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/results.hpp"

namespace gpuxfer::stats {

struct StopOptions {
  double precision = 0.01;             ///< half-width of the interval that is good enough, over the median
  double max_seconds = 1;              ///< of sampling, a row
  std::optional<std::size_t> samples;  ///< exactly so many, and no rule
};

/// Decides how many samples of a row to take. Pure: it sees samples and the time spent, and keeps no clock.
///
/// Looks come at 32, 48, 72, 108 ... samples (x 1.5), or earlier where the time left holds fewer. It stops as
/// converged where the 95 % interval of the median lies within +-precision of it and n / autocorrelation time
/// >= 50, not before 20 ms of sampling; as capped at max_seconds, or at 4096 samples once 20 ms have passed;
/// never under 6 samples (3 where one takes over 0.3 s).
class StopRule {
 public:
  /// `seconds_per_sample`: what a sample is expected to take (a batch counts as one sample), from the
  /// warm-up.
  StopRule(StopOptions options, double seconds_per_sample);

  /// How many samples to take before asking again; 0: enough, and reason() says why.
  /// `samples`: all so far, in order, seconds an operation; `elapsed_seconds`: time spent sampling so far.
  std::size_t next(std::span<const double> samples, double elapsed_seconds);

  Stop reason() const { return reason_; }

  static constexpr std::size_t max_samples = 4096;
  static constexpr double min_seconds = 0.02;

 private:
  StopOptions options_;
  double seconds_per_sample_;
  std::size_t look_ = 32;
  Stop reason_ = Stop::capped;
};

}  // namespace gpuxfer::stats
