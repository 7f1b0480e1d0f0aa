#include "core/clock.hpp"

#include <algorithm>
#include <limits>

namespace gpuxfer {

double clock_step(Clock& clock, int readings) {
  double step = std::numeric_limits<double>::infinity();
  double previous = clock.now();
  // A coarse clock may answer the same for a long while: go on until it has stepped at least once.
  for (int i = 0; i < readings || step == std::numeric_limits<double>::infinity(); ++i) {
    const double current = clock.now();
    if (current > previous) step = std::min(step, current - previous);
    previous = current;
  }
  return step;
}

}  // namespace gpuxfer
