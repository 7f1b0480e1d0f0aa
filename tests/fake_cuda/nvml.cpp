// A stand-in for NVML, libnvidia-ml.so.1: the calls of device/nvml_api.hpp, over the GPUs of the fake
// runtime's settings. It knows them all, whatever CUDA_VISIBLE_DEVICES hides.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "device/nvml_api.hpp"
#include "fake_cuda/devices.hpp"

using namespace gpuxfer::fake;
namespace nvml = gpuxfer::device::nvml;

namespace {

constexpr int invalid_argument = 2, not_supported = 3, not_found = 6, driver_not_loaded = 9;

/// GPUXFER_FAKE_NVLINK: `LINKS:MEGABYTES`, each GPU's links and what each carries one way; none without it.
struct Links {
  unsigned count = 0;
  unsigned megabytes_per_second = 0;
};

Links links() {
  Links links;
  const char* const text = std::getenv("GPUXFER_FAKE_NVLINK");
  if (text != nullptr && std::sscanf(text, "%u:%u", &links.count, &links.megabytes_per_second) != 2) {
    die("GPUXFER_FAKE_NVLINK is not LINKS:MEGABYTES");
  }
  return links;
}

struct Gpu {
  std::string uuid;
};

std::vector<Gpu>& gpus() {
  static std::vector<Gpu> all;
  return all;
}

}  // namespace

extern "C" {

int nvmlInit_v2() {
  const Settings settings = settings_from_environment();
  if (settings.driver == 0) return driver_not_loaded;
  gpus().clear();
  for (int physical = 0; physical < settings.gpus; ++physical)
    gpus().push_back({uuid_text(settings, physical)});
  return nvml::success;
}

int nvmlShutdown() {
  gpus().clear();
  return nvml::success;
}

int nvmlDeviceGetHandleByUUID(const char* uuid, void** handle) {
  for (Gpu& gpu : gpus()) {
    if (gpu.uuid != uuid) continue;
    *handle = &gpu;
    return nvml::success;
  }
  return not_found;
}

int nvmlDeviceGetNvLinkState(void*, unsigned link, int* active) {
  if (link >= links().count) return invalid_argument;
  *active = 1;
  return nvml::success;
}

int nvmlDeviceGetFieldValues(void*, int count, nvml::FieldValue* values) {
  for (nvml::FieldValue* value = values; value != values + count; ++value) {
    value->result = value->field == nvml::link_speed_field ? nvml::success : not_supported;
    value->type = 1;
    value->as_unsigned = links().megabytes_per_second;
  }
  return nvml::success;
}

int nvmlDeviceGetBAR1MemoryInfo(void*, nvml::Bar1Memory* memory) {
  memory->total = 1ULL << 37;
  return nvml::success;
}

int nvmlDeviceGetP2PStatus(void* gpu, void* other, int index, int* status) {
  if (index != nvml::index_nvlink || gpu == other) return invalid_argument;
  *status = links().count > 0 ? nvml::status_ok : nvml::status_ok + 1;
  return nvml::success;
}

}  // extern "C"
