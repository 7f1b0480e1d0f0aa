#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/results.hpp"

namespace gpuxfer::report {

/// The short words beside a figure: the row's flags, `capped`, and `xN` where N operations were timed
/// together. A row that gives no figure has none.
std::vector<std::string> flag_words(const Row& row);

/// The words of the rows of one size: those that all share once, the others behind their row's mode.
std::string flag_text(const Row& row);
std::string flag_text(const Row& first, const Row& second);

/// What each of `words` means, a line (or more) each, ending in newlines.
std::string legend(const std::set<std::string>& words);

}  // namespace gpuxfer::report
