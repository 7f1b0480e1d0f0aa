#pragma once

#include <cstdint>

/// How large a ring of chunks is, and how a message is cut for it: the same at both ends, since it follows
/// from what both know.
namespace gpuxfer::path {

/// Equal parts of a ring, each with room for one chunk of a message.
struct Chunks {
  std::uint64_t bytes = 0;
  std::uint64_t count = 0;
};

/// Bytes of a ring for a rank whose slots span `arena_bytes` at most: whole MiB, 1 to 64.
std::uint64_t wanted_ring_bytes(std::uint64_t arena_bytes);

/// What of `wanted` two rings may have each where `free` bytes are left for them and others: half of it, in
/// whole MiB. Throws MachineError where that is none.
std::uint64_t affordable_ring_bytes(std::uint64_t wanted, std::uint64_t free);

/// An eighth of the message, so that most of it travels while copies of other chunks run beside it, but
/// enough for a copy engine's full speed and little enough to stay in the processors' caches: 128 KiB to 4
/// MiB, and never over a quarter of the ring. A small message is one chunk.
Chunks chunks_for(std::uint64_t message_bytes, std::uint64_t ring_bytes);

}  // namespace gpuxfer::path
