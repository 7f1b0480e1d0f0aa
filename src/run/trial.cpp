#include "run/trial.hpp"

#include <algorithm>

namespace gpuxfer::run {
namespace {

constexpr std::uint64_t small_bytes = 1 << 10;
constexpr std::uint64_t likely_threshold_bytes = 64 << 10;

}  // namespace

std::vector<std::uint64_t> trial_sizes(std::optional<std::uint64_t> threshold_bytes, std::uint64_t most_bytes,
                                       std::uint64_t unit_bytes) {
  const auto whole = [&](std::uint64_t bytes) { return bytes / unit_bytes * unit_bytes; };
  const std::uint64_t threshold =
      std::max<std::uint64_t>(threshold_bytes.value_or(likely_threshold_bytes), 1);
  const std::uint64_t below = whole(std::min({small_bytes, threshold - 1, most_bytes}));
  const std::uint64_t reaching =
      std::min(whole(std::max(threshold, small_bytes) + unit_bytes - 1), whole(most_bytes));
  std::vector<std::uint64_t> sizes;
  if (below > 0) sizes.push_back(below);
  if (reaching >= threshold && reaching > below) sizes.push_back(reaching);
  return sizes;
}

}  // namespace gpuxfer::run
