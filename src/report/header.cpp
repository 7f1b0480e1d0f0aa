#include "report/header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

#include "core/sizes.hpp"
#include "report/limits.hpp"
#include "report/subject.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

using Ranks = std::vector<RankInfo>;

std::string entry(std::string_view name, std::string_view text) {
  return wrap(left(name, 10), text);
}

/// The option's value in force; null where it was not given or has another type.
template <class T>
const T* option(const Results& results, std::string_view name) {
  const auto found = std::ranges::find(results.options, name, &std::pair<std::string, Value>::first);
  return found == results.options.end() ? nullptr : std::get_if<T>(&found->second);
}

Ranks active_ranks(const Environment& environment) {
  Ranks active;
  std::ranges::copy_if(environment.ranks, std::back_inserter(active), &RankInfo::active);
  return active;
}

std::vector<std::string> numbers_of(const Ranks& ranks) {
  std::vector<std::string> numbers;
  for (const RankInfo& rank : ranks) numbers.push_back(std::to_string(rank.rank));
  return numbers;
}

bool on_one_host(const Ranks& ranks) {
  return std::ranges::all_of(ranks, [&](const RankInfo& rank) { return rank.host == ranks[0].host; });
}

std::string ranks_line(const Environment& environment, const Ranks& active) {
  const std::vector<std::string> numbers = numbers_of(active);
  std::string text = numbers.size() == 2 ? numbers[0] + " <-> " + numbers[1] : enumerate(numbers);
  text += fmt::format(" of {}, on ", environment.ranks.size());

  text += on_one_host(active)  ? "one host"
          : active.size() == 2 ? "two hosts"
                               : fmt::format("{} hosts", environment.hosts);

  const std::size_t asleep = environment.ranks.size() - active.size();
  if (asleep == 1) text += "; the other rank sleeps";
  if (asleep > 1) text += fmt::format("; the other {} ranks sleep", asleep);
  return entry("Ranks", text);
}

std::string binding(const RankInfo& rank) {
  if (rank.cores.empty()) return "";
  if (rank.cores.size() == 1) return fmt::format(", bound to core {}", rank.cores[0]);
  // A core with several hardware threads counts as several.
  return rank.bound ? fmt::format(", bound to {} of its host's cores", rank.cores.size())
                    : fmt::format(", not bound ({} cores)", rank.cores.size());
}

std::string rank_line(const RankInfo& rank, const std::string& memory) {
  std::string text = rank.host;
  if (rank.gpu) text += fmt::format(", GPU {}: {} ({})", rank.gpu->ordinal, rank.gpu->name, rank.gpu->pci);
  if (!memory.empty()) text += fmt::format(", {} memory", memory);
  return entry(fmt::format("Rank {}", rank.rank), text + binding(rank));
}

std::string rank_lines(const Results& results, const Ranks& active) {
  const auto* memory = option<std::vector<std::string>>(results, "memory");
  std::string text;
  for (std::size_t i = 0; i < active.size(); ++i) {
    text += rank_line(active[i], memory && i < memory->size() ? (*memory)[i] : "");
  }
  return text;
}

std::string mpi_line(const Environment& environment) {
  const std::string& aware = environment.mpi.cuda_aware;
  std::string text = environment.mpi.library;
  text += aware == "yes"  ? ", CUDA-aware"
          : aware == "no" ? ", not CUDA-aware"
                          : ", not known whether it is CUDA-aware";
  std::vector<std::string> proved;
  for (const std::uint64_t bytes : environment.mpi.proved_bytes) proved.push_back(format_size(bytes));
  if (!proved.empty()) text += fmt::format(" (first messages of {} arrived whole)", enumerate(proved));
  return entry("MPI", text);
}

std::string cuda_line(const Environment& environment) {
  if (!environment.cuda) return "";
  const CudaInfo& cuda = *environment.cuda;
  return entry("CUDA", "runtime " + cuda.runtime +
                           (cuda.driver.empty() ? ", no driver" : ", driver supports up to " + cuda.driver));
}

std::string window_text(const Results& results) {
  const auto* patterns = option<std::vector<std::string>>(results, "pattern");
  const auto windowed = [](const std::string& pattern) { return subject_of(pattern, {}).windowed; };
  if (!patterns || std::ranges::none_of(*patterns, windowed)) return "";
  const auto* window = option<std::int64_t>(results, "window");
  return window ? fmt::format("window {}; ", *window) : "window 64, held to 256 MiB; ";
}

std::string method_line(const Results& results) {
  std::string text;
  if (const auto* modes = option<std::vector<std::string>>(results, "mode")) {
    text += modes->size() == 1 ? "mode " + modes->front() + "; "
                               : "modes " + enumerate(*modes) + ", interleaved; ";
  }
  text += window_text(results);
  const bool* unverified = option<bool>(results, "no-verify");
  return entry("Method", text + (unverified && *unverified ? "data NOT verified" : "data verified"));
}

/// A sentence for each GPU that several active ranks use.
std::string sharing_lines(const Ranks& active) {
  std::map<std::string, Ranks> by_gpu;
  for (const RankInfo& rank : active) {
    if (rank.gpu && rank.gpu->sharers > 1) by_gpu[rank.gpu->uuid].push_back(rank);
  }
  std::string text;
  for (const auto& [uuid, ranks] : by_gpu) {
    if (ranks.size() == 1) continue;  // the others sleep
    const bool mps = std::ranges::all_of(ranks, [](const RankInfo& rank) { return rank.gpu->mps; });
    text += entry("Note", fmt::format("ranks {} share a GPU {}", enumerate(numbers_of(ranks)),
                                      mps ? "through MPS"
                                          : "and take turns on it, which costs about 150 us an operation; "
                                            "docs/measurement.md says how to start MPS"));
  }
  return text;
}

std::string notes(const Environment& environment, const Ranks& active) {
  std::string text = sharing_lines(active);
  if (std::ranges::any_of(active,
                          [](const RankInfo& rank) { return rank.cores.size() > 1 && !rank.bound; })) {
    text += entry("Note", "ranks that are not bound to a core make figures wander; use mpirun -bind-to core");
  }
  for (const Warning& warning :
       on_one_host(active) ? about_shared_memory(active) : about_locked_memory(active)) {
    text += entry("Note", warning.what + "; " + warning.to_do);
  }
  if (environment.yields) {
    text += entry(
        "Note", "more ranks than cores: waiting yields the core, and the figures hold the scheduler's share");
  }
  return text;
}

}  // namespace

std::string header(const Results& results) {
  const Environment& environment = results.environment;
  const Ranks active = active_ranks(environment);
  return entry("gpuxfer", environment.gpuxfer + ", started " + environment.started) +
         ranks_line(environment, active) + rank_lines(results, active) + mpi_line(environment) +
         cuda_line(environment) + method_line(results) + notes(environment, active);
}

}  // namespace gpuxfer::report
