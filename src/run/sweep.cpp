#include "run/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

#include "comm/library.hpp"
#include "core/say.hpp"
#include "core/sizes.hpp"
#include "core/wire.hpp"
#include "run/bounds.hpp"
#include "run/explain.hpp"
#include "run/fits.hpp"
#include "run/pair.hpp"
#include "run/plausibility.hpp"
#include "run/preflight.hpp"
#include "run/rows.hpp"
#include "run/time_budget.hpp"

namespace gpuxfer::run {
namespace {

/// Sends the leader's outcomes to rank 0, which knows them already where it leads.
std::vector<Outcome> deliver(const comm::Communicator& comm, int leader, std::vector<Outcome> outcomes) {
  if (leader == 0) return outcomes;
  if (comm.rank() == leader) comm.send_text(encode(outcomes), 0);
  if (comm.rank() != 0) return {};
  return decode_outcomes(comm.receive_text(leader));
}

/// The same rows for ceilings in the place of modes.
RowGroup ceilings_of(const RowGroup& group, std::size_t count) {
  RowGroup own = group;
  own.window_shrunk = false;
  own.skipped.assign(count, group.no_ceilings);
  return own;
}

std::vector<Row> make_ceiling_rows(const RowGroup& group, const std::vector<Mode>& ceilings,
                                   std::span<const Outcome> outcomes, SweepOptions options,
                                   double clock_step_seconds) {
  options.verify = false;  // copies of what is there, into memory that no message lives in
  return make_rows(ceilings_of(group, ceilings.size()), ceilings, outcomes, options, clock_step_seconds);
}

/// Where a mode hands MPI pointers into GPU memory, see what it makes of them before anything is timed. All
/// ranks get the sizes that arrived whole.
std::vector<std::uint64_t> try_device_pointers(const comm::Communicator& comm, int leader, Pair* pair,
                                               const MpiInfo& mpi) {
  Writer writer;
  writer.put(pair != nullptr ? pair->try_device_pointers(comm::gpu_threshold_bytes(mpi))
                             : std::vector<std::uint64_t>{});
  const std::string told = comm.all_gather(writer.take())[static_cast<std::size_t>(leader)];
  std::vector<std::uint64_t> sizes;
  Reader(told).get(sizes);
  return sizes;
}

std::string reference_of(const std::vector<Mode>& modes) {
  const auto found = std::ranges::find_if(modes, [](const Mode& mode) { return mode.path->is_ceiling(); });
  return found == modes.end() ? "" : found->name;
}

/// Whether the first `done` groups hold all of the last one's pattern.
bool pattern_is_in(const std::vector<RowGroup>& groups, std::size_t done) {
  return done == groups.size() || groups[done].pattern != groups[done - 1].pattern;
}

/// Wrong bytes in a row's messages, or in the one that was traced for it.
const std::optional<Mismatch>& mismatch_of(const Row& row) {
  return row.mismatch || !row.evidence ? row.mismatch : row.evidence->mismatch;
}

bool is_wrong(const Row& row) {
  return mismatch_of(row).has_value();
}

/// Wrong data anywhere, or nothing measured at all.
ExitCode code_of(const Results& results) {
  if (std::ranges::any_of(results.rows, is_wrong)) return ExitCode::wrong_data;
  const bool nothing =
      std::ranges::all_of(results.rows, [](const Row& row) { return row.skipped.has_value(); });
  return nothing && !results.rows.empty() ? ExitCode::machine : ExitCode::done;
}

std::string nothing_measured(const Results& results) {
  return "nothing could be measured: " + results.rows.front().skipped.value_or("");
}

/// The one line on stderr that goes with a code.
void tell_of(ExitCode code, const Results& results) {
  if (code == ExitCode::wrong_data) {
    const Row& row = *std::ranges::find_if(results.rows, is_wrong);
    const Mismatch& mismatch = *mismatch_of(row);
    say(
        fmt::format("wrong data arrived in {} of {} rows; the first: {}, {}, {}: rank {}, slot {}, offset "
                    "{}, {}: expected "
                    "{:#04x}, got {:#04x}{}{}",
                    std::ranges::count_if(results.rows, is_wrong), results.rows.size(), row.pattern, row.mode,
                    format_size(row.bytes), mismatch.rank, mismatch.slot, mismatch.offset, mismatch.when,
                    mismatch.expected, mismatch.got, mismatch.hint.empty() ? "" : "; ", mismatch.hint));
  }
  if (code == ExitCode::machine) {
    say(nothing_measured(results));
  }
}

}  // namespace

ExitCode sweep(const comm::Communicator& world, const SweepOptions& options, Results& results,
               Observer& observer, Clock& clock) {
  const TimeBudget budget(options.budget_seconds, clock);
  Preflight flight = preflight(world, options);
  const comm::Communicator& comm = flight.comm;
  comm.pulse().sleeps(!flight.active);
  std::optional<Pair> pair;
  together(comm, [&] {
    if (flight.active) pair.emplace(comm, *flight.device, flight.modes, flight.plan, options, clock);
  });

  const int leader = options.pair[0];
  flight.environment.clock_step_seconds = leader_step(comm, leader, pair ? pair->clock_step_seconds() : 0);
  flight.environment.mpi.proved_bytes =
      try_device_pointers(comm, leader, pair ? &*pair : nullptr, flight.environment.mpi);
  results.environment = flight.environment;
  results.reference = reference_of(flight.modes);
  if (options.ceilings) results.ceilings.emplace();
  Extent extent{.done = 0, .all = flight.plan.groups.size()};
  if (comm.rank() == 0) {
    if (options.budget_seconds) say(announce_budget(options, extent.all));
    observer.begun(results, extent);
  }

  for (const RowGroup& group : flight.plan.groups) {
    auto allowance = budget.next(extent.all - extent.done);
    if (allowance && options.ceilings) allowance->share_seconds /= 2;  // the other half is the ceilings'
    auto outcomes = deliver(comm, leader, pair ? pair->measure(group, allowance) : std::vector<Outcome>{});
    std::vector<Outcome> ceilings;
    if (options.ceilings && !group.no_ceilings) {
      ceilings =
          deliver(comm, leader,
                  pair ? pair->measure_ceilings(group, flight.ceilings, allowance) : std::vector<Outcome>{});
    }
    ++extent.done;
    if (comm.rank() != 0) {
      if (comm.rank() == leader) comm.receive_text(0);  // the row is kept: the next may begin
      continue;
    }
    comm.pulse().phase("while writing the results");
    const std::size_t first = results.rows.size();
    const double step = results.environment.clock_step_seconds;
    auto rows = make_rows(group, flight.modes, outcomes, options, step);
    if (options.ceilings) {
      auto bounds = make_ceiling_rows(group, flight.ceilings, ceilings, options, step);
      hold_against(rows, flight.modes, bounds, options.staging);
      std::ranges::move(bounds, std::back_inserter(*results.ceilings));
    }
    std::ranges::move(rows, std::back_inserter(results.rows));
    const auto fresh = std::span(results.rows).subspan(first);
    flag_implausible(fresh, results.environment.limit);
    flag_above_ceilings(fresh, results.environment.limit);
    std::ranges::move(make_comparisons(group, flight.modes, outcomes),
                      std::back_inserter(results.comparisons));
    if (pattern_is_in(flight.plan.groups, extent.done)) {
      std::ranges::move(make_fits(results.rows, group.pattern), std::back_inserter(results.fits));
    }
    observer.measured(results, first, extent);
    if (leader != 0) comm.send_text("kept", leader);
  }

  if (options.explain) explain(comm, leader, pair ? &*pair : nullptr, flight.modes, results.rows);

  // What a path maps of its peer's memory goes before the owner frees it; nor may a rank free memory that
  // another's MPI library still maps.
  comm.pulse().phase("after the last row");
  for (Mode& mode : flight.modes) mode.path.reset();
  flight.ceilings.clear();
  comm.barrier();
  pair.reset();
  const ExitCode code = code_of(results);
  results.complete = code != ExitCode::machine;
  results.end = results.complete ? "done" : nothing_measured(results);
  if (comm.rank() == 0) observer.ended(results);
  if (comm.rank() == 0) tell_of(code, results);
  return comm.agree(code);
}

}  // namespace gpuxfer::run
