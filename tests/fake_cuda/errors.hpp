#pragma once

#include <cuda_runtime_api.h>

#include <optional>
#include <string_view>

namespace gpuxfer::fake {

/// The code of "cudaErrorMemoryAllocation" and its like.
std::optional<cudaError_t> error_named(std::string_view name);

/// Keeps `error` for this thread's cudaGetLastError, and returns it. cudaSuccess changes nothing, and neither
/// does cudaErrorNotReady (CUDA C++ Programming Guide, "Error Checking").
cudaError_t remember(cudaError_t error);

}  // namespace gpuxfer::fake
