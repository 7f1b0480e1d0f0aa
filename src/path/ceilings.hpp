#pragma once

#include <string>
#include <vector>

#include "path/path.hpp"

/// What a machine's copies and its MPI reach on their own, each as a path that patterns and the sampler take
/// like any other. Where a message is sent and no payload travels by MPI, an empty message stands for it.
namespace gpuxfer::path {

inline constexpr const char* to_host = "to_host";              ///< into pinned memory
inline constexpr const char* to_device = "to_device";          ///< out of pinned memory
inline constexpr const char* both_copies = "both_copies";      ///< both at once, each at its end
inline constexpr const char* to_pageable = "to_pageable";      ///< into pageable memory
inline constexpr const char* from_pageable = "from_pageable";  ///< out of pageable memory
inline constexpr const char* mpi_host = "mpi_host";            ///< MPI between pinned buffers
inline constexpr const char* on_device = "on_device";          ///< within the sender's GPU

/// All of them, in the order above. They share their memory, which the first one that needs it allocates: a
/// mirror of the slots in pinned memory, one in pageable and one on the device.
std::vector<Paths::Entry> ceilings();

/// Bytes of host memory that all of them take together for slots that span `arena_bytes`.
std::uint64_t ceilings_host_bytes(std::uint64_t arena_bytes);

/// The ceilings of a message that is copied to host memory of that kind, sent by MPI and copied back.
std::vector<std::string> stages_through_host(const Staging& staging);

}  // namespace gpuxfer::path
