#pragma once

#include <cuda_runtime.h>

#include <source_location>
#include <string_view>

namespace gpuxfer::device {

/// Throws MachineError naming `what` was tried and CUDA's own words where `code` is not cudaSuccess.
void check(cudaError_t code, std::string_view what,
           std::source_location where = std::source_location::current());

}  // namespace gpuxfer::device
