#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/results.hpp"
#include "run/sweep_options.hpp"

namespace gpuxfer::cli {

/// Everything the command line can say, with its defaults.
struct Options {
  run::SweepOptions sweep;
  std::string format = "table";  ///< a report of the registry
  bool progress = false;         ///< shown on a terminal whatever this says; true: elsewhere too
};

/// Every option under its long name without dashes, with the value in force.
std::vector<std::pair<std::string, Value>> describe(const Options& options);

}  // namespace gpuxfer::cli
