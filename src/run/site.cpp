#include "run/site.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "comm/host_limits.hpp"
#include "run/assignment.hpp"

namespace gpuxfer::run {
namespace {

std::vector<int> allowed_cores() {
  std::vector<int> cores;
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &mask)) cores.push_back(core);
  }
  return cores;
}

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

/// The GPU at the place in --devices that belongs to this rank of its host.
std::size_t index_asked_for(const SweepOptions& options, int rank, int local_rank,
                            const device::VisibleGpus& visible) {
  const auto place = static_cast<std::size_t>(local_rank);
  if (place >= options.devices.size()) {
    throw UsageError(
        fmt::format("--devices names {} GPUs, and rank {} is number {} on its host: name one for each",
                    options.devices.size(), rank, local_rank + 1));
  }
  const auto index = static_cast<std::size_t>(options.devices[place]);
  if (index >= visible.gpus.size()) {
    throw MachineError(fmt::format(
        "--devices gives rank {} GPU {}, and it sees {} ({})", rank, index, visible.gpus.size(),
        visible.gpus.empty() ? visible.problem : fmt::format("0 to {}", visible.gpus.size() - 1)));
  }
  return index;
}

std::vector<std::size_t> indices_asked_for(const SweepOptions& options, const std::vector<int>& ranks,
                                           const std::vector<RankReport>& reports) {
  const std::vector<int> local = local_ranks(reports);
  std::vector<std::size_t> indices;
  std::map<std::string, int> holder;
  for (const int rank : ranks) {
    const auto& visible = reports[static_cast<std::size_t>(rank)].visible;
    const std::size_t index = index_asked_for(options, rank, local[static_cast<std::size_t>(rank)], visible);
    const auto [other, fresh] = holder.emplace(visible.gpus[index].uuid, rank);
    if (!fresh && !options.share_gpu) {
      throw MachineError(
          fmt::format("--devices gives ranks {} and {} the same GPU ({}): name another, or add --share-gpu",
                      other->second, rank, other->first));
    }
    indices.push_back(index);
  }
  return indices;
}

std::vector<std::size_t> matched_indices(const SweepOptions& options, const std::vector<int>& ranks,
                                         const std::vector<RankReport>& reports) {
  std::vector<std::vector<std::string>> uuids;
  std::string problem;
  int blind = 0;
  for (const int rank : ranks) {
    const auto& visible = reports[static_cast<std::size_t>(rank)].visible;
    auto& own = uuids.emplace_back();
    for (const Gpu& gpu : visible.gpus) own.push_back(gpu.uuid);
    if (own.empty()) problem = visible.problem, blind = rank;
  }
  if (std::ranges::all_of(uuids, &std::vector<std::string>::empty)) {
    throw MachineError(fmt::format("no GPU here: {}; --memory host measures host memory", problem));
  }
  if (!problem.empty()) {
    throw MachineError(fmt::format("rank {} sees no GPU, and others do: {}; check the launcher's GPU binding",
                                   blind, problem));
  }
  return assign_gpus(uuids, options.share_gpu);
}

}  // namespace

bool needs_gpus(const SweepOptions& options) {
  return std::ranges::any_of(options.memory,
                             [](device::MemoryKind kind) { return kind != device::MemoryKind::host; });
}

RankReport report_self(bool wants_gpus) {
  RankReport report{.host = host_name(),
                    .process = getpid(),
                    .cores = allowed_cores(),
                    .limits = comm::host_limits(),
                    .visible = {}};
  report.bound = std::ssize(report.cores) < sysconf(_SC_NPROCESSORS_ONLN);
  try {
    if (wants_gpus) report.visible = device::visible_gpus();
  } catch (const Error& error) {
    report.visible.problem = error.what();
  }
  return report;
}

std::string encode(const RankReport& report) {
  const auto& [shared, free, locked] = report.limits;
  std::string text = fmt::format("{}\n{}\n{:d} {}\n{} {} {}\n{}\n", report.host, report.process, report.bound,
                                 fmt::join(report.cores, ","), shared, free,
                                 locked ? fmt::to_string(*locked) : "", report.visible.problem);
  for (const Gpu& gpu : report.visible.gpus) {
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{:d}\n", gpu.ordinal, gpu.name, gpu.uuid, gpu.pci,
                        gpu.memory_bytes, gpu.mps);
  }
  return text;
}

