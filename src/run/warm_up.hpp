#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace gpuxfer::run {

/// Decides how long to warm a row up. Pure: it sees times, and keeps no clock.
///
/// At least 3 operations and 20 ms; then until the medians of two successive groups, of as many operations as
/// fit 0.1 s (3 to 16), differ by less than 2 %, at most 0.3 s in all. Time counts rather than operations,
/// since clocks of CPU and GPU ramp up over milliseconds.
class WarmUp {
 public:
  /// `operations`: exactly so many, and no rule.
  explicit WarmUp(std::optional<int> operations) : exact_(operations) {}

  /// How many samples to take before asking again; 0: enough. `samples`: all so far, in order, seconds an
  /// operation; `elapsed_seconds`: what they took.
  std::size_t next(std::span<const double> samples, double elapsed_seconds);

  /// False where groups were compared and no two agreed.
  bool settled() const { return settled_; }

  /// Seconds an operation takes now: the median of the last group.
  static double estimate(std::span<const double> samples);

 private:
  std::optional<int> exact_;
  bool settled_ = true;
};

}  // namespace gpuxfer::run
