#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/links.hpp"
#include "report/info.hpp"
#include "report/text.hpp"
#include "report/warnings.hpp"

namespace gpuxfer::report {
namespace {

std::string entry(std::string_view name, std::string_view text) {
  return wrap(left(name, 12), text);
}

std::string join(const std::vector<std::string>& parts, std::string_view separator = "; ") {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty() && !part.empty()) text += separator;
    text += part;
  }
  return text;
}

std::string amount(std::uint64_t bytes) {
  constexpr double mebi = 1 << 20;
  const double mebibytes = static_cast<double>(bytes) / mebi;
  return mebibytes < 1024 ? fmt::format("{:.4g} MiB", mebibytes)
                          : fmt::format("{:.4g} GiB", mebibytes / 1024);
}

std::string rate(double bytes_per_second) {
  return fmt::format("{:.4g} GB/s", bytes_per_second / 1e9);
}

std::string mpi_lines(const MpiInfo& mpi) {
  const std::string& aware = mpi.cuda_aware;
  const std::string verdict = aware == "yes"  ? "CUDA-aware"
                              : aware == "no" ? "not CUDA-aware"
                                              : "not known whether it is CUDA-aware";
  return entry("MPI", fmt::format("{}, standard {}; {} ({})", mpi.library, mpi.standard, verdict,
                                  mpi.cuda_aware_source));
}

std::string cuda_line(const std::optional<CudaInfo>& cuda) {
  if (!cuda) return entry("CUDA", "none: this gpuxfer was built without it");
  return entry("CUDA",
               "runtime " + cuda->runtime +
                   (cuda->driver.empty() ? ", no driver" : ", driver supports up to " + cuda->driver));
}

std::string ranks_line(const Info& info) {
  std::set<std::string> hosts;
  for (const RankFacts& facts : info.ranks) hosts.insert(facts.rank.host);
  return entry("Ranks", fmt::format("{} on {}{}", info.ranks.size(),
                                    hosts.size() == 1 ? "one host" : fmt::format("{} hosts", hosts.size()),
                                    info.launch.rank ? "" : ", started without a launcher"));
}

/// `core 3`, `4 cores (0-3)`, with what lies between first and last left to the JSON.
std::string cores_text(const RankInfo& rank) {
  if (rank.cores.empty()) return "cores unknown";
  if (rank.cores.size() == 1) return fmt::format("bound to core {}", rank.cores.front());
  return fmt::format("{} {} cores from {} to {}", rank.bound ? "bound to" : "not bound:", rank.cores.size(),
                     rank.cores.front(), rank.cores.back());
}

std::string nodes_text(const std::vector<int>& nodes) {
  std::vector<std::string> numbers;
  for (const int node : nodes) numbers.push_back(std::to_string(node));
  if (numbers.empty()) return "";
  return (numbers.size() == 1 ? "NUMA node " : "NUMA nodes ") + enumerate(numbers);
}

std::string host_line(const RankFacts& facts) {
  return entry(fmt::format("Rank {}", facts.rank.rank),
               join({facts.rank.host, fmt::format("process {}", facts.rank.process), cores_text(facts.rank),
                     nodes_text(facts.numa_nodes)},
                    ", "));
}

std::string limits_line(const HostLimits& limits) {
  return entry("  limits",
               fmt::format("/dev/shm {}, {} of it free; locked memory {}", amount(limits.shared_memory_bytes),
                           amount(limits.shared_memory_free_bytes),
                           limits.locked_memory_bytes ? amount(*limits.locked_memory_bytes) : "unlimited"));
}

std::string pcie_text(const std::optional<PcieLink>& link) {
  if (!link) return "PCIe link unknown";
  std::string text = to_string(*link) + ", " + rate(bytes_per_second(*link)) + " each way";
  std::vector<std::string> but;
  if (link->transfers_per_second < link->max_transfers_per_second) {
    but.push_back("now at " + pcie_generation(link->transfers_per_second));
  }
  if (link->width < link->max_width) but.push_back(fmt::format("the GPU has {} lanes", link->max_width));
  return but.empty() ? text : text + " (" + join(but, ", ") + ")";
}

