#pragma once

#include "comm/communicator.hpp"
#include "core/demo.hpp"
#include "run/sweep_options.hpp"

namespace gpuxfer::run {

/// Sends ten doubles, 100, 110, ... 190, from rank 0's GPU to rank 1's by MPI on the device pointers; the
/// same result on every rank. Of the options, `devices` and `share_gpu` count. Collective. Throws
/// comm::AgreedError where there are fewer than 2 ranks (exit 2), too few GPUs, or an MPI library that is not
/// CUDA-aware (exit 3): none of these sees a device pointer.
Demo demonstrate(const comm::Communicator& world, const SweepOptions& options);

}  // namespace gpuxfer::run
