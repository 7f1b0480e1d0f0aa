#include <cstring>
#include <vector>

#include "fake_cuda/runtime.hpp"

using namespace gpuxfer::fake;

namespace {

enum class Place { pageable, pinned, managed, device };

/// Where the whole range lies; nowhere if it is dangling or reaches beyond what it starts in.
std::optional<Place> place(Memory& memory, const void* address, std::size_t bytes) {
  if (address == nullptr || memory.dangling(address)) return std::nullopt;
  const Region* const region = memory.find(address);
  if (region == nullptr) return Place::pageable;
  if (!region->contains(address, bytes)) return std::nullopt;
  switch (region->type) {
    case MemoryType::device:
    case MemoryType::ipc:
      return Place::device;
    case MemoryType::managed:
      return Place::managed;
    case MemoryType::pinned:
    case MemoryType::registered:
      return Place::pinned;
  }
  return std::nullopt;
}

/// Pinned and managed memory passes as either side of a copy's kind.
bool fits(cudaMemcpyKind kind, Place destination, Place source) {
  const bool to_host = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost;
  const bool from_host = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost;
  return kind == cudaMemcpyDefault || (destination != (to_host ? Place::device : Place::pageable) &&
                                       source != (from_host ? Place::device : Place::pageable));
}

struct Ends {
  Place destination;
  Place source;
};

bool in_gpu(Place place) {
  return place == Place::device || place == Place::managed;
}

/// Physical index of the GPU that memory lies in.
int gpu_of(Runtime& runtime, const void* address) {
  const Region& region = *runtime.memory.find(address);
  return region.owner >= 0 ? region.owner : runtime.devices.physical(region.device);
}

Traced traced(Runtime& runtime, const void* destination, const void* source, Ends ends) {
  if (!in_gpu(ends.source)) return in_gpu(ends.destination) ? Traced::to_device : Traced::within_host;
  if (!in_gpu(ends.destination)) return Traced::to_host;
  return gpu_of(runtime, destination) == gpu_of(runtime, source) ? Traced::within_device
                                                                 : Traced::between_devices;
}

/// Finds the ends of a copy of at least one byte, or answers CUDA's error for arguments that can't be right.
cudaError_t examine(Memory& memory, void* destination, const void* source, std::size_t bytes,
                    cudaMemcpyKind kind, Ends& ends) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  const auto to = place(memory, destination, bytes);
  const auto from = place(memory, source, bytes);
  if (!to || !from || !fits(kind, *to, *from)) return cudaErrorInvalidValue;
  ends = {*to, *from};
  return cudaSuccess;
}

/// Work of a copy engine: `write` puts `bytes` bytes at `destination`. `kind`: of a copy; none of a memset.
Work engine_work(Call it, Id stream, unsigned char* destination, std::size_t bytes,
                 std::function<void()> write, std::optional<Traced> kind) {
  const Settings& settings = it.runtime.settings;
  const bool slow = it.runtime.devices.physical(it.runtime.streams.device(stream)) == settings.slow_gpu;
  Work work;
  work.duration = slow ? settings.slow_copy_time : settings.copy_time;
  work.hangs = it.fault.hang;
  work.run = [&runtime = it.runtime, stream, kind, destination, bytes, write = std::move(write),
              flip = it.fault.flip] {
    write();
    if (flip) destination[bytes / 2] ^= 1;
    if (kind) runtime.tell({.kind = *kind, .bytes = bytes, .stream = stream});
    return cudaSuccess;
  };
  return work;
}

Position enqueue_copy(Call it, Id stream, void* destination, const void* source, std::size_t bytes,
                      Ends ends) {
  auto* const bytes_out = static_cast<unsigned char*>(destination);
  return it.runtime.streams.enqueue(
      stream, engine_work(
                  it, stream, bytes_out, bytes, [=] { std::memmove(destination, source, bytes); },
                  traced(it.runtime, destination, source, ends)));
}

