#include "run/fits.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::run {
namespace {

constexpr double alpha = 4e-6;
constexpr double beta = 1 / 10e9;

double message_seconds(std::uint64_t bytes) {
  return alpha + beta * static_cast<double>(bytes);
}

Row latency_row(const std::string& mode, std::uint64_t bytes) {
  const double one_way = message_seconds(bytes);
  Row row{.pattern = "latency", .mode = mode, .memory = {}, .bytes = bytes};
  row.seconds = Distribution{.median = 2 * one_way, .ci95 = {}, .iqr = {}, .p99 = {}};
  row.latency = Latency{.median = one_way, .ci95 = {}};
  return row;
}

Row bandwidth_row(std::uint64_t bytes, int window) {
  Row row{.pattern = "bandwidth", .mode = "direct", .memory = {}, .bytes = bytes, .window = window};
  row.messages = static_cast<std::uint64_t>(window);
  row.seconds = Distribution{.median = window * message_seconds(bytes), .ci95 = {}, .iqr = {}, .p99 = {}};
  return row;
}

std::vector<Row> latency_rows(const std::string& mode, std::size_t count) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < count; ++i) rows.push_back(latency_row(mode, 1024ULL << i));
  return rows;
}

void expect_the_law(const Fit& fit, std::uint64_t from, std::uint64_t to) {
  ASSERT_EQ(fit.segments.size(), 1U);
  EXPECT_EQ(fit.segments[0].from_bytes, from);
  EXPECT_EQ(fit.segments[0].to_bytes, to);
  ASSERT_TRUE(fit.segments[0].line);
  EXPECT_NEAR(fit.segments[0].line->alpha_seconds, alpha, 1e-12);
  EXPECT_NEAR(fit.segments[0].line->beta_seconds_per_byte, beta, 1e-16);
}

TEST(FitsTest, ALatencyIsFittedOneWayModeByMode) {
  std::vector<Row> rows;
  for (int i = 0; i < 5; ++i) {
    rows.push_back(latency_row("staged", 1024ULL << i));
    rows.push_back(latency_row("direct", 1024ULL << i));
  }
  const auto fits = make_fits(rows, "latency");
  ASSERT_EQ(fits.size(), 2U);
  EXPECT_EQ(fits[0].mode, "staged");
  EXPECT_EQ(fits[1].mode, "direct");
  EXPECT_EQ(fits[1].pattern, "latency");
  for (const Fit& fit : fits) expect_the_law(fit, 1024, 16384);
  EXPECT_TRUE(make_fits(rows, "bandwidth").empty());
}

TEST(FitsTest, AWindowIsFittedAMessageWithoutTheRowsOfAnotherWindow) {
  std::vector<Row> rows;
  for (int i = 0; i < 6; ++i) rows.push_back(bandwidth_row(1024ULL << i, 64));
  for (int i = 6; i < 10; ++i) rows.push_back(bandwidth_row(1024ULL << i, 64 >> (i - 5)));
  const auto fits = make_fits(rows, "bandwidth");
  ASSERT_EQ(fits.size(), 1U);
  EXPECT_EQ(fits[0].window, 64);
  expect_the_law(fits[0], 1024, 32768);
}

TEST(FitsTest, OfTwoWindowsAsFrequentTheLargerOneIsTaken) {
  std::vector<Row> rows;
  for (int i = 0; i < 8; ++i) rows.push_back(bandwidth_row(1024ULL << i, i < 4 ? 64 : 1));
  const auto fits = make_fits(rows, "bandwidth");
  ASSERT_EQ(fits.size(), 1U);
  EXPECT_EQ(fits[0].window, 64);
  expect_the_law(fits[0], 1024, 8192);
}

// Each row left out is far off the line, so it would show.
TEST(FitsTest, RowsWithNoOrFewDataAreLeftOut) {
  std::vector<Row> rows = latency_rows("direct", 4);
  Row skipped = latency_row("direct", 8);
  skipped.seconds.reset();
  skipped.latency.reset();
  skipped.skipped = "no room";
  Row few = latency_row("direct", 16);
  few.flags = {"few"};
  few.latency->median *= 100;
  Row wrong = skipped;
  wrong.skipped.reset();
  wrong.mismatch = Mismatch{};
  rows.insert(rows.begin(), {skipped, few, wrong});
  const auto fits = make_fits(rows, "latency");
  ASSERT_EQ(fits.size(), 1U);
  expect_the_law(fits[0], 1024, 8192);
}

TEST(FitsTest, UnderFourSizesThereIsNone) {
  EXPECT_TRUE(make_fits(latency_rows("direct", 3), "latency").empty());
  EXPECT_EQ(make_fits(latency_rows("direct", 4), "latency").size(), 1U);
  EXPECT_TRUE(make_fits({}, "latency").empty());
}

TEST(FitsTest, SeveralPairsOfRanksHaveNone) {
  std::vector<Row> rows = latency_rows("direct", 5);
  rows.push_back(rows[2]);
  rows.back().to = 2;
  EXPECT_TRUE(make_fits(rows, "latency").empty());
}

}  // namespace
}  // namespace gpuxfer::run
