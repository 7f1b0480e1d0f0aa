#include "run/plausibility.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/links.hpp"
#include "core/wire.hpp"
#include "device/gpu_facts.hpp"
#include "device/nvml.hpp"
#include "run/facts_fields.hpp"

namespace gpuxfer::run {
namespace {

std::optional<Limit> within(const GpuFacts& gpu) {
  if (!gpu.memory_bytes_per_second || !gpu.cache_bytes) return std::nullopt;
  return Limit{.bytes_per_second = *gpu.memory_bytes_per_second / 2,
               .duplex = false,
               .cache_bytes = *gpu.cache_bytes,
               .of = "the memory of one GPU, which a copy reads and writes"};
}

Limit over_nvlink(const NvLinks& one, const NvLinks& other) {
  const NvLinks& slower = std::ranges::min(one, other, {}, &NvLinks::bytes_per_second);
  return Limit{.bytes_per_second = slower.bytes_per_second, .duplex = true, .of = to_string(slower)};
}

std::optional<Limit> over_pcie(const std::optional<PcieLink>& one, const std::optional<PcieLink>& other) {
  if (!one || !other) return std::nullopt;
  const auto rate = [](const PcieLink& link) { return bytes_per_second(link); };
  const PcieLink& slower = std::ranges::min(*one, *other, {}, rate);
  return Limit{.bytes_per_second = rate(slower), .duplex = true, .of = to_string(slower)};
}

/// What this rank, an end of the pair, knows of its side.
LinkEnd own_end(const std::vector<RankInfo>& ranks, int self, int peer) {
  const RankInfo& rank = ranks[static_cast<std::size_t>(self)];
  const std::string& other = ranks[static_cast<std::size_t>(peer)].gpu->uuid;
  LinkEnd end{.host = rank.host, .uuid = rank.gpu->uuid, .gpu = {}, .nvlink = {}};
  try {
    end.gpu = device::gpu_facts(*rank.gpu);
    if (other != end.uuid) end.nvlink = device::Nvml().joined_by_nvlink(end.uuid, other);
  } catch (const Error&) {
    // A limit that can't be found is no reason to measure nothing.
  }
  return end;
}

template <class End, class Put>
void visit_end(End& end, Put put) {
  put(end.host);
  put(end.uuid);
  visit_gpu_facts(end.gpu, put);
  put(end.nvlink);
}

std::string encode(const LinkEnd& end) {
  Writer writer;
  visit_end(end, [&](const auto& value) { writer.put(value); });
  return writer.take();
}

LinkEnd decode_end(const std::string& text) {
  Reader reader(text);
  LinkEnd end;
  visit_end(end, [&](auto& value) { reader.get(value); });
  return end;
}

}  // namespace

std::optional<Limit> limit_between(const std::array<LinkEnd, 2>& ends) {
  const auto& [one, other] = ends;
  if (one.host != other.host) return std::nullopt;
  if (one.uuid == other.uuid) return within(one.gpu);
  // Without NVML nobody can say that there is no NVLink, which would carry more than PCIe.
  if (!one.gpu.nvlink || !other.gpu.nvlink) return std::nullopt;
  const bool linked = one.gpu.nvlink->count > 0 && other.gpu.nvlink->count > 0;
  const bool apart = one.nvlink == false && other.nvlink == false;
  return linked && !apart ? over_nvlink(*one.gpu.nvlink, *other.gpu.nvlink)
                          : over_pcie(one.gpu.pcie, other.gpu.pcie);
}

bool is_implausible(const Row& row, const std::optional<Limit>& limit) {
  const bool on_gpus = row.memory[0] == "device" && row.memory[1] == "device";
  if (!limit || !row.bandwidth || !on_gpus) return false;
  const std::uint64_t touched = 2 * row.bytes * row.messages;  // where messages come from and where they go
  if (touched / 8 < limit->cache_bytes) return false;
  const bool both_ways = row.messages > static_cast<std::uint64_t>(row.window);
  const double most = limit->bytes_per_second * (limit->duplex && both_ways ? 2 : 1);
  return row.bandwidth->median > most;
}

void flag_implausible(std::span<Row> rows, const std::optional<Limit>& limit) {
  for (Row& row : rows) {
    if (is_implausible(row, limit)) row.flags.push_back("implausible");
  }
}

void flag_above_ceilings(std::span<Row> rows, const std::optional<Limit>& limit) {
  constexpr std::uint64_t fewest_bytes = std::uint64_t{64} << 20;
  constexpr double most = 2;
  if (limit) return;
  for (Row& row : rows) {
    if (row.bound && row.bound->share > most && row.bytes * row.messages >= fewest_bytes)
      row.flags.push_back("implausible");
  }
}

std::optional<Limit> find_limit(const comm::Communicator& comm, const std::vector<RankInfo>& ranks,
                                const SweepOptions& options) {
  const auto [one, other] = options.pair;
  const auto has_gpu = [&](int rank) { return ranks[static_cast<std::size_t>(rank)].gpu.has_value(); };
  if (!has_gpu(one) || !has_gpu(other)) return std::nullopt;
  const int self = comm.rank();
  const bool takes_part = self == one || self == other;
  const auto texts =
      comm.all_gather(takes_part ? encode(own_end(ranks, self, self == one ? other : one)) : "");
  return limit_between(
      {decode_end(texts[static_cast<std::size_t>(one)]), decode_end(texts[static_cast<std::size_t>(other)])});
}

}  // namespace gpuxfer::run
