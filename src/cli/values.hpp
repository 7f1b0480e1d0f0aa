#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "device/memory_kind.hpp"

/// The text of an option's value turned into what it means. Each function throws UsageError that quotes the
/// text and says what is allowed; the caller puts the option's name before it. Sizes are read by
/// core/sizes.hpp.
namespace gpuxfer::cli {

/// A whole number from `lowest` to `highest`.
std::uint64_t to_number(std::string_view text, std::uint64_t lowest, std::uint64_t highest);

/// `1%` as 0.01; above 0% and at most 50%.
double to_precision(std::string_view text);

/// `2.5` or `2.5s`, in seconds; above 0 and at most a day.
double to_seconds(std::string_view text);

/// One of `known`. `kind` is what it names, such as "format".
std::string to_name(std::string_view text, std::string_view kind, const std::vector<std::string>& known);

/// A comma list of `known`, each at most once, in the order given.
std::vector<std::string> to_names(std::string_view text, std::string_view kind,
                                  const std::vector<std::string>& known);

/// `host` for both ends, or `device:host`.
std::array<device::MemoryKind, 2> to_memory(std::string_view text);

device::HostMemory to_host_memory(std::string_view text);

/// The size of a chunk in bytes, from 4K to 1G.
std::uint64_t to_chunk(std::string_view text);

/// `I:J`, two different ranks; the lower one comes first, since it leads.
std::array<int, 2> to_pair(std::string_view text);

/// A comma list of GPU ordinals.
std::vector<int> to_devices(std::string_view text);

/// The kinds of memory that to_memory accepts.
std::vector<device::MemoryKind> memory_kinds();

}  // namespace gpuxfer::cli
