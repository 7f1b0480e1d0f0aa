#include "report/warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <set>

#include "report/limits.hpp"
#include "report/ranks_by.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

using Warnings = std::vector<Warning>;
using Ranks = std::vector<int>;

int number(const RankFacts& facts) {
  return facts.rank.rank;
}

template <class Predicate>
Ranks ranks_where(const Info& info, Predicate predicate) {
  Ranks found;
  for (const RankFacts& facts : info.ranks) {
    if (predicate(facts)) found.push_back(facts.rank.rank);
  }
  return found;
}

void about_the_launch(const Info& info, Warnings& list) {
  const int started = info.launch.size.value_or(1);
  if (info.ranks.size() == 1 && started > 1) {
    list.push_back(
        {fmt::format("the launcher started {} processes, and to this MPI library each is a run of its "
                     "own: it was started by another MPI's mpirun",
                     started),
         fmt::format("start gpuxfer with the mpirun of the library that it runs with ({})",
                     info.mpi.library)});
  }
}

void about_mpi(const Info& info, Warnings& list) {
  const auto& variables = info.mpi.control_variables;
  const auto enabled = variables.find("MPIR_CVAR_ENABLE_GPU");
  const bool off = enabled != variables.end() && enabled->second == "0";
  if (info.mpi.cuda_aware == "no" && off) {
    list.push_back({"the MPI library's GPU support is switched off: --mode direct can't run",
                    "unset MPIR_CVAR_ENABLE_GPU, or set it to 1"});
  } else if (info.mpi.cuda_aware == "no") {
    list.push_back(
        {"the MPI library is not CUDA-aware: --mode direct can't run",
         "use --mode staged, or an MPI library built with CUDA support (MPICH: configure --with-cuda)"});
  } else if (info.mpi.cuda_aware != "yes") {
    list.push_back(
        {"nobody can tell whether the MPI library is CUDA-aware: where it isn't, --mode direct crashes",
         "see what its own documentation says, or use --mode staged"});
  }
}

int cuda_number(const std::string& version) {
  const auto dot = version.find('.');
  const int minor = dot == std::string::npos ? 0 : std::atoi(version.c_str() + dot + 1);
  return 1000 * std::atoi(version.c_str()) + 10 * minor;
}

void about_cuda(const Info& info, Warnings& list) {
  if (!info.cuda) {
    list.push_back({"this gpuxfer was built without CUDA: it measures host memory alone",
                    "build it with the CUDA Toolkit and GPUXFER_CUDA=ON"});
  } else if (info.cuda->driver.empty()) {
    list.push_back({"there is no NVIDIA driver here",
                    "install one, or give the container the GPUs (--gpus all); --memory host needs none"});
  } else if (cuda_number(info.cuda->driver) < cuda_number(info.cuda->runtime)) {
    list.push_back({fmt::format("the driver supports CUDA up to {}, and the runtime is of {}",
                                info.cuda->driver, info.cuda->runtime),
                    "update the driver, or build gpuxfer with an older CUDA Toolkit"});
  }
}

void about_missing_gpus(const Info& info, Warnings& list) {
  if (!info.cuda || info.cuda->driver.empty()) return;  // told already
  for (const auto& [problem, ranks] :
       ranks_by(info.ranks, number, [](const RankFacts& facts) { return facts.problem; })) {
    const bool no_gpu = !info.ranks[static_cast<std::size_t>(ranks.front())].rank.gpu;
    list.push_back({fmt::format("{} can't use a GPU: {}", ranks_text(ranks), problem),
                    no_gpu ? "check the launcher's GPU binding and CUDA_VISIBLE_DEVICES"
                           : "see what else runs on it (nvidia-smi), and its compute mode"});
  }
}

void about_compute_mode(const Info& info, Warnings& list) {
  const Ranks exclusive = ranks_where(info, [](const RankFacts& facts) {
    return facts.gpu.compute_mode == "exclusive" && !(facts.rank.gpu && facts.rank.gpu->mps);
  });
  if (!exclusive.empty()) {
    list.push_back({fmt::format("the GPU of {} is in exclusive compute mode: it takes one process at a time",
                                ranks_text(exclusive)),
                    "set it to default (nvidia-smi -c DEFAULT), or start MPS"});
  }
  const Ranks prohibited =
      ranks_where(info, [](const RankFacts& facts) { return facts.gpu.compute_mode == "prohibited"; });
  if (!prohibited.empty()) {
    list.push_back({fmt::format("the GPU of {} is in prohibited compute mode: it takes no process",
                                ranks_text(prohibited)),
                    "set it to default (nvidia-smi -c DEFAULT)"});
  }
}

