#pragma once

#include "core/info.hpp"

namespace gpuxfer::device {

/// All that is known of a visible GPU, from the CUDA runtime, NVML and /sys. Makes no context; what nobody
/// tells is absent. Throws MachineError where the CUDA runtime refuses.
GpuFacts gpu_facts(const Gpu& gpu);

}  // namespace gpuxfer::device
