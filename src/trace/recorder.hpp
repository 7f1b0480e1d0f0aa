#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/results.hpp"
#include "device/device.hpp"

namespace gpuxfer::trace {

/// What this process's GPU work was between start() and stop().
struct Records {
  std::vector<GpuWork> work;  ///< one entry for each kind that occurred, gpuxfer's own and others' apart
  std::uint64_t dropped = 0;  ///< records that the profiling interface lost
};

/// Records the copies and kernels of this process through CUDA's profiling interface. That library slows down
/// GPU work from its loading to the end of the process: measure first.
class Recorder {
 public:
  virtual ~Recorder() = default;
  /// Work from here on is recorded; what the device's streams of this moment do counts as gpuxfer's own.
  /// Throws MachineError with the profiling interface's reason where it refuses.
  virtual void start() = 0;
  /// Waits for the GPU's work, and gives what was recorded since start(). Throws as start() does.
  virtual Records stop() = 0;
};

/// Loads the profiling library; `device` must outlive the recorder. Throws MachineError with the loader's
/// reason where it can't.
std::unique_ptr<Recorder> make_recorder(const device::Device& device);

}  // namespace gpuxfer::trace
