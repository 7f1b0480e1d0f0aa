// Whether the MPI library takes device pointers is asked, and then seen: before the first row.

#include "program/watched_launch.hpp"

namespace gpuxfer::program {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

class TrialTest : public WatchedLaunch {
 protected:
  Outcome sweep(const std::string& mode, const std::string& fault, Words more = {}) {
    Words options{"--mode", mode, "--sizes", "1K,1M", "--samples", "6", "--warmup", "1", "--timeout", "2"};
    options.insert(options.end(), more.begin(), more.end());
    Environment environment = fake_gpus(2);
    if (!fault.empty()) environment["GPUXFER_SHIM_RECEIVE"] = fault;
    return launch_watched(2, options, environment);
  }

  void expect_end(const Outcome& outcome, int code, const Words& words) const {
    EXPECT_EQ(statuses(2), (std::vector{code, code})) << outcome.err;
    ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
    for (const std::string& word : words) {
      EXPECT_NE(outcome.err.find(word), std::string::npos) << word << '\n' << outcome.err;
    }
  }
};

constexpr const char* where =
    "in the first messages on device pointers of latency, direct, 1 KiB with rank 0";
constexpr const char* way_out =
    "can't take device pointers here, whatever it says of itself: use --mode staged";

TEST_F(TrialTest, MessagesOnBothSidesOfTheThresholdProveIt) {
  const Json results = valid_json(sweep("direct,staged", "").out);
  const Json& mpi = results["environment"]["mpi"];
  const std::string threshold =
      mpi["control_variables"].value("MPIR_CVAR_CH4_IPC_GPU_P2P_THRESHOLD", "65536");
  EXPECT_EQ(mpi["cuda_aware_proved_bytes"], (Json{1024, std::stoul(threshold)}));
  const Outcome table = launch(2, {"--sizes", "1K", "--samples", "6"}, fake_gpus(2));
  EXPECT_NE(table.out.find("CUDA-aware (first messages of 1 KiB arrived whole)"), std::string::npos)
      << table.out;
}

TEST_F(TrialTest, NothingIsTriedWhereMpiGetsNoDevicePointer) {
  EXPECT_EQ(valid_json(sweep("staged", "").out)["environment"]["mpi"]["cuda_aware_proved_bytes"],
            Json::array());
  EXPECT_EQ(valid_json(launch(2, {"--memory", "host", "--sizes", "1K", "--samples", "6", "--format", "json"})
                           .out)["environment"]["mpi"]["cuda_aware_proved_bytes"],
            Json::array());
}

TEST_F(TrialTest, AByteThatIsRightByChanceBeforeItComesIsNoProofAgainstIt) {
  const Outcome outcome = launch(
      2, {"--sizes", "1", "--pattern", "latency", "--samples", "6", "--seed", "78", "--format", "json"},
      fake_gpus(2));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(valid_json(outcome.out)["environment"]["mpi"]["cuda_aware_proved_bytes"], Json{1});
}

TEST_F(TrialTest, OneMessageAtATimeIsTriedToo) {
  const Outcome outcome =
      launch_watched(2, {"--sizes", "1K", "--pattern", "bandwidth", "--window", "1", "--samples", "6"},
                     fake_gpus(2, {{"GPUXFER_SHIM_RECEIVE", "1:1:1000:crash"}}));
  expect_end(outcome, 3, {"rank 1: crashed (SIGSEGV) ", where, way_out});
}

TEST_F(TrialTest, ALibraryThatCrashesOnADevicePointerIsTold) {
  const Outcome outcome = sweep("direct,staged", "1:1:1024:crash");
  expect_end(outcome, 3, {"rank 1: crashed (SIGSEGV) ", where, way_out});
  EXPECT_NE(expect_ended_early(outcome)["end"].get<std::string>().find(way_out), std::string::npos);
}

TEST_F(TrialTest, TheDemoTellsOfItToo) {
  const Outcome outcome = launch(2, {"demo"}, fake_gpus(2, {{"GPUXFER_SHIM_RECEIVE", "1:1:80:crash"}}));
  EXPECT_EQ(outcome.code, 3);
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("rank 1: crashed (SIGSEGV) in the first messages on device pointers; "),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find(way_out), std::string::npos) << outcome.err;
}

TEST_F(TrialTest, ALibraryThatFailsOnADevicePointerIsTold) {
  expect_end(sweep("direct", "1:1:1024:fail"), 3, {"rank 1: MPI_Recv", way_out});
}

TEST_F(TrialTest, ALibraryThatHangsOnADevicePointerIsTold) {
  expect_end(sweep("direct", "1:1:1024:hang"), 5,
             {": no progress for ",
              "in the first messages on device pointers of latency, direct, 1 KiB with rank "});
}

TEST_F(TrialTest, ALibraryThatMovesNothingIsNotMeasured) {
  const Outcome alone = sweep("direct", "1:1:1024:lose");
  expect_end(alone, 3, {"MPI moved 1 KiB between device pointers, it says, and nothing arrived", way_out});
  expect_ended_early(alone);
  const Outcome beside = sweep("direct,staged", "1:1:1024:lose");
  EXPECT_EQ(beside.code, 0) << beside.err;
  const Json results = valid_json(beside.out);
  for (const Json& row : results["rows"]) {
    EXPECT_EQ(row["skipped"].is_string(), row["mode"] == "direct") << row;
    EXPECT_EQ(row["verified"] == true, row["mode"] == "staged") << row;
  }
}

TEST_F(TrialTest, WrongBytesFailTheFirstRowAndTheRun) {
  Environment environment = fake_gpus(2);
  environment["GPUXFER_SHIM_FLIP"] = "1:1:1000";
  const Outcome outcome =
      launch_watched(2, {"--sizes", "1K,2K", "--pattern", "latency", "--samples", "6"}, environment);
  expect_end(outcome, 4, {"wrong data arrived in 1 of 2 rows", "offset 1000"});
  const Json results = valid_json(outcome.out);
  EXPECT_EQ(results["environment"]["mpi"]["cuda_aware_proved_bytes"], Json::array());
  EXPECT_EQ(results["rows"][0]["verified"], false);
  EXPECT_EQ(results["rows"][0]["mismatch"]["when"], "in a first message of 1 KiB");
  EXPECT_EQ(results["rows"][1]["verified"], true);
}

TEST_F(TrialTest, WrongBytesAreToldWhereABudgetLeavesNoRow) {
  Environment environment = fake_gpus(2, {{"GPUXFER_SHIM_FLIP", "1:1:500"}});
  const Outcome outcome = launch_watched(2, {"--sizes", "1K,4K", "--budget", "0.001"}, environment);
  EXPECT_EQ(statuses(2), (std::vector{4, 4})) << outcome.err;
  EXPECT_NE(outcome.err.find("wrong data arrived in 1 of 4 rows"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("offset 500, in a first message of 1 KiB"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace gpuxfer::program
