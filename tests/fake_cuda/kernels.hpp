#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <functional>
#include <string_view>

namespace gpuxfer::fake {

/// Whether a kernel may touch these bytes.
using Accessible = std::function<bool(const void* address, std::size_t bytes)>;

/// A kernel's host twin with its arguments bound, to be run later. `arguments` is what a launch passes: one
/// pointer an argument. Dies where no twin has this name.
std::function<cudaError_t()> bind_twin(std::string_view kernel, void** arguments, Accessible accessible);

}  // namespace gpuxfer::fake
