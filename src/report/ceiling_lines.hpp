#pragma once

#include <string>

#include "core/results.hpp"

namespace gpuxfer::report {

/// A ceiling's name as people read it: `mpi host`.
std::string ceiling_words(std::string name);

/// The ceilings of one pattern, a line a size and a column a ceiling, and which of them holds each mode back;
/// empty where none were measured.
std::string ceiling_lines(const Results& results, const std::string& pattern);

}  // namespace gpuxfer::report
