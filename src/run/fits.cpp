#include "run/fits.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <optional>

#include "stats/fit.hpp"

namespace gpuxfer::run {
namespace {

using RowsBySize = std::vector<const Row*>;

bool usable(const Row& row) {
  return row.seconds && std::ranges::find(row.flags, "few") == row.flags.end();
}

RowsBySize usable_rows(std::span<const Row> rows, const std::string& pattern, const std::string& mode) {
  RowsBySize found;
  for (const Row& row : rows) {
    if (row.pattern == pattern && row.mode == mode && usable(row)) found.push_back(&row);
  }
  std::ranges::sort(found, {}, &Row::bytes);
  return found;
}

/// `rows`, which are not empty, without those of another window than most of them have.
RowsBySize of_one_window(const RowsBySize& rows) {
  std::map<int, std::size_t> counts;
  for (const Row* row : rows) ++counts[row->window];
  int usual = 0;
  for (const auto& [window, count] : counts) {
    if (count >= counts[usual]) usual = window;
  }
  RowsBySize kept;
  std::ranges::copy_if(rows, std::back_inserter(kept), [&](const Row* row) { return row->window == usual; });
  return kept;
}

double seconds_per_message(const Row& row) {
  return row.latency ? row.latency->median : row.seconds->median / static_cast<double>(row.messages);
}

std::optional<Fit> fit_of(const RowsBySize& all) {
  if (all.empty()) return std::nullopt;
  const RowsBySize rows = of_one_window(all);
  if (std::ranges::adjacent_find(rows, std::equal_to{}, &Row::bytes) != rows.end()) return std::nullopt;

  std::vector<stats::SizedTime> times;
  for (const Row* row : rows) times.push_back({.bytes = row->bytes, .seconds = seconds_per_message(*row)});
  const Row& any = *rows.front();
  Fit fit{.pattern = any.pattern, .mode = any.mode, .window = any.window, .segments = stats::fit(times)};
  if (fit.segments.empty()) return std::nullopt;
  return fit;
}

}  // namespace

std::vector<Fit> make_fits(std::span<const Row> rows, const std::string& pattern) {
  std::vector<std::string> modes;
  for (const Row& row : rows) {
    if (row.pattern == pattern && std::ranges::find(modes, row.mode) == modes.end())
      modes.push_back(row.mode);
  }
  std::vector<Fit> fits;
  for (const std::string& mode : modes) {
    if (auto fit = fit_of(usable_rows(rows, pattern, mode))) fits.push_back(std::move(*fit));
  }
  return fits;
}

}  // namespace gpuxfer::run
