#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "fake_cuda/node.hpp"

namespace gpuxfer::fake {

enum class MemoryType { device, managed, pinned, registered, ipc };

/// A piece of memory that the runtime knows. Whatever its type, the CPU reads and writes it in place.
struct Region {
  unsigned char* begin = nullptr;
  std::size_t bytes = 0;
  MemoryType type = MemoryType::device;
  int device = 0;           ///< ordinal of the GPU that it belongs to or was made for
  Descriptor file;          ///< what other processes open; device memory alone
  std::uint64_t inode = 0;  ///< of the file of IPC memory
  int owner = -1;           ///< physical index of the GPU that IPC memory lies in
  int opened = 0;           ///< how often IPC memory is open

  bool contains(const void* address, std::size_t count) const {
    const auto* const first = static_cast<const unsigned char*>(address);
    if (first < begin || first >= begin + bytes) return false;
    return count <= bytes - static_cast<std::size_t>(first - begin);
  }
};

/// All regions of this process. Addresses come from one reservation and never come again: touching freed
/// memory, or the page behind a region, ends the process.
class Memory {
 public:
  Memory();

  /// Maps `file` of file_bytes(bytes), or plain memory where the region has no file, and adds the region.
  Region& add(Region region, int file);
  /// Adds memory that the program owns.
  Region& add_registered(void* begin, std::size_t bytes, int device);
  void remove(const Region& region);

  /// The region that holds `address`; null for memory that the runtime doesn't know.
  Region* find(const void* address);
  /// Whether a registered region has a byte in common with this range.
  bool overlaps(const void* begin, std::size_t bytes);
  /// Whether `address` was given out and freed, or never given out.
  bool dangling(const void* address);

  const std::map<const unsigned char*, Region>& regions() const { return regions_; }
  std::map<const unsigned char*, Region>& regions() { return regions_; }

  /// What a mapping of a region of `bytes` takes.
  static std::size_t file_bytes(std::size_t bytes);

 private:
  unsigned char* arena_;
  unsigned char* next_;
  std::map<const unsigned char*, Region> regions_;
};

}  // namespace gpuxfer::fake
