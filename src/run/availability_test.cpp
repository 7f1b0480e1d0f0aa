#include "run/availability.hpp"

#include <gtest/gtest.h>

#include "path/idle_path.hpp"

namespace gpuxfer::run {
namespace {

class NeedsOneHost final : public path::IdlePath {
 public:
  bool needs_device() const override { return true; }
  bool needs_one_host() const override { return true; }
};

class AvailabilityTest : public testing::Test {
 protected:
  AvailabilityTest() {
    for (const char* host : {"node-a", "node-b", "node-a"}) {
      RankInfo& rank = environment.ranks.emplace_back();
      rank.host = host;
    }
    environment.mpi.library = "MPICH 4.0.2";
    environment.mpi.cuda_aware = "no";
  }

  std::string why(const std::string& mode) const {
    return why_unavailable(mode, *path::Paths::find(mode)->make(), options, environment);
  }

  SweepOptions options;
  Environment environment;
};

TEST_F(AvailabilityTest, AModeOfOneHostNamesBothHostsOfAPairOnTwo) {
  options.pair = {0, 1};
  const std::string reason = why_unavailable("ipc", NeedsOneHost(), options, environment);
  EXPECT_EQ(reason, "ipc works within one host: rank 0 runs on node-a and rank 1 on node-b");
  options.pair = {0, 2};
  EXPECT_EQ(why_unavailable("ipc", NeedsOneHost(), options, environment), "");
  options.pair = {0, 1};
  EXPECT_EQ(why("staged"), "");
}

TEST_F(AvailabilityTest, DevicePointersNeedACudaAwareLibrary) {
  EXPECT_NE(why("direct").find("MPICH 4.0.2"), std::string::npos) << why("direct");
  environment.mpi.cuda_aware = "yes";
  EXPECT_EQ(why("direct"), "");
  environment.mpi.cuda_aware = "no";
  options.memory = {device::MemoryKind::host, device::MemoryKind::host};
  EXPECT_EQ(why("direct"), "");
}

TEST_F(AvailabilityTest, TheRegisteredModesOfOneHostSaySo) {
  options.pair = {1, 2};
  EXPECT_NE(why("ipc").find("node-b"), std::string::npos) << why("ipc");
}

}  // namespace
}  // namespace gpuxfer::run
