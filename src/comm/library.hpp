#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/results.hpp"

namespace gpuxfer::comm {

/// What the MPI library says of itself: version, whether it takes device pointers, and the control variables
/// in force, from an allow-list and read through MPI_T. To be asked after MPI_Init, since MPICH 4.0 aborts
/// when it is asked before.
MpiInfo library_info();

/// The size from which on MPICH copies between GPUs, by its own account; absent where it gives none.
std::optional<std::uint64_t> gpu_threshold_bytes(const MpiInfo& info);

/// The values of environment variables that change how MPI and CUDA behave, from an allow-list; unset ones
/// are absent.
std::map<std::string, std::string> environment_variables();

}  // namespace gpuxfer::comm
