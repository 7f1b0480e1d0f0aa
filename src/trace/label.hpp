#pragma once

#include <cstdint>
#include <string>

#include "core/results.hpp"

namespace gpuxfer::trace {

/// Which way a message of `bytes` bytes went, from what was seen at its two ends: `peer copy`, `device copy`,
/// `staged by the MPI library` (as much was copied to a host as from one), `copied to the host`, `copied from
/// the host`, `kernel` (no copies carried all of it, but kernels ran), `no CUDA copy seen`; with `by gpuxfer`
/// where the work was on gpuxfer's own streams. One way alone stands without a size where its copies hold
/// exactly the message; else each way has its bytes behind it, joined by ` + `. Lost records are told.
std::string label(const RankEvidence& sender, const RankEvidence& receiver, std::uint64_t bytes);

}  // namespace gpuxfer::trace
