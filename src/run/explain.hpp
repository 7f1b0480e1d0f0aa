#pragma once

#include <vector>

#include "comm/communicator.hpp"
#include "core/results.hpp"
#include "run/pair.hpp"
#include "run/row_plan.hpp"

namespace gpuxfer::run {

/// Finds out which way messages of every measured mode and size went, and puts it into the rows, which are
/// those of rank 0. To be called after all timing. Collective; `pair` is null on ranks that take no part.
void explain(const comm::Communicator& comm, int leader, Pair* pair, const std::vector<Mode>& modes,
             std::vector<Row>& rows);

}  // namespace gpuxfer::run
