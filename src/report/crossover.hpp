#pragma once

#include <span>
#include <string>

#include "core/results.hpp"

namespace gpuxfer::report {

/// In words, from which sizes on which mode is faster: "staged is slower than direct up to 64 KiB and faster
/// from 128 KiB". The bracket is between adjacent sizes whose verdicts differ; sizes that decide nothing are
/// counted. `comparisons`: those of one pattern and mode, by ascending size, at least one.
std::string crossover(std::span<const Comparison> comparisons);

/// The largest factor by which either mode is faster, and where: "at best direct is 331 times as fast (1 GiB)
/// and staged is 1.19 times as fast (1 KiB)"; empty where no size decides, or there is but one.
std::string largest_gains(std::span<const Comparison> comparisons);

}  // namespace gpuxfer::report
