#include "path/staging_memory.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/error.hpp"

namespace gpuxfer::path {
namespace {

using device::HostMemory;

/// Pins up to a limit, and remembers what it was asked for.
class Stingy final : public device::Device {
 public:
  explicit Stingy(std::size_t limit) : limit_(limit) {}

  device::Buffer allocate_host(std::size_t bytes, HostMemory memory) override {
    (memory == HostMemory::pinned ? pinned : pageable).push_back(bytes);
    if (memory == HostMemory::pinned && bytes > limit_) throw MachineError("no more pinned memory");
    return host_->allocate_host(bytes, memory);
  }
  device::Buffer allocate(std::size_t bytes) override { return host_->allocate(bytes); }
  std::size_t free_bytes() override { return host_->free_bytes(); }
  std::unique_ptr<device::Stream> make_stream() override { return host_->make_stream(); }
  device::Buffer register_host(unsigned char* data, std::size_t bytes) override {
    return host_->register_host(data, bytes);
  }
  device::IpcHandle export_memory(const unsigned char* address) override {
    return host_->export_memory(address);
  }
  device::Buffer open_memory(const device::IpcHandle& handle) override { return host_->open_memory(handle); }
  void fill_slots(device::SlotLayout layout, std::uint64_t key) override { host_->fill_slots(layout, key); }
  device::CheckResult check_slots(device::SlotLayout layout, std::uint64_t key,
                                  std::uint64_t guard) override {
    return host_->check_slots(layout, key, guard);
  }
  unsigned char read(const unsigned char* address) override { return *address; }

  std::vector<std::size_t> pinned, pageable;

 private:
  std::unique_ptr<device::Device> host_ = device::make_host_device();
  std::size_t limit_;
};

using Asked = std::vector<std::size_t>;

TEST(StagingMemoryTest, PinsWhatIsWantedWhereThatIsThere) {
  Stingy device(65536);
  const StagingMemory memory = allocate_staging(device, 65536, 8192, HostMemory::pinned);
  EXPECT_EQ(memory.buffer.bytes(), 65536U);
  EXPECT_FALSE(memory.unpinned);
  EXPECT_EQ(device.pinned, Asked{65536});
}

TEST(StagingMemoryTest, HalvesWhatIsRefusedDownToTheLeast) {
  Stingy some(20000);
  EXPECT_EQ(allocate_staging(some, 65536, 12288, HostMemory::pinned).buffer.bytes(), 16384U);
  Stingy least(12288);
  const StagingMemory memory = allocate_staging(least, 65536, 12288, HostMemory::pinned);
  EXPECT_EQ(memory.buffer.bytes(), 12288U);
  EXPECT_FALSE(memory.unpinned);
  EXPECT_EQ(least.pinned, (Asked{65536, 32768, 16384, 12288}));
}

TEST(StagingMemoryTest, ThenTakesPageableMemoryInFullAndSaysSo) {
  Stingy device(0);
  const StagingMemory memory = allocate_staging(device, 65536, 32768, HostMemory::pinned);
  EXPECT_EQ(memory.buffer.bytes(), 65536U);
  EXPECT_TRUE(memory.unpinned);
  EXPECT_EQ(device.pinned, (Asked{65536, 32768}));
  EXPECT_EQ(device.pageable, Asked{65536});
}

TEST(StagingMemoryTest, PageableMemoryThatWasAskedForIsNoLack) {
  Stingy device(0);
  EXPECT_FALSE(allocate_staging(device, 65536, 8192, HostMemory::pageable).unpinned);
  EXPECT_TRUE(device.pinned.empty());
}

}  // namespace
}  // namespace gpuxfer::path
