// gpuxfer info and demo, and what is made of the links' own description, on fake GPUs: docs/fake-gpus.md.

#include <gtest/gtest.h>

#include <algorithm>

#include "program/host_paths.hpp"
#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

using Json = nlohmann::json;

Json info_of(const Environment& environment, const std::vector<std::string>& more = {}) {
  std::vector<std::string> options{"info", "--format", "json"};
  options.insert(options.end(), more.begin(), more.end());
  const Outcome outcome = launch(2, options, environment);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  return valid_json(outcome.out);
}

bool warns(const Json& info, const std::string& words) {
  for (const Json& warning : info["warnings"]) {
    if (warning["what"].get<std::string>().find(words) != std::string::npos) return true;
  }
  return false;
}

void expect_line(const Outcome& outcome, int code, const std::string& words) {
  EXPECT_EQ(outcome.code, code) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
}

TEST(InfoOfFakeGpusTest, TwoGpusAndTheLinkBetweenThem) {
  const std::string log = temporary_file(".log");
  const Json info = info_of(fake_gpus(2, {{"GPUXFER_FAKE_NVLINK", "18:26562"}, {"GPUXFER_FAKE_LOG", log}}),
                            {"--devices", "1,0"});
  EXPECT_EQ(info["mpi"]["cuda_aware"], "yes");
  const Json& first = info["ranks"][0]["gpu"];
  EXPECT_EQ(first["ordinal"], 1);
  EXPECT_EQ(first["compute_mode"], "default");
  EXPECT_EQ(first["nvlink"]["count"], 18);
  EXPECT_EQ(first["nvlink"]["bytes_per_second"], 18 * 26562e6);
  EXPECT_EQ(first["bar1_bytes"], 1ULL << 37);
  EXPECT_NE(first["uuid"], info["ranks"][1]["gpu"]["uuid"]);
  ASSERT_EQ(info["pairs"].size(), 2U);
  for (const Json& pair : info["pairs"]) {
    EXPECT_EQ(pair["same_gpu"], false);
    EXPECT_EQ(pair["peer_access"], true);
    EXPECT_EQ(pair["nvlink"], true);
    EXPECT_EQ(pair["ipc"], true) << pair["ipc_problem"];
  }
  expect_nothing_leaked(log);
}

TEST(InfoOfFakeGpusTest, OneGpuForTwoRanks) {
  const Json info = info_of(fake_gpus(1));
  EXPECT_EQ(info["ranks"][0]["gpu"]["uuid"], info["ranks"][1]["gpu"]["uuid"]);
  for (const Json& pair : info["pairs"]) {
    EXPECT_EQ(pair["same_gpu"], true);
    EXPECT_EQ(pair["ipc"], true) << pair["ipc_problem"];
  }
  EXPECT_TRUE(warns(info, "without MPS"));
  EXPECT_TRUE(warns(info, "a run is refused"));
}

TEST(InfoOfFakeGpusTest, WhatOneEndIsRefusedIsAResultAtBoth) {
  const Json info =
      info_of(fake_gpus(2, {{"GPUXFER_FAKE_FAULT", "cudaIpcOpenMemHandle@*#1=cudaErrorNotSupported"},
                            {"GPUXFER_FAKE_CUDA_AWARE", "0"}}));
  EXPECT_EQ(info["pairs"][0]["ipc"], true);
  EXPECT_EQ(info["pairs"][1]["ipc"], false);
  EXPECT_TRUE(warns(info, "CUDA IPC is refused from rank 1 to 0"));
  EXPECT_TRUE(warns(info, "not CUDA-aware"));
}

TEST(InfoOfFakeGpusTest, AGpuThatTakesOneProcessIsDescribedByBoth) {
  const Json info = info_of(fake_gpus(1, {{"GPUXFER_FAKE_EXCLUSIVE", "1"}}));
  const bool refused = info["ranks"][0]["problem"].is_string() || info["ranks"][1]["problem"].is_string();
  EXPECT_TRUE(refused);
  EXPECT_TRUE(warns(info, "exclusive compute mode"));
  EXPECT_EQ(info["pairs"].size(), 2U);
}

