#include "device/check_cuda.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace gpuxfer::device {
namespace {

/// The way out, where an error has one of its own.
std::string_view advice(cudaError_t code) {
  switch (code) {
    case cudaErrorDevicesUnavailable:
      return "; another process has the GPU for itself (exclusive compute mode): nvidia-smi -c DEFAULT lets "
             "several in, or run them through MPS";
    case cudaErrorECCUncorrectable:
      return "; the GPU's memory is faulty: see nvidia-smi -q -d ECC";
    case cudaErrorSystemDriverMismatch:
      return "; the driver's kernel module and its libraries differ in version: reboot, or reload the module";
    default:
      return "";
  }
}

}  // namespace

void check(cudaError_t code, std::string_view what, std::source_location where) {
  if (code == cudaSuccess) [[likely]]
    return;
  cudaGetLastError();  // told here, it must not be taken for the next launch's
  const std::string_view file = where.file_name();
  throw MachineError(fmt::format("{} failed: {} ({}, at {}:{}){}", what, cudaGetErrorString(code),
                                 cudaGetErrorName(code), file.substr(file.rfind('/') + 1), where.line(),
                                 advice(code)));
}

}  // namespace gpuxfer::device
