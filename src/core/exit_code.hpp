#pragma once

namespace gpuxfer {

/// What the process tells its caller. mpirun combines the ranks' codes by OR, so all ranks leave with one.
enum class ExitCode : int {
  done = 0,
  fault = 1,       ///< a fault of gpuxfer's own
  usage = 2,       ///< bad options, or fewer ranks than the pattern needs
  machine = 3,     ///< this machine or launch can't do what was asked
  wrong_data = 4,  ///< wrong data arrived
  hung = 5,        ///< a transfer hung
  worse = 6,       ///< worse than the baseline
  interrupted = 130
};

/// The one of two codes that the run ends with: 1, 2, 4, 5, 130, 3, 6, then 0.
ExitCode prevailing(ExitCode a, ExitCode b);

constexpr int to_int(ExitCode code) {
  return static_cast<int>(code);
}

}  // namespace gpuxfer
