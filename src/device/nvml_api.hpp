#pragma once

/// The part of NVML's interface that nvml.cpp calls. It is declared here because the library is found at run
/// time alone and its header is no part of every CUDA Toolkit. Source: NVML API Reference Guide.
namespace gpuxfer::device::nvml {

inline constexpr int success = 0;
inline constexpr unsigned most_links = 18;        ///< NVML_NVLINK_MAX_LINKS
inline constexpr unsigned link_speed_field = 90;  ///< NVML_FI_DEV_NVLINK_SPEED_MBPS_COMMON, of active links
inline constexpr int index_nvlink = 2;            ///< NVML_P2P_CAPS_INDEX_NVLINK
inline constexpr int status_ok = 0;               ///< NVML_P2P_STATUS_OK

struct FieldValue {  ///< nvmlFieldValue_t
  unsigned field = 0;
  unsigned scope = 0;
  long long timestamp = 0;
  long long latency_microseconds = 0;
  int type = 0;
  int result = 0;
  union {
    double as_double;                ///< type 0
    unsigned as_unsigned;            ///< type 1
    unsigned long long as_long = 0;  ///< types 2 and 3
  };
};

struct Bar1Memory {  ///< nvmlBAR1Memory_t, in bytes
  unsigned long long total = 0;
  unsigned long long free = 0;
  unsigned long long used = 0;
};

using Init = int (*)();                                                     // nvmlInit_v2
using Shutdown = int (*)();                                                 // nvmlShutdown
using HandleByUuid = int (*)(const char* uuid, void** gpu);                 // nvmlDeviceGetHandleByUUID
using LinkState = int (*)(void* gpu, unsigned link, int* active);           // nvmlDeviceGetNvLinkState
using FieldValues = int (*)(void* gpu, int count, FieldValue* values);      // nvmlDeviceGetFieldValues
using Bar1 = int (*)(void* gpu, Bar1Memory* memory);                        // nvmlDeviceGetBAR1MemoryInfo
using P2pStatus = int (*)(void* gpu, void* other, int index, int* status);  // nvmlDeviceGetP2PStatus

}  // namespace gpuxfer::device::nvml
