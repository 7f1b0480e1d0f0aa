#pragma once

#include <optional>
#include <string>

#include "core/info.hpp"

namespace gpuxfer::device {

/// NVIDIA's management library, which knows GPUs by UUID whatever mask hides them from CUDA. It comes with
/// the driver and is loaded at run time: where it is missing, too old or refuses, answers are absent.
class Nvml {
 public:
  Nvml();
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  /// No links is an answer too.
  std::optional<NvLinks> nvlinks(const std::string& uuid) const;
  std::optional<std::uint64_t> bar1_bytes(const std::string& uuid) const;
  /// Whether NVLink joins two different GPUs, directly or through a switch.
  std::optional<bool> joined_by_nvlink(const std::string& uuid, const std::string& other) const;

 private:
  using Gpu = void*;
  template <class Function>
  Function find(const char* name) const;
  std::optional<Gpu> gpu(const std::string& uuid) const;
  std::optional<double> link_bytes_per_second(Gpu gpu) const;

  void* library_ = nullptr;
};

}  // namespace gpuxfer::device
