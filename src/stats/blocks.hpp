#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/results.hpp"

namespace gpuxfer::stats {

/// How several modes share the time of one size: `blocks` blocks, each a seeded order of all modes and then
/// its reverse, with `samples` samples a quarter (one visit to one mode).
struct BlockPlan {
  int blocks = 20;
  int samples = 5;
};

/// The plan that fits `max_seconds`, given what one sample of each mode takes: 20 blocks of 5; else fewer
/// samples a quarter; else fewer blocks; never under 6 blocks of 1, whatever that takes. A block visits each
/// mode twice.
BlockPlan plan_blocks(std::span<const double> seconds_per_sample, double max_seconds);

/// The visits of block `block`: a permutation of 0 .. modes-1 drawn from `seed` and `block`, then its
/// reverse. The same on every rank.
std::vector<int> block_order(int modes, std::uint64_t seed, int block);

struct Ratio {
  double ratio = 1;  ///< times, mode over base
  Interval ci95;
  Verdict verdict = Verdict::unclear;
};

/// The ratio of two modes from their blocks: the median of `ratios` (mode's over base's, one a block, not
/// empty) on the log scale, with the interval of exact binomial ranks. faster or slower where the interval
/// excludes 1 and the effect is over 1 %; same where the interval lies within +-1 %; else unclear. +-1 % is
/// from 1/1.01 to 1.01. Under 6 ratios no interval covers 95 %: their range, and unclear.
Ratio compare(std::span<const double> ratios);

}  // namespace gpuxfer::stats
