#include <algorithm>

#include "device/test_pattern_kernels_cuda.hpp"

// blockIdx.y strides over slots, the x dimension over a slot's words. The kernels' names are plain C, so that
// a stand-in for the CUDA runtime can find their host twins.

namespace {

__device__ std::uint64_t first_word() {
  return blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
}
__device__ std::uint64_t all_threads() {
  return std::uint64_t{gridDim.x} * blockDim.x;
}

constexpr unsigned threads_per_block = 256;

dim3 blocks(gpuxfer::device::SlotLayout layout) {
  const std::uint64_t words = layout.stride / 8;
  const std::uint64_t wanted = (words + threads_per_block - 1) / threads_per_block;
  return {static_cast<unsigned>(std::clamp<std::uint64_t>(wanted, 1, 2048)),
          std::clamp(layout.slots, 1U, 65535U)};
}

}  // namespace

extern "C" __global__ void gpuxfer_fill(gpuxfer::device::SlotLayout layout, std::uint64_t key) {
  for (std::uint32_t slot = blockIdx.y; slot < layout.slots; slot += gridDim.y) {
    gpuxfer::device::fill_slot(layout, slot, key, first_word(), all_threads());
  }
}

extern "C" __global__ void gpuxfer_check(gpuxfer::device::SlotLayout layout, std::uint64_t key,
                                         std::uint64_t guard_key, gpuxfer::device::CheckResult* result) {
  for (std::uint32_t slot = blockIdx.y; slot < layout.slots; slot += gridDim.y) {
    const auto found = gpuxfer::device::check_slot(layout, slot, key, guard_key, first_word(), all_threads());
    if (found.wrong == 0) continue;
    atomicAdd(&result->wrong, found.wrong);
    atomicMin(&result->first, found.first);
  }
}

namespace gpuxfer::device {

void launch_fill(SlotLayout layout, std::uint64_t key, cudaStream_t stream) {
  gpuxfer_fill<<<blocks(layout), threads_per_block, 0, stream>>>(layout, key);
}

void launch_check(SlotLayout layout, std::uint64_t key, std::uint64_t guard_key, CheckResult* result,
                  cudaStream_t stream) {
  gpuxfer_check<<<blocks(layout), threads_per_block, 0, stream>>>(layout, key, guard_key, result);
}

}  // namespace gpuxfer::device
