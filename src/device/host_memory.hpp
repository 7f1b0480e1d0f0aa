#pragma once

#include <cstddef>

#include "device/device.hpp"

namespace gpuxfer::device {

/// Pageable host memory in pages of its own, huge where the system has them, and all present on return.
/// Throws MachineError where the system refuses.
Buffer allocate_pages(std::size_t bytes);

/// Bytes of host memory that this process may still take: what the system calls available, or less where a
/// control group says so.
std::size_t available_host_bytes();

}  // namespace gpuxfer::device
