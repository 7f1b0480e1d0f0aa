#pragma once

#include <cstdint>
#include <string>

#include "comm/launch.hpp"
#include "core/results.hpp"

namespace gpuxfer::comm {

/// What is known before MPI_Init of things that some MPI libraries die of there.
struct StartFacts {
  std::string library;          ///< what it says of its version and build, whole
  std::string visible_devices;  ///< CUDA_VISIBLE_DEVICES; empty: not set
  bool no_device = false;       ///< CUDA_VISIBLE_DEVICES is set, and empty
  bool driver = true;           ///< a GPU driver is there
  bool unversioned = true;      ///< libcuda.so and libcudart.so are found under these names
  HostLimits limits{.shared_memory_bytes = ~std::uint64_t{0},
                    .shared_memory_free_bytes = ~std::uint64_t{0},
                    .locked_memory_bytes = {}};
};

/// Why MPI_Init died, as far as `facts` suggest it, and the way out: one line, for whoever sees it die.
std::string why_start_died(const StartFacts& facts);

/// Calls MPI_Init_thread. Where the library ends the process there, by a signal or by exit(), a line of ours
/// says what is known to lead to that, and this process ends with exit 3; ranks take turns, and most
/// launchers end the others after the first. Throws Error where it fails and returns.
void start_mpi(const Launch& launch);

}  // namespace gpuxfer::comm
