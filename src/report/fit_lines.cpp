#include "report/fit_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/sizes.hpp"
#include "report/figure.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

constexpr std::size_t sizes_width = 19;
constexpr std::size_t alpha_width = 7;
constexpr std::size_t line_width = 34;
constexpr std::size_t n_half_width = 13;
constexpr std::size_t value_width = 8;

/// A size that was computed: `116 KiB`.
std::string rough_size(double bytes) {
  constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < units.size(); ++unit) bytes /= 1024;
  return fmt::format("{} {}", three_digits(bytes, value_width), units[unit]);
}

/// Rounded up: no line is said to be closer than it is.
std::string rounded_up(double residual) {
  return fmt::format("{:.1f} %", std::max(std::ceil(residual * 1e3 - 1e-6), 1.0) / 10);
}

std::string heading(const Fit& fit, bool windowed) {
  const std::string in_flight = windowed ? fmt::format(", {} in flight", fit.window) : "";
  return line(
      fmt::format("  Fitted time of a message{} (n½: the size that reaches half of the rate)", in_flight));
}

std::string formula(const FitLine& fitted) {
  const std::string alpha = right(three_digits(fitted.alpha_seconds * 1e6, value_width), alpha_width) + " us";
  if (fitted.beta_seconds_per_byte == 0) return alpha + " at any size";
  return fmt::format("{} + size / {} GB/s", alpha,
                     three_digits(1e-9 / fitted.beta_seconds_per_byte, value_width));
}

std::string text_of(const FitSegment& segment) {
  const std::string within = rounded_up(segment.largest_relative_residual);
  if (!segment.line) return "    no line within 10 %: the best one is off by up to " + within;
  const auto& n_half = segment.line->n_half_bytes;
  return left(formula(*segment.line), line_width) +
         left(n_half ? "n½ " + rough_size(*n_half) : "", n_half_width) + "within " + within;
}

std::string segment_lines(const std::string& mode, const FitSegment& segment) {
  const std::string lead = "    " + mode + "  ";
  const std::string sizes =
      fmt::format("{} to {}", format_size(segment.from_bytes), format_size(segment.to_bytes));
  const std::string text = text_of(segment);
  const std::string whole = lead + left(sizes, sizes_width) + text;
  return columns(whole) <= page_columns ? line(whole) : wrap(lead, sizes + ": " + text);
}

}  // namespace

std::string fit_lines(std::span<const Fit> fits, bool windowed) {
  std::size_t mode_width = 0;
  for (const Fit& fit : fits) mode_width = std::max(mode_width, columns(fit.mode));
  std::string text;
  int window = 0;  // of the heading above
  for (const Fit& fit : fits) {
    if (fit.window != window) text += heading(fit, windowed);
    window = fit.window;
    for (const FitSegment& segment : fit.segments) {
      const bool first = &segment == fit.segments.data();
      text += segment_lines(left(first ? fit.mode : "", mode_width), segment);
    }
  }
  return text;
}

}  // namespace gpuxfer::report
