#pragma once

#include "core/info.hpp"
#include "report/test_results.hpp"

/// A made-up machine for tests.
namespace gpuxfer::report {

/// Two bound ranks of one host with a GPU each, NVLink between them, and nothing to warn of.
inline Info made_up_info() {
  Info info;
  info.gpuxfer = "0.1.0";
  info.mpi = {.library = "MPICH 4.3.0",
              .standard = "4.1",
              .cuda_aware = "yes",
              .cuda_aware_source = "MPIX_GPU_query_support says so",
              .control_variables = {{"MPIR_CVAR_ENABLE_GPU", "1"}}};
  info.cuda = CudaInfo{.runtime = "13.0", .driver = "13.1"};
  info.variables = {{"CUDA_VISIBLE_DEVICES", "0,1"}};
  info.launch = {.rank = 0, .size = 2};
  for (const int rank : {0, 1}) {
    RankFacts& facts = info.ranks.emplace_back();
    facts.rank = made_up_rank(rank);
    facts.rank.bound = true;
    facts.numa_nodes = {0};
    facts.uuids = {"GPU-0", "GPU-1"};
    facts.gpu.compute_mode = "default";
    facts.gpu.numa_node = 0;
    facts.gpu.pcie = PcieLink{
        .transfers_per_second = 2.5e9, .max_transfers_per_second = 32e9, .width = 16, .max_width = 16};
    facts.gpu.nvlink = NvLinks{.count = 18, .bytes_per_second = 478.116e9};
    facts.gpu.bar1_bytes = std::uint64_t{256} << 30;
    facts.gpu.memory_bytes_per_second = 4.9e12;
    facts.gpu.cache_bytes = std::uint64_t{60} << 20;
    facts.rank.limits.shared_memory_bytes = std::uint64_t{64} << 30;
    facts.rank.limits.shared_memory_free_bytes = std::uint64_t{63} << 30;
    PairFacts& pair = info.pairs.emplace_back();
    pair.from = rank;
    pair.to = 1 - rank;
    pair.peer_access = true;
    pair.nvlink = true;
    pair.ipc = true;
  }
  return info;
}

/// The same two ranks on one GPU.
inline Info made_up_sharers(bool mps) {
  Info info = made_up_info();
  info.share_gpu = true;
  for (RankFacts& facts : info.ranks) {
    facts.rank.gpu = made_up_gpu(0);
    facts.rank.gpu->sharers = 2;
    facts.rank.gpu->mps = mps;
  }
  for (PairFacts& pair : info.pairs) {
    pair.same_gpu = true;
    pair.peer_access.reset();
    pair.nvlink.reset();
  }
  return info;
}

}  // namespace gpuxfer::report