/// From pageable memory CUDA promises no more than that the bytes are in a buffer of its own.
void enqueue_staged(Call it, Id stream, void* destination, const void* source, std::size_t bytes) {
  const auto* const first = static_cast<const unsigned char*>(source);
  auto* const bytes_out = static_cast<unsigned char*>(destination);
  const auto staging = std::make_shared<std::vector<unsigned char>>(first, first + bytes);
  it.runtime.streams.enqueue(
      stream, engine_work(
                  it, stream, bytes_out, bytes, [=] { std::memcpy(destination, staging->data(), bytes); },
                  Traced::to_device));
}

/// Blocks the caller as far as CUDA promises to, and no farther.
cudaError_t copy(Call it, void* destination, const void* source, std::size_t bytes, Ends ends) {
  Streams& streams = it.runtime.streams;
  const Id stream = streams.legacy(current_device());
  if (ends.destination == Place::device && ends.source == Place::device) {
    enqueue_copy(it, stream, destination, source, bytes, ends);
  } else if (ends.destination == Place::device && ends.source == Place::pageable) {
    streams.wait(streams.last(stream), it.lock);
    enqueue_staged(it, stream, destination, source, bytes);
  } else {
    streams.wait(enqueue_copy(it, stream, destination, source, bytes, ends), it.lock);
  }
  return streams.failure();
}

cudaError_t enqueue_set(Call it, std::optional<Id> stream, void* destination, int value, std::size_t bytes) {
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (bytes == 0) return cudaSuccess;
  const auto to = place(it.runtime.memory, destination, bytes);
  if (!to || *to == Place::pageable) return cudaErrorInvalidValue;
  auto* const bytes_out = static_cast<unsigned char*>(destination);
  const Position position = it.runtime.streams.enqueue(
      *stream,
      engine_work(it, *stream, bytes_out, bytes, [=] { std::memset(destination, value, bytes); }, {}));
  if (*to == Place::pinned) it.runtime.streams.wait(position, it.lock);
  return it.runtime.streams.failure();
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* destination, const void* source, std::size_t bytes, cudaMemcpyKind kind) {
  return call_in_context("cudaMemcpy", [=](Call it) {
    if (bytes == 0) return cudaSuccess;
    Ends ends{};
    const cudaError_t error = examine(it.runtime.memory, destination, source, bytes, kind, ends);
    return error != cudaSuccess ? error : copy(it, destination, source, bytes, ends);
  });
}

cudaError_t cudaMemcpyAsync(void* destination, const void* source, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t handle) {
  return call_in_context("cudaMemcpyAsync", [=](Call it) {
    const std::optional<Id> stream = it.runtime.stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (bytes == 0) return cudaSuccess;
    Ends ends{};
    const cudaError_t error = examine(it.runtime.memory, destination, source, bytes, kind, ends);
    if (error == cudaSuccess) enqueue_copy(it, *stream, destination, source, bytes, ends);
    return error;
  });
}

cudaError_t cudaMemset(void* destination, int value, std::size_t bytes) {
  return call_in_context("cudaMemset", [=](Call it) {
    return enqueue_set(it, it.runtime.stream(nullptr), destination, value, bytes);
  });
}

cudaError_t cudaMemsetAsync(void* destination, int value, std::size_t bytes, cudaStream_t handle) {
  return call_in_context("cudaMemsetAsync", [=](Call it) {
    return enqueue_set(it, it.runtime.stream(handle), destination, value, bytes);
  });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                 unsigned flags, cudaStream_t handle) {
  return call_in_context("cudaMemPrefetchAsync", [=](Call it) {
    const std::optional<Id> stream = it.runtime.stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (flags != 0 || place(it.runtime.memory, pointer, bytes) != Place::managed)
      return cudaErrorInvalidValue;
    const bool to_device = location.type == cudaMemLocationTypeDevice;
    if (to_device && !it.runtime.devices.valid(location.id)) return cudaErrorInvalidDevice;
    Work work;
    work.run = [] { return cudaSuccess; };  // moves pages, changes no byte
    it.runtime.streams.enqueue(*stream, std::move(work));
    return cudaSuccess;
  });
}

}  // extern "C"
