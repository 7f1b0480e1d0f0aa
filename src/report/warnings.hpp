#pragma once

#include <vector>

#include "core/info.hpp"

namespace gpuxfer::report {

/// What stands in the way of good figures, the worst first; one warning for all ranks that it concerns.
std::vector<Warning> warnings(const Info& info);

}  // namespace gpuxfer::report
