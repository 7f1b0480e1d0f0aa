#pragma once

#include <cuda_runtime_api.h>

#include <string>
#include <vector>

#include "fake_cuda/settings.hpp"

namespace gpuxfer::fake {

/// The GPUs that this process sees, by ordinal.
class Devices {
 public:
  explicit Devices(const Settings& settings);

  /// cudaSuccess where there is at least one; else why there is none.
  cudaError_t problem() const { return problem_; }
  int count() const { return static_cast<int>(visible_.size()); }
  bool valid(int ordinal) const { return ordinal >= 0 && ordinal < count(); }

  /// The index of a GPU on its node, which no mask changes.
  int physical(int ordinal) const { return visible_[static_cast<std::size_t>(ordinal)]; }
  cudaDeviceProp properties(int ordinal) const;
  /// Whether the one reaches the other's memory.
  bool peers(int ordinal, int other) const { return ordinal != other && settings_.peer && !settings_.mig; }

 private:
  const Settings& settings_;
  std::vector<int> visible_;
  cudaError_t problem_;
};

/// Deterministic, so that all processes of a node agree.
cudaUUID_t uuid(const Settings& settings, int physical);
/// As CUDA_VISIBLE_DEVICES and nvidia-smi spell it.
std::string uuid_text(const Settings& settings, int physical);

/// Which GPUs CUDA_VISIBLE_DEVICES shows, in its order: indices, or UUIDs cut short, up to the first that
/// names none; none at all where one comes twice.
std::vector<int> visible_gpus(const Settings& settings);

}  // namespace gpuxfer::fake
