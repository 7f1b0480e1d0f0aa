#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "device/device.hpp"

/// POSIX shared memory between two processes of a host. Failures throw MachineError.
namespace gpuxfer::path {

/// A random name for a segment. The name goes with this object, and nothing is left of the segment then,
/// however the processes that mapped it end.
class SegmentName {
 public:
  SegmentName();
  ~SegmentName();
  SegmentName(const SegmentName&) = delete;
  SegmentName& operator=(const SegmentName&) = delete;

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// A new segment of zeros. All of its pages exist: no access ends in SIGBUS because /dev/shm was full.
device::Buffer make_segment(const SegmentName& name, std::size_t bytes);

/// The segment that another process made under `name`.
device::Buffer open_segment(const std::string& name, std::size_t bytes);

/// Bytes that /dev/shm has room for.
std::uint64_t free_segment_bytes();

}  // namespace gpuxfer::path
