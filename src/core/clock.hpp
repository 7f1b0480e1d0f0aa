#pragma once

#include <chrono>

namespace gpuxfer {

/// Where time comes from. The sampler takes one, so that tests can script it.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Seconds since an arbitrary, fixed instant; never goes back.
  virtual double now() = 0;
};

/// The steady clock of this process's host, counted from its construction so that a double keeps the
/// nanoseconds.
class SteadyClock final : public Clock {
 public:
  double now() override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The smallest non-zero difference between successive readings of `clock`, in seconds.
double clock_step(Clock& clock, int readings = 20000);

}  // namespace gpuxfer
