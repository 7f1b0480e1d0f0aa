// Stands before the MPI library and the shim (LD_PRELOAD) and moves blocking messages from and to GPU memory
// in the ways of CUDA-aware MPI libraries, with the copies of the stand-in for the CUDA runtime.

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "device/test_pattern.hpp"

extern "C" void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*,
                                       dim3*, int*);

namespace {

enum class Way {
  plain,   ///< no CUDA call
  staged,  ///< each end through host memory of its own
  copy,    ///< the receiver copies within its GPU
  peer,    ///< the receiver copies from another GPU
  mixed,   ///< the first half staged, the rest copied
  kernel   ///< the receiver launches a kernel
};

[[noreturn]] void die(const std::string& words) {
  std::fprintf(stderr, "MPI carrier: %s\n", words.c_str());
  std::abort();
}

void check(cudaError_t error) {
  if (error != cudaSuccess) die(cudaGetErrorString(error));
}

Way way_named(std::string_view name) {
  constexpr const char* names[]{"plain", "staged", "copy", "peer", "mixed", "kernel"};
  for (int i = 0; i < 6; ++i) {
    if (name == names[i]) return static_cast<Way>(i);
  }
  die("GPUXFER_SHIM_CARRY is not WAY or WAY:BYTES:WAY: '" + std::string(name) + "'");
}

/// GPUXFER_SHIM_CARRY=WAY, or WAY:BYTES:WAY for another way from BYTES on.
Way way_of(std::size_t bytes) {
  const char* const variable = std::getenv("GPUXFER_SHIM_CARRY");
  const std::string_view text = variable == nullptr ? "plain" : variable;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return way_named(text);
  const std::size_t second = text.find(':', colon + 1);
  if (second == std::string_view::npos) return way_named(text);  // dies
  const std::size_t threshold = std::strtoul(text.data() + colon + 1, nullptr, 10);
  return way_named(bytes < threshold ? text.substr(0, colon) : text.substr(second + 1));
}

/// The function that this one stands before.
template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

std::size_t bytes_in(MPI_Count count, MPI_Datatype type) {
  int element = 0;
  PMPI_Type_size(type, &element);
  return static_cast<std::size_t>(count) * static_cast<std::size_t>(element);
}

bool in_gpu(const void* pointer) {
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, pointer));
  return attributes.type == cudaMemoryTypeDevice;
}

/// As MPI libraries do, on a stream of its own.
void copy(void* destination, const void* source, std::size_t bytes) {
  static const cudaStream_t stream = [] {
    cudaStream_t made = nullptr;
    check(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
    return made;
  }();
  check(cudaMemcpyAsync(destination, source, bytes, cudaMemcpyDefault, stream));
  check(cudaStreamSynchronize(stream));
}

/// One that changes nothing: gpuxfer_fill over no slots.
void launch_kernel() {
  static const char function = 0;
  static const bool registered = [] {
    __cudaRegisterFunction(nullptr, &function, nullptr, "gpuxfer_fill", -1, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
    return true;
  }();
  gpuxfer::device::SlotLayout layout{};
  std::uint64_t key = 0;
  void* arguments[]{&layout, &key};
  if (registered) check(cudaLaunchKernel(&function, dim3(1), dim3(1), arguments, 0, nullptr));
  check(cudaStreamSynchronize(nullptr));
}

/// Memory of this GPU, or of another one.
unsigned char* allocate(std::size_t bytes, bool elsewhere) {
  int own = 0, count = 0;
  void* data = nullptr;
  check(cudaGetDevice(&own));
  check(cudaGetDeviceCount(&count));
  if (elsewhere) check(cudaSetDevice((own + 1) % count));
  check(cudaMalloc(&data, bytes));
  check(cudaSetDevice(own));
  return static_cast<unsigned char*>(data);
}

/// `send` sends from the memory that it gets.
template <class Send>
int carry_out(const void* buffer, std::size_t bytes, Send send) {
  if (bytes == 0 || !in_gpu(buffer)) return send(buffer);
  const Way way = way_of(bytes);
  if (way != Way::staged && way != Way::mixed) return send(buffer);
  const auto* const source = static_cast<const unsigned char*>(buffer);
  const std::size_t staged = way == Way::staged ? bytes : bytes / 2;
  std::vector<unsigned char> host(source, source + bytes);
  copy(host.data(), source, staged);
  return send(host.data());
}

/// `receive` receives into the memory that it gets.
template <class Receive>
int carry_in(void* buffer, std::size_t bytes, Receive receive) {
  if (bytes == 0 || !in_gpu(buffer)) return receive(buffer);
  const Way way = way_of(bytes);
  if (way == Way::plain || way == Way::kernel) {
    const int result = receive(buffer);
    if (way == Way::kernel) launch_kernel();
    return result;
  }
  auto* const destination = static_cast<unsigned char*>(buffer);
  const std::size_t staged = way == Way::staged ? bytes : way == Way::mixed ? bytes / 2 : 0;
  unsigned char* const other = allocate(bytes, way == Way::peer);
  const int result = receive(other);  // in the fake GPUs' memory, which a CPU can write
  const std::vector<unsigned char> host(other, other + staged);
  if (staged > 0) copy(destination, host.data(), staged);
  if (staged < bytes) copy(destination + staged, other + staged, bytes - staged);
  check(cudaFree(other));
  return result;
}

}  // namespace

extern "C" {

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  static const auto send = next<decltype(&MPI_Send)>("MPI_Send");
  return carry_out(buffer, bytes_in(count, type),
                   [=](const void* from) { return send(from, count, type, peer, tag, comm); });
}

int MPI_Recv(void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
             MPI_Status* status) {
  static const auto receive = next<decltype(&MPI_Recv)>("MPI_Recv");
  return carry_in(buffer, bytes_in(count, type),
                  [=](void* to) { return receive(to, count, type, peer, tag, comm, status); });
}

}  // extern "C"
