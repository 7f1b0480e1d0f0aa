#pragma once

#include <cstdint>

/// What the stand-ins for the runtime and for the profiling library share.
namespace gpuxfer::fake {

enum class Traced : std::int32_t { to_host, to_device, within_device, between_devices, within_host, kernel };

/// A copy or a kernel that has run.
struct Trace {
  Traced kind = Traced::kernel;
  std::uint64_t bytes = 0;   ///< copied
  std::uint64_t stream = 0;  ///< the handle; that of a legacy default stream is the GPU's ordinal
};

using Observer = void (*)(const Trace&);

}  // namespace gpuxfer::fake

extern "C" {

/// Of the stand-in for the runtime: from now on `observer`, which must not call the runtime, is told of every
/// copy and kernel once it has run; null: nobody is.
void __cudaFakeObserve(gpuxfer::fake::Observer observer);
}
