#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/info.hpp"
#include "core/results.hpp"
#include "device/device.hpp"

/// What a build with CUDA and one without answer differently.
namespace gpuxfer::device {

/// The GPUs that this process sees, by ordinal, or why it sees none. Makes no context.
struct VisibleGpus {
  std::vector<Gpu> gpus;
  std::string problem;  ///< one clause where `gpus` is empty: no driver, no GPU, a build without CUDA
};
VisibleGpus visible_gpus();

/// What the CUDA runtime tells of GPU `ordinal` beside its name: compute mode, MIG, memory and cache. Makes
/// no context. Throws MachineError.
GpuFacts runtime_facts(int ordinal);

/// Whether GPU `ordinal` reaches the memory of `other`, both visible and different. Throws MachineError.
bool reaches(int ordinal, int other);

/// Versions of the CUDA runtime and driver; absent in a build without CUDA.
std::optional<CudaInfo> cuda_info();

/// Makes this thread's CUDA context on GPU `ordinal` and forgets errors that others left behind. Memory is of
/// `kind`, device or managed. Throws MachineError where the GPU refuses.
std::unique_ptr<Device> make_cuda_device(int ordinal, MemoryKind kind);

}  // namespace gpuxfer::device
