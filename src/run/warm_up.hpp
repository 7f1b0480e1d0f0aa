#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace gpuxfer::run {

inline constexpr double longest_warm_up_seconds = 0.3;

/// Decides how long to warm a row up. Pure: it sees times, and keeps no clock.
///
/// At least 3 operations and 20 ms; then until the medians of two successive groups, of as many operations as
/// fit 0.1 s (3 to 16), differ by less than 2 %, at most 0.3 s in all. Time counts rather than operations,
/// since clocks of CPU and GPU ramp up over milliseconds.
class WarmUp {
 public:
  /// `operations`: exactly so many, and no rule. `most_seconds`: when to give up on settling.
  explicit WarmUp(std::optional<int> operations, double most_seconds = longest_warm_up_seconds)
      : exact_(operations), most_seconds_(most_seconds) {}

  /// How many samples to take before asking again; 0: enough. `samples`: all so far, in order, seconds an
  /// operation; `elapsed_seconds`: what they took.
  std::size_t next(std::span<const double> samples, double elapsed_seconds);

  /// False where groups were compared and no two agreed.
  bool settled() const { return settled_; }

  /// Seconds an operation takes now: the median of the last group.
  static double estimate(std::span<const double> samples);

 private:
  std::optional<int> exact_;
  double most_seconds_;
  bool settled_ = true;
};

}  // namespace gpuxfer::run
