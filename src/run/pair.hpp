#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "core/clock.hpp"
#include "device/device.hpp"
#include "run/explanation.hpp"
#include "run/outcome.hpp"
#include "run/pair_control.hpp"
#include "run/row_plan.hpp"
#include "run/sampler.hpp"
#include "run/time_budget.hpp"
#include "run/verify.hpp"
#include "trace/recorder.hpp"

namespace gpuxfer::run {

/// One end of a two-rank pattern: its memory for the whole run and what it takes to measure rows in it. Both
/// ends are used in step.
class Pair {
 public:
  /// `plan` and `modes` outlive the pair. Allocates the arena. Throws Error where memory is refused.
  Pair(comm::Communicator comm, device::Device& device, std::vector<Mode>& modes, const RowPlan& plan,
       const SweepOptions& options, Clock& clock);

  double clock_step_seconds() const { return clock_step_seconds_; }

  /// Hands device pointers to MPI for the first time, in messages around `threshold_bytes` (trial.hpp) of
  /// each mode that will. A library that can't take them crashes here, fails (throws MachineError), or brings
  /// nothing, which makes the mode unavailable; wrong bytes fail the mode's first row. The sizes that
  /// arrived whole. Collective; both ends get the same.
  std::vector<std::uint64_t> try_device_pointers(std::optional<std::uint64_t> threshold_bytes);

  /// Measures and verifies the group's modes. The leader gets an outcome for each that the group measures;
  /// the follower's list is of no use. Collective.
  /// `share_seconds`: what is left of a budget for this group, on the leader; where it is spent nothing is
  /// measured.
  std::vector<Outcome> measure(const RowGroup& group, const std::optional<Allowance>& allowance);

  /// Measures `ceilings` one after the other over the slots of the group measured last, each for a short
  /// time, or not at all where a budget refused the group; outcomes as above. Their data is not verified.
  /// Collective.
  std::vector<Outcome> measure_ceilings(const RowGroup& group, std::vector<Mode>& ceilings,
                                        const std::optional<Allowance>& allowance);

  /// Sends one message of every size and mode that was measured, with the GPU work of both ends recorded and
  /// the message verified where the rows are. To be called after all timing. Collective; both ends get the
  /// same.
  std::vector<Explanation> explain();

 private:
  /// A mode of the row.
  struct Track {
    std::size_t mode = 0;
    path::Plan plan;
    Lane lane;
    std::string refused;             ///< why its path could not be prepared at one of the ends
    std::vector<std::string> flags;  ///< what the path says of the row, at either end
    std::optional<Mismatch> mismatch;
    std::optional<StageTimes> stages;
  };

  /// This rank's place in what the options and the plan hold for both ends.
  std::size_t end() const { return role_ == pattern::Role::leader ? 0 : 1; }
  path::Plan plan_for(const RowGroup& group, const pattern::Pattern& pattern,
                      std::uint64_t arena_bytes) const;
  Track prepare(const RowGroup& group, const pattern::Pattern& pattern, const Mode& mode, std::size_t index,
                std::uint64_t arena_bytes);
  Task task_of(const RowGroup& group, const std::vector<Mode>& modes) const;
  std::vector<Track> prepare(const RowGroup& group, const pattern::Pattern& pattern);
  void prepare(path::Path& path, Track& track);
  std::vector<Samples> sample_and_verify(std::span<Track*> tracks, std::optional<double> share_seconds);
  std::vector<Samples> sample(std::span<const Lane> lanes, std::optional<double> share_seconds);
  void watch_stages(std::span<Track*> tracks, std::span<const Samples> samples);
  bool budget_refuses(const RowGroup& group, const std::optional<Allowance>& allowance);
  std::optional<Mismatch> take_first_mismatch(std::size_t mode);
  void verify_operation(Track& track, const char* when);
  void note(Track& track, const std::optional<Mismatch>& mismatch) const;
  /// The follower's mismatches reach the leader.
  void exchange_mismatches(std::span<Track*> tracks);
  Outcome try_message(std::uint64_t bytes, std::size_t mode);
  Evidence trace_message(std::uint64_t bytes, std::size_t mode, trace::Recorder* recorder);
  Evidence record(Track& track, trace::Recorder* recorder);

  comm::Communicator comm_;
  device::Device& device_;
  std::vector<Mode>& modes_;
  const RowPlan& row_plan_;
  const SweepOptions& options_;
  Clock& clock_;
  pattern::Role role_;
  int peer_;
  PairControl control_;
  Verifier verifier_;
  double clock_step_seconds_;
  Sampler sampler_;
  Forecast forecast_;
  bool budget_refused_ = false;                                ///< the group measured last
  std::string budget_refusal_;                                 ///< why, on the leader
  std::map<std::size_t, Mismatch> first_mismatches_;           ///< by mode, of messages before its first row
  std::set<std::pair<std::uint64_t, std::size_t>> travelled_;  ///< bytes and mode of what was measured
  device::Buffer arena_;  ///< one allocation for the whole run, since IPC caches of MPI libraries go stale
                          ///< when buffers are freed
};

}  // namespace gpuxfer::run
