#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "device/ipc_handle.hpp"
#include "device/memory_kind.hpp"
#include "device/test_pattern.hpp"

namespace gpuxfer::device {

/// Owns memory of any kind; move-only. It must not outlive the Device that made it.
class Buffer {
 public:
  using Release = std::function<void(unsigned char*)>;  ///< must not throw

  Buffer() = default;
  Buffer(unsigned char* data, std::size_t bytes, Release release)
      : data_(data), bytes_(bytes), release_(std::move(release)) {}
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    Buffer taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~Buffer() {
    if (data_ != nullptr) release_(data_);
  }

  unsigned char* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void swap(Buffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(release_, other.release_);
  }

  unsigned char* data_ = nullptr;
  std::size_t bytes_ = 0;
  Release release_;
};

/// Copies in order, beside the caller.
class Stream {
 public:
  virtual ~Stream() = default;
  /// Queues a copy between any two kinds of memory; the buffers stay untouched until it is done.
  virtual void copy(void* destination, const void* source, std::size_t bytes) = 0;
  /// Remembers, under a small number that may be used again later, the work queued so far.
  virtual void mark(std::size_t index) = 0;
  /// Whether the work before mark(index) is done; never blocks.
  virtual bool reached(std::size_t index) = 0;
  /// Returns once all queued work is done.
  virtual void synchronize() = 0;
};

/// The memory that one rank's messages live in, and the engines beside it. Failures throw Error, naming what
/// was asked for.
class Device {
 public:
  virtual ~Device() = default;

  /// Memory of the device's own kind, at a multiple of 4 KiB; contents are undefined.
  virtual Buffer allocate(std::size_t bytes) = 0;
  /// Host memory to stage messages in, at a multiple of 4 KiB.
  virtual Buffer allocate_host(std::size_t bytes, HostMemory memory) = 0;
  /// Bytes of the device's own kind that are free now, whoever else uses it.
  virtual std::size_t free_bytes() = 0;
  /// A stream must not outlive the Device that made it.
  virtual std::unique_ptr<Stream> make_stream() = 0;
  /// The handles, in CUDA's terms, of every stream that this device works on now; none without CUDA.
  virtual std::vector<void*> live_streams() const { return {}; }

  /// Lets the device's engines copy from and to host memory that others allocated, as fast as from its own;
  /// whole pages. What is released is the registration alone, and that before the memory.
  virtual Buffer register_host(unsigned char* data, std::size_t bytes) = 0;
  /// The handle by which another process of this host finds `address`, which lies in a live buffer of
  /// allocate().
  virtual IpcHandle export_memory(const unsigned char* address) = 0;
  /// Another process's memory, at the exported address and of unknown length; never a handle of this process.
  /// What is released is the mapping, which must happen before the owner frees the memory.
  virtual Buffer open_memory(const IpcHandle& handle) = 0;

  /// Writes the pattern of `key` to every slot's message; done, and visible to MPI, on return.
  virtual void fill_slots(SlotLayout layout, std::uint64_t key) = 0;
  /// Compares every slot's message with the pattern of `key`, and the guard bytes behind it with that of
  /// `guard_key`.
  virtual CheckResult check_slots(SlotLayout layout, std::uint64_t key, std::uint64_t guard_key) = 0;
  /// The byte at `address`, an address in this device's memory.
  virtual unsigned char read(const unsigned char* address) = 0;
};

/// Plain host memory; needs no GPU.
std::unique_ptr<Device> make_host_device();

}  // namespace gpuxfer::device
