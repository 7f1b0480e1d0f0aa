#pragma once

#include <cuda_runtime_api.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "fake_cuda/calls.hpp"
#include "fake_cuda/devices.hpp"
#include "fake_cuda/errors.hpp"
#include "fake_cuda/memory.hpp"
#include "fake_cuda/node.hpp"
#include "fake_cuda/settings.hpp"
#include "fake_cuda/streams.hpp"
#include "fake_cuda/trace.hpp"

namespace gpuxfer::fake {

struct Event {
  int device;
  bool timed;
  std::optional<Position> recorded;
  std::shared_ptr<std::optional<Clock::time_point>> when;  ///< set when the record has run
};

/// All that the C functions work on; made by the first call, and guarded by one mutex.
struct Runtime {
  static Runtime& instance();

  const Settings settings = settings_from_environment();
  const Devices devices{settings};
  Node node{settings};
  Calls calls{settings.faults, settings.rank};
  Memory memory;
  Streams streams;
  std::map<Id, Event> events;
  std::set<int> contexts;               ///< ordinals of the GPUs in use
  std::set<std::pair<int, int>> peers;  ///< the second's memory is open to the first's kernels
  Id next_id = 0x1000;                  ///< of streams and events; no handle comes twice
  Observer observer = nullptr;          ///< of copies and kernels
  std::mutex mutex;

  /// Makes this process' context on a GPU where it has none; answers what CUDA does where it can't.
  cudaError_t use(int ordinal);
  /// The stream behind a handle; 0 and cudaStreamLegacy are the current GPU's legacy default stream.
  std::optional<Id> stream(cudaStream_t handle);
  /// Waits for all work of all GPUs.
  void drain(Lock& lock);
  /// Whether kernels on a GPU may touch this memory.
  bool accessible(int ordinal, const void* address, std::size_t bytes);
  /// For work that has run.
  void tell(const Trace& trace) const {
    if (observer != nullptr) observer(trace);
  }

 private:
  Runtime() = default;
};

/// The GPU that this thread works on.
int& current_device();

/// What the body of a C function gets.
struct Call {
  Runtime& runtime;
  Lock& lock;
  const Fault fault;
};

/// The frame of every C function that can fail: counts it under `name`, lets a fault take its place, and
/// keeps its error for cudaGetLastError. `body` takes a Call.
template <typename Body>
cudaError_t call(const char* name, Body body) {
  Runtime& runtime = Runtime::instance();
  Lock lock(runtime.mutex);
  const Fault fault = runtime.calls.next(name);
  return remember(fault.error ? *fault.error : body(Call{runtime, lock, fault}));
}

/// The same for functions that need a context on the current GPU.
template <typename Body>
cudaError_t call_in_context(const char* name, Body body) {
  return call(name, [&](Call it) {
    const cudaError_t error = it.runtime.use(current_device());
    return error != cudaSuccess ? error : body(it);
  });
}

/// The same for functions that only ask about GPUs: no context, but a driver and a GPU.
template <typename Body>
cudaError_t call_with_devices(const char* name, Body body) {
  return call(name, [&](Call it) {
    const cudaError_t problem = it.runtime.devices.problem();
    return problem != cudaSuccess ? problem : body(it);
  });
}

}  // namespace gpuxfer::fake
