#pragma once

#include <string>

#include "core/results.hpp"

namespace gpuxfer::comm {

/// What this process may use of its host, as MPI libraries do.
HostLimits host_limits();

/// What to do where /dev/shm is too small.
inline constexpr const char* more_shared_memory = "in a container ask for more (--shm-size=8g or --ipc=host)";

/// Why it kills whoever writes to shared memory, and the way out; empty where there is room in /dev/shm.
std::string why_shared_memory_kills(const HostLimits& limits);

}  // namespace gpuxfer::comm
