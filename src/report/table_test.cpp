#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <sstream>

#include "report/test_results.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

constexpr std::uint64_t KiB = 1024;
constexpr std::uint64_t TiB = KiB * KiB * KiB * KiB;

/// What follows the header.
std::string tables(const Results& results) {
  const std::string text = printed("table", results);
  return text.substr(text.find("\n\n") + 2);
}

void expect_says(const Results& results, const std::string& text) {
  EXPECT_NE(tables(results).find(text), std::string::npos) << text << "\nnot in\n" << tables(results);
}

void expect_fits_the_page(const Results& results) {
  std::istringstream lines(printed("table", results));
  for (std::string text; std::getline(lines, text);) {
    EXPECT_LE(columns(text), page_columns) << text;
    EXPECT_FALSE(text.ends_with(' ')) << text;
  }
}

constexpr const char* interval_note =
    "\n± is the larger half of the 95 % confidence interval of the median.\n";

TEST(TableTest, OneMode) {
  Results results = made_up_results({"direct"});
  results.rows = {made_up_row("latency", "direct", 1, 4e-6, 2048),
                  made_up_row("latency", "direct", KiB, 5e-6),
                  made_up_row("bandwidth", "direct", 64 * KiB, 64e-6)};
  results.rows[1].stop = Stop::capped;
  results.rows[1].flags = {"bimodal"};
  results.rows[2].flags = {"window"};
  results.rows[2].window = 32;
  EXPECT_EQ(tables(results),
            std::string(
                "Latency: ping-pong, half the round trip\n"
                "     size  median us ±                 min        p99        max  samples  flags\n"
                "      1 B      2.000 ± 0.020         1.800      4.000      6.000     2048\n"
                "    1 KiB      2.500 ± 0.025         2.250          -      7.500       48  capped bimodal\n"
                "\n"
                "Bandwidth: a window of messages one way, then an acknowledgement\n"
                "     size   window      GB/s ±           messages/s  samples  flags\n"
                "   64 KiB       32      65.5 ± 0.7          1000000       48  window\n") +
                interval_note +
                "  bimodal   the times fall into two clusters: the median may stand in either, or jump "
                "between runs\n"
                "  capped    time or samples ran out before the interval was narrow enough, on 50 "
                "independent samples\n"
                "  window    fewer messages in flight than asked for, to fit the memory\n");
}

/// direct and staged at 1 KiB and 2 KiB; staged becomes the faster one.
Results two_modes() {
  Results results = made_up_results({"direct", "staged"});
  results.rows = {made_up_row("latency", "direct", KiB, 4e-6), made_up_row("latency", "staged", KiB, 8e-6),
                  made_up_row("latency", "direct", 2 * KiB, 5e-6),
                  made_up_row("latency", "staged", 2 * KiB, 4e-6)};
  for (Row& row : results.rows) row.stop = Stop::blocks;
  results.comparisons = {made_up_comparison(results.rows[1], "direct", 2, Verdict::slower),
                         made_up_comparison(results.rows[3], "direct", 0.8, Verdict::faster)};
  return results;
}

TEST(TableTest, TwoModesStandSideBySide) {
  Results results = two_modes();
  results.rows[1].flags = {"outliers"};
  EXPECT_EQ(
      tables(results),
      std::string(
          "Latency: ping-pong, half the round trip\n"
          "              direct                staged             time ratio      staged\n"
          "     size  median us ±           median us ±           to direct       is       flags\n"
          "    1 KiB      2.000 ± 0.020          4.00 ± 0.04        2.00 ± 0.04   slower   staged: outliers\n"
          "    2 KiB      2.500 ± 0.025         2.000 ± 0.020      0.800 ± 0.016  faster\n"
          "\n"
          "  staged is slower than direct up to 1 KiB and faster from 2 KiB: the crossover lies between 1 "
          "KiB\n"
          "  and 2 KiB; at best direct is 2.00 times as fast (1 KiB) and staged is 1.25 times as fast (2 "
          "KiB).\n") +
          interval_note +
          "  outliers  some samples lie over 14.8 median absolute deviations from the median; all are "
          "kept\n");
}

TEST(TableTest, TwoModesOverBandwidthAndFlagsThatTakeALine) {
  Results results = made_up_results({"direct", "staged"});
  results.rows = {made_up_row("bandwidth", "direct", KiB, 64e-6),
                  made_up_row("bandwidth", "staged", KiB, 128e-6)};
  results.rows[0].flags = {"window", "few"};
  results.rows[1].flags = {"few"};
  results.comparisons = {made_up_comparison(results.rows[1], "direct", 2, Verdict::slower)};
  expect_says(results,
              "                     direct               staged             time ratio      staged\n"
              "     size  window      GB/s ±               GB/s ±           to direct       is       flags\n"
              "    1 KiB      64     1.024 ± 0.011        0.512 ± 0.006       2.00 ± 0.04   slower\n"
              "           few; direct: window\n");
}

TEST(TableTest, MoreModesTakeALineEach) {
  Results results = two_modes();
  results.rows.resize(2);
  results.comparisons.resize(1);
  results.rows.push_back(made_up_skip("latency", "ipc", KiB, "the ranks are on two hosts"));
  EXPECT_EQ(tables(results),
            std::string("Latency: ping-pong, half the round trip\n"
                        "     size  mode    median us ±           samples  time/direct     verdict  flags\n"
                        "    1 KiB  direct      2.000 ± 0.020          48\n"
                        "           staged       4.00 ± 0.04           48    2.00 ± 0.04   slower\n"
                        "           ipc     skipped: the ranks are on two hosts\n"
                        "\n"
                        "  staged is slower than direct at 1 KiB.\n") +
                interval_note);
}

