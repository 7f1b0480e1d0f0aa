#pragma once

#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "core/info.hpp"

namespace gpuxfer::run {

/// A rank's side of every pair on its host.
struct ProbeResult {
  std::vector<PairFacts> pairs;  ///< from this rank; of ranks with a GPU alone
  std::string problem;           ///< why this rank can't use its GPU; empty where it can
};

/// Each rank exports a small allocation, and each opens those of the other ranks on its host. A failure at
/// one end is a result at both. Collective; every mapping is gone before its memory is. `ranks`: all, with
/// their GPUs; `uuids`: of the GPUs that this rank sees.
ProbeResult probe_pairs(const comm::Communicator& comm, const std::vector<RankInfo>& ranks,
                        const std::vector<std::string>& uuids);

}  // namespace gpuxfer::run
