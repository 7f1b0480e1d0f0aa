#include <cstring>

#include "core/error.hpp"
#include "device/device.hpp"
#include "device/host_memory.hpp"

namespace gpuxfer::device {
namespace {

/// Copies at once: host memory has no engine beside the caller.
class HostStream final : public Stream {
 public:
  void copy(void* destination, const void* source, std::size_t bytes) override {
    std::memcpy(destination, source, bytes);
  }
  void mark(std::size_t) override {}
  bool reached(std::size_t) override { return true; }
  void synchronize() override {}
};

class HostDevice final : public Device {
 public:
  Buffer allocate(std::size_t bytes) override { return allocate_pages(bytes); }
  Buffer allocate_host(std::size_t bytes, HostMemory) override { return allocate_pages(bytes); }
  std::size_t free_bytes() override { return available_host_bytes(); }
  std::unique_ptr<Stream> make_stream() override { return std::make_unique<HostStream>(); }

  Buffer register_host(unsigned char* data, std::size_t bytes) override {
    return {data, bytes, [](unsigned char*) {}};
  }
  IpcHandle export_memory(const unsigned char*) override { throw no_handles(); }
  Buffer open_memory(const IpcHandle&) override { throw no_handles(); }

  void fill_slots(SlotLayout layout, std::uint64_t key) override {
    for (std::uint32_t slot = 0; slot < layout.slots; ++slot) fill_slot(layout, slot, key, 0, 1);
  }

  CheckResult check_slots(SlotLayout layout, std::uint64_t key, std::uint64_t guard_key) override {
    CheckResult all{0, nothing_wrong};
    for (std::uint32_t slot = 0; slot < layout.slots; ++slot) {
      const CheckResult found = check_slot(layout, slot, key, guard_key, 0, 1);
      all.wrong += found.wrong;
      if (found.first < all.first) all.first = found.first;
    }
    return all;
  }

  unsigned char read(const unsigned char* address) override { return *address; }

 private:
  static MachineError no_handles() { return MachineError("host memory has no CUDA IPC handle"); }
};

}  // namespace

std::unique_ptr<Device> make_host_device() {
  return std::make_unique<HostDevice>();
}

}  // namespace gpuxfer::device
