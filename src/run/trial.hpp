#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace gpuxfer::run {

/// The sizes of the first messages on device pointers, in bytes, ascending: one below `threshold_bytes`,
/// where MPI libraries change their way (a likely size where it isn't known), and one that reaches it. None
/// over `most_bytes`, and all of them multiples of `unit_bytes`.
std::vector<std::uint64_t> trial_sizes(std::optional<std::uint64_t> threshold_bytes, std::uint64_t most_bytes,
                                       std::uint64_t unit_bytes);

}  // namespace gpuxfer::run
