#include <cstdio>

#include "fake_cuda/runtime.hpp"

using namespace gpuxfer::fake;

namespace {

std::optional<int> attribute(const cudaDeviceProp& properties, const Settings& settings,
                             cudaDeviceAttr attribute) {
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      return properties.maxThreadsPerBlock;
    case cudaDevAttrMaxGridDimX:
      return properties.maxGridSize[0];
    case cudaDevAttrMaxGridDimY:
      return properties.maxGridSize[1];
    case cudaDevAttrWarpSize:
      return properties.warpSize;
    case cudaDevAttrMultiProcessorCount:
      return properties.multiProcessorCount;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return properties.maxThreadsPerMultiProcessor;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return properties.maxBlocksPerMultiProcessor;
    case cudaDevAttrCanMapHostMemory:
      return properties.canMapHostMemory;
    case cudaDevAttrComputeMode:
      return settings.exclusive ? cudaComputeModeExclusiveProcess : cudaComputeModeDefault;
    case cudaDevAttrPciBusId:
      return properties.pciBusID;
    case cudaDevAttrPciDeviceId:
      return properties.pciDeviceID;
    case cudaDevAttrPciDomainId:
      return properties.pciDomainID;
    case cudaDevAttrAsyncEngineCount:
      return properties.asyncEngineCount;
    case cudaDevAttrMemoryClockRate:
      return settings.memory_clock_kilohertz;
    case cudaDevAttrGlobalMemoryBusWidth:
      return properties.memoryBusWidth;
    case cudaDevAttrL2CacheSize:
      return properties.l2CacheSize;
    case cudaDevAttrUnifiedAddressing:
      return properties.unifiedAddressing;
    case cudaDevAttrComputeCapabilityMajor:
      return properties.major;
    case cudaDevAttrComputeCapabilityMinor:
      return properties.minor;
    case cudaDevAttrManagedMemory:
      return properties.managedMemory;
    case cudaDevAttrPageableMemoryAccess:
      return properties.pageableMemoryAccess;
    case cudaDevAttrConcurrentManagedAccess:
      return properties.concurrentManagedAccess;
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
      return properties.canUseHostPointerForRegisteredMem;
    case cudaDevAttrHostRegisterSupported:
      return properties.hostRegisterSupported;
    case cudaDevAttrIntegrated:
      return properties.integrated;
    case cudaDevAttrGPUDirectRDMASupported:
      return properties.gpuDirectRDMASupported;
    case cudaDevAttrMpsEnabled:
      return properties.mpsEnabled;
    case cudaDevAttrHostNumaId:
      return properties.hostNumaId;
    default:
      return std::nullopt;
  }
}

void reset(Runtime& runtime, int ordinal) {
  runtime.streams.reset(ordinal);
  std::erase_if(runtime.events, [ordinal](const auto& entry) { return entry.second.device == ordinal; });
  std::erase_if(runtime.peers, [ordinal](const auto& pair) { return pair.first == ordinal; });
  auto& regions = runtime.memory.regions();
  for (auto next = regions.begin(); next != regions.end();) {
    const Region& region = (next++)->second;
    if (region.device == ordinal) runtime.memory.remove(region);
  }
  if (runtime.contexts.erase(ordinal) != 0) runtime.node.release(runtime.devices.physical(ordinal));
}

}  // namespace

extern "C" {

cudaError_t cudaDriverGetVersion(int* version) {
  return call("cudaDriverGetVersion", [=](Call it) {
    if (version == nullptr) return cudaErrorInvalidValue;
    *version = it.runtime.settings.driver;
    return cudaSuccess;
  });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return call("cudaRuntimeGetVersion", [=](Call) {
    if (version == nullptr) return cudaErrorInvalidValue;
    *version = CUDART_VERSION;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceCount(int* count) {
  return call("cudaGetDeviceCount", [=](Call it) {
    if (count == nullptr) return cudaErrorInvalidValue;
    *count = it.runtime.devices.count();
    return it.runtime.devices.problem();
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return call_with_devices("cudaGetDeviceProperties", [=](Call it) {
    if (properties == nullptr) return cudaErrorInvalidValue;
    if (!it.runtime.devices.valid(device)) return cudaErrorInvalidDevice;
    *properties = it.runtime.devices.properties(device);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int device) {
  return call_with_devices("cudaDeviceGetAttribute", [=](Call it) {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (!it.runtime.devices.valid(device)) return cudaErrorInvalidDevice;
    const auto known = attribute(it.runtime.devices.properties(device), it.runtime.settings, which);
    if (!known) die("no such device attribute here: " + std::to_string(static_cast<int>(which)));
    *value = *known;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  return call_with_devices("cudaDeviceGetPCIBusId", [=](Call it) {
    if (text == nullptr || length < 13) return cudaErrorInvalidValue;
    if (!it.runtime.devices.valid(device)) return cudaErrorInvalidDevice;
    const cudaDeviceProp properties = it.runtime.devices.properties(device);
    std::snprintf(text, static_cast<std::size_t>(length), "%04X:%02X:%02X.0",
                  static_cast<unsigned>(properties.pciDomainID), static_cast<unsigned>(properties.pciBusID),
                  static_cast<unsigned>(properties.pciDeviceID));
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return call_with_devices("cudaSetDevice", [=](Call it) {
    if (!it.runtime.devices.valid(device)) return cudaErrorInvalidDevice;
    current_device() = device;
    return it.runtime.use(device);
  });
}

cudaError_t cudaGetDevice(int* device) {
  return call_with_devices("cudaGetDevice", [=](Call) {
    if (device == nullptr) return cudaErrorInvalidValue;
    *device = current_device();
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSynchronize() {
  return call_in_context("cudaDeviceSynchronize", [](Call it) {
    it.runtime.streams.wait_for_device(current_device(), it.lock);
    return it.runtime.streams.failure();
  });
}

cudaError_t cudaDeviceReset() {
  return call_with_devices("cudaDeviceReset", [](Call it) {
    reset(it.runtime, current_device());
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return call_with_devices("cudaDeviceCanAccessPeer", [=](Call it) {
    const Devices& devices = it.runtime.devices;
    if (can == nullptr) return cudaErrorInvalidValue;
    if (!devices.valid(device) || !devices.valid(peer)) return cudaErrorInvalidDevice;
    *can = devices.peers(device, peer) ? 1 : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr which, int device, int peer) {
  return call_with_devices("cudaDeviceGetP2PAttribute", [=](Call it) {
    const Devices& devices = it.runtime.devices;
    if (value == nullptr) return cudaErrorInvalidValue;
    if (!devices.valid(device) || !devices.valid(peer) || device == peer) return cudaErrorInvalidDevice;
    if (which < cudaDevP2PAttrPerformanceRank || which > cudaDevP2PAttrCudaArrayAccessSupported) {
      return cudaErrorInvalidValue;
    }
    *value = which != cudaDevP2PAttrPerformanceRank && devices.peers(device, peer) ? 1 : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return call_in_context("cudaDeviceEnablePeerAccess", [=](Call it) {
    const Devices& devices = it.runtime.devices;
    if (flags != 0) return cudaErrorInvalidValue;
    if (!devices.valid(peer) || peer == current_device()) return cudaErrorInvalidDevice;
    if (!devices.peers(current_device(), peer)) return cudaErrorPeerAccessUnsupported;
    const bool is_new = it.runtime.peers.insert({current_device(), peer}).second;
    return is_new ? cudaSuccess : cudaErrorPeerAccessAlreadyEnabled;
  });
}

}  // extern "C"
