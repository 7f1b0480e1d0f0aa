#include "report/shares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <vector>

#include "core/sizes.hpp"
#include "report/figure.hpp"
#include "report/text.hpp"
#include "stats/blocks.hpp"

namespace gpuxfer::report {
namespace {

struct Share {
  std::uint64_t bytes = 0;
  double share = 0;  ///< of the reference's rate
};

using BlockRatios = std::vector<double>;

/// Of the mode's time to the first one's; empty ones are missing. For the first mode itself all are 1.
BlockRatios against_first(const Results& results, const std::string& pattern, std::uint64_t bytes,
                          const std::string& mode) {
  for (const Comparison& comparison : results.comparisons) {
    if (comparison.pattern != pattern || comparison.bytes != bytes) continue;
    if (comparison.mode == mode) return comparison.block_ratios;
    if (comparison.base == mode) return BlockRatios(comparison.block_ratios.size(), 1.0);
  }
  return {};
}

/// Block by block, since one block's modes ran under the same conditions.
std::optional<Share> share_at(const Results& results, const Row& row) {
  const auto own = against_first(results, row.pattern, row.bytes, row.mode);
  const auto reference = against_first(results, row.pattern, row.bytes, results.reference);
  if (own.empty() || own.size() != reference.size()) return std::nullopt;
  BlockRatios ratios;
  std::ranges::transform(own, reference, std::back_inserter(ratios), std::divides{});
  return Share{.bytes = row.bytes, .share = 1 / stats::compare(ratios).ratio};
}

std::string sentence(const std::string& mode, const std::string& reference,
                     const std::vector<Share>& shares) {
  const auto [least, most] = std::ranges::minmax_element(shares, {}, &Share::share);
  const auto at = [](const Share& share) {
    return fmt::format("{} at {}", percent(share.share), format_size(share.bytes));
  };
  if (shares.size() == 1)
    return fmt::format("{} reaches {} of {}'s speed at {}.", mode, percent(least->share), reference,
                       format_size(least->bytes));
  return fmt::format("{} reaches between {} and {} of {}'s speed.", mode, at(*least), at(*most), reference);
}

}  // namespace

std::string shares(const Results& results, const std::string& pattern) {
  if (results.reference.empty()) return "";
  std::vector<std::string> modes;
  std::vector<std::vector<Share>> found;
  for (const Row& row : results.rows) {
    if (row.pattern != pattern || row.mode == results.reference || !row.seconds) continue;
    const auto share = share_at(results, row);
    if (!share) continue;
    const auto place = std::ranges::find(modes, row.mode) - modes.begin();
    if (place == std::ssize(modes)) {
      modes.push_back(row.mode);
      found.emplace_back();
    }
    found[static_cast<std::size_t>(place)].push_back(*share);
  }
  std::string text;
  for (std::size_t i = 0; i < modes.size(); ++i)
    text += wrap("  ", sentence(modes[i], results.reference, found[i]));
  return text;
}

}  // namespace gpuxfer::report
