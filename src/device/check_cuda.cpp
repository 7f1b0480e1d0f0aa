#include "device/check_cuda.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace gpuxfer::device {

void check(cudaError_t code, std::string_view what, std::source_location where) {
  if (code == cudaSuccess) [[likely]]
    return;
  cudaGetLastError();  // told here, it must not be taken for the next launch's
  const std::string_view file = where.file_name();
  throw MachineError(fmt::format("{} failed: {} ({}, at {}:{})", what, cudaGetErrorString(code),
                                 cudaGetErrorName(code), file.substr(file.rfind('/') + 1), where.line()));
}

}  // namespace gpuxfer::device
