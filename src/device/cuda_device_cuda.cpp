#include <cuda_runtime.h>
#include <fmt/format.h>

#include <cstring>
#include <set>
#include <vector>

#include "core/error.hpp"
#include "core/sizes.hpp"
#include "device/check_cuda.hpp"
#include "device/gpus.hpp"
#include "device/host_memory.hpp"
#include "device/ipc_cuda.hpp"
#include "device/test_pattern_kernels_cuda.hpp"

namespace gpuxfer::device {
namespace {

constexpr std::size_t alignment = 4096;

/// cudaMalloc cuts small allocations out of blocks of this size, and an IPC handle is of the whole block: an
/// allocation of whole blocks shares nothing but itself (CUDA C++ Programming Guide, Interprocess
/// Communication).
constexpr std::size_t block = std::size_t{2} << 20;

constexpr std::size_t whole(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// Never the default stream, and listed while it lives, so that the copies of gpuxfer and those of the MPI
/// library can be told apart.
class CudaStream final : public Stream {
 public:
  explicit CudaStream(std::set<void*>& live) : live_(live) {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
    live_.insert(stream_);
  }
  ~CudaStream() override {
    live_.erase(stream_);
    for (const cudaEvent_t event : marks_) cudaEventDestroy(event);
    cudaStreamDestroy(stream_);
  }
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;

  void copy(void* destination, const void* source, std::size_t bytes) override {
    check(cudaMemcpyAsync(destination, source, bytes, cudaMemcpyDefault, stream_), "starting a copy");
  }
  void mark(std::size_t index) override {
    while (marks_.size() <= index) {
      cudaEvent_t event = nullptr;
      check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "creating an event");
      marks_.push_back(event);
    }
    check(cudaEventRecord(marks_[index], stream_), "recording an event");
  }
  bool reached(std::size_t index) override {
    const cudaError_t code = cudaEventQuery(marks_[index]);
    if (code == cudaErrorNotReady) return false;
    check(code, "waiting for a copy");
    return true;
  }
  void synchronize() override { check(cudaStreamSynchronize(stream_), "waiting for a copy"); }
  cudaStream_t handle() const { return stream_; }

 private:
  std::set<void*>& live_;
  cudaStream_t stream_ = nullptr;
  std::vector<cudaEvent_t> marks_;
};

class CudaDevice final : public Device {
 public:
  CudaDevice(int ordinal, MemoryKind kind) : ordinal_(ordinal), kind_(kind) {
    cudaGetLastError();  // MPI_Init may have left one behind
    check(cudaSetDevice(ordinal), fmt::format("making a CUDA context on GPU {}", ordinal));
    stream_.emplace(live_);
    found_ = allocate_kind(sizeof(CheckResult), MemoryKind::device, 1);
  }

  Buffer allocate(std::size_t bytes) override {
    return allocate_kind(bytes, kind_, bytes == 0 ? 1 : block);  // a run that measures nothing takes nothing
  }

  Buffer allocate_host(std::size_t bytes, HostMemory memory) override {
    if (memory == HostMemory::pageable) return allocate_pages(bytes);
    void* data = nullptr;
    check(cudaHostAlloc(&data, bytes, cudaHostAllocDefault),
          fmt::format("pinning {} of host memory (--host-memory pageable needs no pinning)",
                      format_size(bytes)));
    return {static_cast<unsigned char*>(data), bytes, [](unsigned char* pinned) { cudaFreeHost(pinned); }};
  }

  std::size_t free_bytes() override {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), fmt::format("asking for GPU {}'s free memory", ordinal_));
    return free;
  }

  std::unique_ptr<Stream> make_stream() override { return std::make_unique<CudaStream>(live_); }
  std::vector<void*> live_streams() const override { return {live_.begin(), live_.end()}; }

  Buffer register_host(unsigned char* data, std::size_t bytes) override {
    check(cudaHostRegister(data, bytes, cudaHostRegisterDefault),
          fmt::format("registering {} of host memory with CUDA (does ulimit -l allow it?)",
                      format_size(bytes)));
    return {data, bytes, [](unsigned char* registered) { cudaHostUnregister(registered); }};
  }

  IpcHandle export_memory(const unsigned char* address) override {
    if (kind_ != MemoryKind::device) {
      throw MachineError(fmt::format("{} memory has no CUDA IPC handle", to_string(kind_)));
    }
    return export_address(*std::prev(bases_.upper_bound(address)), address);
  }

  Buffer open_memory(const IpcHandle& handle) override { return open_address(handle); }

  void fill_slots(SlotLayout layout, std::uint64_t key) override {
    cudaGetLastError();  // the MPI library may have left one behind
    launch_fill(layout, key, stream_->handle());
    check(cudaGetLastError(), "launching the kernel that fills the slots");
    stream_->synchronize();
  }

  CheckResult check_slots(SlotLayout layout, std::uint64_t key, std::uint64_t guard_key) override {
    CheckResult result{0, nothing_wrong};
    auto* const found = reinterpret_cast<CheckResult*>(found_.data());
    stream_->copy(found, &result, sizeof result);
    cudaGetLastError();
    launch_check(layout, key, guard_key, found, stream_->handle());
    check(cudaGetLastError(), "launching the kernel that checks the slots");
    stream_->copy(&result, found, sizeof result);
    stream_->synchronize();
    return result;
  }

  unsigned char read(const unsigned char* address) override {
    unsigned char byte = 0;
    stream_->copy(&byte, address, 1);
    stream_->synchronize();
    return byte;
  }

 private:
  /// In whole units.
  Buffer allocate_kind(std::size_t bytes, MemoryKind kind, std::size_t unit) {
    void* data = nullptr;
    const std::size_t padded = whole(bytes + alignment, unit);  // CUDA aligns to 256 bytes alone
    check(kind == MemoryKind::managed ? cudaMallocManaged(&data, padded) : cudaMalloc(&data, padded),
          fmt::format("allocating {} of {} memory on GPU {}", format_size(bytes), to_string(kind), ordinal_));
    auto* const base = static_cast<unsigned char*>(data);
    bases_.insert(base);
    const auto address = reinterpret_cast<std::uintptr_t>(data);
    return {base + (alignment - address % alignment) % alignment, bytes, [this, base](unsigned char*) {
              bases_.erase(base);
              cudaFree(base);
            }};
  }

  int ordinal_;
  MemoryKind kind_;
  std::set<void*> live_;  ///< streams
  std::optional<CudaStream> stream_;
  std::set<const unsigned char*, std::less<>> bases_;  ///< where live allocations start
  Buffer found_;                                       ///< a CheckResult in device memory
};

}  // namespace

std::unique_ptr<Device> make_cuda_device(int ordinal, MemoryKind kind) {
  return std::make_unique<CudaDevice>(ordinal, kind);
}

}  // namespace gpuxfer::device
