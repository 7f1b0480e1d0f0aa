#include "run/warm_up.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace gpuxfer::run {
namespace {

struct Course {
  std::vector<double> samples;
  double elapsed = 0;
  bool settled = true;
};

/// Warms up over operations that take time_of(i) seconds.
Course warm(const std::function<double(std::size_t)>& time_of, std::optional<int> exact = {}) {
  WarmUp rule(exact);
  Course course;
  while (const std::size_t count = rule.next(course.samples, course.elapsed)) {
    for (std::size_t i = 0; i < count; ++i) {
      course.samples.push_back(time_of(course.samples.size()));
      course.elapsed += course.samples.back();
    }
  }
  course.settled = rule.settled();
  return course;
}

TEST(WarmUpTest, SteadyOperationsEndOnceTwentyMillisecondsHavePassed) {
  const Course course = warm([](std::size_t) { return 10e-6; });
  EXPECT_TRUE(course.settled);
  EXPECT_GE(course.elapsed, 0.02 - 1e-9);
  EXPECT_LT(course.elapsed, 0.021);
}

TEST(WarmUpTest, ADriftGoesOnUntilItFlattens) {
  // 1 ms operations that get 5 % faster each until the hundredth: groups of 16 agree only past it.
  const Course course = warm(
      [](std::size_t i) { return 1e-3 * std::pow(0.95, std::min<double>(static_cast<double>(i), 100)); });
  EXPECT_TRUE(course.settled);
  EXPECT_GE(course.samples.size(), 116U);
  EXPECT_LE(course.samples.size(), 160U);
}

TEST(WarmUpTest, WhatNeverSettlesEndsAtThreeTenthsOfASecondAndSaysSo) {
  const Course course = warm([](std::size_t i) { return 2e-3 * (i / 16 % 2 == 0 ? 1.0 : 1.5); });
  EXPECT_FALSE(course.settled);
  EXPECT_LE(course.elapsed, 0.3);
  EXPECT_GT(course.elapsed, 0.2);
}

TEST(WarmUpTest, SlowOperationsAreRunThreeTimes) {
  const Course course = warm([](std::size_t) { return 0.5; });
  EXPECT_EQ(course.samples.size(), 3U);
  EXPECT_TRUE(course.settled);  // nothing was compared, so nothing is claimed
}

TEST(WarmUpTest, AnExactNumberIsTaken) {
  EXPECT_EQ(warm([](std::size_t) { return 1e-6; }, 7).samples.size(), 7U);
}

TEST(WarmUpTest, TheEstimateIsTheLastGroupsMedian) {
  std::vector<double> samples(100, 5.0);
  samples.insert(samples.end(), 16, 2.0);
  EXPECT_EQ(WarmUp::estimate(samples), 2.0);
}

}  // namespace
}  // namespace gpuxfer::run
