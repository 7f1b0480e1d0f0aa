#include "cli/nearest.hpp"

#include <algorithm>
#include <numeric>

namespace gpuxfer::cli {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // One row of the table: row[j] turns a's letters so far into the first j of b.
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (const char letter : a) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (letter == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::optional<std::string> nearest(std::string_view text, const std::vector<std::string>& names) {
  std::optional<std::string> best;
  std::size_t least = 0;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(text, name);
    if (distance > (name.size() + 2) / 3 || (best && distance >= least)) continue;
    best = name;
    least = distance;
  }
  return best;
}

}  // namespace gpuxfer::cli
