#pragma once

#include <cstdint>

namespace gpuxfer::run {

/// How long a rank may go without progress: `timeout_seconds`, and the time that an operation's bytes take at
/// 100 MB/s, below which nothing that is worth waiting for falls.
double longest_silence(double timeout_seconds, std::uint64_t bytes_in_flight);

/// Counts the seconds in which nothing moved. Pure: it is told the time, and keeps no clock.
class Silence {
 public:
  /// To be called at least every `longest_step_seconds`; a longer step is counted as one of these, since then
  /// this process was stopped (by Ctrl-Z, or with its machine) and could make no progress. Returns the
  /// seconds since `beats` last changed.
  double observe(std::uint64_t beats, double now_seconds);

  static constexpr double longest_step_seconds = 2;

 private:
  std::uint64_t beats_ = ~std::uint64_t{0};
  double last_seconds_ = 0;
  double silent_seconds_ = 0;
};

}  // namespace gpuxfer::run
