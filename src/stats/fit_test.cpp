#include "stats/fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

namespace gpuxfer::stats {
namespace {

constexpr std::uint64_t KiB = 1024;
constexpr std::uint64_t MiB = KiB * KiB;

using Law = std::function<double(double bytes)>;

Law line(double alpha, double beta) {
  return [=](double bytes) { return alpha + beta * bytes; };
}

/// Times by `law` at the powers of two from `first` to `last`.
std::vector<SizedTime> times_by(const Law& law, std::uint64_t first, std::uint64_t last) {
  std::vector<SizedTime> times;
  for (std::uint64_t bytes = first; bytes <= last; bytes *= 2) {
    times.push_back({.bytes = bytes, .seconds = law(static_cast<double>(bytes))});
  }
  return times;
}

void expect_line(const FitSegment& segment, double alpha, double beta, double tolerance = 1e-9) {
  ASSERT_TRUE(segment.line) << segment.from_bytes;
  EXPECT_NEAR(segment.line->alpha_seconds, alpha, alpha * tolerance);
  EXPECT_NEAR(segment.line->beta_seconds_per_byte, beta, beta * tolerance);
}

void expect_sizes(const FitSegment& segment, std::uint64_t from, std::uint64_t to) {
  EXPECT_EQ(segment.from_bytes, from);
  EXPECT_EQ(segment.to_bytes, to);
}

TEST(FitTest, ALineIsFoundExactlyInOneSegment) {
  const auto segments = fit(times_by(line(20e-6, 1 / 25e9), 1, 1024 * MiB));
  ASSERT_EQ(segments.size(), 1U);
  expect_sizes(segments[0], 1, 1024 * MiB);
  expect_line(segments[0], 20e-6, 1 / 25e9);
  EXPECT_NEAR(segments[0].line->n_half_bytes.value(), 500e3, 1e-3);
  EXPECT_LT(segments[0].largest_relative_residual, 1e-9);
}

// By hand: the weights are 1, 1/4, 1/16 and 1/16, the normal equations 22 a + 9 b = 32 and 9 a + 17 b = 28,
// so a = 292/293 and b = 328/293; the third time is missed by most. Without weights it were the second.
TEST(FitTest, ResidualsAreWeightedByTheTime) {
  const auto segments = fit(std::vector<SizedTime>{{.bytes = 0, .seconds = 1}, {1, 2}, {2, 4}, {3, 4}});
  ASSERT_EQ(segments.size(), 1U);
  EXPECT_NEAR(segments[0].largest_relative_residual, 1 - (292.0 + 2 * 328.0) / 293 / 4, 1e-12);
  EXPECT_FALSE(segments[0].line) << "off by 19 %";
}

TEST(FitTest, AnEagerLimitIsFoundAtItsSize) {
  const Law law = [](double bytes) { return bytes <= 16 * 1024 ? 2e-6 + bytes / 2e9 : 12e-6 + bytes / 20e9; };
  const auto segments = fit(times_by(law, 1, 64 * MiB));
  ASSERT_EQ(segments.size(), 2U);
  expect_sizes(segments[0], 1, 16 * KiB);
  expect_sizes(segments[1], 32 * KiB, 64 * MiB);
  expect_line(segments[0], 2e-6, 1 / 2e9);
  expect_line(segments[1], 12e-6, 1 / 20e9);
}

TEST(FitTest, ThreeRegimesAreFoundAtTheirSizes) {
  const Law law = [](double bytes) {
    if (bytes <= 2 * 1024) return 1e-6 + bytes / 4e9;
    return bytes <= 512 * 1024 ? 5e-6 + bytes / 6e9 : 60e-6 + bytes / 24e9;
  };
  const auto segments = fit(times_by(law, 1, 256 * MiB));
  ASSERT_EQ(segments.size(), 3U);
  expect_sizes(segments[0], 1, 2 * KiB);
  expect_sizes(segments[1], 4 * KiB, 512 * KiB);
  expect_sizes(segments[2], 1 * MiB, 256 * MiB);
  expect_line(segments[1], 5e-6, 1 / 6e9);
  expect_line(segments[2], 60e-6, 1 / 24e9);
}

TEST(FitTest, FiveRegimesGetFourSegmentsAtMost) {
  std::vector<SizedTime> times;
  for (std::uint64_t i = 0; i < 25; ++i)
    times.push_back({.bytes = 1 + i, .seconds = std::pow(4.0, static_cast<double>(i / 5))});
  const auto segments = fit(times);
  EXPECT_EQ(segments.size(), most_segments);
  std::uint64_t next = 1;
  for (const FitSegment& segment : segments) {
    EXPECT_EQ(segment.from_bytes, next) << "no size is left out, none is in two";
    EXPECT_GE(segment.to_bytes - segment.from_bytes + 1, fewest_sizes_per_segment);
    next = segment.to_bytes + 1;
  }
  EXPECT_EQ(next, 26U);
}

/// The part of 200 noisy runs over 21 sizes whose segments begin where they should.
double found_through_noise(const Law& law, const std::vector<std::uint64_t>& starts) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(1, 0.01);
  int found = 0;
  for (int run = 0; run < 200; ++run) {
    auto times = times_by(law, KiB, 1024 * MiB);
    for (SizedTime& time : times) time.seconds *= noise(random);
    std::vector<std::uint64_t> begins;
    for (const FitSegment& segment : fit(times)) begins.push_back(segment.from_bytes);
    found += begins == starts;
  }
  return found / 200.0;
}

// Over few sizes the criterion is no strict judge: at this noise it cuts at a wrong place, or once too often,
// in about one run of five (seen: 0.81 and 0.79). These bounds catch a criterion that got worse, no more.
TEST(FitTest, NoiseOfOnePercentRarelyHidesAKnee) {
  const Law law = [](double bytes) { return bytes <= 16 * 1024 ? 2e-6 + bytes / 2e9 : 12e-6 + bytes / 20e9; };
  EXPECT_GT(found_through_noise(law, {KiB, 32 * KiB}), 0.75);
}

TEST(FitTest, NoiseOfOnePercentRarelyMakesAKnee) {
  EXPECT_GT(found_through_noise(line(10e-6, 1 / 20e9), {KiB}), 0.75);
}

TEST(FitTest, NoiseLeavesTheLineWhereItIs) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise(1, 0.01);
  auto times = times_by(line(10e-6, 1 / 20e9), KiB, 1024 * MiB);
  for (SizedTime& time : times) time.seconds *= noise(random);
  const auto segments = fit(times);
  ASSERT_EQ(segments.size(), 1U);
  expect_line(segments[0], 10e-6, 1 / 20e9, 0.02);
}

