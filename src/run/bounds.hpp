#pragma once

#include <span>
#include <vector>

#include "core/results.hpp"
#include "path/path.hpp"
#include "run/row_plan.hpp"

namespace gpuxfer::run {

/// Sets in each row of `rows`, one for each mode in order, the slowest of the ceilings that hold it back and
/// how much of it the row reaches. `ceilings`: rows of the same pattern and size.
void hold_against(std::span<Row> rows, const std::vector<Mode>& modes, std::span<const Row> ceilings,
                  const path::Staging& staging);

}  // namespace gpuxfer::run
