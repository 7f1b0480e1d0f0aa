#pragma once

namespace gpuxfer::device {

/// Where a rank's messages live.
enum class MemoryKind { device, managed, host };

/// How host memory that messages are staged in was allocated.
enum class HostMemory { pinned, pageable };

constexpr const char* to_string(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::device:
      return "device";
    case MemoryKind::managed:
      return "managed";
    case MemoryKind::host:
      return "host";
  }
  return "";
}

constexpr const char* to_string(HostMemory memory) {
  return memory == HostMemory::pinned ? "pinned" : "pageable";
}

}  // namespace gpuxfer::device
