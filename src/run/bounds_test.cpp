#include "run/bounds.hpp"

#include <gtest/gtest.h>

#include "path/idle_path.hpp"

namespace gpuxfer::run {
namespace {

class BoundPath final : public path::IdlePath {
 public:
  std::vector<std::string> bounded_by(const path::Staging&) const override { return {"out", "wire", "in"}; }
};

Row row_of(const std::string& mode, double median_seconds) {
  Row row;
  row.mode = mode;
  row.seconds.emplace().median = median_seconds;
  return row;
}

class BoundsTest : public testing::Test {
 protected:
  BoundsTest() {
    modes.push_back({.name = "bound", .path = std::make_unique<BoundPath>(), .unavailable = {}});
    modes.push_back({.name = "free", .path = std::make_unique<path::IdlePath>(), .unavailable = {}});
  }

  std::vector<Mode> modes;
};

TEST_F(BoundsTest, TheSlowestStageHoldsARowBack) {
  std::vector<Row> rows{row_of("bound", 10), row_of("free", 10)};
  const std::vector<Row> ceilings{row_of("out", 2), row_of("wire", 8), row_of("in", 3), row_of("other", 9)};
  hold_against(rows, modes, ceilings, {});
  ASSERT_TRUE(rows[0].bound.has_value());
  EXPECT_EQ(rows[0].bound->ceiling, "wire");
  EXPECT_DOUBLE_EQ(rows[0].bound->share, 0.8);
  EXPECT_FALSE(rows[1].bound.has_value());
}

TEST_F(BoundsTest, RowsAndCeilingsWithoutAFigureAreLeftOut) {
  std::vector<Row> rows{Row{}, row_of("free", 10)};
  hold_against(rows, modes, std::vector<Row>{row_of("out", 2)}, {});
  EXPECT_FALSE(rows[0].bound.has_value());

  rows[0] = row_of("bound", 10);
  hold_against(rows, modes, std::vector<Row>{Row{.mode = "wire", .memory = {}}}, {});
  EXPECT_FALSE(rows[0].bound.has_value());
}

}  // namespace
}  // namespace gpuxfer::run