TEST(FitTest, UnderFourSizesThereIsNothing) {
  const auto times = times_by(line(1e-6, 1e-9), 1, 8);
  ASSERT_EQ(times.size(), 4U);
  EXPECT_EQ(fit(times).size(), 1U);
  EXPECT_TRUE(fit(std::span(times).first(3)).empty());
  EXPECT_TRUE(fit({}).empty());
}

TEST(FitTest, UnderEightSizesThereIsOneSegment) {
  const std::vector<SizedTime> times{{1, 1}, {2, 1}, {3, 1}, {4, 5}, {5, 5}, {6, 5}, {7, 5}};
  const auto segments = fit(times);
  ASSERT_EQ(segments.size(), 1U);
  EXPECT_FALSE(segments[0].line);
}

TEST(FitTest, ASegmentOffByOverTenPercentHasNoLineAndTheOtherHas) {
  auto times = times_by(line(1e-6, 1 / 1e9), 1, 64);
  for (const double seconds : {40e-6, 90e-6, 40e-6, 90e-6}) {
    times.push_back({.bytes = 2 * times.back().bytes, .seconds = seconds});
  }
  const auto segments = fit(times);
  ASSERT_EQ(segments.size(), 2U);
  expect_line(segments[0], 1e-6, 1 / 1e9);
  EXPECT_FALSE(segments[1].line);
  EXPECT_GT(segments[1].largest_relative_residual, 0.10);
}

TEST(FitTest, ANegativeStartHasNoHalf) {
  const auto segments = fit(times_by(line(-1e-6, 1 / 1e9), 4 * KiB, MiB));
  ASSERT_EQ(segments.size(), 1U);
  ASSERT_TRUE(segments[0].line);
  EXPECT_NEAR(segments[0].line->alpha_seconds, -1e-6, 1e-15);
  EXPECT_FALSE(segments[0].line->n_half_bytes);
}

TEST(FitTest, TimesThatFallGetTheFlatLine) {
  const auto segments =
      fit(std::vector<SizedTime>{{.bytes = 1, .seconds = 1.03}, {2, 1.02}, {4, 1.01}, {8, 1.00}});
  ASSERT_EQ(segments.size(), 1U);
  ASSERT_TRUE(segments[0].line);
  EXPECT_EQ(segments[0].line->beta_seconds_per_byte, 0);
  EXPECT_NEAR(segments[0].line->alpha_seconds, 1.014754, 1e-6);
  EXPECT_FALSE(segments[0].line->n_half_bytes);
}

TEST(FitTest, ASizeOfZeroIsASizeAsAnyOther) {
  auto times = times_by(line(3e-6, 1 / 10e9), 1, MiB);
  times.insert(times.begin(), SizedTime{.bytes = 0, .seconds = 3e-6});
  const auto segments = fit(times);
  ASSERT_EQ(segments.size(), 1U);
  expect_sizes(segments[0], 0, MiB);
  expect_line(segments[0], 3e-6, 1 / 10e9);
}

}  // namespace
}  // namespace gpuxfer::stats