TEST(InfoOfFakeGpusTest, ADriverThatIsTooOldNeedsNoMpirunToBeTold) {
  const Outcome outcome = alone({"info"}, fake_gpus(2, {{"GPUXFER_FAKE_DRIVER", "9020"}}));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("the driver supports CUDA up to 9.2"), std::string::npos) << outcome.out;
}

TEST(DemoOnFakeGpusTest, TenDoublesArrive) {
  const Outcome outcome = launch(3, {"demo"}, fake_gpus(2));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string sent = "  100  110  120  130  140  150  160  170  180  190\n";
  const std::string other = "   -1   -1   -1   -1   -1   -1   -1   -1   -1   -1\n";
  const std::size_t second = outcome.out.find("\nRank 1 ");
  ASSERT_NE(second, std::string::npos) << outcome.out;
  const std::string of_0 = outcome.out.substr(0, second), of_1 = outcome.out.substr(second);
  EXPECT_NE(of_0.find("  before  " + sent + "  after   " + sent.substr(0, sent.size() - 1)),
            std::string::npos)
      << outcome.out;
  EXPECT_NE(of_1.find("  before  " + other + "  after   " + sent), std::string::npos) << outcome.out;
}

TEST(DemoOnFakeGpusTest, OneGpuMustBeSharedOnPurpose) {
  expect_line(launch(2, {"demo"}, fake_gpus(1)), 3, "at least 2 GPUs required, 1 distinct visible");
  EXPECT_EQ(launch(2, {"demo", "--share-gpu"}, fake_gpus(1)).code, 0);
  expect_line(launch(2, {"demo"}, fake_gpus(0)), 3, "at least 2 GPUs required, 0 distinct visible");
}

TEST(DemoOnFakeGpusTest, AnMpiThatIsNotCudaAwareSeesNoDevicePointer) {
  const Outcome outcome = launch(2, {"demo"}, fake_gpus(2, {{"GPUXFER_FAKE_CUDA_AWARE", "0"}}));
  expect_line(outcome, 3, "not CUDA-aware");
}

TEST(DemoOnFakeGpusTest, WrongDataIsShownAndTold) {
  const Outcome outcome = launch(2, {"demo"}, fake_gpus(2, {{"GPUXFER_SHIM_FLIP", "1:1:22"}}));
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("wrong data arrived: value 2 on rank 1"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.out.find("WRONG DATA"), std::string::npos) << outcome.out;
}

TEST(PlausibilityProgramTest, AFigureAboveTheLinksOwnDescriptionIsFlagged) {
  const std::vector<std::string> options{"--sizes",   "1M",        "--samples", "6",      "--warmup", "1",
                                         "--pattern", "bandwidth", "--mode",    "staged", "--format", "json"};
  const Outcome slow = launch(2, options, fake_gpus(2, {{"GPUXFER_FAKE_NVLINK", "2:1"}}));
  ASSERT_EQ(slow.code, 0) << slow.err;
  const Json results = valid_json(slow.out);
  EXPECT_EQ(results["environment"]["limit"]["bytes_per_second"], 2e6);
  EXPECT_EQ(results["environment"]["limit"]["of"], "2 NVLinks");
  const auto flags = results["rows"][0]["flags"].get<std::vector<std::string>>();
  EXPECT_EQ(std::count(flags.begin(), flags.end(), "implausible"), 1);

  const Outcome unknown = launch(2, options, fake_gpus(2));
  ASSERT_EQ(unknown.code, 0) << unknown.err;
  EXPECT_TRUE(valid_json(unknown.out)["environment"]["limit"].is_null());
}

}  // namespace
}  // namespace gpuxfer::program
