#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "device/test_pattern.hpp"

namespace gpuxfer::device {

/// Queue test_pattern.hpp's work for all slots on `stream`; errors come from cudaGetLastError.
void launch_fill(SlotLayout layout, std::uint64_t key, cudaStream_t stream);

/// Adds what it finds to `*result` in device memory, which starts as {0, nothing_wrong}.
void launch_check(SlotLayout layout, std::uint64_t key, std::uint64_t guard_key, CheckResult* result,
                  cudaStream_t stream);

}  // namespace gpuxfer::device
