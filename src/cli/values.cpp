#include "cli/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "cli/joined.hpp"
#include "core/error.hpp"
#include "core/quote.hpp"
#include "core/sizes.hpp"

namespace gpuxfer::cli {
namespace {

/// The number that all of `text` spells; std::from_chars ignores the locale.
template <class Number, class... Format>
std::optional<Number> number_in(std::string_view text, Format... format) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, format...);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// A decimal above 0 and at most `highest`; infinity and NaN are neither.
std::optional<double> decimal_in(std::string_view text, double highest) {
  const auto number = number_in<double>(text, std::chars_format::fixed);
  return number && *number > 0 && *number <= highest ? number : std::nullopt;
}

/// The parts between separators, empty ones too.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// " in '<text>'" where `part` is not all of it.
std::string where(std::string_view part, std::string_view text) {
  return part.size() == text.size() ? "" : " in " + quote(text);
}

std::vector<std::string> memory_names() {
  std::vector<std::string> names;
  for (const device::MemoryKind kind : memory_kinds()) names.emplace_back(to_string(kind));
  return names;
}

}  // namespace

std::uint64_t to_number(std::string_view text, std::uint64_t lowest, std::uint64_t highest) {
  const auto number = number_in<std::uint64_t>(text);
  if (number && *number >= lowest && *number <= highest) return *number;
  throw UsageError(fmt::format("{}: use a whole number from {} to {}", quote(text), lowest, highest));
}

double to_precision(std::string_view text) {
  if (text.ends_with('%')) {
    const auto percent = decimal_in(text.substr(0, text.size() - 1), 50);
    if (percent && *percent / 100 > 0) return *percent / 100;
  }
  throw UsageError(quote(text) + ": use a percentage above 0% and at most 50%, such as 0.5%");
}

double to_seconds(std::string_view text) {
  const std::string_view decimal = text.ends_with('s') ? text.substr(0, text.size() - 1) : text;
  if (const auto seconds = decimal_in(decimal, 86400)) return *seconds;
  throw UsageError(quote(text) + ": use seconds above 0 and at most 86400, such as 2.5");
}

std::string to_name(std::string_view text, std::string_view kind, const std::vector<std::string>& known) {
  if (std::ranges::find(known, text) != known.end()) return std::string(text);
  throw UsageError(fmt::format("{} is no {}: use {}", quote(text), kind, joined(known, " or ")));
}

std::vector<std::string> to_names(std::string_view text, std::string_view kind,
                                  const std::vector<std::string>& known) {
  std::vector<std::string> names;
  for (const std::string_view part : split(text, ',')) {
    if (std::ranges::find(known, part) == known.end()) {
      throw UsageError(fmt::format("{} is no {}{}: use a comma list of {}", quote(part), kind,
                                   where(part, text), joined(known, ", ")));
    }
    if (std::ranges::find(names, part) != names.end()) {
      throw UsageError(
          fmt::format("{} stands twice{}: name each {} once", quote(part), where(part, text), kind));
    }
    names.emplace_back(part);
  }
  return names;
}

std::array<device::MemoryKind, 2> to_memory(std::string_view text) {
  const auto kind_in = [&](std::string_view part) -> device::MemoryKind {
    for (const device::MemoryKind kind : memory_kinds()) {
      if (part == to_string(kind)) return kind;
    }
    throw UsageError(fmt::format("{} is no kind of memory{}: use {}, or two of them as A:B", quote(part),
                                 where(part, text), joined(memory_names(), " or ")));
  };

  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return {kind_in(text), kind_in(text)};
  return {kind_in(text.substr(0, colon)), kind_in(text.substr(colon + 1))};
}

device::HostMemory to_host_memory(std::string_view text) {
  const device::HostMemory pinned = device::HostMemory::pinned;
  const device::HostMemory pageable = device::HostMemory::pageable;
  const std::string name = to_name(text, "kind of host memory", {to_string(pinned), to_string(pageable)});
  return name == to_string(pinned) ? pinned : pageable;
}

std::uint64_t to_chunk(std::string_view text) {
  const std::uint64_t bytes = parse_size(text);
  if (bytes >= std::uint64_t{4} << 10 && bytes <= std::uint64_t{1} << 30) return bytes;
  throw UsageError(quote(text) + ": use a size from 4K to 1G");
}

std::array<int, 2> to_pair(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() == 2) {
    const auto first = number_in<int>(parts[0]);
    const auto second = number_in<int>(parts[1]);
    if (first && second && *first >= 0 && *second >= 0 && *first != *second) {
      return {std::min(*first, *second), std::max(*first, *second)};
    }
  }
  throw UsageError(quote(text) + ": use two different ranks as I:J, such as 0:1");
}

std::vector<int> to_devices(std::string_view text) {
  constexpr int highest = 1023;
  std::vector<int> devices;
  for (const std::string_view part : split(text, ',')) {
    const auto ordinal = number_in<int>(part);
    if (!ordinal || *ordinal < 0 || *ordinal > highest) {
      throw UsageError(fmt::format("{} is no GPU{}: use a comma list of ordinals from 0 to {}, such as 0,2,1",
                                   quote(part), where(part, text), highest));
    }
    devices.push_back(*ordinal);
  }
  return devices;
}

std::vector<device::MemoryKind> memory_kinds() {
  return {device::MemoryKind::device, device::MemoryKind::managed, device::MemoryKind::host};
}

}  // namespace gpuxfer::cli