void about_sharing(const Info& info, Warnings& list) {
  const auto shared = [](const RankFacts& facts) { return facts.rank.gpu && facts.rank.gpu->sharers > 1; };
  const auto uuid = [&](const RankFacts& facts) { return shared(facts) ? facts.rank.gpu->uuid : ""; };
  for (const auto& [gpu, ranks] : ranks_by(info.ranks, number, uuid)) {
    const auto facts = [&](int rank) { return info.ranks[static_cast<std::size_t>(rank)]; };
    std::set<std::string> hosts;
    for (const int rank : ranks) hosts.insert(facts(rank).rank.host);
    if (hosts.size() > 1) {
      list.push_back(
          {fmt::format("{} name the same GPU ({}) on different hosts ({}): these are containers of one "
                       "machine",
                       ranks_text(ranks), gpu, enumerate({hosts.begin(), hosts.end()})),
           "count it as one GPU; let the containers share their namespaces (--ipc=host --pid=host)"});
    }
    if (!info.share_gpu) {
      list.push_back({fmt::format("{} see one GPU between them: a run is refused", ranks_text(ranks)),
                      "add --share-gpu, or start as many ranks as there are GPUs"});
    }
    if (!std::ranges::all_of(ranks, [&](int rank) { return facts(rank).rank.gpu->mps; })) {
      list.push_back(
          {fmt::format("{} share a GPU without MPS: they take turns on it, which costs about 150 us an "
                       "operation",
                       ranks_text(ranks)),
           "start MPS before mpirun (nvidia-cuda-mps-control -d)"});
    }
  }
}

void about_mig(const Info& info, Warnings& list) {
  const Ranks instances = ranks_where(info, [](const RankFacts& facts) { return facts.gpu.mig; });
  if (instances.empty()) return;
  list.push_back({fmt::format("{} on MIG instances, which reach no other instance's memory and open none",
                              ranks_text(instances) + (instances.size() == 1 ? " runs" : " run")),
                  "use --mode staged, or whole GPUs (nvidia-smi -mig 0)"});
}

/// `0 to 1 and 1 to 0`.
std::string pairs_text(const std::vector<const PairFacts*>& pairs) {
  std::vector<std::string> names;
  for (const PairFacts* pair : pairs) names.push_back(fmt::format("{} to {}", pair->from, pair->to));
  return enumerate(names);
}

void about_pairs(const Info& info, Warnings& list) {
  std::vector<const PairFacts*> apart;
  std::map<std::string, std::vector<const PairFacts*>> refused;
  const auto mig = [&](int rank) { return info.ranks[static_cast<std::size_t>(rank)].gpu.mig; };
  for (const PairFacts& pair : info.pairs) {
    if (mig(pair.from) || mig(pair.to)) continue;  // told already
    if (pair.peer_access == false) apart.push_back(&pair);
    if (!pair.ipc) refused[pair.ipc_problem].push_back(&pair);
  }
  if (!apart.empty()) {
    list.push_back({fmt::format("no peer access from rank {}: copies between their GPUs go through the host",
                                pairs_text(apart)),
                    "see nvidia-smi topo -p2p rw; an IOMMU or PCIe ACS may stand between them"});
  }
  for (const auto& [problem, pairs] : refused) {
    list.push_back(
        {fmt::format("CUDA IPC is refused from rank {}: {}", pairs_text(pairs), problem),
         "--mode ipc can't run there, and direct may go through the host; let every rank of a host see "
         "all its GPUs (Slurm: --gpu-bind=none), in one container"});
  }
}

void about_binding(const Info& info, Warnings& list) {
  if (info.ranks.size() < 2) return;
  const Ranks wandering = ranks_where(
      info, [](const RankFacts& facts) { return !facts.rank.bound && facts.rank.cores.size() > 1; });
  if (!wandering.empty()) {
    list.push_back({fmt::format("{} {} bound to no core, and figures wander with them", ranks_text(wandering),
                                wandering.size() == 1 ? "is" : "are"),
                    "bind them (mpirun -bind-to core)"});
  }
  for (const RankFacts& facts : info.ranks) {
    const auto& node = facts.gpu.numa_node;
    if (!node || facts.numa_nodes.empty() || std::ranges::count(facts.numa_nodes, *node) > 0) continue;
    list.push_back({fmt::format("rank {} runs on NUMA node {}, and its GPU is attached to node {}",
                                facts.rank.rank, facts.numa_nodes.front(), *node),
                    "bind it to cores of its GPU's node"});
  }
}

}  // namespace

std::vector<Warning> warnings(const Info& info) {
  Warnings list;
  about_the_launch(info, list);
  about_cuda(info, list);
  about_missing_gpus(info, list);
  about_mpi(info, list);
  about_compute_mode(info, list);
  about_sharing(info, list);
  about_mig(info, list);
  about_pairs(info, list);
  about_binding(info, list);
  std::vector<RankInfo> ranks;
  for (const RankFacts& facts : info.ranks) ranks.push_back(facts.rank);
  std::ranges::move(about_shared_memory(ranks), std::back_inserter(list));
  std::ranges::move(about_locked_memory(ranks), std::back_inserter(list));
  return list;
}

}  // namespace gpuxfer::report
