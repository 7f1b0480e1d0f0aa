#pragma once

#include <string>

#include "core/results.hpp"
#include "path/path.hpp"
#include "run/sweep_options.hpp"

namespace gpuxfer::run {

/// Why the mode `name` can't run between the ranks of the options' pair, as far as that is known before it is
/// tried; empty where nothing speaks against it. `environment` lists all ranks.
std::string why_unavailable(const std::string& name, const path::Path& path, const SweepOptions& options,
                            const Environment& environment);

}  // namespace gpuxfer::run
