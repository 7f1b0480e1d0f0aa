#pragma once

#include <string>

#include "core/results.hpp"

namespace gpuxfer::report {

/// How much each mode reaches of the mode that the others are held against, in the blocks that they shared:
/// a sentence a mode, ending in newlines; empty where that was not measured.
std::string shares(const Results& results, const std::string& pattern);

}  // namespace gpuxfer::report
