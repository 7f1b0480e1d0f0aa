#include "fake_cuda/kernels.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "device/test_pattern.hpp"
#include "fake_cuda/settings.hpp"

namespace gpuxfer::fake {
namespace {

using device::CheckResult;
using device::SlotLayout;

template <typename T>
T argument(void** arguments, int index) {
  T value;
  std::memcpy(&value, arguments[index], sizeof value);
  return value;
}

bool misaligned(const SlotLayout& layout) {
  return (reinterpret_cast<std::uintptr_t>(layout.base) | layout.stride) % sizeof(std::uint64_t) != 0;
}

cudaError_t fill(const SlotLayout& layout, std::uint64_t key, const Accessible& accessible) {
  if (layout.slots == 0 || layout.bytes == 0) return cudaSuccess;
  if (misaligned(layout)) return cudaErrorMisalignedAddress;
  const std::size_t reach = (layout.slots - 1) * layout.stride + layout.bytes;
  if (!accessible(layout.base, reach)) return cudaErrorIllegalAddress;
  for (std::uint32_t slot = 0; slot < layout.slots; ++slot) device::fill_slot(layout, slot, key, 0, 1);
  return cudaSuccess;
}

cudaError_t check(const SlotLayout& layout, std::uint64_t key, std::uint64_t guard_key, CheckResult* result,
                  const Accessible& accessible) {
  if (layout.slots == 0 || layout.stride == 0) return cudaSuccess;
  if (misaligned(layout)) return cudaErrorMisalignedAddress;
  if (!accessible(layout.base, layout.slots * layout.stride)) return cudaErrorIllegalAddress;
  for (std::uint32_t slot = 0; slot < layout.slots; ++slot) {
    const CheckResult found = device::check_slot(layout, slot, key, guard_key, 0, 1);
    if (found.wrong == 0) continue;
    if (!accessible(result, sizeof *result)) return cudaErrorIllegalAddress;
    result->wrong += found.wrong;
    result->first = std::min(result->first, found.first);
  }
  return cudaSuccess;
}

}  // namespace

std::function<cudaError_t()> bind_twin(std::string_view kernel, void** arguments, Accessible accessible) {
  if (kernel != "gpuxfer_fill" && kernel != "gpuxfer_check") {
    die("no host twin of kernel " + std::string(kernel));
  }
  const auto layout = argument<SlotLayout>(arguments, 0);
  const auto key = argument<std::uint64_t>(arguments, 1);
  if (kernel == "gpuxfer_fill") {
    return [=, accessible = std::move(accessible)] { return fill(layout, key, accessible); };
  }
  const auto guard_key = argument<std::uint64_t>(arguments, 2);
  auto* const result = argument<CheckResult*>(arguments, 3);
  return
      [=, accessible = std::move(accessible)] { return check(layout, key, guard_key, result, accessible); };
}

}  // namespace gpuxfer::fake
