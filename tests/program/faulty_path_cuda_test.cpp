// Paths that are wrong on purpose (tests/paths) are found out, on fake GPUs whose streams run only when
// waited for.

#include <gtest/gtest.h>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

using nlohmann::json;

Outcome with_faults(const std::string& modes, std::vector<std::string> more = {}) {
  std::vector<std::string> options{"--mode",   modes, "--sizes",  "1,5000,1M", "--samples", "6",
                                   "--warmup", "1",   "--window", "4",         "--format",  "json"};
  options.insert(options.end(), more.begin(), more.end());
  return launch_program(GPUXFER_PROGRAM_WITH_FAULTS, 2, options, fake_gpus(2));
}

void expect_no_figure(const json& row) {
  EXPECT_EQ(row["verified"], false) << row;
  for (const char* figure :
       {"seconds", "latency_seconds", "bandwidth_bytes_per_second", "messages_per_second"}) {
    EXPECT_TRUE(row[figure].is_null()) << figure << row;
  }
  EXPECT_TRUE(row["mismatch"].is_object()) << row;
}

TEST(FaultyPathTest, AMissingWaitBeforeTheSendIsWrongDataWhileStagedBesideItIsRight) {
  const Outcome outcome = with_faults("staged,unsynchronised");
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  const json results = valid_json(outcome.out);
  ASSERT_EQ(results["rows"].size(), 12U);
  for (const json& row : results["rows"]) {
    if (row["mode"] == "staged") {
      EXPECT_EQ(row["verified"], true) << row;
      EXPECT_GT(row["seconds"]["median"], 0) << row;
    } else {
      expect_no_figure(row);
      EXPECT_EQ(row["mismatch"]["when"], "before the timing") << row;
      EXPECT_LT(row["mismatch"]["offset"], row["bytes"]) << row;
    }
  }
  EXPECT_TRUE(results["comparisons"].empty()) << "a mode whose data is wrong is no match for another";
}

TEST(FaultyPathTest, AMissingWaitIsFoundWithPageableStagingToo) {
  const Outcome outcome = with_faults("unsynchronised", {"--host-memory", "pageable"});
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  const json results = valid_json(outcome.out);
  ASSERT_EQ(results["rows"].size(), 6U);
  for (const json& row : results["rows"]) expect_no_figure(row);
}

TEST(FaultyPathTest, AByteBehindTheMessageIsFoundWhereItLies) {
  const Outcome outcome = with_faults("overrun");
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  const json results = valid_json(outcome.out);
  ASSERT_EQ(results["rows"].size(), 6U);
  for (const json& row : results["rows"]) {
    expect_no_figure(row);
    EXPECT_EQ(row["mismatch"]["slot"], 0) << row;
    EXPECT_EQ(row["mismatch"]["offset"], row["bytes"]) << row;
    EXPECT_EQ(row["mismatch"]["hint"], "bytes behind the message were written: a copy is too long") << row;
    EXPECT_EQ(row["mismatch"]["count"], row["window"]) << "one byte behind each message of the window";
  }
}

TEST(FaultyPathTest, TheSameProgramMeasuresWhatIsRight) {
  const Outcome outcome = with_faults("direct,staged");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const json results = valid_json(outcome.out);
  ASSERT_EQ(results["rows"].size(), 12U);
  for (const json& row : results["rows"]) EXPECT_EQ(row["verified"], true) << row;
}

}  // namespace
}  // namespace gpuxfer::program
