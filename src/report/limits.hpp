#pragma once

#include <vector>

#include "core/info.hpp"

/// Limits of the hosts that stand in the way, and what to do about it.
namespace gpuxfer::report {

/// Where MPI libraries keep messages within a host.
std::vector<Warning> about_shared_memory(const std::vector<RankInfo>& ranks);

/// What network cards send from.
std::vector<Warning> about_locked_memory(const std::vector<RankInfo>& ranks);

}  // namespace gpuxfer::report
