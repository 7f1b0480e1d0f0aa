#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>
#include <set>
#include <utility>

#include "device/check_cuda.hpp"
#include "trace/cupti_cuda.hpp"
#include "trace/recorder.hpp"

namespace gpuxfer::trace {
namespace {

constexpr std::array recorded_kinds{CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMCPY2,
                                    CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL};

/// A copy or a kernel.
struct Seen {
  GpuWorkKind kind;
  std::uint64_t bytes;
  std::uint32_t stream;
};

GpuWorkKind kind_of_copy(std::uint8_t kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
      return GpuWorkKind::device_to_host;
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
      return GpuWorkKind::host_to_device;
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOD:
      return GpuWorkKind::device_to_device;
    case CUPTI_ACTIVITY_MEMCPY_KIND_PTOP:
      return GpuWorkKind::peer_to_peer;
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOH:
      return GpuWorkKind::host_to_host;
    default:
      return GpuWorkKind::other_copy;
  }
}

/// What the library hands over through its callbacks, from whichever thread. They carry no pointer of ours,
/// so there is one of these a process; it is never destroyed, since the library may call until the very end.
class Collector {
 public:
  static Collector& instance() {
    static Collector* const collector = new Collector;
    return *collector;
  }

  void listen(const Cupti& cupti) {
    {
      const std::lock_guard lock(mutex_);
      cupti_ = cupti;
    }
    cupti.check(cupti.register_callbacks(give_buffer, take_buffer), "asking for the GPU's activity");
  }

  /// What came since the last call.
  std::pair<std::vector<Seen>, std::uint64_t> take() {
    const std::lock_guard lock(mutex_);
    return {std::exchange(seen_, {}), std::exchange(dropped_, 0)};
  }

 private:
  static constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

  static void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most_records) {
    *buffer = static_cast<std::uint8_t*>(std::malloc(buffer_bytes));  // aligned to 8, as records are
    *bytes = *buffer != nullptr ? buffer_bytes : 0;
    *most_records = 0;  // as many as fit
  }

  static void CUPTIAPI take_buffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer,
                                   std::size_t /*bytes*/, std::size_t valid_bytes) {
    instance().read(context, stream, buffer, valid_bytes);
    std::free(buffer);
  }

  void read(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t valid_bytes) {
    const std::lock_guard lock(mutex_);
    CUpti_Activity* record = nullptr;
    while (cupti_.next_record(buffer, valid_bytes, &record) == CUPTI_SUCCESS) read(*record);
    std::size_t dropped = 0;
    if (cupti_.dropped_records(context, stream, &dropped) == CUPTI_SUCCESS) dropped_ += dropped;
  }

  /// These records grow with every version at their end alone: the fields read here lie at the same place in
  /// what any library writes.
  void read(const CUpti_Activity& record) {
    if (record.kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
      const auto& copy = reinterpret_cast<const CUpti_ActivityMemcpy5&>(record);
      seen_.push_back({kind_of_copy(copy.copyKind), copy.bytes, copy.streamId});
    } else if (record.kind == CUPTI_ACTIVITY_KIND_MEMCPY2) {
      const auto& copy = reinterpret_cast<const CUpti_ActivityMemcpyPtoP4&>(record);
      seen_.push_back({kind_of_copy(copy.copyKind), copy.bytes, copy.streamId});
    } else if (record.kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL ||
               record.kind == CUPTI_ACTIVITY_KIND_KERNEL) {
      const auto& kernel = reinterpret_cast<const CUpti_ActivityKernel9&>(record);
      seen_.push_back({GpuWorkKind::kernel, 0, kernel.streamId});
    }
  }

  std::mutex mutex_;
  Cupti cupti_;
  std::vector<Seen> seen_;
  std::uint64_t dropped_ = 0;
};

void add(std::vector<GpuWork>& work, GpuWorkKind kind, bool own, std::uint64_t bytes) {
  auto found = std::ranges::find_if(
      work, [&](const GpuWork& known) { return known.kind == kind && known.own == own; });
  if (found == work.end()) found = work.insert(found, {.kind = kind, .own = own});
  ++found->count;
  found->bytes += bytes;
}

class CuptiRecorder final : public Recorder {
 public:
  explicit CuptiRecorder(const device::Device& device) : device_(device), cupti_(load_cupti()) {
    Collector::instance().listen(cupti_);
  }

  void start() override {
    Collector::instance().take();
    try {
      for (const CUpti_ActivityKind kind : recorded_kinds) {
        cupti_.check(cupti_.enable(kind), "recording the GPU's activity");
      }
      find_own_streams();
    } catch (...) {
      disable();
      throw;
    }
  }

  Records stop() override {
    device::check(cudaDeviceSynchronize(), "waiting for the GPU's work");
    const CUptiResult flushed = cupti_.flush_all(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    disable();
    cupti_.check(flushed, "reading the GPU's activity");
    const auto [seen, dropped] = Collector::instance().take();
    Records records{.work = {}, .dropped = dropped};
    for (const Seen& one : seen) {
      add(records.work, one.kind, own_streams_.contains(one.stream), one.bytes);
    }
    return records;
  }

 private:
  void find_own_streams() {
    own_streams_.clear();
    for (void* const handle : device_.live_streams()) {
      std::uint32_t id = 0;
      cupti_.check(cupti_.stream_id(nullptr, static_cast<CUstream>(handle), 0, &id), "naming a stream");
      own_streams_.insert(id);
    }
  }

  void disable() const {
    for (const CUpti_ActivityKind kind : recorded_kinds) cupti_.disable(kind);
  }

  const device::Device& device_;
  Cupti cupti_;
  std::set<std::uint32_t> own_streams_;
};

}  // namespace

std::unique_ptr<Recorder> make_recorder(const device::Device& device) {
  return std::make_unique<CuptiRecorder>(device);
}

}  // namespace gpuxfer::trace
