#pragma once

#include <string>

#include "core/results.hpp"

namespace gpuxfer::report {

/// The ceilings of one pattern, a line a size and a column a ceiling, and which of them holds each mode back;
/// empty where none were measured.
std::string ceiling_lines(const Results& results, const std::string& pattern);

}  // namespace gpuxfer::report
