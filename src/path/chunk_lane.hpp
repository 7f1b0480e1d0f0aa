#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "device/device.hpp"
#include "path/ring.hpp"

namespace gpuxfer::path {

/// A ring of chunks in shared memory, for one direction. Both counters start at 0 and only grow; each is
/// written by one end alone and lies in a cache line of its own.
struct Ring {
  unsigned char* data = nullptr;
  std::uint64_t* filled = nullptr;   ///< chunks that the sender has written
  std::uint64_t* emptied = nullptr;  ///< chunks that the receiver has read
};

/// One end of a ring: copies messages chunk by chunk between slots and the ring, in the order of their
/// posting, several copies in flight. Both ends cut messages alike.
class ChunkLane {
 public:
  enum class End { sends, receives };

  ChunkLane(End end, Ring ring, std::unique_ptr<device::Stream> stream);

  /// While nothing is under way, at either end.
  void begin(const Chunks& chunks, const device::SlotLayout& slots);
  void post(int slot) { posted_.push_back(slot); }
  /// Starts and ends what can be, without waiting; whether anything moved.
  bool advance() { return start() | end(); }
  /// Whether all that was posted rests where it belongs; forgets it then.
  bool done();

 private:
  bool start();
  bool end();
  bool room() const;

  End end_;
  Ring ring_;
  std::unique_ptr<device::Stream> stream_;
  Chunks chunks_;
  device::SlotLayout slots_{};
  std::vector<int> posted_;
  std::size_t current_ = 0;    ///< which of the posted messages is being cut
  std::uint64_t offset_ = 0;   ///< of its next chunk
  std::uint64_t started_ = 0;  ///< chunks whose copy was queued
  std::uint64_t ended_ = 0;    ///< chunks whose copy is done, which the peer knows
};

}  // namespace gpuxfer::path
