#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "core/clock.hpp"
#include "device/device.hpp"
#include "run/outcome.hpp"
#include "run/pair_control.hpp"
#include "run/row_plan.hpp"
#include "run/sampler.hpp"
#include "run/time_budget.hpp"
#include "run/verify.hpp"

namespace gpuxfer::run {

/// One end of a two-rank pattern: its memory for the whole run and what it takes to measure rows in it. Both
/// ends are used in step.
class Pair {
 public:
  /// `plan` and `modes` outlive the pair. Allocates the arena. Throws Error where memory is refused.
  Pair(comm::Communicator comm, device::Device& device, std::vector<Mode>& modes, const RowPlan& plan,
       const SweepOptions& options, Clock& clock);

  double clock_step_seconds() const { return clock_step_seconds_; }

  /// Measures and verifies the group's modes. The leader gets an outcome for each that the group measures;
  /// the follower's list is of no use. Collective.
  /// `share_seconds`: what is left of a budget for this group, on the leader; where it is spent nothing is
  /// measured.
  std::vector<Outcome> measure(const RowGroup& group, const std::optional<Allowance>& allowance);

 private:
  /// A mode of the row.
  struct Track {
    path::Plan plan;
    Lane lane;
    std::string refused;             ///< why its path could not be prepared at one of the ends
    std::vector<std::string> flags;  ///< what the path says of the row, at either end
    std::optional<Mismatch> mismatch;
  };

  path::Plan plan_for(const RowGroup& group, const pattern::Pattern& pattern, std::size_t mode) const;
  Task task_of(const RowGroup& group) const;
  std::vector<Track> prepare(const RowGroup& group, const pattern::Pattern& pattern);
  void prepare(path::Path& path, Track& track);
  std::vector<Samples> sample_and_verify(std::span<Track*> tracks, std::optional<double> share_seconds);
  bool budget_refuses(const RowGroup& group, const std::optional<Allowance>& allowance, std::string& reason);
  void verify_operation(Track& track, const char* when);
  void note(Track& track, const std::optional<Mismatch>& mismatch) const;
  /// The follower's mismatches reach the leader.
  void exchange_mismatches(std::span<Track*> tracks);

  comm::Communicator comm_;
  device::Device& device_;
  std::vector<Mode>& modes_;
  const RowPlan& row_plan_;
  const SweepOptions& options_;
  pattern::Role role_;
  int peer_;
  PairControl control_;
  Verifier verifier_;
  double clock_step_seconds_;
  Sampler sampler_;
  Forecast forecast_;
  device::Buffer arena_;  ///< one allocation for the whole run, since IPC caches of MPI libraries go stale
                          ///< when buffers are freed
};

}  // namespace gpuxfer::run
