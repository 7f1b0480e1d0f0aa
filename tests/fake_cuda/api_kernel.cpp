#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "fake_cuda/kernels.hpp"
#include "fake_cuda/runtime.hpp"

using namespace gpuxfer::fake;

namespace {

/// The names of the program's kernels by the address of the host function that nvcc puts in their place. It
/// fills before main, and reads no settings, so that a test can still change these.
struct Names {
  std::mutex mutex;
  std::map<const void*, std::string> names;

  static Names& instance() {
    static Names* const names = new Names;
    return *names;
  }

  std::optional<std::string> find(const void* host_function) {
    const std::lock_guard lock(mutex);
    const auto found = names.find(host_function);
    return found == names.end() ? std::nullopt : std::optional(found->second);
  }
};

struct Configuration {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes;
  cudaStream_t stream;
};

/// What a launch's <<<...>>> leaves for the function behind it.
thread_local std::vector<Configuration> configurations;

bool possible(const cudaDeviceProp& device, dim3 grid, dim3 block) {
  const auto at_most = [](unsigned value, int limit) {
    return value > 0 && value <= static_cast<unsigned>(limit);
  };
  const auto fits = [&](dim3 size, const int(&limits)[3]) {
    return at_most(size.x, limits[0]) && at_most(size.y, limits[1]) && at_most(size.z, limits[2]);
  };
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  return fits(grid, device.maxGridSize) && fits(block, device.maxThreadsDim) &&
         threads <= static_cast<std::uint64_t>(device.maxThreadsPerBlock);
}

cudaError_t launch(Call it, const void* host_function, dim3 grid, dim3 block, void** arguments,
                   cudaStream_t handle) {
  const int device = current_device();
  const std::optional<Id> stream = it.runtime.stream(handle);
  const std::optional<std::string> name = Names::instance().find(host_function);
  if (!name) return cudaErrorInvalidDeviceFunction;
  if (!stream || it.runtime.streams.device(*stream) != device) return cudaErrorInvalidResourceHandle;
  if (!possible(it.runtime.devices.properties(device), grid, block)) return cudaErrorInvalidConfiguration;
  Work work;
  work.hangs = it.fault.hang;
  Runtime& runtime = it.runtime;
  const auto accessible = [&runtime, device](const void* address, std::size_t bytes) {
    return runtime.accessible(device, address, bytes);
  };
  work.run = [&runtime, stream = *stream, twin = bind_twin(*name, arguments, accessible)] {
    const cudaError_t error = twin();
    if (error == cudaSuccess) runtime.tell({.kind = Traced::kernel, .stream = stream});
    return error;
  };
  it.runtime.streams.enqueue(*stream, std::move(work));
  return cudaSuccess;
}

}  // namespace

extern "C" {

// nvcc's own calls, as its crt/host_runtime.h declares them for the code that it generates.

void** __cudaRegisterFatBinary(void*) {
  static void* handle = nullptr;
  return &handle;
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void**) {}

char __cudaInitModule(void**) {
  return 1;
}

void __cudaRegisterFunction(void**, const char* host_function, char*, const char* name, int, uint3*, uint3*,
                            dim3*, dim3*, int*) {
  Names& known = Names::instance();
  const std::lock_guard lock(known.mutex);
  known.names[host_function] = name;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream) {
  configurations.push_back({grid, block, shared_bytes, stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes, void* stream) {
  if (configurations.empty()) return cudaErrorMissingConfiguration;
  const Configuration top = configurations.back();
  configurations.pop_back();
  *grid = top.grid;
  *block = top.block;
  *shared_bytes = top.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = top.stream;
  return cudaSuccess;
}

/// A kernel's handle is its host function's address.
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_function) {
  *kernel = static_cast<cudaKernel_t>(const_cast<void*>(host_function));
  return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t,
                               cudaStream_t stream) {
  return call_in_context("cudaLaunchKernel",
                         [=](Call it) { return launch(it, kernel, grid, block, arguments, stream); });
}

cudaError_t cudaLaunchKernel(const void* host_function, dim3 grid, dim3 block, void** arguments, std::size_t,
                             cudaStream_t stream) {
  return call_in_context("cudaLaunchKernel",
                         [=](Call it) { return launch(it, host_function, grid, block, arguments, stream); });
}

}  // extern "C"