RankReport decode(const std::string& text) {
  const std::vector<std::string> lines = split(text, '\n');
  RankReport report{.host = lines.at(0), .process = std::stoi(lines.at(1)), .cores = {}, .visible = {}};
  report.bound = lines.at(2).starts_with('1');
  for (const std::string& core : split(lines.at(2).substr(2), ',')) report.cores.push_back(std::stoi(core));
  const std::vector<std::string> limits = split(lines.at(3), ' ');
  report.limits = {.shared_memory_bytes = std::stoull(limits.at(0)),
                   .shared_memory_free_bytes = std::stoull(limits.at(1)),
                   .locked_memory_bytes = {}};
  if (limits.size() > 2) report.limits.locked_memory_bytes = std::stoull(limits[2]);
  report.visible.problem = lines.at(4);
  for (std::size_t i = 5; i < lines.size(); ++i) {
    const std::vector<std::string> fields = split(lines[i], '\t');
    report.visible.gpus.push_back({.ordinal = std::stoi(fields.at(0)),
                                   .name = fields.at(1),
                                   .uuid = fields.at(2),
                                   .pci = fields.at(3),
                                   .memory_bytes = std::stoull(fields.at(4)),
                                   .mps = fields.at(5) == "1"});
  }
  return report;
}

std::vector<RankReport> gather_reports(const comm::Communicator& world, bool wants_gpus) {
  std::vector<RankReport> reports;
  for (const std::string& text : world.all_gather(encode(report_self(wants_gpus))))
    reports.push_back(decode(text));
  return reports;
}

bool oversubscribed(const std::vector<RankReport>& reports) {
  struct Host {
    std::size_t ranks = 0;
    std::set<int> cores;
  };
  std::map<std::string, Host> hosts;
  for (const RankReport& report : reports) {
    Host& host = hosts[report.host];
    ++host.ranks;
    host.cores.insert(report.cores.begin(), report.cores.end());
  }
  return std::ranges::any_of(hosts, [](const auto& entry) {
    const Host& host = entry.second;
    return !host.cores.empty() && host.ranks > host.cores.size();
  });
}

std::vector<int> local_ranks(const std::vector<RankReport>& reports) {
  std::map<std::string, int> seen;
  std::vector<int> local;
  for (const RankReport& report : reports) local.push_back(seen[report.host]++);
  return local;
}

std::vector<RankInfo> list_ranks(const std::vector<RankReport>& reports) {
  std::vector<RankInfo> ranks;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    ranks.push_back({.rank = static_cast<int>(i),
                     .host = reports[i].host,
                     .process = reports[i].process,
                     .cores = reports[i].cores,
                     .bound = reports[i].bound,
                     .limits = reports[i].limits});
  }
  return ranks;
}

void give_gpus(std::vector<RankInfo>& ranks, const std::vector<int>& in_need,
               const std::vector<RankReport>& reports, const SweepOptions& options) {
  const std::vector<std::size_t> indices = options.devices.empty()
                                               ? matched_indices(options, in_need, reports)
                                               : indices_asked_for(options, in_need, reports);
  std::map<std::string, int> sharers;
  for (std::size_t i = 0; i < in_need.size(); ++i) {
    const auto rank = static_cast<std::size_t>(in_need[i]);
    ranks[rank].gpu = reports[rank].visible.gpus[indices[i]];
    ++sharers[ranks[rank].gpu->uuid];
  }
  for (RankInfo& rank : ranks) {
    if (rank.gpu) rank.gpu->sharers = sharers[rank.gpu->uuid];
  }
}

std::vector<RankInfo> assign_ranks(const std::vector<RankReport>& reports, const SweepOptions& options) {
  std::vector<RankInfo> ranks = list_ranks(reports);
  for (RankInfo& rank : ranks) rank.active = std::ranges::count(options.pair, rank.rank) > 0;

  if (!needs_gpus(options)) return ranks;
  std::vector<int> in_need;
  for (const RankInfo& rank : ranks) {
    const auto end = std::ranges::find(options.pair, rank.rank) - options.pair.begin();
    if (!rank.active || options.memory[static_cast<std::size_t>(end)] != device::MemoryKind::host)
      in_need.push_back(rank.rank);
  }
  give_gpus(ranks, in_need, reports, options);
  return ranks;
}

}  // namespace gpuxfer::run
