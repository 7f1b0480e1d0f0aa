#include "path/chunks.hpp"

#include <algorithm>

namespace gpuxfer::path {
namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t smallest_tuned = std::uint64_t{128} << 10;
constexpr std::uint64_t largest_tuned = std::uint64_t{4} << 20;

constexpr std::uint64_t whole_pages(std::uint64_t bytes) {
  return (bytes + page - 1) / page * page;
}

/// A copy over PCIe runs at some 55 GB/s, MPI between host buffers of one host at some 6, so MPI sets the
/// pace and all that chunking can lose is what MPI waits for: the first chunk's copy, and the receiver's copy
/// of the last. An eighth of the message keeps those two to 2 x 1/8 x 6/55, under 3 % of its time. Below
/// 128 KiB a chunk's fixed cost (starting a copy, an event, a message: some 10 us) would outweigh what it
/// hides; above 4 MiB there is nothing left to gain, since from 64 MiB on the two copies are under 2 %.
std::uint64_t tuned(std::uint64_t message_bytes) {
  return std::clamp(whole_pages(message_bytes / 8), smallest_tuned, largest_tuned);
}

}  // namespace

std::uint64_t chunk_bytes(std::uint64_t message_bytes, std::optional<std::uint64_t> asked) {
  const std::uint64_t wanted =
      asked ? std::clamp(*asked / page * page, page, largest_chunk_bytes) : tuned(message_bytes);
  return message_bytes < wanted ? std::max(page, whole_pages(message_bytes)) : wanted;
}

std::size_t chunks_in(std::uint64_t message_bytes, std::uint64_t chunk_bytes) {
  return std::max<std::uint64_t>(1, (message_bytes + chunk_bytes - 1) / chunk_bytes);
}

std::uint64_t staging_bytes(std::uint64_t arena_bytes) {
  return std::min(whole_pages(arena_bytes), most_staging_bytes);
}

std::uint64_t least_staging_bytes(std::uint64_t arena_bytes, std::optional<std::uint64_t> asked) {
  // The arena is no message, but one as long has the run's largest chunk or a larger one.
  return std::min(staging_bytes(arena_bytes), 2 * chunk_bytes(arena_bytes, asked));
}

}  // namespace gpuxfer::path
