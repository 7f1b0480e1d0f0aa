#include "stats/blocks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "stats/interval.hpp"
#include "stats/quantiles.hpp"

namespace gpuxfer::stats {
namespace {

constexpr BlockPlan fullest_plan{.blocks = 20, .samples = 5};
constexpr int fewest_blocks = 6;
constexpr double negligible_effect = 0.01;

/// The standard library's distributions and shuffle differ between platforms; ranks of one run must agree.
/// Source: Steele, Lea and Flood (2014), "Fast splittable pseudorandom number generators", SplitMix64.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  /// 0 .. bound-1; the bias of the remainder is under bound / 2^64.
  int below(int bound) { return static_cast<int>(next() % static_cast<std::uint64_t>(bound)); }

 private:
  std::uint64_t state_;
};

/// Judged by logs, so that exchanging mode and base exchanges the verdicts.
Verdict judge(double log_ratio, Interval log_ci95) {
  const double negligible = std::log1p(negligible_effect);
  if (log_ci95.upper < 0 && log_ratio < -negligible) return Verdict::faster;
  if (log_ci95.lower > 0 && log_ratio > negligible) return Verdict::slower;
  if (log_ci95.lower >= -negligible && log_ci95.upper <= negligible) return Verdict::same;
  return Verdict::unclear;
}

}  // namespace

BlockPlan plan_blocks(std::span<const double> seconds_per_sample, double max_seconds) {
  const double round_seconds = 2 * std::accumulate(seconds_per_sample.begin(), seconds_per_sample.end(), 0.0);
  const auto rounds = [&](int most) {
    return round_seconds * most <= max_seconds ? most : static_cast<int>(max_seconds / round_seconds);
  };
  const int samples = rounds(fullest_plan.blocks * fullest_plan.samples) / fullest_plan.blocks;
  if (samples >= 1) return {fullest_plan.blocks, samples};
  return {std::max(rounds(fullest_plan.blocks), fewest_blocks), 1};
}

std::vector<int> block_order(int modes, std::uint64_t seed, int block) {
  // The seed is scrambled before the block is added: neighbouring seeds must not share blocks.
  SplitMix64 random(SplitMix64(seed).next() + static_cast<std::uint64_t>(block));
  std::vector<int> order(static_cast<std::size_t>(modes));
  std::iota(order.begin(), order.end(), 0);
  for (int i = modes - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  order.reserve(2 * order.size());
  for (int i = modes - 1; i >= 0; --i) order.push_back(order[i]);
  return order;
}

Ratio compare(std::span<const double> ratios) {
  std::vector<double> logs;
  logs.reserve(ratios.size());
  for (const double ratio : ratios) logs.push_back(std::log(ratio));
  std::ranges::sort(logs);
  const double center = quantile(logs, 0.5);
  const Interval ci95 = median_interval(logs);
  return {.ratio = std::exp(center),
          .ci95 = {std::exp(ci95.lower), std::exp(ci95.upper)},
          .verdict = ratios.size() < fewest_for_interval ? Verdict::unclear : judge(center, ci95)};
}

}  // namespace gpuxfer::stats
