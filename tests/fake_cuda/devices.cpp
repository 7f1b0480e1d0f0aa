#include "fake_cuda/devices.hpp"

#include <cstdio>

namespace gpuxfer::fake {

Devices::Devices(const Settings& settings)
    : settings_(settings), visible_(visible_gpus(settings)), problem_(cudaSuccess) {
  if (settings.driver / 1000 < CUDART_VERSION / 1000) {
    visible_.clear();
    problem_ = cudaErrorInsufficientDriver;
  } else if (visible_.empty()) {
    problem_ = cudaErrorNoDevice;
  }
}

cudaDeviceProp Devices::properties(int ordinal) const {
  const int index = physical(ordinal);
  cudaDeviceProp it{};
  std::snprintf(it.name, sizeof it.name, settings_.mig ? "Fake GPU MIG 1g.10gb" : "Fake GPU");
  it.uuid = uuid(settings_, index);
  it.totalGlobalMem = settings_.memory_bytes;
  it.pciBusID = settings_.mig ? 0x10 : 0x10 + index;  // the instances of a GPU share its slot
  it.major = 9;
  it.warpSize = 32;
  it.maxThreadsPerBlock = 1024;
  it.maxThreadsPerMultiProcessor = 2048;
  it.maxBlocksPerMultiProcessor = 32;
  it.maxThreadsDim[0] = it.maxThreadsDim[1] = 1024;
  it.maxThreadsDim[2] = 64;
  it.maxGridSize[0] = 2147483647;
  it.maxGridSize[1] = it.maxGridSize[2] = 65535;
  it.multiProcessorCount = 132;
  it.asyncEngineCount = 3;
  it.memoryBusWidth = 5120;
  it.l2CacheSize = 50 << 20;
  it.concurrentKernels = 1;
  it.canMapHostMemory = 1;
  it.unifiedAddressing = 1;
  it.managedMemory = 1;
  it.concurrentManagedAccess = 1;
  it.hostRegisterSupported = 1;
  it.canUseHostPointerForRegisteredMem = 1;
  it.gpuDirectRDMASupported = 1;
  it.mpsEnabled = settings_.mps ? 1 : 0;
  it.hostNumaId = -1;
  return it;
}

}  // namespace gpuxfer::fake
