#include "run/info.hpp"

#include <iterator>

#include "comm/launch.hpp"
#include "comm/library.hpp"
#include "core/version.hpp"
#include "core/wire.hpp"
#include "device/gpu_facts.hpp"
#include "device/topology.hpp"
#include "run/facts_fields.hpp"
#include "run/ipc_probe.hpp"
#include "run/preflight.hpp"
#include "run/site.hpp"

namespace gpuxfer::run {
namespace {

/// Every rank that sees a GPU gets one, shared where there are too few: to describe is not to refuse.
std::vector<RankInfo> assign(const std::vector<RankReport>& reports, const SweepOptions& options) {
  SweepOptions sharing = options;
  sharing.share_gpu = true;
  std::vector<RankInfo> ranks = list_ranks(reports);
  std::vector<int> seeing;
  for (const RankInfo& rank : ranks) {
    if (!reports[static_cast<std::size_t>(rank.rank)].visible.gpus.empty()) seeing.push_back(rank.rank);
  }
  if (!seeing.empty()) give_gpus(ranks, seeing, reports, sharing);
  return ranks;
}

RankFacts own_facts(const RankReport& report, const RankInfo& rank) {
  RankFacts facts{.rank = rank,
                  .numa_nodes = device::numa_nodes(rank.cores),
                  .uuids = {},
                  .problem = report.visible.problem,
                  .gpu = {}};
  for (const Gpu& gpu : report.visible.gpus) facts.uuids.push_back(gpu.uuid);
  try {
    if (rank.gpu) facts.gpu = device::gpu_facts(*rank.gpu);
  } catch (const Error& error) {
    facts.problem = error.what();
  }
  return facts;
}

std::string encode(const RankFacts& facts, const std::vector<PairFacts>& pairs) {
  Writer writer;
  const auto put = [&](const auto& value) { writer.put(value); };
  visit_rank_facts(facts, put);
  put(pairs.size());
  for (const PairFacts& pair : pairs) visit_pair_facts(pair, put);
  return writer.take();
}

/// Adds what one rank told.
void decode_into(Info& info, const std::string& text, const RankInfo& rank) {
  Reader reader(text);
  const auto get = [&](auto& value) { reader.get(value); };
  RankFacts& facts = info.ranks.emplace_back();
  facts.rank = rank;
  visit_rank_facts(facts, get);
  for (std::size_t left = reader.size(); left > 0; --left) visit_pair_facts(info.pairs.emplace_back(), get);
}

}  // namespace

Info gather_info(const comm::Communicator& world, const SweepOptions& options) {
  const auto reports = gather_reports(world, true);
  const comm::Communicator comm =
      world.with(oversubscribed(reports) ? comm::Waiting::yield : comm::Waiting::spin);
  const comm::Launch launch = comm::launch_from_environment();
  Info info{.gpuxfer = version,
            .mpi = comm::library_info(),
            .cuda = {},
            .variables = comm::environment_variables(),
            .launch = {.rank = launch.rank, .size = launch.size},
            .share_gpu = options.share_gpu,
            .ranks = {},
            .pairs = {}};
  std::vector<RankInfo> ranks;
  together(comm, [&] {
    info.cuda = device::cuda_info();
    ranks = assign(reports, options);
  });

  const auto self = static_cast<std::size_t>(comm.rank());
  RankFacts facts = own_facts(reports[self], ranks[self]);
  const ProbeResult probe = probe_pairs(comm, ranks, facts.uuids);
  if (facts.problem.empty()) facts.problem = probe.problem;
  const auto texts = comm.all_gather(encode(facts, probe.pairs));
  for (std::size_t rank = 0; rank < texts.size(); ++rank) decode_into(info, texts[rank], ranks[rank]);
  return info;
}

}  // namespace gpuxfer::run
