#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/pulse.hpp"

namespace gpuxfer::run {

/// What to do where a first message on device pointers goes wrong.
inline constexpr const char* without_device_pointers =
    "the MPI library can't take device pointers here, whatever it says of itself: use --mode staged, or an "
    "MPI library built with CUDA support";

/// Moves a message on device pointers before it is known what MPI makes of them. A library that can't take
/// them crashes, which the guardian tells of in these words, or fails: throws MachineError.
template <class Message>
void move_first(Pulse& pulse, Message message) {
  pulse.phase("in the first messages on device pointers", without_device_pointers);
  try {
    message();
  } catch (const Error& error) {
    throw MachineError(error.what() + std::string("; ") + without_device_pointers);
  }
  pulse.phase("after the first messages on device pointers");
}

/// The sizes of the first messages on device pointers, in bytes, ascending: one below `threshold_bytes`,
/// where MPI libraries change their way (a likely size where it isn't known), and one that reaches it; of
/// some bytes where it can be, since a single one may be right by chance. None over `most_bytes`, and all of
/// them multiples of `unit_bytes`.
std::vector<std::uint64_t> trial_sizes(std::optional<std::uint64_t> threshold_bytes, std::uint64_t most_bytes,
                                       std::uint64_t unit_bytes);

}  // namespace gpuxfer::run
