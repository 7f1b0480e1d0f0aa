#include "run/rows.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::run {
namespace {

class RowsTest : public testing::Test {
 protected:
  RowsTest() {
    for (const char* name : {"direct", "staged"}) {
      modes.push_back({.name = name, .path = path::Paths::find(name)->make(), .unavailable = {}});
    }
  }

  static Outcome outcome(double seconds, std::size_t n = 100) {
    return {.refused = {},
            .samples = {.seconds = std::vector<double>(n, seconds),
                        .stop = Stop::blocks,
                        .block_medians = std::vector<double>(20, seconds)},
            .mismatch = {}};
  }
  static RowGroup group(const std::string& pattern, int window) {
    return {.pattern = pattern, .bytes = 1000, .window = window, .skipped = {std::nullopt, std::nullopt}};
  }

  SweepOptions options;
  std::vector<Mode> modes;
};

TEST_F(RowsTest, ALatencyRowHalvesTheRoundTrip) {
  const std::vector outcomes{outcome(4e-6), outcome(8e-6)};
  const auto rows = make_rows(group("latency", 1), modes, outcomes, options, 1e-9);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_DOUBLE_EQ(rows[0].seconds->median, 4e-6);
  EXPECT_DOUBLE_EQ(rows[0].latency->median, 2e-6);
  EXPECT_DOUBLE_EQ(rows[0].bandwidth->median, 1000 / 2e-6);
  EXPECT_EQ(rows[1].mode, "staged");
  EXPECT_DOUBLE_EQ(rows[1].latency->median, 4e-6);
  EXPECT_EQ(rows[0].verified, true);
}

TEST_F(RowsTest, ABandwidthRowCountsItsWindowAndInvertsItsInterval) {
  std::vector outcomes{outcome(1e-3, 6), outcome(1e-3, 6)};
  outcomes[0].samples.seconds = {1e-3, 1e-3, 2e-3, 2e-3, 4e-3, 4e-3};
  const auto rows = make_rows(group("bandwidth", 8), modes, outcomes, options, 1e-9);
  EXPECT_FALSE(rows[0].latency);
  EXPECT_DOUBLE_EQ(rows[0].bandwidth->median, 8 * 1000 / 2e-3);
  EXPECT_DOUBLE_EQ(rows[0].bandwidth->ci95.lower, 8 * 1000 / 4e-3);
  EXPECT_DOUBLE_EQ(rows[0].bandwidth->ci95.upper, 8 * 1000 / 1e-3);
  EXPECT_DOUBLE_EQ(*rows[0].messages_per_second, 8 / 2e-3);
}

TEST_F(RowsTest, WrongDataPrintsNoFigureAndIsComparedWithNothing) {
  std::vector outcomes{outcome(1e-3), outcome(1e-3)};
  outcomes[1].mismatch = Mismatch{.rank = 1, .slot = 0, .offset = 5};
  const auto rows = make_rows(group("latency", 1), modes, outcomes, options, 1e-9);
  EXPECT_FALSE(rows[1].seconds || rows[1].latency || rows[1].bandwidth || rows[1].messages_per_second);
  EXPECT_EQ(rows[1].verified, false);
  EXPECT_TRUE(rows[0].seconds);
  EXPECT_TRUE(make_comparisons(group("latency", 1), modes, outcomes).empty());
}

TEST_F(RowsTest, ASkippedModeKeepsItsReasonAndTheOthersTheirOutcomes) {
  RowGroup skipping = group("latency", 1);
  skipping.skipped[0] = "not here";
  const std::vector outcomes{outcome(6e-6)};
  const auto rows = make_rows(skipping, modes, outcomes, options, 1e-9);
  EXPECT_EQ(rows[0].skipped, "not here");
  EXPECT_FALSE(rows[0].verified);
  EXPECT_DOUBLE_EQ(rows[1].latency->median, 3e-6);
  EXPECT_TRUE(make_comparisons(skipping, modes, outcomes).empty());
}

TEST_F(RowsTest, AModeThatWasRefusedIsSkippedWithItsReason) {
  std::vector outcomes{outcome(6e-6), Outcome{.refused = "no pinned memory", .samples = {}, .mismatch = {}}};
  const auto rows = make_rows(group("latency", 1), modes, outcomes, options, 1e-9);
  EXPECT_FALSE(rows[0].skipped);
  EXPECT_EQ(rows[1].skipped, "no pinned memory");
  EXPECT_FALSE(rows[1].verified || rows[1].seconds);
  EXPECT_TRUE(make_comparisons(group("latency", 1), modes, outcomes).empty());
}

TEST_F(RowsTest, RatiosAreOfTimesToTheFirstMode) {
  const std::vector outcomes{outcome(2e-6), outcome(3e-6)};
  const auto comparisons = make_comparisons(group("latency", 1), modes, outcomes);
  ASSERT_EQ(comparisons.size(), 1U);
  EXPECT_EQ(comparisons[0].mode, "staged");
  EXPECT_EQ(comparisons[0].base, "direct");
  EXPECT_NEAR(comparisons[0].ratio, 1.5, 1e-9);
  EXPECT_EQ(comparisons[0].verdict, Verdict::slower);
  EXPECT_EQ(comparisons[0].block_ratios.size(), 20U);
}

TEST_F(RowsTest, FlagsSayWhatWasOdd) {
  std::vector outcomes{outcome(1e-3, 3), outcome(1e-3)};
  outcomes[0].samples.settled = false;
  outcomes[1].flags = {"unpinned"};
  RowGroup shrunk = group("bandwidth", 2);
  shrunk.window_shrunk = true;
  const auto rows = make_rows(shrunk, modes, outcomes, options, 1e-9);
  EXPECT_EQ(rows[0].flags, (std::vector<std::string>{"window", "unsettled", "few"}));
  EXPECT_EQ(rows[1].flags, (std::vector<std::string>{"window", "unpinned"}));
}

}  // namespace
}  // namespace gpuxfer::run
