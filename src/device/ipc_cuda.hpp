#pragma once

#include "device/device.hpp"
#include "device/ipc_handle.hpp"

namespace gpuxfer::device {

/// The handle of `address` within the cudaMalloc allocation that starts at `base`. Throws MachineError.
IpcHandle export_address(const unsigned char* base, const unsigned char* address);

/// Maps what another process exported; what is released is the mapping. Throws MachineError with a likely
/// cause.
Buffer open_address(const IpcHandle& handle);

}  // namespace gpuxfer::device
