#include "run/bounds.hpp"

#include <algorithm>

namespace gpuxfer::run {
namespace {

const Row* slowest(const std::vector<std::string>& names, std::span<const Row> ceilings) {
  const Row* found = nullptr;
  for (const Row& ceiling : ceilings) {
    if (!ceiling.seconds || std::ranges::find(names, ceiling.mode) == names.end()) continue;
    if (found == nullptr || ceiling.seconds->median > found->seconds->median) found = &ceiling;
  }
  return found;
}

}  // namespace

void hold_against(std::span<Row> rows, const std::vector<Mode>& modes, std::span<const Row> ceilings,
                  const path::Staging& staging) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].seconds) continue;
    const Row* const ceiling = slowest(modes[i].path->bounded_by(staging), ceilings);
    if (ceiling == nullptr) continue;
    rows[i].bound =
        Bound{.ceiling = ceiling->mode, .share = ceiling->seconds->median / rows[i].seconds->median};
  }
}

}  // namespace gpuxfer::run
