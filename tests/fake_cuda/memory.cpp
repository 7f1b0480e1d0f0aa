#include "fake_cuda/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace gpuxfer::fake {
namespace {

constexpr std::size_t arena_bytes = std::size_t{1} << 44;
constexpr std::size_t page = 4096;

/// CUDA aligns small allocations to 512 bytes and no more, so here they start just that far into a page.
constexpr std::size_t large = std::size_t{1} << 20;
std::size_t margin(std::size_t bytes) {
  return bytes < large ? 512 : 0;
}

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + page - 1) / page * page;
}

/// Fresh memory that reads as zero would hide a missing initialisation.
constexpr std::size_t soiled_bytes = std::size_t{1} << 20;
constexpr int soil = 0xA5;

}  // namespace

std::size_t Memory::file_bytes(std::size_t bytes) {
  return whole_pages(margin(bytes) + bytes);
}

Memory::Memory() {
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* const arena = mmap(nullptr, arena_bytes, PROT_NONE, flags, -1, 0);
  if (arena == MAP_FAILED) die(std::string("no address space: ") + std::strerror(errno));
  madvise(arena, arena_bytes, MADV_DONTDUMP);
  arena_ = next_ = static_cast<unsigned char*>(arena);
}

Region& Memory::add(Region region, int file) {
  const std::size_t mapped = file_bytes(region.bytes);
  if (mapped + page > arena_bytes - static_cast<std::size_t>(next_ - arena_)) die("out of addresses");
  const int flags = MAP_FIXED | (file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED);
  if (mmap(next_, mapped, PROT_READ | PROT_WRITE, flags, file, 0) == MAP_FAILED) {
    die(std::string("can't map memory: ") + std::strerror(errno));
  }
  region.begin = next_ + margin(region.bytes);
  next_ += mapped + page;
  if (region.type != MemoryType::ipc) std::memset(region.begin, soil, std::min(region.bytes, soiled_bytes));
  return regions_[region.begin] = std::move(region);
}

Region& Memory::add_registered(void* begin, std::size_t bytes, int device) {
  Region region;
  region.begin = static_cast<unsigned char*>(begin);
  region.bytes = bytes;
  region.type = MemoryType::registered;
  region.device = device;
  return regions_[region.begin] = std::move(region);
}

void Memory::remove(const Region& region) {
  if (region.type != MemoryType::registered) {
    constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    mmap(region.begin - margin(region.bytes), file_bytes(region.bytes), PROT_NONE, flags, -1, 0);
  }
  regions_.erase(region.begin);
}

Region* Memory::find(const void* address) {
  auto after = regions_.upper_bound(static_cast<const unsigned char*>(address));
  if (after == regions_.begin()) return nullptr;
  Region& region = std::prev(after)->second;
  return region.contains(address, 1) ? &region : nullptr;
}

bool Memory::overlaps(const void* begin, std::size_t bytes) {
  const auto* const first = static_cast<const unsigned char*>(begin);
  const auto after = regions_.lower_bound(first + bytes);
  if (after == regions_.begin()) return false;
  const Region& region = std::prev(after)->second;
  return region.begin + region.bytes > first;
}

bool Memory::dangling(const void* address) {
  const auto* const byte = static_cast<const unsigned char*>(address);
  return byte >= arena_ && byte < arena_ + arena_bytes && find(address) == nullptr;
}

}  // namespace gpuxfer::fake
