#pragma once

#include <span>
#include <string>

#include "core/results.hpp"

namespace gpuxfer::report {

/// In words, from which sizes on which mode is faster: "staged is slower than direct up to 64 KiB and faster
/// from 128 KiB". The bracket is between adjacent sizes whose verdicts differ; sizes that decide nothing are
/// counted. `comparisons`: those of one pattern and mode, by ascending size, at least one.
std::string crossover(std::span<const Comparison> comparisons);

}  // namespace gpuxfer::report
