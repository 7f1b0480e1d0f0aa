#pragma once

#include <cstddef>

#include "device/device.hpp"

namespace gpuxfer::path {

/// Host memory that messages are staged in.
struct StagingMemory {
  device::Buffer buffer;
  bool unpinned = false;  ///< pinned was asked for and refused down to the least: it is pageable
};

/// `wanted_bytes` of host memory. Where the system refuses to pin as much, half of it, and so on down to
/// `least_bytes`; where it refuses those too, `wanted_bytes` of pageable memory. Throws MachineError where
/// there is none of that.
StagingMemory allocate_staging(device::Device& device, std::size_t wanted_bytes, std::size_t least_bytes,
                               device::HostMemory memory);

}  // namespace gpuxfer::path
