#pragma once

#include "cli/parse.hpp"

namespace gpuxfer::cli {

/// Prints `answer` where this process `speaks` for all ranks, and returns its exit code.
int tell(const Answer& answer, bool speaks);

}  // namespace gpuxfer::cli
