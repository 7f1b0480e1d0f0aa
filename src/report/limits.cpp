#include "report/limits.hpp"

#include <fmt/format.h>

#include <string>

#include "comm/host_limits.hpp"
#include "report/ranks_by.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

/// A container's /dev/shm is 64 MiB unless it was asked for more; two ranks of an MPI library and a ring of
/// chunks want several times that.
constexpr std::uint64_t little_shared_memory = std::uint64_t{256} << 20;
constexpr std::uint64_t little_locked_memory = std::uint64_t{64} << 20;

}  // namespace

std::vector<Warning> about_shared_memory(const std::vector<RankInfo>& ranks) {
  std::vector<Warning> list;
  const auto little = [](const RankInfo& rank) {
    const std::uint64_t bytes = rank.limits.shared_memory_bytes;
    return bytes < little_shared_memory ? fmt::format("{} ({} MiB)", rank.host, bytes >> 20) : "";
  };
  for (const auto& [host, own] : ranks_by(ranks, &RankInfo::rank, little)) {
    list.push_back(
        {fmt::format("/dev/shm is small on {}: MPI libraries and --mode shm keep messages there", host),
         comm::more_shared_memory});
  }
  return list;
}

std::vector<Warning> about_locked_memory(const std::vector<RankInfo>& ranks) {
  std::vector<Warning> list;
  const auto little = [](const RankInfo& rank) {
    const auto& bytes = rank.limits.locked_memory_bytes;
    return bytes && *bytes < little_locked_memory ? fmt::format("{} KiB", *bytes >> 10) : "";
  };
  for (const auto& [limit, own] : ranks_by(ranks, &RankInfo::rank, little)) {
    list.push_back(
        {fmt::format("{} may lock {} of memory: network cards that send from locked memory fail or fall back",
                     ranks_text(own), limit),
         "ulimit -l unlimited, in a container --ulimit memlock=-1"});
  }
  return list;
}

}  // namespace gpuxfer::report
