#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/results.hpp"

namespace gpuxfer::run {

/// The time of one message over its size, fitted to the rows of `pattern`, mode by mode in the rows' order:
/// the one-way time of latency rows, an operation's time over its messages of the others. Rows that were
/// skipped, got wrong data or hold few samples are left out, and so are those whose window is not the one
/// that most rows have (the larger one of two): other messages in flight are another time. A mode with under
/// 4 sizes left has no fit, and neither has one with several rows at a size, which several pairs of ranks
/// give.
std::vector<Fit> make_fits(std::span<const Row> rows, const std::string& pattern);

}  // namespace gpuxfer::run
