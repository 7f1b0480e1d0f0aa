#include "device/nvml.hpp"

#include <dlfcn.h>

#include "device/nvml_api.hpp"

namespace gpuxfer::device {

Nvml::Nvml() : library_(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
  const auto init = find<nvml::Init>("nvmlInit_v2");
  if (init != nullptr && init() == nvml::success) return;
  if (library_ != nullptr) dlclose(library_);
  library_ = nullptr;
}

Nvml::~Nvml() {
  if (const auto shutdown = find<nvml::Shutdown>("nvmlShutdown")) shutdown();
  if (library_ != nullptr) dlclose(library_);
}

template <class Function>
Function Nvml::find(const char* name) const {
  return library_ == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(library_, name));
}

std::optional<Nvml::Gpu> Nvml::gpu(const std::string& uuid) const {
  const auto by_uuid = find<nvml::HandleByUuid>("nvmlDeviceGetHandleByUUID");
  Gpu gpu = nullptr;
  if (by_uuid == nullptr || by_uuid(uuid.c_str(), &gpu) != nvml::success) return std::nullopt;
  return gpu;
}

std::optional<double> Nvml::link_bytes_per_second(Gpu gpu) const {
  const auto values = find<nvml::FieldValues>("nvmlDeviceGetFieldValues");
  nvml::FieldValue speed{.field = nvml::link_speed_field};
  if (values == nullptr || values(gpu, 1, &speed) != nvml::success || speed.result != nvml::success) {
    return std::nullopt;
  }
  const double megabytes = speed.type == 0   ? speed.as_double
                           : speed.type == 1 ? static_cast<double>(speed.as_unsigned)
                                             : static_cast<double>(speed.as_long);
  return megabytes > 0 ? std::optional(megabytes * 1e6) : std::nullopt;
}

std::optional<NvLinks> Nvml::nvlinks(const std::string& uuid) const {
  const auto state = find<nvml::LinkState>("nvmlDeviceGetNvLinkState");
  const auto handle = gpu(uuid);
  if (state == nullptr || !handle) return std::nullopt;
  NvLinks links;
  for (unsigned link = 0; link < nvml::most_links; ++link) {
    int active = 0;
    if (state(*handle, link, &active) == nvml::success && active != 0) ++links.count;
  }
  if (links.count == 0) return links;
  const auto each = link_bytes_per_second(*handle);
  if (!each) return std::nullopt;
  links.bytes_per_second = links.count * *each;
  return links;
}

std::optional<std::uint64_t> Nvml::bar1_bytes(const std::string& uuid) const {
  const auto bar1 = find<nvml::Bar1>("nvmlDeviceGetBAR1MemoryInfo");
  const auto handle = gpu(uuid);
  nvml::Bar1Memory memory;
  if (bar1 == nullptr || !handle || bar1(*handle, &memory) != nvml::success) return std::nullopt;
  return memory.total;
}

std::optional<bool> Nvml::joined_by_nvlink(const std::string& uuid, const std::string& other) const {
  const auto p2p = find<nvml::P2pStatus>("nvmlDeviceGetP2PStatus");
  const auto one = gpu(uuid);
  const auto two = gpu(other);
  int status = 0;
  if (p2p == nullptr || !one || !two || p2p(*one, *two, nvml::index_nvlink, &status) != nvml::success) {
    return std::nullopt;
  }
  return status == nvml::status_ok;
}

}  // namespace gpuxfer::device
