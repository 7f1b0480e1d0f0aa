#pragma once

#include <string>

#include "core/demo.hpp"

namespace gpuxfer::report {

/// What both memories held before and after, by rank, the path taken where it is known, and how it went; at
/// most 100 columns.
std::string demo_text(const Demo& demo);

/// The line that tells which copies carried the numbers; nothing where nobody watched.
std::string path_taken(const Demo& demo);

}  // namespace gpuxfer::report
