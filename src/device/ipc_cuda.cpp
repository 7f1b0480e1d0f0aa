#include "device/ipc_cuda.hpp"

#include <cuda_runtime.h>

#include <bit>
#include <source_location>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "device/check_cuda.hpp"

namespace gpuxfer::device {
namespace {

static_assert(sizeof(cudaIpcMemHandle_t) == sizeof(IpcHandle::allocation));

/// CUDA's codes are few and its words general, so the cause is a likely one.
std::string likely_cause(cudaError_t code) {
  switch (code) {
    case cudaErrorPeerAccessUnsupported:
    case cudaErrorTooManyPeers:
      return "these GPUs don't reach each other's memory (nvidia-smi topo -p2p rw shows which do)";
    case cudaErrorNotSupported:
    case cudaErrorNotPermitted:
      return "likely a MIG instance or a virtual machine without CUDA IPC";
    default:
      return "likely the launcher's GPU binding hides the peer's GPU from this rank, the ranks run in "
             "separate containers, or the GPU is a MIG instance";
  }
}

void check_ipc(cudaError_t code, std::string_view what,
               std::source_location where = std::source_location::current()) {
  try {
    check(code, what, where);
  } catch (const MachineError& error) {
    throw MachineError(error.what() + ("; " + likely_cause(code)));
  }
}

}  // namespace

IpcHandle export_address(const unsigned char* base, const unsigned char* address) {
  cudaIpcMemHandle_t allocation{};
  check_ipc(cudaIpcGetMemHandle(&allocation, const_cast<unsigned char*>(base)),
            "exporting GPU memory through CUDA IPC");
  return {.allocation = std::bit_cast<decltype(IpcHandle::allocation)>(allocation),
          .offset = static_cast<std::uint64_t>(address - base)};
}

Buffer open_address(const IpcHandle& handle) {
  void* base = nullptr;
  check_ipc(cudaIpcOpenMemHandle(&base, std::bit_cast<cudaIpcMemHandle_t>(handle.allocation),
                                 cudaIpcMemLazyEnablePeerAccess),
            "mapping the peer's GPU memory through CUDA IPC");
  // How far the mapping reaches only its owner knows.
  return {static_cast<unsigned char*>(base) + handle.offset, 0,
          [base](unsigned char*) { cudaIpcCloseMemHandle(base); }};
}

}  // namespace gpuxfer::device
