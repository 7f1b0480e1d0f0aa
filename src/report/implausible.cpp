#include "report/implausible.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/sizes.hpp"
#include "report/ceiling_lines.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {

namespace {

std::string above_ceiling(const Row& row) {
  if (!row.bound) return "";
  const std::string ceiling = ceiling_words(row.bound->ceiling);
  const double rate = row.bandwidth->median / 1e9;
  return wrap(
      "              ",
      fmt::format("The highest: {:.4g} GB/s ({}, {}, {}); its ceiling \"{}\" was measured at {:.4g} GB/s.",
                  rate, row.pattern, row.mode, format_size(row.bytes), ceiling, rate / row.bound->share));
}

}  // namespace

std::string implausible_line(const Results& results) {
  const Row* highest = nullptr;
  for (const Row& row : results.rows) {
    if (!row.bandwidth || std::ranges::count(row.flags, "implausible") == 0) continue;
    if (highest == nullptr || row.bandwidth->median > highest->bandwidth->median) highest = &row;
  }
  if (highest == nullptr) return "";
  const auto& limit = results.environment.limit;
  if (!limit) return above_ceiling(*highest);
  return wrap("              ",
              fmt::format("The highest: {:.4g} GB/s ({}, {}, {}); {} can carry {:.4g} GB/s{}.",
                          highest->bandwidth->median / 1e9, highest->pattern, highest->mode,
                          format_size(highest->bytes), limit->of, limit->bytes_per_second / 1e9,
                          limit->duplex ? " each way" : ""));
}

}  // namespace gpuxfer::report
