#include "report/header.hpp"

#include <gtest/gtest.h>

#include "report/test_results.hpp"

namespace gpuxfer::report {
namespace {

void expect_says(const Results& results, const std::string& text) {
  EXPECT_NE(header(results).find(text), std::string::npos) << text << "\nnot in\n" << header(results);
}

void expect_silent(const Results& results, const std::string& text) {
  EXPECT_EQ(header(results).find(text), std::string::npos) << text << "\nin\n" << header(results);
}

TEST(HeaderTest, SaysWhatWasMeasured) {
  EXPECT_EQ(header(made_up_results({"direct"})),
            "gpuxfer   0.1.0, started 2026-12-01T22:47:04Z\n"
            "Ranks     0 <-> 1 of 2, on one host\n"
            "Rank 0    node17, GPU 0: NVIDIA H200 (0000:60:00.0), device memory, bound to core 0\n"
            "Rank 1    node17, GPU 1: NVIDIA H200 (0000:61:00.0), device memory, bound to core 1\n"
            "MPI       MPICH 4.3.0, CUDA-aware\n"
            "CUDA      runtime 13.0, driver supports up to 13.1\n"
            "Method    mode direct; window 64, held to 256 MiB; data verified\n");
}

TEST(HeaderTest, NamesRanksThatSleepAndHostsThatDiffer) {
  Results results = made_up_results({"direct"});
  results.environment.ranks[1].host = "node18";
  results.environment.hosts = 2;
  results.environment.ranks.push_back(made_up_sleeper(2));
  expect_says(results, "0 <-> 1 of 3, on two hosts; the other rank sleeps\n");
  results.environment.ranks.push_back(made_up_sleeper(3));
  expect_says(results, "of 4, on two hosts; the other 2 ranks sleep\n");
}

TEST(HeaderTest, GivesEachEndItsMemory) {
  Results results = made_up_results({"direct"});
  results.environment.ranks[1].gpu.reset();
  results.options = {{"memory", std::vector<std::string>{"device", "host"}}};
  expect_says(results, "(0000:60:00.0), device memory");
  expect_says(results, "Rank 1    node17, host memory, bound to core 1\n");
}

TEST(HeaderTest, WarnsOfSharedGpus) {
  Results results = made_up_results({"direct"});
  for (RankInfo& rank : results.environment.ranks) {
    rank.gpu = made_up_gpu(0);
    rank.gpu->sharers = 2;
  }
  expect_says(results, "Note      ranks 0 and 1 share a GPU and take turns on it, which costs about 150 us");
  for (RankInfo& rank : results.environment.ranks) rank.gpu->mps = true;
  expect_says(results, "ranks 0 and 1 share a GPU through MPS\n");
  results.environment.ranks[1].active = false;
  expect_silent(results, "share a GPU");
}

TEST(HeaderTest, WarnsOfUnboundRanksAndYielding) {
  Results results = made_up_results({"direct"});
  expect_silent(results, "Note");
  results.environment.ranks[1].cores = {0, 1, 2, 3};
  results.environment.yields = true;
  expect_says(results, "not bound (4 cores)\n");
  results.environment.ranks[1].bound = true;
  expect_says(results, "bound to 4 of its host's cores\n");
  results.environment.ranks[1].bound = false;
  expect_says(results, "use mpirun -bind-to core");
  expect_says(results, "waiting yields");
}

TEST(HeaderTest, WarnsOfLimitsThatTheWayBetweenTheRanksFeels) {
  Results results = made_up_results({"direct"});
  for (RankInfo& rank : results.environment.ranks) {
    rank.limits.shared_memory_bytes = 64 << 20;
    rank.limits.locked_memory_bytes = 8 << 20;
  }
  expect_says(results, "/dev/shm is small on node17 (64 MiB)");
  expect_silent(results, "may lock");
  results.environment.ranks[1].host = "node18";
  expect_says(results, "ranks 0 and 1 may lock 8192 KiB of memory");
  expect_silent(results, "/dev/shm");
}

TEST(HeaderTest, TellsWhetherDevicePointersArrived) {
  Results results = made_up_results({"direct"});
  expect_says(results, ", CUDA-aware\n");
  results.environment.mpi.proved_bytes = {1024, 32768};
  expect_says(results, ", CUDA-aware (first messages of 1 KiB and 32 KiB arrived whole)\n");
}

TEST(HeaderTest, TellsTheMethod) {
  Results results = made_up_results({"direct", "staged"});
  results.environment.mpi.cuda_aware = "unknown";
  results.environment.cuda.reset();
  results.options[3].second = std::int64_t{16};
  results.options[4].second = true;
  expect_says(results, "Method    modes direct and staged, interleaved; window 16; data NOT verified\n");
  expect_says(results, "not known whether it is CUDA-aware\n");
  expect_silent(results, "CUDA  ");
  results.options[0].second = std::vector<std::string>{"latency"};
  expect_silent(results, "window");
}

}  // namespace
}  // namespace gpuxfer::report
