#include "report/warnings.hpp"

#include <gtest/gtest.h>

#include "report/test_info.hpp"

namespace gpuxfer::report {
namespace {

/// The warnings are these alone: each holds its words, in order, and says what to do.
void expect_warnings(const Info& info, const std::vector<std::string>& words) {
  const auto list = warnings(info);
  ASSERT_EQ(list.size(), words.size()) << (list.empty() ? "" : list.back().what);
  for (std::size_t i = 0; i < words.size(); ++i) {
    EXPECT_NE(list[i].what.find(words[i]), std::string::npos) << list[i].what;
    EXPECT_FALSE(list[i].to_do.empty());
  }
}

TEST(WarningsTest, AHealthyMachineHasNone) {
  expect_warnings(made_up_info(), {});
  expect_warnings(made_up_sharers(true), {});
}

TEST(WarningsTest, AnMpiThatTakesNoDevicePointers) {
  Info info = made_up_info();
  info.mpi.cuda_aware = "no";
  expect_warnings(info, {"not CUDA-aware"});
  info.mpi.control_variables["MPIR_CVAR_ENABLE_GPU"] = "0";
  expect_warnings(info, {"switched off"});
  info.mpi.cuda_aware = "unknown";
  expect_warnings(info, {"nobody can tell"});
}

TEST(WarningsTest, AnotherMpisMpirun) {
  Info info = made_up_info();
  info.ranks.resize(1);
  info.pairs.clear();
  expect_warnings(info, {"another MPI's mpirun"});
  info.launch = {};
  expect_warnings(info, {});
}

TEST(WarningsTest, CudaMissingOrTooOld) {
  Info info = made_up_info();
  info.cuda->driver = "12.8";
  expect_warnings(info, {"CUDA up to 12.8"});
  info.cuda->driver = "9.2";
  expect_warnings(info, {"CUDA up to 9.2"});
  info.cuda->driver = "13.0";
  expect_warnings(info, {});
  info.cuda->driver = "";
  expect_warnings(info, {"no NVIDIA driver"});
  info.cuda.reset();
  expect_warnings(info, {"without CUDA"});
}

TEST(WarningsTest, ARankWithoutAGpu) {
  Info info = made_up_info();
  info.ranks[1].rank.gpu.reset();
  info.ranks[1].problem = "the driver shows no GPU";
  info.pairs.clear();
  expect_warnings(info, {"rank 1 can't use a GPU: the driver shows no GPU"});
  info.ranks[0] = info.ranks[1];
  info.ranks[0].rank.rank = 0;
  expect_warnings(info, {"ranks 0 and 1 can't use a GPU"});
}

TEST(WarningsTest, ComputeModes) {
  Info info = made_up_info();
  info.ranks[0].gpu.compute_mode = "exclusive";
  expect_warnings(info, {"the GPU of rank 0 is in exclusive"});
  info.ranks[0].rank.gpu->mps = true;
  expect_warnings(info, {});
  info.ranks[0].gpu.compute_mode = "prohibited";
  expect_warnings(info, {"prohibited"});
}

TEST(WarningsTest, RanksThatShareAGpu) {
  expect_warnings(made_up_sharers(false), {"without MPS"});
  Info info = made_up_sharers(true);
  info.share_gpu = false;
  expect_warnings(info, {"a run is refused"});
}

TEST(WarningsTest, OneGpuUnderTwoHostNames) {
  Info info = made_up_sharers(true);
  info.ranks[1].rank.host = "container2";
  info.pairs.clear();
  expect_warnings(info, {"name the same GPU (GPU-0) on different hosts (container2 and node17)"});
}

TEST(WarningsTest, MigInstancesExplainWhatTheyRefuse) {
  Info info = made_up_info();
  for (RankFacts& facts : info.ranks) facts.gpu.mig = true;
  for (PairFacts& pair : info.pairs) {
    pair.peer_access = false;
    pair.ipc = false;
  }
  expect_warnings(info, {"ranks 0 and 1 run on MIG instances"});
}

TEST(WarningsTest, GpusThatDontReachEachOther) {
  Info info = made_up_info();
  info.pairs[1].peer_access = false;
  expect_warnings(info, {"no peer access from rank 1 to 0"});
  info.pairs[0].peer_access = false;
  expect_warnings(info, {"no peer access from rank 0 to 1 and 1 to 0"});
}

TEST(WarningsTest, IpcRefused) {
  Info info = made_up_info();
  info.pairs[0].ipc = false;
  info.pairs[0].ipc_problem = "invalid argument";
  expect_warnings(info, {"CUDA IPC is refused from rank 0 to 1: invalid argument"});
}

TEST(WarningsTest, RanksThatWander) {
  Info info = made_up_info();
  info.ranks[1].rank.bound = false;
  info.ranks[1].rank.cores = {0, 1};
  expect_warnings(info, {"rank 1 is bound to no core"});
  info.ranks[1].rank.bound = true;
  info.ranks[1].gpu.numa_node = 1;
  expect_warnings(info, {"rank 1 runs on NUMA node 0, and its GPU is attached to node 1"});
}

TEST(WarningsTest, LimitsThatBite) {
  Info info = made_up_info();
  for (RankFacts& facts : info.ranks) facts.rank.limits.shared_memory_bytes = 64 << 20;
  expect_warnings(info, {"/dev/shm is small on node17 (64 MiB)"});
  info = made_up_info();
  info.ranks[0].rank.limits.locked_memory_bytes = 8 << 20;
  expect_warnings(info, {"rank 0 may lock 8192 KiB"});
}

}  // namespace
}  // namespace gpuxfer::report
