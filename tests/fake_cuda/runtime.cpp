#include "fake_cuda/runtime.hpp"

namespace gpuxfer::fake {

Runtime& Runtime::instance() {
  // Never destroyed: programs call into the runtime from their own last destructors.
  static Runtime* const runtime = new Runtime;
  return *runtime;
}

int& current_device() {
  thread_local int ordinal = 0;
  return ordinal;
}

cudaError_t Runtime::use(int ordinal) {
  if (devices.problem() != cudaSuccess) return devices.problem();
  if (contexts.contains(ordinal)) return streams.failure();
  if (settings.exclusive && !settings.mps && !node.claim(devices.physical(ordinal))) {
    return cudaErrorDevicesUnavailable;
  }
  contexts.insert(ordinal);
  return streams.failure();
}

std::optional<Id> Runtime::stream(cudaStream_t handle) {
  if (handle == nullptr || handle == cudaStreamLegacy) return streams.legacy(current_device());
  const auto id = reinterpret_cast<Id>(handle);
  return id >= 0x1000 && streams.exists(id) ? std::optional(id) : std::nullopt;
}

void Runtime::drain(Lock& lock) {
  for (int ordinal = 0; ordinal < devices.count(); ++ordinal) streams.wait_for_device(ordinal, lock);
}

bool Runtime::accessible(int ordinal, const void* address, std::size_t bytes) {
  const Region* const region = memory.find(address);
  if (region == nullptr || !region->contains(address, bytes)) return false;
  if (region->type != MemoryType::device || region->device == ordinal) return true;
  return peers.contains({ordinal, region->device});
}

}  // namespace gpuxfer::fake

extern "C" void __cudaFakeObserve(gpuxfer::fake::Observer observer) {
  auto& runtime = gpuxfer::fake::Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  runtime.observer = observer;
}
