#pragma once

#include <string>

#include "core/results.hpp"

namespace gpuxfer::report {

/// What was measured, on what and how: a few lines above the tables.
std::string header(const Results& results);

}  // namespace gpuxfer::report
