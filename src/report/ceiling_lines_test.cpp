#include "report/ceiling_lines.hpp"

#include <gtest/gtest.h>

#include "report/shares.hpp"
#include "report/stage_lines.hpp"
#include "report/test_results.hpp"

namespace gpuxfer::report {
namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Two sizes of bandwidth with ceilings; the second size's on_device is missing.
Results with_ceilings() {
  Results results = made_up_results({"staged"});
  results.rows = {made_up_row("bandwidth", "staged", 1 << 20, 10e-3),
                  made_up_row("bandwidth", "staged", 2 << 20, 20e-3)};
  results.rows[0].bound = Bound{.ceiling = "mpi_host", .share = 0.8};
  results.rows[1].bound = Bound{.ceiling = "mpi_host", .share = 0.034};
  results.ceilings = {made_up_row("bandwidth", "mpi_host", 1 << 20, 8e-3),
                      made_up_row("bandwidth", "on_device", 1 << 20, 1e-3),
                      made_up_row("bandwidth", "mpi_host", 2 << 20, 16e-3),
                      made_up_skip("bandwidth", "on_device", 2 << 20, "no memory for it")};
  return results;
}

TEST(CeilingLinesTest, ALineASizeAndAColumnACeiling) {
  const std::string text = ceiling_lines(with_ceilings(), "bandwidth");
  EXPECT_TRUE(holds(text, "mpi host  on device\n")) << text;
  EXPECT_TRUE(holds(text, "    1 MiB      8.39       67.1\n")) << text;
  EXPECT_TRUE(holds(text, "    2 MiB      8.39          -\n")) << text;
  EXPECT_TRUE(holds(text, "on device: skipped: no memory for it")) << text;
  EXPECT_TRUE(holds(text, "staged of \"mpi host\".")) << text;
}

TEST(CeilingLinesTest, NothingWhereNobodyAskedOrForAnotherPattern) {
  Results results = with_ceilings();
  EXPECT_EQ(ceiling_lines(results, "latency"), "");
  results.ceilings.reset();
  EXPECT_EQ(ceiling_lines(results, "bandwidth"), "");
}

TEST(CeilingLinesTest, TheTableHasAColumnForTheShare) {
  Results results = with_ceilings();
  const std::string one = printed("table", results);
  EXPECT_TRUE(holds(one, "ceiling  samples")) << one;
  EXPECT_TRUE(holds(one, "80 %")) << one;
  EXPECT_TRUE(holds(one, "3.4 %")) << one;
  results.ceilings.reset();
  EXPECT_FALSE(holds(printed("table", results), "ceiling"));
}

TEST(CeilingLinesTest, TwoModesTakeALineEachWhereThereAreCeilings) {
  Results results = with_ceilings();
  for (const std::size_t i : {1U, 0U}) {
    Row other = results.rows[i];
    other.mode = "pipelined";
    results.rows.insert(results.rows.begin() + static_cast<std::ptrdiff_t>(i) + 1, other);
  }
  const std::string text = printed("table", results);
  EXPECT_TRUE(holds(text, "    1 MiB  staged ")) << text;
  EXPECT_TRUE(holds(text, "           pipelined ")) << text;
}

TEST(StageLinesTest, EachStageWithItsShareOfTheWhole) {
  std::vector<Row> rows{made_up_row("latency", "staged", 1 << 20, 400e-6),
                        made_up_row("latency", "direct", 1 << 20, 20e-6)};
  rows[0].stages = StageTimes{20e-6, 160e-6, 20e-6};
  const std::string text = stage_lines(rows, "latency");
  EXPECT_TRUE(holds(text, "in mode staged")) << text;
  EXPECT_TRUE(holds(text, "20.0 us   10 %")) << text;
  EXPECT_TRUE(holds(text, "160 us   80 %")) << text;
  EXPECT_FALSE(holds(text, "direct")) << text;
  EXPECT_EQ(stage_lines(rows, "bandwidth"), "");
}

/// direct is the first mode; ipc takes half of its time, staged four times as long.
Results with_reference() {
  Results results = made_up_results({"direct", "staged", "ipc"});
  results.reference = "ipc";
  for (const std::uint64_t bytes : {1024U, 2048U}) {
    for (const char* mode : {"direct", "staged", "ipc"})
      results.rows.push_back(made_up_row("latency", mode, bytes, 1e-3));
    const Row* const fresh = &results.rows[results.rows.size() - 3];
    results.comparisons.push_back(made_up_comparison(fresh[1], "direct", 4, Verdict::slower));
    results.comparisons.push_back(
        made_up_comparison(fresh[2], "direct", bytes == 1024 ? 0.5 : 0.8, Verdict::faster));
  }
  return results;
}

TEST(SharesTest, OfTheReferencesSpeedInTheSameBlocks) {
  const std::string text = shares(with_reference(), "latency");
  EXPECT_TRUE(holds(text, "direct reaches between 50 % at 1 KiB and 80 % at 2 KiB of ipc's speed.")) << text;
  EXPECT_TRUE(holds(text, "staged reaches between 12 % at 1 KiB and 20 % at 2 KiB of ipc's speed.") ||
              holds(text, "staged reaches between 13 % at 1 KiB and 20 % at 2 KiB of ipc's speed."))
      << text;
}

TEST(SharesTest, TheReferenceMayBeTheFirstMode) {
  Results results = made_up_results({"ipc", "direct"});
  results.reference = "ipc";
  results.rows = {made_up_row("latency", "ipc", 1024, 1e-3), made_up_row("latency", "direct", 1024, 2e-3)};
  results.comparisons = {made_up_comparison(results.rows[1], "ipc", 2, Verdict::slower)};
  EXPECT_EQ(shares(results, "latency"), "  direct reaches 50 % of ipc's speed at 1 KiB.\n");
}

TEST(SharesTest, NothingWhereItWasNotMeasured) {
  Results results = with_reference();
  EXPECT_EQ(shares(results, "bandwidth"), "");
  results.reference.clear();
  EXPECT_EQ(shares(results, "latency"), "");
}

}  // namespace
}  // namespace gpuxfer::report
