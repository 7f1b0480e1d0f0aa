#include "run/silence.hpp"

#include <algorithm>

namespace gpuxfer::run {

double longest_silence(double timeout_seconds, std::uint64_t bytes_in_flight) {
  constexpr double slowest_bytes_per_second = 1e8;
  return timeout_seconds + static_cast<double>(bytes_in_flight) / slowest_bytes_per_second;
}

double Silence::observe(std::uint64_t beats, double now_seconds) {
  const double step = std::min(now_seconds - last_seconds_, longest_step_seconds);
  last_seconds_ = now_seconds;
  silent_seconds_ = beats == beats_ ? silent_seconds_ + step : 0;
  beats_ = beats;
  return silent_seconds_;
}

}  // namespace gpuxfer::run
