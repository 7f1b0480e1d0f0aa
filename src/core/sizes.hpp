#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpuxfer {

/// A message size, and whether the user named it (a range's sizes may be dropped where a datatype does not
/// divide them; a named one may not).
struct Size {
  std::uint64_t bytes = 0;
  bool named = false;
  friend bool operator==(const Size&, const Size&) = default;
};

/// Parses a list of sizes: `4K,64K,1M`, ranges in powers of two `1K:1G`, by a factor `1K:1G:*4`, by a step
/// `1M:16M:+1M`, mixed by commas. K M G T are 1024-based (KB, KiB too), case-insensitive, B alone means
/// bytes. A range holds its first size and what its step reaches up to the last one. Sorted and unique.
/// Throws UsageError that quotes the text, points at what is wrong and says what is allowed.
std::vector<Size> parse_sizes(std::string_view text);

/// Parses one size, such as `64K`, `1MiB` or `0`, throwing as parse_sizes does.
std::uint64_t parse_size(std::string_view text);

/// `1 KiB`, `1.5 MiB`, `1000 B`: the largest unit that leaves at most one decimal exactly, else bytes.
std::string format_size(std::uint64_t bytes);

}  // namespace gpuxfer
