#include "report/ceiling_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <vector>

#include "report/cells.hpp"
#include "report/figure.hpp"
#include "report/subject.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

using Rows = std::vector<const Row*>;

constexpr std::size_t narrowest = 10;

std::string head_of(const Row& ceiling) {
  return ceiling_words(ceiling.mode);
}

std::size_t width_of(const Row& ceiling) {
  return std::max(narrowest, columns(head_of(ceiling)) + 2);
}

std::string cell(const Row& ceiling, bool latency) {
  const std::size_t width = width_of(ceiling);
  const auto figure = figure_of(ceiling, latency);
  return right(figure ? three_digits(figure->value, width - 2) : "-", width);
}

/// A list for each size, in order of measurement.
std::vector<Rows> by_size(const std::vector<Row>& ceilings, const std::string& pattern) {
  std::vector<Rows> sizes;
  for (const Row& row : ceilings) {
    if (row.pattern != pattern) continue;
    if (sizes.empty() || sizes.back().front()->bytes != row.bytes) sizes.emplace_back();
    sizes.back().push_back(&row);
  }
  return sizes;
}

/// Why ceilings are missing, each reason once.
std::string reasons(const std::vector<Rows>& sizes) {
  std::map<std::string, std::string> first_by_reason;
  for (const Rows& size : sizes) {
    for (const Row* row : size) {
      if (row->skipped) first_by_reason.try_emplace(*row->skipped, head_of(*row));
    }
  }
  std::string text;
  for (const auto& [reason, name] : first_by_reason) text += wrap("    ", name + ": skipped: " + reason);
  return text;
}

std::string what_bounds(const Results& results, const std::string& pattern) {
  std::map<std::string, std::vector<std::string>> ceilings_by_mode;
  std::vector<std::string> modes;
  for (const Row& row : results.rows) {
    if (row.pattern != pattern || !row.bound) continue;
    auto& names = ceilings_by_mode[row.mode];
    if (names.empty()) modes.push_back(row.mode);
    const std::string name = '"' + ceiling_words(row.bound->ceiling) + '"';
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  std::vector<std::string> parts;
  for (const std::string& mode : modes)
    parts.push_back(fmt::format("{} of {}", mode, fmt::join(ceilings_by_mode[mode], " or ")));
  if (parts.empty()) return "";
  return wrap("  ", fmt::format("ceiling: what a row reaches of its slowest stage's own speed: {}.",
                                enumerate(parts)));
}

}  // namespace

std::string ceiling_words(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::string ceiling_lines(const Results& results, const std::string& pattern) {
  if (!results.ceilings) return "";
  const std::vector<Rows> sizes = by_size(*results.ceilings, pattern);
  if (sizes.empty()) return "";
  const bool latency = subject_of(pattern, {}).latency;
  std::string heads = "  " + right("size", size_width);
  for (const Row* row : sizes.front()) heads += right(head_of(*row), width_of(*row));

  std::string text =
      line(fmt::format("  What copies and MPI reach on their own, {}",
                       latency ? "one way, with an empty message where MPI carries none (us)" : "in GB/s"));
  text += line(heads);
  for (const Rows& size : sizes) {
    std::string cells = "  " + size_cell(size.front()->bytes);
    for (const Row* row : size) cells += cell(*row, latency);
    text += line(cells);
  }
  return text + reasons(sizes) + what_bounds(results, pattern);
}

}  // namespace gpuxfer::report
