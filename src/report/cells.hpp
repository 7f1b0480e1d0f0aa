#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/results.hpp"
#include "report/figure.hpp"

/// The cells that the layouts have in common. Each but the first begins with the space before it.
namespace gpuxfer::report {

inline constexpr std::size_t size_width = 9;
inline constexpr std::size_t ratio_width = 1 + 7 + 3 + 5;
inline constexpr std::size_t count_width = 9;

/// The size in the first column, or on a line of its own where it is wider.
std::string size_cell(std::uint64_t bytes);

/// The row's figure in the table's unit: us where `latency`, else GB/s; absent where it has none.
std::optional<Estimate> figure_of(const Row& row, bool latency);

std::string figure_cell(const Row& row, bool latency);
/// A head as wide as a figure with its interval, ending where the figure's value ends.
std::string figure_head(const std::string& text, bool latency);
std::string unit_head(bool latency);
std::string ratio_cell(const Comparison* comparison);
std::string count_cell(std::size_t count, std::size_t width);
/// The share of its ceiling that the row reaches; nothing at all unless `wanted`.
std::string bound_cell(const Row& row, bool wanted);
std::string bound_head(bool wanted);
std::string messages_cell(const Row& row, std::size_t width);

/// The comparison that the row's mode took part in at its size; null where there is none (the first mode, a
/// skipped row).
const Comparison* comparison_of(const Row& row, std::span<const Comparison> comparisons);

/// Why the row has no figure, "skipped: ..." or "WRONG DATA: ..."; empty where it has one.
std::string trouble(const Row& row);

/// `cells`, then `flags` where they fit on the line; else on lines of their own. Ends in a newline.
std::string with_flags(const std::string& cells, const std::string& flags);

}  // namespace gpuxfer::report
