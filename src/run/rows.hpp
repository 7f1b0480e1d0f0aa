#pragma once

#include <span>
#include <vector>

#include "core/results.hpp"
#include "run/outcome.hpp"
#include "run/row_plan.hpp"
#include "run/sweep_options.hpp"

namespace gpuxfer::run {

/// The rows of one group, one for each mode in order. `outcomes` holds one for each mode that the group
/// measures.
std::vector<Row> make_rows(const RowGroup& group, const std::vector<Mode>& modes,
                           std::span<const Outcome> outcomes, const SweepOptions& options,
                           double clock_step_seconds);

/// Each measured mode against the first mode, where that was measured and both rows hold good data.
std::vector<Comparison> make_comparisons(const RowGroup& group, const std::vector<Mode>& modes,
                                         std::span<const Outcome> outcomes);

}  // namespace gpuxfer::run
