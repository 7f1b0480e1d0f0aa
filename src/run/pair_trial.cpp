#include <fmt/format.h>

#include <algorithm>

#include "core/sizes.hpp"
#include "run/pair.hpp"
#include "run/trial.hpp"

namespace gpuxfer::run {
namespace {

std::uint64_t largest_message(const RowPlan& plan, std::size_t mode) {
  std::uint64_t largest = 0;
  for (const RowGroup& group : plan.groups) {
    if (group.measures(mode)) largest = std::max(largest, group.bytes);
  }
  return largest;
}

/// Whether a slot each way fits at both ends.
bool fits(const RowPlan& plan, std::uint64_t bytes) {
  return std::ranges::all_of(plan.arena_bytes,
                             [&](std::uint64_t arena) { return 2 * slot_stride(bytes) <= arena; });
}

}  // namespace

std::vector<std::uint64_t> Pair::try_device_pointers(std::optional<std::uint64_t> threshold_bytes) {
  std::vector<std::uint64_t> whole;
  const bool on_devices = std::ranges::any_of(
      options_.memory, [](device::MemoryKind kind) { return kind != device::MemoryKind::host; });
  for (std::size_t mode = 0; on_devices && mode < modes_.size(); ++mode) {
    if (!modes_[mode].path->passes_device_pointers()) continue;
    for (const std::uint64_t bytes :
         trial_sizes(threshold_bytes, largest_message(row_plan_, mode), options_.datatype.bytes())) {
      if (!fits(row_plan_, bytes)) continue;
      const Outcome outcome = try_message(bytes, mode);
      if (outcome.mismatch) first_mismatches_.emplace(mode, *outcome.mismatch);
      if (outcome.refused.empty() && !outcome.mismatch) whole.push_back(bytes);
      if (outcome.refused.empty()) continue;
      modes_[mode].unavailable = outcome.refused;
      break;
    }
  }
  return whole;
}

/// Refused where nothing came, though MPI says that it did.
Outcome Pair::try_message(std::uint64_t bytes, std::size_t mode) {
  const RowGroup group = group_of("latency", bytes, mode, modes_.size());
  const auto pattern = pattern::Patterns::find(group.pattern)->make();
  const Track track = std::move(prepare(group, *pattern).front());
  Outcome own{.refused = track.refused, .samples = {}, .mismatch = {}};
  if (!own.refused.empty()) return own;
  comm_.pulse().begin(task_of(group, modes_));
  verifier_.arm(track.plan);
  control_.meet();
  move_first(comm_.pulse(), [&] { track.lane.operate(); });
  own.mismatch = verifier_.check(track.plan, "");
  if (own.mismatch && verifier_.untouched(track.plan)) {
    own.mismatch.reset();
    own.refused = fmt::format("MPI moved {} between device pointers, it says, and nothing arrived: {}",
                              format_size(bytes), without_device_pointers);
  }
  if (own.mismatch) own.mismatch->when = fmt::format("in a first message of {}", format_size(bytes));
  const Outcome theirs = decode_outcomes(comm_.exchange_text(encode({own}), peer_)).front();
  if (own.refused.empty()) own.refused = theirs.refused;
  if (!own.mismatch) own.mismatch = theirs.mismatch;
  return own;
}

}  // namespace gpuxfer::run
