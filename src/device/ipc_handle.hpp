#pragma once

#include <array>
#include <cstdint>

namespace gpuxfer::device {

/// Where another process of this host finds an address of a device's memory: plain bytes, to be sent as they
/// are.
struct IpcHandle {
  std::array<unsigned char, 64> allocation{};  ///< CUDA's handle of the allocation that holds the address
  std::uint64_t offset = 0;                    ///< of the address within it
};

}  // namespace gpuxfer::device
