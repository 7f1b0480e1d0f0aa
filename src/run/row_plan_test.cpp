#include "run/row_plan.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::run {
namespace {

constexpr std::uint64_t MiB = std::uint64_t{1} << 20;
constexpr std::uint64_t GiB = std::uint64_t{1} << 30;

class RowPlanTest : public testing::Test {
 protected:
  RowPlanTest() {
    options.modes = {"direct"};
    options.patterns = {"latency"};
  }

  RowPlan plan(std::uint64_t arena = 64 * GiB, std::uint64_t host = 64 * GiB) {
    modes.clear();
    for (const std::string& name : options.modes) {
      modes.push_back({.name = name, .path = path::Paths::find(name)->make(), .unavailable = {}});
    }
    return plan_rows(options, modes, {Budget{arena, host}, Budget{arena, host}});
  }

  SweepOptions options;
  std::vector<Mode> modes;
};

TEST_F(RowPlanTest, PatternsInOrderAndSizesAscending) {
  options.patterns = {"bandwidth", "latency"};
  options.sizes = parse_sizes("4K,1K");
  const RowPlan rows = plan();
  ASSERT_EQ(rows.groups.size(), 4U);
  EXPECT_EQ(rows.groups[0].pattern, "bandwidth");
  EXPECT_EQ(rows.groups[0].bytes, 1024U);
  EXPECT_EQ(rows.groups[1].bytes, 4096U);
  EXPECT_EQ(rows.groups[3].pattern, "latency");
}

TEST_F(RowPlanTest, TheWindowIs64HeldTo256MiBAndOneMessage) {
  options.patterns = {"bandwidth"};
  options.sizes = parse_sizes("1K,4M,8M,256M,1G");
  const RowPlan rows = plan();
  EXPECT_EQ(rows.groups[0].window, 64);
  EXPECT_EQ(rows.groups[1].window, 64);
  EXPECT_EQ(rows.groups[2].window, 32);
  EXPECT_EQ(rows.groups[3].window, 1);
  EXPECT_EQ(rows.groups[4].window, 1);
  for (const RowGroup& group : rows.groups) EXPECT_FALSE(group.window_shrunk);
}

TEST_F(RowPlanTest, AnExplicitWindowIsHeldToMemoryAloneAndSaysSoWhereItShrinks) {
  options.patterns = {"bandwidth"};
  options.sizes = parse_sizes("64M");
  options.window = 128;
  EXPECT_EQ(plan(16 * GiB).groups[0].window, 128);
  const RowGroup small = plan(GiB).groups[0];
  EXPECT_TRUE(small.window_shrunk);
  EXPECT_LE(static_cast<std::uint64_t>(small.window) * slot_stride(64 * MiB), GiB);
  EXPECT_GE(small.window, 14);
}

TEST_F(RowPlanTest, ASizeThatCannotFitIsSkippedWithItsReasonAndTakesNoMemory) {
  options.sizes = parse_sizes("1M,1G");
  const RowPlan rows = plan(GiB);
  EXPECT_TRUE(rows.groups[0].measures(0));
  ASSERT_FALSE(rows.groups[1].measures(0));
  EXPECT_NE(rows.groups[1].skipped[0]->find("device memory"), std::string::npos)
      << *rows.groups[1].skipped[0];
  EXPECT_EQ(rows.arena_bytes[0], 2 * slot_stride(MiB));
}

TEST_F(RowPlanTest, TheLargestSizesAndWindowsDoNotWrapAround) {
  options.patterns = {"latency", "bandwidth"};
  options.sizes = parse_sizes("9223372036854775807");
  options.window = 65536;
  const RowPlan rows = plan();
  EXPECT_FALSE(rows.groups[0].measures(0));
  EXPECT_FALSE(rows.groups[1].measures(0));
}

TEST_F(RowPlanTest, StagingThatDoesNotFitSkipsThatModeAlone) {
  options.modes = {"direct", "staged"};
  options.sizes = parse_sizes("1M,1G");
  const RowPlan rows = plan(64 * GiB, GiB);
  EXPECT_TRUE(rows.groups[1].measures(0));
  ASSERT_FALSE(rows.groups[1].measures(1));
  EXPECT_NE(rows.groups[1].skipped[1]->find("to stage in"), std::string::npos);
  EXPECT_EQ(rows.arena_bytes_by_mode[0][0], 2 * slot_stride(GiB));
  EXPECT_EQ(rows.arena_bytes_by_mode[1][0], 2 * slot_stride(MiB));
}

TEST_F(RowPlanTest, HostMemoryComesOutOfTheHostsBudget) {
  options.memory = {device::MemoryKind::host, device::MemoryKind::host};
  options.sizes = parse_sizes("1G");
  EXPECT_FALSE(plan(GiB, GiB).groups[0].measures(0));
  EXPECT_TRUE(plan(3 * GiB, 3 * GiB).groups[0].measures(0));
}

TEST_F(RowPlanTest, ManySizesTakeNoMoreThanTheLargest) {
  options.patterns = {"latency", "bandwidth"};
  options.sizes = parse_sizes("1M:200M:+1M");
  ASSERT_EQ(options.sizes.size(), 200U);
  const RowPlan many = plan();
  options.sizes = parse_sizes("200M");
  EXPECT_LE(many.arena_bytes[0], std::max(plan().arena_bytes[0], 257 * MiB));
}

TEST_F(RowPlanTest, EmptyMessagesHaveLatencyAlone) {
  options.patterns = {"latency", "bandwidth"};
  options.sizes = parse_sizes("0");
  const RowPlan rows = plan();
  EXPECT_TRUE(rows.groups[0].measures(0));
  EXPECT_FALSE(rows.groups[1].measures(0));
}

TEST_F(RowPlanTest, CeilingsTakeAMirrorOfTheSlotsAndGiveWayWhereThereIsNone) {
  options.sizes = parse_sizes("1M,1G");
  const RowPlan rows = plan(3 * GiB, 64 * GiB);
  EXPECT_EQ(rows.groups[0].no_ceilings, std::nullopt);
  EXPECT_TRUE(rows.groups[1].measures(0));
  ASSERT_TRUE(rows.groups[1].no_ceilings.has_value());
  EXPECT_NE(rows.groups[1].no_ceilings->find("device memory"), std::string::npos);
  EXPECT_EQ(rows.arena_bytes_of_ceilings[0], 2 * slot_stride(MiB));

  const RowPlan little_host = plan(64 * GiB, GiB);
  ASSERT_TRUE(little_host.groups[1].no_ceilings.has_value());
  EXPECT_NE(little_host.groups[1].no_ceilings->find("host memory"), std::string::npos);
}

TEST_F(RowPlanTest, AModeThatCannotRunIsAReasonInEveryRow) {
  options.modes = {"direct", "staged"};
  options.sizes = parse_sizes("1K,2K");
  modes.push_back({.name = "direct", .path = path::Paths::find("direct")->make(), .unavailable = "not here"});
  modes.push_back({.name = "staged", .path = path::Paths::find("staged")->make(), .unavailable = {}});
  const RowPlan rows = plan_rows(options, modes, {Budget{GiB, GiB}, Budget{GiB, GiB}});
  for (const RowGroup& group : rows.groups) {
    EXPECT_EQ(group.skipped[0], "not here");
    EXPECT_TRUE(group.measures(1));
  }
  EXPECT_EQ(rows.arena_bytes_by_mode[0][0], 0U);
}

}  // namespace
}  // namespace gpuxfer::run
