#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuxfer::cli {

/// Insertions, deletions and substitutions that turn `a` into `b`.
/// Source: Levenshtein (1966), by the dynamic programme of Wagner and Fischer (1974).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name that `text` was probably meant to be: the first of the closest, where no more than a third of it
/// (rounded up) differs.
std::optional<std::string> nearest(std::string_view text, const std::vector<std::string>& names);

}  // namespace gpuxfer::cli
