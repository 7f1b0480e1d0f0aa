#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

/// How a message is cut, and how much host memory its chunks pass through. Pure functions, so that both ends
/// come to the same chunks.
namespace gpuxfer::path {

/// Host memory that a rank stages in at most, whatever the message and the window.
constexpr std::uint64_t most_staging_bytes = std::uint64_t{64} << 20;
/// Leaves two chunks a direction: one with MPI while the other is copied.
constexpr std::uint64_t largest_chunk_bytes = most_staging_bytes / 4;
/// In one direction. Small messages gain by more of them; chunks of 1 MiB and more are held to fewer by
/// most_staging_bytes.
constexpr std::size_t most_chunks_in_flight = 32;

/// The chunk that messages of `message_bytes` are cut into: `asked`, in whole pages of 4 KiB and at most
/// largest_chunk_bytes, or else tuned to the message. Never longer than the message in whole pages, and never
/// 0. A multiple of every datatype's size.
std::uint64_t chunk_bytes(std::uint64_t message_bytes, std::optional<std::uint64_t> asked);

/// Chunks of a message; an empty message is one empty chunk, since its receiver waits for something.
std::size_t chunks_in(std::uint64_t message_bytes, std::uint64_t chunk_bytes);

/// Host memory that slots which span `arena_bytes` can make use of.
std::uint64_t staging_bytes(std::uint64_t arena_bytes);

/// Host memory that one chunk a direction needs, whichever row of a run comes: its slots span `arena_bytes`
/// at most.
std::uint64_t least_staging_bytes(std::uint64_t arena_bytes, std::optional<std::uint64_t> asked);

}  // namespace gpuxfer::path
