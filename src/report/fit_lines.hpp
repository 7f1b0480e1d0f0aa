#pragma once

#include <span>
#include <string>

#include "core/results.hpp"

namespace gpuxfer::report {

/// What the fits of one pattern say, a line a segment under a heading; empty where there is none. `windowed`:
/// several messages were in flight, and the heading says how many.
std::string fit_lines(std::span<const Fit> fits, bool windowed);

}  // namespace gpuxfer::report
