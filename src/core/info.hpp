#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/results.hpp"

/// What `gpuxfer info` finds out, as data.
namespace gpuxfer {

/// The PCIe link of a GPU. An idle GPU lowers its link's rate; the most that it offers is what counts.
struct PcieLink {
  double transfers_per_second = 0;      ///< of each lane, now
  double max_transfers_per_second = 0;  ///< of each lane
  int width = 0;                        ///< lanes in use
  int max_width = 0;                    ///< lanes that the GPU has
};

/// The active NVLinks of a GPU.
struct NvLinks {
  int count = 0;
  double bytes_per_second = 0;  ///< one way, all of them together
};

/// What a GPU can do, beside its name; absent is unknown.
struct GpuFacts {
  std::string compute_mode;  ///< default, exclusive or prohibited; empty where unknown
  bool mig = false;          ///< an instance of a partitioned GPU
  std::optional<int> numa_node;
  std::optional<PcieLink> pcie;
  std::optional<NvLinks> nvlink;
  std::optional<std::uint64_t> bar1_bytes;        ///< the window through which others reach its memory
  std::optional<double> memory_bytes_per_second;  ///< reads and writes together
  std::optional<std::uint64_t> cache_bytes;       ///< of its L2 cache
};

/// A rank and the GPU that a run would give it.
struct RankFacts {
  RankInfo rank;
  std::vector<int> numa_nodes;     ///< that its cores lie on; empty where the system doesn't say
  std::vector<std::string> uuids;  ///< of all GPUs that it sees
  std::string problem;             ///< why it has no GPU, or can't use it; empty where it can
  GpuFacts gpu;                    ///< of rank.gpu, where it has one
};

/// Two ranks of one host, each with a GPU, seen from the first: what `from` can do with `to`'s memory.
struct PairFacts {
  int from = 0;
  int to = 1;
  bool same_gpu = false;
  std::optional<bool> peer_access;  ///< absent on one GPU, and where `from` doesn't see the other's GPU
  std::optional<bool> nvlink;       ///< whether NVLink joins the two; absent where NVML doesn't say
  bool ipc = false;                 ///< `from` opened memory of `to` through a CUDA IPC handle
  std::string ipc_problem;          ///< why not
};

/// What the launcher's environment variables say; absent without a launcher.
struct LaunchFacts {
  std::optional<int> rank;
  std::optional<int> size;
};

struct Info {
  std::string gpuxfer;  ///< version
  MpiInfo mpi;
  std::optional<CudaInfo> cuda;                  ///< absent in a build without CUDA
  std::map<std::string, std::string> variables;  ///< of rank 0's environment, from an allow-list
  LaunchFacts launch;                            ///< of rank 0
  bool share_gpu = false;                        ///< asked for
  std::vector<RankFacts> ranks;
  std::vector<PairFacts> pairs;  ///< ordered pairs
};

/// What stands in the way of good figures, and what to do about it.
struct Warning {
  std::string what;
  std::string to_do;
};

}  // namespace gpuxfer
