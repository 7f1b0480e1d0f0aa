// gpuxfer info and demo on real GPUs with a CUDA-aware MPI library (label gpu). One GPU suffices.

#include <gtest/gtest.h>

#include <set>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

using Json = nlohmann::json;

Json info() {
  const Outcome outcome = launch(2, {"info", "--format", "json", "--share-gpu"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return Json::parse(outcome.out, nullptr, false);
}

/// Distinct GPUs that the two ranks have between them.
std::size_t gpus_of(const Json& info) {
  std::set<std::string> uuids;
  for (const Json& rank : info["ranks"]) uuids.insert(rank["gpu"]["uuid"].get<std::string>());
  return uuids.size();
}

TEST(RealGpuInfoTest, BothRanksGpusAreNamedAndReachEachOther) {
  const Json found = info();
  ASSERT_TRUE(found.is_object());
  EXPECT_EQ(found["mpi"]["cuda_aware"], "yes");
  for (const Json& rank : found["ranks"]) {
    EXPECT_EQ(rank["gpu"]["uuid"].get<std::string>().substr(0, 4), "GPU-") << rank;
    EXPECT_TRUE(rank["problem"].is_null()) << rank;
    EXPECT_TRUE(rank["gpu"]["compute_mode"].is_string());
    EXPECT_GT(rank["gpu"]["memory_bytes_per_second"], 1e11) << rank;
  }
  ASSERT_EQ(found["pairs"].size(), 2U);
  for (const Json& pair : found["pairs"]) {
    EXPECT_EQ(pair["same_gpu"], gpus_of(found) == 1) << pair;
    EXPECT_EQ(pair["ipc"], true) << pair;
  }
}

TEST(RealGpuInfoTest, TheDemosNumbersArrive) {
  const Outcome outcome = launch(2, {"demo", "--share-gpu"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::size_t second = outcome.out.find("\nRank 1 ");
  ASSERT_NE(second, std::string::npos) << outcome.out;
  const std::string of_1 = outcome.out.substr(second);
  EXPECT_NE(of_1.find("before     -1   -1"), std::string::npos) << outcome.out;
  EXPECT_NE(of_1.find("after     100  110  120  130  140  150  160  170  180  190\n"), std::string::npos)
      << outcome.out;
}

TEST(RealGpuInfoTest, OneGpuIsSharedOnPurposeAlone) {
  const Outcome outcome = launch(2, {"demo", "--devices", "0,0"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("same GPU"), std::string::npos) << outcome.err;
  if (gpus_of(info()) > 1) return;
  const Outcome few = launch(2, {"demo"});
  EXPECT_EQ(few.code, 3);
  EXPECT_NE(few.err.find("at least 2 GPUs required, 1 distinct visible"), std::string::npos) << few.err;
}

}  // namespace
}  // namespace gpuxfer::program
