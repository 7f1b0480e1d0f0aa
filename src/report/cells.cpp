#include "report/cells.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/sizes.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

constexpr std::size_t half_width = 8;
constexpr std::size_t bound_width = 9;

/// 100 s are nine digits in us; no link needs more than eight columns in GB/s.
constexpr std::size_t value_width(bool latency) {
  return latency ? 9 : 8;
}

}  // namespace

std::string size_cell(std::uint64_t bytes) {
  const std::string text = format_size(bytes);
  return columns(text) <= size_width ? right(text, size_width) : text + '\n' + std::string(size_width, ' ');
}

std::optional<Estimate> figure_of(const Row& row, bool latency) {
  if (!trouble(row).empty()) return std::nullopt;
  if (latency && row.latency) return estimate(row.latency->median, row.latency->ci95, 1e-6);
  if (!latency && row.bandwidth) return estimate(row.bandwidth->median, row.bandwidth->ci95, 1e9);
  return std::nullopt;
}

std::string figure_cell(const Row& row, bool latency) {
  const auto estimate = figure_of(row, latency);
  if (!estimate) return figure_head("-", latency);
  // One sample has no spread, which is not to say that it has none.
  if (row.samples_seconds.size() == 1) {
    return figure_head(number(estimate->value, decimal_place(*estimate), value_width(latency)), latency);
  }
  return "  " + figure(*estimate, value_width(latency), half_width);
}

std::string figure_head(const std::string& text, bool latency) {
  const std::size_t value = 2 + value_width(latency);
  return left(right(text, value), value + 3 + half_width);
}

std::string unit_head(bool latency) {
  const std::size_t value = 2 + value_width(latency);
  return left(right(latency ? "median us" : "GB/s", value) + " ±", value + 3 + half_width);
}

std::string ratio_cell(const Comparison* comparison) {
  if (!comparison) return std::string(ratio_width, ' ');
  return " " + figure(estimate(comparison->ratio, comparison->ci95, 1), 7, 5);
}

std::string count_cell(std::size_t count, std::size_t width) {
  return right(std::to_string(count), width);
}

std::string bound_cell(const Row& row, bool wanted) {
  if (!wanted) return "";
  return right(row.bound && trouble(row).empty() ? percent(row.bound->share) : "-", bound_width);
}

std::string bound_head(bool wanted) {
  return wanted ? right("ceiling", bound_width) : "";
}

std::string messages_cell(const Row& row, std::size_t width) {
  if (!row.messages_per_second || !trouble(row).empty()) return right("-", width);
  const double rate = *row.messages_per_second;
  // The rate and the bandwidth come from the same median, so they are equally certain.
  const double certainty =
      row.bandwidth && row.bandwidth->median > 0
          ? estimate(row.bandwidth->median, row.bandwidth->ci95, row.bandwidth->median).half
          : 0;
  return right(number(rate, decimal_place({.value = rate, .half = rate * certainty}), width - 2), width);
}

const Comparison* comparison_of(const Row& row, std::span<const Comparison> comparisons) {
  const auto found = std::ranges::find_if(comparisons, [&](const Comparison& comparison) {
    return comparison.bytes == row.bytes && comparison.mode == row.mode && comparison.pattern == row.pattern;
  });
  return found == comparisons.end() ? nullptr : &*found;
}

std::string trouble(const Row& row) {
  if (row.mismatch) {
    const Mismatch& wrong = *row.mismatch;
    return fmt::format(
        "WRONG DATA: rank {}, slot {}, offset {}: expected 0x{:02x}, got 0x{:02x} ({} {} wrong, {}){}{}",
        wrong.rank, wrong.slot, wrong.offset, wrong.expected, wrong.got, wrong.count,
        wrong.count == 1 ? "byte" : "bytes", wrong.when, wrong.hint.empty() ? "" : ": ", wrong.hint);
  }
  return row.skipped ? "skipped: " + *row.skipped : "";
}

std::string with_flags(const std::string& cells, const std::string& flags) {
  if (flags.empty() || columns(cells) + 2 + columns(flags) <= page_columns) {
    return line(cells + "  " + flags);
  }
  return line(cells) + wrap(std::string(size_width + 2, ' '), flags);
}

}  // namespace gpuxfer::report
