#include "report/flags.hpp"

#include <gtest/gtest.h>

#include "report/test_results.hpp"

namespace gpuxfer::report {
namespace {

Row flagged(const std::string& mode, Stop stop, std::vector<std::string> flags, int batch = 1) {
  Row row = made_up_row("latency", mode, 8, 1e-6);
  row.stop = stop;
  row.flags = std::move(flags);
  row.batch = batch;
  return row;
}

TEST(FlagsTest, AddTheStopAndTheBatch) {
  EXPECT_EQ(flag_text(flagged("direct", Stop::converged, {})), "");
  EXPECT_EQ(flag_text(flagged("direct", Stop::capped, {"bimodal", "capped"}, 16)), "capped bimodal x16");
}

TEST(FlagsTest, TwoModesShareWhatBothHave) {
  const Row direct = flagged("direct", Stop::capped, {"few"});
  EXPECT_EQ(flag_text(direct, flagged("staged", Stop::capped, {"few"})), "capped few");
  EXPECT_EQ(flag_text(direct, flagged("staged", Stop::capped, {"window"})),
            "capped; direct: few; staged: window");
  EXPECT_EQ(flag_text(direct, flagged("staged", Stop::blocks, {})), "direct: capped few");
}

TEST(FlagsTest, ARowWithoutAFigureHasNone) {
  Row row = made_up_wrong_data("latency", "direct", 8);
  row.flags = {"outliers"};
  EXPECT_EQ(flag_text(row), "");
}

TEST(FlagsTest, TheLegendExplainsWhatOccurredAndNothingElse) {
  EXPECT_EQ(legend({}), "");
  const std::string text = legend({"window", "x16", "x4", "novel"});
  EXPECT_NE(text.find("  window    fewer messages in flight"), text.npos) << text;
  EXPECT_NE(legend({"unpinned"}).find("staged in pageable memory"), text.npos) << "a mode's own word";
  EXPECT_NE(text.find("  novel     see docs/measurement.md\n"), text.npos) << text;
  EXPECT_NE(text.find("  xN        N operations"), text.npos) << text;
  EXPECT_EQ(text.find("bimodal"), text.npos) << text;
  EXPECT_EQ(text.find("x16"), text.npos) << text;
}

}  // namespace
}  // namespace gpuxfer::report
