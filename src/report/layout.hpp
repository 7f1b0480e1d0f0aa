#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/results.hpp"

namespace gpuxfer::report {

/// How a table arranges the rows of one size.
class Layout {
 public:
  virtual ~Layout() = default;
  /// The column heads, a line or two.
  virtual std::string heads() const = 0;
  /// The lines of one size: `rows` holds one row for each mode, in the modes' order.
  virtual std::string lines(std::span<const Row> rows, std::span<const Comparison> comparisons) const = 0;
};

/// One mode: every column. `latency`: the figures are times; else bandwidths. `bounds`: with the share of its
/// ceiling that each row reaches.
std::unique_ptr<Layout> one_mode(bool latency, bool bounds);
/// Two modes side by side, with the ratio of their times.
std::unique_ptr<Layout> two_modes(bool latency, std::vector<std::string> modes);
/// Any number of modes, a line each.
std::unique_ptr<Layout> many_modes(bool latency, bool bounds, std::vector<std::string> modes);

}  // namespace gpuxfer::report