TEST(TableTest, ASkippedRowSaysWhy) {
  Results results = made_up_results({"direct"});
  results.rows = {made_up_skip("latency", "direct", TiB, "needs 2 TiB, 40 GiB are free")};
  EXPECT_EQ(tables(results),
            "Latency: ping-pong, half the round trip\n"
            "     size  median us ±                 min        p99        max  samples  flags\n"
            "    1 TiB  skipped: needs 2 TiB, 40 GiB are free\n");
}

TEST(TableTest, ASizeWiderThanItsColumnTakesALine) {
  Results results = made_up_results({"direct"});
  results.rows = {made_up_skip("latency", "direct", 1'234'567'890, "too large")};
  expect_says(results,
              "1234567890 B\n"
              "           skipped: too large\n");
}

TEST(TableTest, WrongDataGivesNoFigure) {
  Results results = made_up_results({"direct"});
  results.rows = {made_up_wrong_data("latency", "direct", KiB)};
  EXPECT_EQ(
      tables(results),
      "Latency: ping-pong, half the round trip\n"
      "     size  median us ±                 min        p99        max  samples  flags\n"
      "    1 KiB  WRONG DATA: rank 1, slot 3, offset 4096: expected 0x5a, got 0x00 (12288 bytes wrong,\n"
      "           after the timing): zeros\n"
      "\n"
      "WRONG DATA arrived in 1 row; no figure is given there.\n");
}

TEST(TableTest, WrongDataInOneOfTwoModesLeavesTheOther) {
  Results results = two_modes();
  results.rows[1] = made_up_wrong_data("latency", "staged", KiB);
  results.rows[1].mismatch->count = 1;
  results.comparisons.erase(results.comparisons.begin());
  expect_says(
      results,
      "    1 KiB      2.000 ± 0.020             -\n"
      "           staged WRONG DATA: rank 1, slot 3, offset 4096: expected 0x5a, got 0x00 (1 byte wrong,\n"
      "                  after the timing): zeros\n");
}

TEST(TableTest, SaysThatItEndedEarly) {
  Results results = made_up_results({"direct"});
  results.complete = false;
  results.end = "interrupted by SIGINT";
  EXPECT_EQ(tables(results), "Ended early: interrupted by SIGINT. Nothing was measured.\n");
  results.rows = {made_up_row("latency", "direct", KiB, 4e-6)};
  EXPECT_TRUE(
      tables(results).ends_with("\n\nEnded early: interrupted by SIGINT. The rows above are complete.\n"));
}

TEST(TableTest, SaysThatThereIsNothing) {
  EXPECT_EQ(tables(made_up_results({"direct"})), "Nothing was measured.\n");
}

TEST(TableTest, APatternOfAnotherBuildShowsWhatItsRowsHold) {
  Results results = made_up_results({"direct"});
  results.rows = {made_up_row("bandwidth", "direct", KiB, 64e-6)};
  results.rows[0].pattern = "novel";
  expect_says(results, "novel\n     size   window      GB/s ±");
}

TEST(TableTest, FitsStandUnderTheirPattern) {
  Results results = made_up_results({"direct"});
  results.rows = {made_up_row("latency", "direct", KiB, 4e-6),
                  made_up_row("bandwidth", "direct", KiB, 64e-6)};
  const FitLine flat{.alpha_seconds = 2e-6};
  results.fits = {
      {.pattern = "latency", .mode = "direct", .segments = {{1, KiB, flat, 0.01}}},
      {.pattern = "bandwidth", .mode = "direct", .window = 64, .segments = {{1, KiB, flat, 0.02}}}};
  const std::string text = tables(results);
  const auto latency = text.find("\n\n  Fitted time of a message (");
  const auto bandwidth = text.find("\n\n  Fitted time of a message, 64 in flight (");
  ASSERT_NE(latency, std::string::npos) << text;
  ASSERT_NE(bandwidth, std::string::npos) << text;
  EXPECT_LT(latency, text.find("Bandwidth: "));
  EXPECT_LT(text.find("Bandwidth: "), bandwidth);
}

/// One size with figures, flags and foreign text at their widest.
Results extreme(const std::vector<std::string>& modes, const std::string& pattern, std::uint64_t bytes,
                double seconds) {
  Results results = made_up_results(modes);
  results.environment.ranks[0].host = std::string(300, 'h');
  results.environment.mpi.library = "MPI\xff\t" + std::string(250, 'm');
  for (const std::string& mode : modes) {
    Row row = made_up_row(pattern, mode, bytes, seconds, 4096);
    row.flags = {"unsettled", "bimodal", mode + "-flag", "outliers"};
    row.stop = Stop::capped;
    row.batch = 1'000'000;
    row.window = 1'048'576;
    if (row.latency) row.latency->ci95.upper *= 1e3;
    row.bandwidth->ci95.upper *= 1e3;
    results.rows.push_back(row);
    if (mode != modes[0])
      results.comparisons.push_back(made_up_comparison(row, modes[0], seconds, Verdict::unclear));
  }
  return results;
}

TEST(TableTest, EveryLineFitsThePageWhateverTheFigures) {
  const std::vector<std::vector<std::string>> lists{
      {"pipelined"}, {"pipelined", "staged"}, {"pipelined", "staged", "direct"}};
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  for (const auto& modes : lists) {
    for (const char* pattern : {"latency", "bandwidth"}) {
      for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{1}, 3 * KiB + 1, TiB, most}) {
        for (const double seconds : {1e-9, 5e-7, 1.0, 100.0, 1e7}) {
          expect_fits_the_page(extreme(modes, pattern, bytes, seconds));
        }
      }
    }
  }
}

}  // namespace
}  // namespace gpuxfer::report
