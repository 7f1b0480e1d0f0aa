#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpuxfer::report {

/// No line of a table is longer.
inline constexpr std::size_t page_columns = 100;

/// Columns that the last line of UTF-8 `text` takes on a terminal, its characters being of single width.
std::size_t columns(std::string_view text);

/// Text padded with spaces to `width` columns; longer text stays as it is.
std::string right(std::string_view text, std::size_t width);
std::string left(std::string_view text, std::size_t width);

/// The line without trailing spaces, and a newline.
std::string line(std::string_view text);

/// `lead`, then `text` broken between words, later lines indented to where `text` began; each line ends in a
/// newline. Words wider than what is left of the page are cut. Foreign text is safe here: white space of all
/// kinds separates words, other control characters and bytes that are no UTF-8 become '?'.
std::string wrap(std::string_view lead, std::string_view text);

/// `a`, `a and b`, `a, b and c`.
std::string enumerate(const std::vector<std::string>& items);

/// `rank 0`, `ranks 0 and 1`.
std::string ranks_text(const std::vector<int>& ranks);

}  // namespace gpuxfer::report
