// A stand-in for the CUDA profiling library, fed by the stand-in for the runtime. It has the calls that
// gpuxfer makes, and gives records out when they are flushed and not before.

#include <cupti.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <vector>

#include "fake_cuda/trace.hpp"

namespace {

using gpuxfer::fake::Trace;
using gpuxfer::fake::Traced;

std::size_t number(const char* name) {
  const char* const text = std::getenv(name);
  return text == nullptr ? 0 : std::strtoul(text, nullptr, 10);
}

struct Library {
  static Library& instance() {
    static Library* const library = new Library;
    return *library;
  }

  const bool refuses = number("GPUXFER_FAKE_CUPTI_REFUSE") != 0;
  const std::size_t drop = number("GPUXFER_FAKE_CUPTI_DROP");  ///< records that every flush loses
  std::mutex mutex;
  std::set<CUpti_ActivityKind> enabled;
  std::vector<Trace> pending;
  std::size_t dropped = 0;
  CUpti_BuffersCallbackRequestFunc request = nullptr;
  CUpti_BuffersCallbackCompleteFunc complete = nullptr;
};

std::uint8_t copy_kind(Traced kind) {
  switch (kind) {
    case Traced::to_host:
      return CUPTI_ACTIVITY_MEMCPY_KIND_DTOH;
    case Traced::to_device:
      return CUPTI_ACTIVITY_MEMCPY_KIND_HTOD;
    case Traced::within_device:
      return CUPTI_ACTIVITY_MEMCPY_KIND_DTOD;
    case Traced::between_devices:
      return CUPTI_ACTIVITY_MEMCPY_KIND_PTOP;
    case Traced::within_host:
      return CUPTI_ACTIVITY_MEMCPY_KIND_HTOH;
    case Traced::kernel:
      break;
  }
  return CUPTI_ACTIVITY_MEMCPY_KIND_UNKNOWN;
}

CUpti_ActivityKind activity_of(Traced kind) {
  if (kind == Traced::kernel) return CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
  return kind == Traced::between_devices ? CUPTI_ACTIVITY_KIND_MEMCPY2 : CUPTI_ACTIVITY_KIND_MEMCPY;
}

void observe(const Trace& trace) {
  Library& library = Library::instance();
  const std::lock_guard lock(library.mutex);
  if (library.enabled.contains(activity_of(trace.kind))) library.pending.push_back(trace);
}

template <class Record>
std::vector<unsigned char> bytes_of(const Record& record) {
  const auto* const first = reinterpret_cast<const unsigned char*>(&record);
  return {first, first + sizeof record};
}

template <class Copy>
std::vector<unsigned char> copy_record(const Trace& trace) {
  Copy copy{};
  copy.kind = activity_of(trace.kind);
  copy.copyKind = copy_kind(trace.kind);
  copy.bytes = trace.bytes;
  copy.streamId = static_cast<std::uint32_t>(trace.stream);
  return bytes_of(copy);
}

/// The record that this version of CUDA writes.
std::vector<unsigned char> record_of(const Trace& trace) {
  if (trace.kind == Traced::between_devices) return copy_record<CUpti_ActivityMemcpyPtoP4>(trace);
  if (trace.kind != Traced::kernel) return copy_record<CUpti_ActivityMemcpy6>(trace);
  CUpti_ActivityKernel10 kernel{};
  kernel.kind = activity_of(trace.kind);
  kernel.streamId = static_cast<std::uint32_t>(trace.stream);
  return bytes_of(kernel);
}

std::size_t record_bytes(CUpti_ActivityKind kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_KIND_MEMCPY:
      return sizeof(CUpti_ActivityMemcpy6);
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
      return sizeof(CUpti_ActivityMemcpyPtoP4);
    default:
      return sizeof(CUpti_ActivityKernel10);
  }
}

/// Buffers of the program's for as many records as fit; what fits none is dropped.
void hand_over(Library& library, const std::vector<Trace>& traces) {
  for (std::size_t next = 0; next < traces.size();) {
    std::uint8_t* buffer = nullptr;
    std::size_t bytes = 0, most = 0;
    library.request(&buffer, &bytes, &most);
    std::size_t used = 0;
    for (; next < traces.size(); ++next) {
      const auto record = record_of(traces[next]);
      if (buffer == nullptr || used + record.size() > bytes) break;
      std::memcpy(buffer + used, record.data(), record.size());
      used += record.size();
    }
    library.complete(nullptr, 0, buffer, bytes, used);
    if (used == 0) return;
  }
}

}  // namespace

extern "C" {

CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                           CUpti_BuffersCallbackCompleteFunc complete) {
  Library& library = Library::instance();
  {
    const std::lock_guard lock(library.mutex);
    library.request = request;
    library.complete = complete;
  }
  __cudaFakeObserve(observe);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind) {
  Library& library = Library::instance();
  if (library.refuses) return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
  const std::lock_guard lock(library.mutex);
  library.enabled.insert(kind);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind) {
  Library& library = Library::instance();
  const std::lock_guard lock(library.mutex);
  library.enabled.erase(kind);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityFlushAll(std::uint32_t) {
  Library& library = Library::instance();
  std::vector<Trace> traces;
  {
    const std::lock_guard lock(library.mutex);
    traces.swap(library.pending);
    const std::size_t lost = std::min(library.drop, traces.size());
    library.dropped += lost;
    traces.erase(traces.end() - static_cast<std::ptrdiff_t>(lost), traces.end());
  }
  hand_over(library, traces);
  if (traces.empty()) {  // so that what was dropped is asked for
    std::uint8_t* buffer = nullptr;
    std::size_t bytes = 0, most = 0;
    library.request(&buffer, &bytes, &most);
    library.complete(nullptr, 0, buffer, bytes, 0);
  }
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t valid_bytes,
                                       CUpti_Activity** record) {
  std::uint8_t* next = buffer;
  if (*record != nullptr) {
    next = reinterpret_cast<std::uint8_t*>(*record) + record_bytes((*record)->kind);
  }
  if (next >= buffer + valid_bytes) return CUPTI_ERROR_MAX_LIMIT_REACHED;
  *record = reinterpret_cast<CUpti_Activity*>(next);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext, std::uint32_t, std::size_t* dropped) {
  Library& library = Library::instance();
  const std::lock_guard lock(library.mutex);
  *dropped = library.dropped;
  library.dropped = 0;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiGetStreamIdEx(CUcontext, CUstream stream, std::uint8_t, std::uint32_t* id) {
  *id = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(stream));
  return CUPTI_SUCCESS;
}

CUptiResult cuptiGetResultString(CUptiResult result, const char** text) {
  *text = result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
                                                        : "CUPTI_ERROR_UNKNOWN";
  return CUPTI_SUCCESS;
}

}  // extern "C"
