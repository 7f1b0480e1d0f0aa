#pragma once

#include "comm/communicator.hpp"
#include "core/info.hpp"
#include "run/sweep_options.hpp"

namespace gpuxfer::run {

/// Finds out about ranks, GPUs, the ways between them and the MPI library, the same on every rank. GPUs are
/// given out as a sweep would, shared where there are too few; of the options, `devices` and `share_gpu`
/// count. Collective; needs no GPU. Throws comm::AgreedError where `devices` can't be met.
Info gather_info(const comm::Communicator& world, const SweepOptions& options);

}  // namespace gpuxfer::run
