#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstring>
#include <string_view>

/// A second process for the tests: does one thing with GPU 0 (or the one named last) and prints what came of
/// it.

namespace {

int print_uuid() {
  cudaDeviceProp properties;
  const cudaError_t error = cudaGetDeviceProperties(&properties, 0);
  if (error != cudaSuccess) return std::puts(cudaGetErrorName(error));
  for (const char byte : properties.uuid.bytes) std::printf("%02x", static_cast<unsigned char>(byte));
  return std::puts("");
}

int print_free_bytes() {
  std::size_t free = 0;
  std::size_t total = 0;
  cudaMemGetInfo(&free, &total);
  return std::printf("%zu\n", free);
}

int print_context() {
  return std::puts(cudaGetErrorName(cudaSetDevice(0)));
}

bool read_handle(const char* hexadecimal, cudaIpcMemHandle_t& handle) {
  if (std::strlen(hexadecimal) != 2 * sizeof handle.reserved) return false;
  for (std::size_t i = 0; i < sizeof handle.reserved; ++i) {
    if (std::sscanf(hexadecimal + 2 * i, "%2hhx", reinterpret_cast<unsigned char*>(handle.reserved) + i) !=
        1) {
      return false;
    }
  }
  return true;
}

/// Prints the first byte of the exported memory and puts its successor there. Opens the handle twice and
/// closes one in between.
int increment(const char* hexadecimal) {
  cudaIpcMemHandle_t handle;
  if (!read_handle(hexadecimal, handle)) return std::puts("no handle");
  void* memory = nullptr;
  const cudaError_t error = cudaIpcOpenMemHandle(&memory, handle, cudaIpcMemLazyEnablePeerAccess);
  if (error != cudaSuccess) return std::puts(cudaGetErrorName(error));
  void* again = nullptr;
  cudaIpcOpenMemHandle(&again, handle, cudaIpcMemLazyEnablePeerAccess);
  if (again != memory || cudaIpcCloseMemHandle(again) != cudaSuccess)
    return std::puts("not the same mapping");
  unsigned char value = 0;
  cudaMemcpy(&value, memory, 1, cudaMemcpyDeviceToHost);
  std::printf("%d\n", value);
  ++value;
  cudaMemcpy(memory, &value, 1, cudaMemcpyHostToDevice);
  return cudaIpcCloseMemHandle(memory) == cudaSuccess ? 0 : std::puts("can't close");
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view what = count > 1 ? arguments[1] : "";
  if (what == "uuid") return print_uuid() < 0;
  if (what == "free") return print_free_bytes() < 0;
  if (what == "context") return print_context() < 0;
  if (what == "increment" && count > 2) return increment(arguments[2]) < 0;
  return 2;
}
