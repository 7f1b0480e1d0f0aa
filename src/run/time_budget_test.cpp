#include "run/time_budget.hpp"

#include <gtest/gtest.h>

#include "run/sampler.hpp"

namespace gpuxfer::run {
namespace {

class ManualClock final : public Clock {
 public:
  double now() override { return seconds; }
  double seconds = 100;
};

TEST(TimeBudgetTest, WhatIsLeftIsSharedAmongTheGroupsToCome) {
  ManualClock clock;
  const TimeBudget budget(30, clock);
  EXPECT_DOUBLE_EQ(budget.next(10)->share_seconds, 3);
  clock.seconds += 12;
  EXPECT_DOUBLE_EQ(budget.next(9)->share_seconds, 2);
  EXPECT_DOUBLE_EQ(budget.next(9)->left_seconds, 18);
  clock.seconds += 20;
  EXPECT_LE(budget.next(4)->left_seconds, 0);
  EXPECT_FALSE(TimeBudget(std::nullopt, clock).next(4));
}

TEST(TimeBudgetTest, ARowIsRefusedWhereTimeIsSpentOrItWouldStarveTheOthers) {
  EXPECT_EQ(refusal({.share_seconds = 0.5, .left_seconds = 10}, std::nullopt), "");
  EXPECT_EQ(refusal({.share_seconds = 0.5, .left_seconds = 10}, 2.4), "");
  EXPECT_EQ(refusal({.share_seconds = 0.5, .left_seconds = 10}, 2.6),
            "expected to take 2.6 s or more; the --budget leaves 10 s for it and the rows to come");
  EXPECT_EQ(refusal({.share_seconds = 10, .left_seconds = 10}, 9), "");  // the last row may have all of it
  EXPECT_EQ(refusal({.share_seconds = 0, .left_seconds = 0}, std::nullopt),
            "the --budget was spent before this row");
}

TEST(TimeBudgetTest, TheForecastGrowsWithTheBytesOfOnePattern) {
  Forecast forecast;
  EXPECT_FALSE(forecast.seconds("latency", 100));
  forecast.note("latency", 100, 0.1);
  EXPECT_DOUBLE_EQ(*forecast.seconds("latency", 200), 3.2);
  EXPECT_DOUBLE_EQ(*forecast.seconds("latency", 50), 1.6);
  EXPECT_FALSE(forecast.seconds("bandwidth", 200));
}

TEST(TimeBudgetTest, AShareNeverLengthensARow) {
  const TimeLimits free = time_limits(1, 2, std::nullopt);
  EXPECT_DOUBLE_EQ(free.sampling_seconds, 2);
  EXPECT_DOUBLE_EQ(free.warm_up_seconds, 0.3);
  const TimeLimits rich = time_limits(1, 1, 100);
  EXPECT_DOUBLE_EQ(rich.sampling_seconds, 1);
  EXPECT_DOUBLE_EQ(rich.warm_up_seconds, 0.3);
  const TimeLimits poor = time_limits(1, 2, 0.4);
  EXPECT_DOUBLE_EQ(poor.sampling_seconds, 0.28);
  EXPECT_DOUBLE_EQ(poor.warm_up_seconds, 0.05);
  EXPECT_LE(poor.sampling_seconds + 2 * poor.warm_up_seconds, 0.4);
}

TEST(TimeBudgetTest, TheRunSaysFirstWhatItWouldTakeAndWhatEachRowGets) {
  SweepOptions options;
  options.budget_seconds = 21;
  EXPECT_EQ(announce_budget(options, 42),
            "42 rows of up to 1.3 s each would take up to 55 s; --budget 21 leaves 0.5 s for each");
}

}  // namespace
}  // namespace gpuxfer::run
