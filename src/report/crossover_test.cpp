#include "report/crossover.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gpuxfer::report {
namespace {

using enum Verdict;

/// staged against direct at 1 KiB, 2 KiB, 4 KiB ...
std::string told(const std::vector<Verdict>& verdicts) {
  std::vector<Comparison> comparisons;
  std::uint64_t bytes = 1024;
  for (const Verdict verdict : verdicts) {
    Comparison& comparison = comparisons.emplace_back();
    comparison.mode = "staged";
    comparison.base = "direct";
    comparison.bytes = bytes;
    comparison.verdict = verdict;
    bytes *= 2;
  }
  return crossover(comparisons);
}

TEST(CrossoverTest, NamesTheBracket) {
  EXPECT_EQ(told({slower, slower, faster, faster}),
            "staged is slower than direct up to 2 KiB and faster from 4 KiB: the crossover lies "
            "between 2 KiB and 4 KiB");
}

TEST(CrossoverTest, SaysWhenThereIsNone) {
  EXPECT_EQ(told({faster, faster}), "staged is faster than direct throughout");
  EXPECT_EQ(told({slower}), "staged is slower than direct at 1 KiB");
  EXPECT_EQ(told({same, same}), "staged is no different from direct throughout");
  EXPECT_EQ(told({same, unclear}), "staged shows no clear difference from direct throughout");
}

TEST(CrossoverTest, CountsSizesThatDecideNothing) {
  EXPECT_EQ(
      told({slower, slower, unclear, faster, faster}),
      "staged is slower than direct up to 2 KiB and faster from 8 KiB: the crossover lies between 2 KiB and "
      "8 KiB; no clear difference at 1 of 5 sizes");
  EXPECT_EQ(told({same, slower, slower}),
            "staged is slower than direct from 2 KiB; no clear difference at 1 of 3 sizes");
  EXPECT_EQ(told({same, slower, slower, same}),
            "staged is slower than direct from 2 KiB to 4 KiB; no clear difference at 2 of 4 sizes");
  EXPECT_EQ(told({slower, same, slower}),
            "staged is slower than direct wherever they differ; no clear difference at 1 of 3 sizes");
}

TEST(CrossoverTest, TellsEveryChange) {
  EXPECT_EQ(
      told({slower, slower, faster, slower, slower}),
      "staged is slower than direct up to 2 KiB, faster at 4 KiB and slower from 8 KiB: the crossovers lie "
      "between 2 KiB and 4 KiB and between 4 KiB and 8 KiB");
}

Comparison compared(std::uint64_t bytes, double ratio, Verdict verdict) {
  return {.pattern = "latency",
          .mode = "staged",
          .base = "direct",
          .bytes = bytes,
          .ratio = ratio,
          .ci95 = {},
          .verdict = verdict,
          .block_ratios = {}};
}

TEST(LargestGainsTest, NamesTheFactorAndTheSizeEachWay) {
  const std::vector<Comparison> both{compared(1024, 0.8, faster), compared(2048, 0.5, unclear),
                                     compared(4096, 2.5, slower), compared(8192, 12.5, slower)};
  EXPECT_EQ(largest_gains(both),
            "at best direct is 12.5 times as fast (8 KiB) and staged is 1.25 times as fast (1 KiB)");
}

TEST(LargestGainsTest, SaysNothingWhereNothingIsDecided) {
  const std::vector<Comparison> none{compared(1024, 1.2, unclear), compared(2048, 1.001, same)};
  EXPECT_EQ(largest_gains(none), "");
}

}  // namespace
}  // namespace gpuxfer::report
