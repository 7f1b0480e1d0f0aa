#include <cuda_runtime.h>
#include <fmt/format.h>

#include <string_view>

#include "device/check_cuda.hpp"
#include "device/gpus.hpp"

namespace gpuxfer::device {
namespace {

std::string version(int number) {
  return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
}

/// As CUDA_VISIBLE_DEVICES takes it. The runtime names an instance of a partitioned GPU, and gives that
/// instance's bytes.
std::string format_uuid(const cudaUUID_t& uuid, std::string_view name) {
  std::string text = name.find("MIG") == std::string_view::npos ? "GPU-" : "MIG-";
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

int attribute(cudaDeviceAttr which, int ordinal, std::string_view what) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, ordinal), fmt::format("asking for GPU {}'s {}", ordinal, what));
  return value;
}

std::string compute_mode(int ordinal) {
  switch (attribute(cudaDevAttrComputeMode, ordinal, "compute mode")) {
    case cudaComputeModeDefault:
      return "default";
    case cudaComputeModeProhibited:
      return "prohibited";
    case cudaComputeModeExclusive:
    case cudaComputeModeExclusiveProcess:
      return "exclusive";
    default:
      return "";
  }
}

/// Both edges of the clock carry data. Absent where the driver gives no clock, as for memory shared with the
/// CPU.
std::optional<double> memory_bytes_per_second(int ordinal) {
  const double hertz = 1e3 * attribute(cudaDevAttrMemoryClockRate, ordinal, "memory clock");
  const double bits = attribute(cudaDevAttrGlobalMemoryBusWidth, ordinal, "memory's width");
  if (hertz <= 0 || bits <= 0) return std::nullopt;
  return 2 * hertz * bits / 8;
}

/// Whether this process reaches the GPU through the Multi-Process Service.
bool uses_mps(int ordinal) {
  return attribute(cudaDevAttrMpsEnabled, ordinal, "use of MPS") != 0;
}

Gpu describe(int ordinal) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, ordinal),
        fmt::format("asking for GPU {}'s properties", ordinal));
  return {.ordinal = ordinal,
          .name = properties.name,
          .uuid = format_uuid(properties.uuid, properties.name),
          .pci = fmt::format("{:04x}:{:02x}:{:02x}.0", properties.pciDomainID, properties.pciBusID,
                             properties.pciDeviceID),
          .memory_bytes = properties.totalGlobalMem,
          .mps = uses_mps(ordinal)};
}

}  // namespace

VisibleGpus visible_gpus() {
  int count = 0;
  switch (const cudaError_t code = cudaGetDeviceCount(&count)) {
    case cudaSuccess:
      break;
    case cudaErrorNoDevice:
      return {.gpus = {}, .problem = "the driver shows no GPU (is CUDA_VISIBLE_DEVICES empty?)"};
    case cudaErrorInsufficientDriver:
      return {.gpus = {}, .problem = "there is no NVIDIA driver, or one too old for this CUDA runtime"};
    default:
      return {.gpus = {}, .problem = fmt::format("CUDA says: {}", cudaGetErrorString(code))};
  }
  VisibleGpus visible;
  for (int ordinal = 0; ordinal < count; ++ordinal) visible.gpus.push_back(describe(ordinal));
  return visible;
}

GpuFacts runtime_facts(int ordinal) {
  GpuFacts facts{.compute_mode = compute_mode(ordinal)};
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, ordinal),
        fmt::format("asking for GPU {}'s properties", ordinal));
  facts.mig = std::string_view(properties.name).find("MIG") != std::string_view::npos;
  facts.memory_bytes_per_second = memory_bytes_per_second(ordinal);
  if (properties.l2CacheSize > 0) facts.cache_bytes = static_cast<std::uint64_t>(properties.l2CacheSize);
  return facts;
}

bool reaches(int ordinal, int other) {
  int can = 0;
  check(cudaDeviceCanAccessPeer(&can, ordinal, other),
        fmt::format("asking whether GPU {} reaches GPU {}", ordinal, other));
  return can != 0;
}

std::optional<CudaInfo> cuda_info() {
  int runtime = 0, driver = 0;
  check(cudaRuntimeGetVersion(&runtime), "asking for the CUDA runtime's version");
  check(cudaDriverGetVersion(&driver), "asking for the CUDA driver's version");
  return CudaInfo{.runtime = version(runtime), .driver = driver == 0 ? "" : version(driver)};
}

}  // namespace gpuxfer::device
