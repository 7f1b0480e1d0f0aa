#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "path/path.hpp"

/// One direction each of messages that travel in chunks through host buffers. Both ends cut alike, and chunks
/// travel in the order in which their messages were posted, so that one tag serves them all.
namespace gpuxfer::path {

/// Host buffers of one chunk each, taken in turn.
struct ChunkBuffers {
  unsigned char* base = nullptr;
  std::uint64_t chunk_bytes = 0;
  std::size_t count = 0;  ///< at least 1 in a direction that is used
};

/// The chunks of all messages posted, counted through.
class ChunkQueue {
 public:
  /// A part of a slot, and the host buffer that it passes through.
  struct Piece {
    unsigned char* slot;
    unsigned char* host;
    std::uint64_t bytes;
  };

  ChunkQueue() = default;
  ChunkQueue(const device::SlotLayout& layout, const ChunkBuffers& buffers);

  void add(int slot) { slots_.push_back(slot); }
  void clear() { slots_.clear(); }
  std::size_t size() const { return slots_.size() * chunks_per_message_; }
  Piece operator[](std::size_t chunk) const;
  /// Which buffer that chunk passes through.
  std::size_t buffer(std::size_t chunk) const { return chunk % buffers_.count; }
  std::size_t buffers() const { return buffers_.count; }
  bool whole_messages() const { return chunks_per_message_ == 1; }

 private:
  device::SlotLayout layout_{};
  ChunkBuffers buffers_;
  std::size_t chunks_per_message_ = 1;
  std::vector<int> slots_;  ///< in the order of their posting
};

/// Each chunk is copied to the host, handed to MPI, and done: three counts that run after each other.
class Outgoing {
 public:
  Outgoing() = default;
  Outgoing(const Plan& plan, const ChunkBuffers& buffers, device::Stream& stream);

  void post(int slot);
  /// Takes every step that can be taken now, and says whether there was one. Never blocks.
  bool advance();
  bool finished() const { return done_ == queue_.size(); }
  /// Forgets what is finished.
  void settle();

  bool whole_messages() const { return queue_.whole_messages(); }
  /// A message of one chunk as an application sends it, with nothing else under way.
  void send_whole(int slot);

 private:
  Plan plan_;
  ChunkQueue queue_;
  device::Stream* stream_ = nullptr;
  std::vector<MPI_Request> requests_;  ///< by buffer
  std::size_t copying_ = 0, with_mpi_ = 0, done_ = 0;
};

/// Each chunk's receive is posted, it arrives and is copied to the device, and its buffer is free again.
class Incoming {
 public:
  Incoming() = default;
  Incoming(const Plan& plan, const ChunkBuffers& buffers, device::Stream& stream);

  void post(int slot);
  bool advance();
  /// Whether all has arrived; settle() then waits for the last copies.
  bool finished() const { return arrived_ == queue_.size(); }
  void settle();

  bool whole_messages() const { return queue_.whole_messages(); }
  void receive_whole(int slot);

 private:
  bool post_receives();
  bool bring_in();

  Plan plan_;
  ChunkQueue queue_;
  device::Stream* stream_ = nullptr;
  std::vector<MPI_Request> requests_;
  std::size_t with_mpi_ = 0, arrived_ = 0, free_ = 0;
};

}  // namespace gpuxfer::path
