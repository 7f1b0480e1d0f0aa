#pragma once

#include <span>
#include <string>

#include "core/results.hpp"

namespace gpuxfer::report {

/// Where the time of one message goes in modes that pass stages one after the other, a line a size; empty
/// where no row of the pattern has any.
std::string stage_lines(std::span<const Row> rows, const std::string& pattern);

}  // namespace gpuxfer::report
