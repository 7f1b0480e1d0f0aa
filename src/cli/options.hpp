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
  std::string output;            ///< a file for the results as well, CSV where it ends in .csv; empty: none
  std::string config;            ///< a file of options that the command line wins over; empty: none
  double timeout_seconds = 60;   ///< without progress, before the run ends
  bool progress = false;         ///< shown on a terminal whatever this says; true: elsewhere too
};

/// Every option under its long name without dashes, with the value in force.
std::vector<std::pair<std::string, Value>> describe(const Options& options);

}  // namespace gpuxfer::cli
