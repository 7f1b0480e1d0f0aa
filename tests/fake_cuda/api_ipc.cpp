#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>

#include "fake_cuda/runtime.hpp"

using namespace gpuxfer::fake;

namespace {

/// What a handle holds: which process has the memory open, and under which number.
struct Handle {
  static constexpr std::uint64_t right_mark = 0x4752554658465047;
  std::uint64_t mark = right_mark;
  std::uint64_t node = 0;
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  std::int32_t pid = 0;
  std::int32_t descriptor = -1;
  std::int32_t gpu = 0;  ///< the physical index
  std::int32_t unused[5] = {};
};
static_assert(sizeof(Handle) == sizeof(cudaIpcMemHandle_t));

std::uint64_t inode_of(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

/// Nothing where the exporting process has freed the memory, or is gone.
Descriptor open_file(const Handle& handle) {
  const std::string name = "/proc/" + std::to_string(handle.pid) + "/fd/" + std::to_string(handle.descriptor);
  Descriptor file(open(name.c_str(), O_RDWR | O_CLOEXEC));
  return file && inode_of(file.number()) == handle.inode ? std::move(file) : Descriptor{};
}

Region* opened_already(Memory& memory, const Handle& handle) {
  for (auto& [begin, region] : memory.regions()) {
    if (region.type == MemoryType::ipc && region.inode == handle.inode) return &region;
  }
  return nullptr;
}

cudaError_t open_region(Runtime& runtime, void** pointer, const Handle& handle) {
  if (handle.mark != Handle::right_mark || handle.node != runtime.node.id()) return cudaErrorInvalidValue;
  if (handle.pid == getpid()) return cudaErrorDeviceUninitialized;
  const bool reached = handle.gpu == runtime.devices.physical(current_device()) ||
                       (runtime.settings.peer && !runtime.settings.mig);
  if (!reached) return cudaErrorPeerAccessUnsupported;
  Region* region = opened_already(runtime.memory, handle);
  if (region == nullptr) {
    const Descriptor file = open_file(handle);
    if (!file) return cudaErrorMapBufferObjectFailed;
    Region fresh{.bytes = handle.bytes, .type = MemoryType::ipc, .device = current_device(), .file = {}};
    fresh.inode = handle.inode;
    fresh.owner = handle.gpu;
    region = &runtime.memory.add(std::move(fresh), file.number());
  }
  ++region->opened;
  *pointer = region->begin;
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* out, void* pointer) {
  return call_in_context("cudaIpcGetMemHandle", [=](Call it) {
    const Region* const region = it.runtime.memory.find(pointer);
    const bool exportable = region != nullptr && region->type == MemoryType::device;
    if (out == nullptr || !exportable) return cudaErrorInvalidValue;
    const Handle handle{.node = it.runtime.node.id(),
                        .inode = inode_of(region->file.number()),
                        .bytes = region->bytes,
                        .pid = getpid(),
                        .descriptor = region->file.number(),
                        .gpu = it.runtime.devices.physical(region->device)};
    *out = std::bit_cast<cudaIpcMemHandle_t>(handle);
    return cudaSuccess;
  });
}

cudaError_t cudaIpcOpenMemHandle(void** pointer, cudaIpcMemHandle_t in, unsigned flags) {
  return call_in_context("cudaIpcOpenMemHandle", [=](Call it) {
    if (pointer == nullptr || flags != cudaIpcMemLazyEnablePeerAccess) return cudaErrorInvalidValue;
    return open_region(it.runtime, pointer, std::bit_cast<Handle>(in));
  });
}

cudaError_t cudaIpcCloseMemHandle(void* pointer) {
  return call_in_context("cudaIpcCloseMemHandle", [=](Call it) {
    it.runtime.drain(it.lock);
    Region* const region = it.runtime.memory.find(pointer);
    const bool ours = region != nullptr && region->type == MemoryType::ipc && region->begin == pointer;
    if (!ours) return cudaErrorInvalidValue;
    if (--region->opened == 0) it.runtime.memory.remove(*region);
    return it.runtime.streams.failure();
  });
}

}  // extern "C"
