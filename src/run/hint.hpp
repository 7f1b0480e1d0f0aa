#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace gpuxfer::run {

/// A run of wrong bytes in a receive slot, and what may have been there instead of the right ones.
struct WrongBytes {
  std::span<const unsigned char> got;  ///< from the first wrong byte on, within its slot
  std::uint64_t count = 0;             ///< wrong bytes in all slots
  std::uint64_t slot = 0;
  std::uint64_t offset = 0;         ///< of the first, from the slot's start
  std::uint64_t message_bytes = 0;  ///< an offset from here on is behind the message
  std::uint64_t slots = 1;
  std::uint64_t key = 0;           ///< of the pattern that was sent
  std::uint64_t previous_key = 0;  ///< of the one that was sent before
  std::uint64_t poison_key = 0;    ///< of what the receiver had put there
};

/// As many bytes of `got` tell chance from a pattern.
inline constexpr std::size_t enough_bytes = 8;

/// What the bytes look like and what that suggests, in a few words; empty where they look like nothing known.
/// Fewer bytes than a pattern needs are no ground for a guess.
std::string hint(const WrongBytes& wrong);

}  // namespace gpuxfer::run
