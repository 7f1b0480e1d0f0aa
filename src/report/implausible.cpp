#include "report/implausible.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/sizes.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {

std::string implausible_line(const Results& results) {
  const Row* highest = nullptr;
  for (const Row& row : results.rows) {
    if (!row.bandwidth || std::ranges::count(row.flags, "implausible") == 0) continue;
    if (highest == nullptr || row.bandwidth->median > highest->bandwidth->median) highest = &row;
  }
  const auto& limit = results.environment.limit;
  if (highest == nullptr || !limit) return "";
  return wrap("              ",
              fmt::format("The highest: {:.4g} GB/s ({}, {}, {}); {} can carry {:.4g} GB/s{}.",
                          highest->bandwidth->median / 1e9, highest->pattern, highest->mode,
                          format_size(highest->bytes), limit->of, limit->bytes_per_second / 1e9,
                          limit->duplex ? " each way" : ""));
}

}  // namespace gpuxfer::report