std::string nvlink_text(const std::optional<NvLinks>& links) {
  if (!links) return "NVLink unknown";
  if (links->count == 0) return "no NVLink";
  return to_string(*links) + ", " + rate(links->bytes_per_second) + " each way";
}

std::string gpu_lines(const RankFacts& facts) {
  if (!facts.rank.gpu) return entry("  GPU", "none: " + facts.problem);
  const Gpu& gpu = *facts.rank.gpu;
  const GpuFacts& more = facts.gpu;
  std::string text = entry(fmt::format("  GPU {}", gpu.ordinal),
                           join({fmt::format("{} ({} visible)", gpu.name, facts.uuids.size()), gpu.uuid,
                                 gpu.pci, amount(gpu.memory_bytes)},
                                ", "));
  if (!facts.problem.empty()) text += entry("", "can't be used: " + facts.problem);
  text += entry(
      "", join({more.compute_mode.empty() ? "compute mode unknown" : "compute mode " + more.compute_mode,
                gpu.mps ? "MPS" : "no MPS", more.mig ? "MIG instance" : "no MIG",
                more.numa_node ? fmt::format("NUMA node {}", *more.numa_node) : "NUMA node unknown",
                more.memory_bytes_per_second ? "memory " + rate(*more.memory_bytes_per_second) : ""}));
  return text + entry("", join({pcie_text(more.pcie), nvlink_text(more.nvlink),
                                more.bar1_bytes ? "BAR1 " + amount(*more.bar1_bytes) : "BAR1 unknown"}));
}

std::string access_text(const PairFacts& pair) {
  if (pair.same_gpu) return "one GPU";
  std::vector<std::string> parts;
  if (pair.nvlink) parts.push_back(*pair.nvlink ? "NVLink" : "no NVLink");
  parts.push_back(!pair.peer_access   ? "peer access unknown (the other's GPU is not visible here)"
                  : *pair.peer_access ? "peer access"
                                      : "no peer access");
  return join(parts, ", ");
}

std::string ipc_text(const PairFacts& pair) {
  return pair.ipc ? "CUDA IPC opens" : "CUDA IPC refused";
}

/// One line where both directions are alike.
std::string pair_lines(const Info& info) {
  std::string text;
  for (const PairFacts& pair : info.pairs) {
    const auto back = std::ranges::find_if(
        info.pairs, [&](const PairFacts& other) { return other.from == pair.to && other.to == pair.from; });
    const std::string found = access_text(pair) + ", " + ipc_text(pair);
    const bool alike = back != info.pairs.end() && access_text(*back) + ", " + ipc_text(*back) == found;
    if (alike && pair.from > pair.to) continue;
    text += entry(fmt::format("{} {} {}", pair.from, alike ? "<->" : "->", pair.to), found);
  }
  return text;
}

std::string variable_lines(std::string_view title, const std::map<std::string, std::string>& variables) {
  std::string text;
  for (const auto& [name, value] : variables) {
    if (!value.empty()) text += entry(text.empty() ? title : "", name + "=" + value);
  }
  return text;
}

std::string warning_lines(const Info& info) {
  const auto list = warnings(info);
  if (list.empty()) return "\nNo warnings.\n";
  std::string text = "\nWarnings\n";
  for (const Warning& warning : list) {
    text += wrap("  - ", warning.what + ".") + wrap("    -> ", warning.to_do + ".");
  }
  return text;
}

}  // namespace

std::string info_table(const Info& info) {
  std::string text =
      entry("gpuxfer", info.gpuxfer) + mpi_lines(info.mpi) + cuda_line(info.cuda) + ranks_line(info);
  for (const RankFacts& facts : info.ranks) {
    text += host_line(facts) + gpu_lines(facts) + limits_line(facts.rank.limits);
  }
  return text + pair_lines(info) + variable_lines("In force", info.mpi.control_variables) +
         variable_lines("Environment", info.variables) + warning_lines(info);
}

}  // namespace gpuxfer::report
