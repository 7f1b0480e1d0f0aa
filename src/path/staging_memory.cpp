#include "path/staging_memory.hpp"

#include <algorithm>
#include <optional>

#include "core/error.hpp"

namespace gpuxfer::path {
namespace {

std::optional<device::Buffer> try_to_pin(device::Device& device, std::size_t bytes) {
  try {
    return device.allocate_host(bytes, device::HostMemory::pinned);
  } catch (const MachineError&) {
    return std::nullopt;
  }
}

}  // namespace

StagingMemory allocate_staging(device::Device& device, std::size_t wanted_bytes, std::size_t least_bytes,
                               device::HostMemory memory) {
  const bool pin = memory == device::HostMemory::pinned;
  for (std::size_t bytes = wanted_bytes; pin; bytes = std::max(least_bytes, bytes / 2)) {
    if (auto pinned = try_to_pin(device, bytes)) return {.buffer = std::move(*pinned)};
    if (bytes <= least_bytes) break;
  }
  return {.buffer = device.allocate_host(wanted_bytes, device::HostMemory::pageable), .unpinned = pin};
}

}  // namespace gpuxfer::path
