#include "core/error.hpp"
#include "device/gpus.hpp"

namespace gpuxfer::device {

VisibleGpus visible_gpus() {
  return {.gpus = {}, .problem = "this gpuxfer was built without CUDA"};
}

GpuFacts runtime_facts(int) {
  return {};
}

bool reaches(int, int) {
  return false;
}

std::optional<CudaInfo> cuda_info() {
  return std::nullopt;
}

std::unique_ptr<Device> make_cuda_device(int, MemoryKind) {
  throw MachineError("this gpuxfer was built without CUDA: use --memory host, or build with GPUXFER_CUDA=ON");
}

}  // namespace gpuxfer::device
