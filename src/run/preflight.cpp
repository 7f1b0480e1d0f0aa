#include "run/preflight.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <set>

#include "comm/library.hpp"
#include "core/version.hpp"
#include "device/gpus.hpp"
#include "device/host_memory.hpp"
#include "path/ceilings.hpp"
#include "run/availability.hpp"
#include "run/plausibility.hpp"
#include "run/site.hpp"

namespace gpuxfer::run {
namespace {

void expect_ranks(const comm::Communicator& world, const SweepOptions& options) {
  const auto needed = std::int64_t{std::max(options.pair[0], options.pair[1])} + 1;
  if (world.size() >= needed) return;
  throw UsageError(fmt::format(
      "the pair {}:{} needs {} ranks and this run has {}: start it with mpirun -np {} gpuxfer ...",
      options.pair[0], options.pair[1], needed, world.size(), needed));
}

/// Which end of the pair this rank is; absent where it sleeps.
std::optional<std::size_t> end_of(const SweepOptions& options, int rank) {
  const auto found = std::ranges::find(options.pair, rank);
  if (found == options.pair.end()) return std::nullopt;
  return static_cast<std::size_t>(found - options.pair.begin());
}

std::vector<Mode> make_modes(const SweepOptions& options, const Environment& environment) {
  std::vector<Mode> modes;
  for (const std::string& name : options.modes) {
    Mode mode{.name = name, .path = path::Paths::find(name)->make(), .unavailable = {}};
    mode.unavailable = why_unavailable(name, *mode.path, options, environment);
    modes.push_back(std::move(mode));
  }
  return modes;
}

std::vector<Mode> make_ceilings(const SweepOptions& options) {
  std::vector<Mode> modes;
  if (!options.ceilings) return modes;
  for (const path::Paths::Entry& entry : path::ceilings()) {
    modes.push_back({.name = entry.name, .path = entry.make(), .unavailable = {}});
  }
  return modes;
}

/// A mode that can't run is an error when nothing else can, and else a reason in its rows.
void expect_a_mode(const std::vector<Mode>& modes) {
  if (std::ranges::any_of(modes, [](const Mode& mode) { return mode.unavailable.empty(); })) return;
  const Mode& first = modes.front();
  throw MachineError(first.unavailable +
                     (first.path->needs_one_host()
                          ? "; use --mode direct or staged, or a --pair on one host"
                          : "; use --mode staged, or an MPI library built with CUDA support"));
}

std::string now_utc() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

Environment describe(const std::vector<RankReport>& reports, const SweepOptions& options,
                     const MpiInfo& mpi) {
  std::set<std::string> hosts;
  for (const RankReport& report : reports) hosts.insert(report.host);
  return {.gpuxfer = version,
          .started = now_utc(),
          .mpi = mpi,
          .cuda = needs_gpus(options) ? device::cuda_info() : std::nullopt,
          .variables = comm::environment_variables(),
          .ranks = assign_ranks(reports, options),
          .hosts = static_cast<int>(hosts.size()),
          .yields = oversubscribed(reports)};
}

std::unique_ptr<device::Device> make_device(device::MemoryKind kind, const RankInfo& rank) {
  if (kind == device::MemoryKind::host) return device::make_host_device();
  return device::make_cuda_device(rank.gpu->ordinal, kind);
}

/// Half of what is free, divided by the ranks that share it.
Budget own_budget(const std::vector<RankInfo>& ranks, const RankInfo& self, device::MemoryKind kind,
                  device::Device& device) {
  const auto sharing_host = std::ranges::count_if(
      ranks, [&](const RankInfo& rank) { return rank.active && rank.host == self.host; });
  Budget budget{.arena = 0,
                .host = device::available_host_bytes() / 2 / static_cast<std::uint64_t>(sharing_host)};
  budget.arena = kind == device::MemoryKind::host
                     ? budget.host
                     : device.free_bytes() / 2 / static_cast<std::uint64_t>(self.gpu->sharers);
  return budget;
}

/// Both ends' budgets, the leader's first.
std::array<Budget, 2> gather_budgets(const comm::Communicator& comm, const SweepOptions& options,
                                     const Budget& own) {
  const auto texts = comm.all_gather(fmt::format("{} {}", own.arena, own.host));
  std::array<Budget, 2> budgets;
  for (std::size_t end = 0; end < 2; ++end) {
    const std::string& text = texts[static_cast<std::size_t>(options.pair[end])];
    budgets[end] = {.arena = std::stoull(text), .host = std::stoull(text.substr(text.find(' ')))};
  }
  return budgets;
}

}  // namespace

comm::Waiting waiting(bool active, bool oversubscribed) {
  if (!active) return comm::Waiting::sleep;
  return oversubscribed ? comm::Waiting::yield : comm::Waiting::spin;
}

Preflight preflight(const comm::Communicator& world, const SweepOptions& options) {
  together(world, [&] { expect_ranks(world, options); });
  const auto end = end_of(options, world.rank());
  const auto reports = gather_reports(world, needs_gpus(options));
  const MpiInfo mpi = comm::library_info();
  Preflight flight{.comm = world.with(waiting(end.has_value(), oversubscribed(reports))),
                   .active = end.has_value(),
                   .environment = {},
                   .device = nullptr,
                   .modes = {},
                   .ceilings = make_ceilings(options),
                   .plan = {}};
  const auto rank = static_cast<std::size_t>(world.rank());

  together(world, [&] {
    flight.environment = describe(reports, options, mpi);
    flight.modes = make_modes(options, flight.environment);
    expect_a_mode(flight.modes);
    if (end) flight.device = make_device(options.memory[*end], flight.environment.ranks[rank]);
  });
  flight.environment.limit = find_limit(flight.comm, flight.environment.ranks, options);
  flight.comm.barrier();  // every context exists before any rank asks how much memory is free

  Budget own;
  together(flight.comm, [&] {
    const auto& ranks = flight.environment.ranks;
    if (end) own = own_budget(ranks, ranks[rank], options.memory[*end], *flight.device);
  });
  flight.plan = plan_rows(options, flight.modes, gather_budgets(flight.comm, options, own));
  return flight;
}

double leader_step(const comm::Communicator& comm, int leader, double own) {
  return std::stod(comm.all_gather(fmt::format("{}", own))[static_cast<std::size_t>(leader)]);
}

}  // namespace gpuxfer::run
