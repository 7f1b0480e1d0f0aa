#include "path/ring.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/sizes.hpp"

namespace gpuxfer::path {
namespace {

constexpr std::uint64_t KiB = 1024;
constexpr std::uint64_t MiB = 1024 * KiB;
constexpr std::uint64_t page = 4 * KiB;
constexpr std::uint64_t most_ring_bytes = 64 * MiB;
constexpr std::uint64_t least_chunk_bytes = 128 * KiB;
constexpr std::uint64_t most_chunk_bytes = 4 * MiB;
constexpr std::uint64_t most_chunks = 64;  // a window of small messages; each takes an event

constexpr std::uint64_t whole(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes / unit + (bytes % unit != 0)) * unit;
}

}  // namespace

std::uint64_t wanted_ring_bytes(std::uint64_t arena_bytes) {
  return whole(std::clamp(arena_bytes, MiB, most_ring_bytes), MiB);
}

std::uint64_t affordable_ring_bytes(std::uint64_t wanted, std::uint64_t free) {
  const std::uint64_t each = free / 2 / 2 / MiB * MiB;
  if (each > 0) return std::min(wanted, each);
  throw MachineError(
      fmt::format("/dev/shm has {} left and shared rings need 4M: enlarge it (mount -o "
                  "remount,size=1G /dev/shm, or --shm-size of a container)",
                  format_size(free)));
}

Chunks chunks_for(std::uint64_t message_bytes, std::uint64_t ring_bytes) {
  const std::uint64_t most = std::min(most_chunk_bytes, ring_bytes / 4);
  const std::uint64_t least =
      std::min(least_chunk_bytes, whole(std::max<std::uint64_t>(message_bytes, 1), page));
  const std::uint64_t bytes = std::clamp(whole(message_bytes / 8, page), least, most);
  return {.bytes = bytes, .count = std::min(ring_bytes / bytes, most_chunks)};
}

}  // namespace gpuxfer::path
