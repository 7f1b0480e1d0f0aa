#include "fake_cuda/runtime.hpp"

using namespace gpuxfer::fake;

namespace {

/// Memory of the current GPU; `bytes` is not 0.
cudaError_t allocate(Runtime& runtime, void** pointer, std::size_t bytes, MemoryType type) {
  if (bytes > runtime.settings.memory_bytes) return cudaErrorMemoryAllocation;
  const int device = current_device();
  Descriptor file = runtime.node.allocate(runtime.devices.physical(device), Memory::file_bytes(bytes));
  if (!file) return cudaErrorMemoryAllocation;
  const int number = file.number();
  Region region{.bytes = bytes, .type = type, .device = device, .file = std::move(file)};
  *pointer = runtime.memory.add(std::move(region), number).begin;
  return cudaSuccess;
}

/// Pinned host memory, as cudaHostAlloc and cudaMallocHost give it.
cudaError_t allocate_pinned(Runtime& runtime, void** pointer, std::size_t bytes) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (bytes > std::size_t{1} << 40) return cudaErrorMemoryAllocation;
  Region region{.bytes = bytes, .type = MemoryType::pinned, .device = current_device(), .file = {}};
  *pointer = runtime.memory.add(std::move(region), -1).begin;
  return cudaSuccess;
}

/// Waits for all work, which may use the memory, and then frees what starts at `pointer`.
template <typename IsRight>
cudaError_t free_after_work(Call it, void* pointer, IsRight is_right) {
  if (pointer == nullptr) return cudaSuccess;
  it.runtime.drain(it.lock);
  const Region* const region = it.runtime.memory.find(pointer);
  if (region == nullptr || region->begin != pointer || !is_right(region->type)) return cudaErrorInvalidValue;
  it.runtime.memory.remove(*region);
  return it.runtime.streams.failure();
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return call_in_context("cudaMalloc", [=](Call it) {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    *pointer = nullptr;
    return bytes == 0 ? cudaSuccess : allocate(it.runtime, pointer, bytes, MemoryType::device);
  });
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  return call_in_context("cudaMallocManaged", [=](Call it) {
    const bool known = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost;
    if (pointer == nullptr || bytes == 0 || !known) return cudaErrorInvalidValue;
    return allocate(it.runtime, pointer, bytes, MemoryType::managed);
  });
}

cudaError_t cudaFree(void* pointer) {
  return call_in_context("cudaFree", [=](Call it) {
    return free_after_work(it, pointer, [](MemoryType type) {
      return type == MemoryType::device || type == MemoryType::managed;
    });
  });
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  return call_in_context("cudaHostAlloc", [=](Call it) {
    constexpr unsigned known = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if ((flags & ~known) != 0) return cudaErrorInvalidValue;
    return allocate_pinned(it.runtime, pointer, bytes);
  });
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return call_in_context("cudaMallocHost",
                         [=](Call it) { return allocate_pinned(it.runtime, pointer, bytes); });
}

cudaError_t cudaFreeHost(void* pointer) {
  return call_in_context("cudaFreeHost", [=](Call it) {
    return free_after_work(it, pointer, [](MemoryType type) { return type == MemoryType::pinned; });
  });
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
  return call_in_context("cudaHostRegister", [=](Call it) {
    constexpr unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory |
                               cudaHostRegisterReadOnly;
    if (pointer == nullptr || bytes == 0 || (flags & ~known) != 0) return cudaErrorInvalidValue;
    if (it.runtime.memory.overlaps(pointer, bytes)) return cudaErrorHostMemoryAlreadyRegistered;
    it.runtime.memory.add_registered(pointer, bytes, current_device());
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return call_in_context("cudaHostUnregister", [=](Call it) {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    const cudaError_t error =
        free_after_work(it, pointer, [](MemoryType type) { return type == MemoryType::registered; });
    return error == cudaErrorInvalidValue ? cudaErrorHostMemoryNotRegistered : error;
  });
}

cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned flags) {
  return call_in_context("cudaHostGetDevicePointer", [=](Call it) {
    if (device_pointer == nullptr || flags != 0) return cudaErrorInvalidValue;
    const Region* const region = it.runtime.memory.find(host_pointer);
    const bool mapped =
        region != nullptr && (region->type == MemoryType::pinned || region->type == MemoryType::registered);
    if (!mapped) return cudaErrorInvalidValue;
    *device_pointer = host_pointer;
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return call_in_context("cudaMemGetInfo", [=](Call it) {
    if (free == nullptr || total == nullptr) return cudaErrorInvalidValue;
    *total = it.runtime.settings.memory_bytes;
    const std::size_t used = it.runtime.node.used_bytes(it.runtime.devices.physical(current_device()));
    *free = used < *total ? *total - used : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return call_in_context("cudaPointerGetAttributes", [=](Call it) {
    if (attributes == nullptr || pointer == nullptr) return cudaErrorInvalidValue;
    *attributes = {};
    attributes->type = cudaMemoryTypeUnregistered;
    attributes->device = cudaInvalidDeviceId;
    const Region* const region = it.runtime.memory.find(pointer);
    if (region == nullptr) return cudaSuccess;
    void* const address = const_cast<void*>(pointer);
    const bool on_device = region->type == MemoryType::device || region->type == MemoryType::ipc;
    const bool managed = region->type == MemoryType::managed;
    attributes->type =
        on_device ? cudaMemoryTypeDevice : (managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost);
    attributes->device = region->device;
    attributes->devicePointer = address;
    attributes->hostPointer = on_device ? nullptr : address;
    return cudaSuccess;
  });
}

}  // extern "C"
