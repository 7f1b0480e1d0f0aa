#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define GPUXFER_HOST_DEVICE __host__ __device__
#else
#define GPUXFER_HOST_DEVICE
#endif

/// The bytes that verification sends and expects, in one header for host and GPU so that both give the same
/// bits. A thread of a grid works on words first, first + step, ... of a slot; a host passes 0 and 1.
namespace gpuxfer::device {

/// Equal slots in one allocation. A slot's message is followed by guard bytes up to the next slot.
struct SlotLayout {
  unsigned char* base;   ///< of slot 0, at a multiple of 8
  std::uint64_t stride;  ///< bytes from slot to slot, a multiple of 8
  std::uint64_t bytes;   ///< of the message, at most `stride`
  std::uint32_t slots;
};

inline constexpr std::uint64_t nothing_wrong = ~std::uint64_t{0};

/// What a check found over all slots.
struct CheckResult {
  unsigned long long wrong;  ///< bytes that differ
  unsigned long long first;  ///< slot * stride + offset of the lowest one; nothing_wrong where there is none
};

/// Finalizer of splitmix64. Source: Steele, Lea and Flood (2014), "Fast splittable pseudorandom number
/// generators".
GPUXFER_HOST_DEVICE constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

GPUXFER_HOST_DEVICE constexpr std::uint64_t slot_key(std::uint64_t key, std::uint32_t slot) {
  return mix(key ^ mix(slot + std::uint64_t{1}));
}

/// Bytes 8 * index to 8 * index + 7 of a slot, the lowest first: a Weyl sequence from a mixed key, cheap
/// enough to keep up with memory.
GPUXFER_HOST_DEVICE constexpr std::uint64_t pattern_word(std::uint64_t slot_key, std::uint64_t index) {
  const std::uint64_t x = (slot_key + index) * 0x9E3779B97F4A7C15;
  return x ^ (x >> 32);
}

GPUXFER_HOST_DEVICE constexpr unsigned char pattern_byte(std::uint64_t slot_key, std::uint64_t offset) {
  return static_cast<unsigned char>(pattern_word(slot_key, offset / 8) >> (offset % 8 * 8));
}

/// Writes the pattern of `key` to the first `layout.bytes` bytes of slot `slot`.
GPUXFER_HOST_DEVICE inline void fill_slot(SlotLayout layout, std::uint32_t slot, std::uint64_t key,
                                          std::uint64_t first, std::uint64_t step) {
  unsigned char* const begin = layout.base + slot * layout.stride;
  auto* const words = reinterpret_cast<std::uint64_t*>(begin);
  const std::uint64_t own = slot_key(key, slot);
  const std::uint64_t whole = layout.bytes / 8;
  for (std::uint64_t i = first; i < whole; i += step) words[i] = pattern_word(own, i);
  for (std::uint64_t i = whole * 8 + first; i < layout.bytes; i += step) begin[i] = pattern_byte(own, i);
}

/// Compares the message of slot `slot` with the pattern of `key` and the guard bytes behind it with the
/// pattern of `guard_key`.
GPUXFER_HOST_DEVICE inline CheckResult check_slot(SlotLayout layout, std::uint32_t slot, std::uint64_t key,
                                                  std::uint64_t guard_key, std::uint64_t first,
                                                  std::uint64_t step) {
  const unsigned char* const begin = layout.base + slot * layout.stride;
  const auto* const words = reinterpret_cast<const std::uint64_t*>(begin);
  const std::uint64_t own = slot_key(key, slot);
  const std::uint64_t guard = slot_key(guard_key, slot);
  CheckResult result{0, nothing_wrong};
  const std::uint64_t whole = layout.bytes / 8;
  for (std::uint64_t i = first; i < layout.stride / 8; i += step) {
    if (i < whole ? words[i] == pattern_word(own, i)
                  : i * 8 >= layout.bytes && words[i] == pattern_word(guard, i)) {
      continue;
    }
    for (std::uint64_t offset = i * 8; offset < i * 8 + 8; ++offset) {
      if (begin[offset] == pattern_byte(offset < layout.bytes ? own : guard, offset)) continue;
      ++result.wrong;
      const std::uint64_t place = slot * layout.stride + offset;
      if (place < result.first) result.first = place;
    }
  }
  return result;
}

}  // namespace gpuxfer::device
