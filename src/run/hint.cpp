#include "run/hint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "device/test_pattern.hpp"

namespace gpuxfer::run {
namespace {

constexpr std::int64_t farthest_shift = 4096;

/// Whether the bytes are those of the pattern of `key` in slot `slot`, from `offset` on.
bool are(std::span<const unsigned char> bytes, std::uint64_t key, std::uint64_t slot, std::uint64_t offset) {
  const std::uint64_t own = device::slot_key(key, static_cast<std::uint32_t>(slot));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] != device::pattern_byte(own, offset + i)) return false;
  }
  return true;
}

std::optional<std::uint64_t> other_slot(const WrongBytes& wrong) {
  for (std::uint64_t slot = 0; slot < wrong.slots; ++slot) {
    if (slot != wrong.slot && are(wrong.got, wrong.key, slot, wrong.offset)) return slot;
  }
  return std::nullopt;
}

/// How much later in the message the bytes belong; negative for earlier.
std::optional<std::int64_t> shift(const WrongBytes& wrong) {
  for (std::int64_t distance = 1; distance <= farthest_shift; ++distance) {
    for (const std::int64_t by : {distance, -distance}) {
      const std::int64_t from = static_cast<std::int64_t>(wrong.offset) + by;
      if (from >= 0 && are(wrong.got, wrong.key, wrong.slot, static_cast<std::uint64_t>(from))) return by;
    }
  }
  return std::nullopt;
}

bool is_one_bit(const WrongBytes& wrong) {
  if (wrong.count != 1 || wrong.offset >= wrong.message_bytes) return false;
  const auto own = device::slot_key(wrong.key, static_cast<std::uint32_t>(wrong.slot));
  return std::popcount(static_cast<unsigned>(wrong.got.front() ^ device::pattern_byte(own, wrong.offset))) ==
         1;
}

}  // namespace

std::string hint(const WrongBytes& wrong) {
  if (wrong.got.empty()) return "";
  if (is_one_bit(wrong)) return "one bit is wrong: memory or a link that corrupts data";
  if (wrong.offset >= wrong.message_bytes) return "bytes behind the message were written: a copy is too long";
  if (wrong.got.size() < enough_bytes) return "";
  const std::span got = wrong.got;
  if (are(got, wrong.poison_key, wrong.slot, wrong.offset)) {
    return "nothing had arrived there: a copy was not waited for, or ended early";
  }
  if (are(got, wrong.previous_key, wrong.slot, wrong.offset)) {
    return "the bytes of the message before: sent before they were written, or from a stale copy";
  }
  if (std::ranges::all_of(got, [](unsigned char byte) { return byte == 0; })) {
    return "zeros: peer copies that an IOMMU or PCIe access control swallows look like this";
  }
  if (const auto slot = other_slot(wrong)) {
    return fmt::format("the bytes of slot {}: messages were mixed up", *slot);
  }
  if (const auto by = shift(wrong)) {
    return fmt::format("bytes that belong {} {}: a copy began in the wrong place", *by > 0 ? *by : -*by,
                       *by > 0 ? "later" : "earlier");
  }
  return "";
}

}  // namespace gpuxfer::run
