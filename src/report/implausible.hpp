#pragma once

#include <string>

#include "core/results.hpp"

namespace gpuxfer::report {

/// The highest figure that is flagged implausible beside the limit that it is above; nothing where none is.
std::string implausible_line(const Results& results);

}  // namespace gpuxfer::report
