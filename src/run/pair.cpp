#include "run/pair.hpp"

#include <algorithm>
#include <array>

#include "stats/quantiles.hpp"

namespace gpuxfer::run {
namespace {

constexpr const char* before = "before the timing";
constexpr const char* left = "left by the timed operations";
constexpr const char* after = "after the timing";

}  // namespace

Pair::Pair(comm::Communicator comm, device::Device& device, std::vector<Mode>& modes, const RowPlan& plan,
           const SweepOptions& options, Clock& clock)
    : comm_(comm),
      device_(device),
      modes_(modes),
      row_plan_(plan),
      options_(options),
      role_(comm.rank() == options.pair[0] ? pattern::Role::leader : pattern::Role::follower),
      peer_(role_ == pattern::Role::leader ? options.pair[1] : options.pair[0]),
      control_(comm, peer_),
      verifier_(options.seed, comm.rank(), peer_),
      clock_step_seconds_(clock_step(clock)),
      sampler_(clock, {.stop = options.stop,
                       .warmup = options.warmup,
                       .seed = options.seed,
                       .clock_step_seconds = clock_step_seconds_}),
      arena_(device.allocate(plan.arena_bytes[role_ == pattern::Role::leader ? 0 : 1])) {}

path::Plan Pair::plan_for(const RowGroup& group, const pattern::Pattern& pattern, std::size_t mode) const {
  const pattern::SlotCounts slots = pattern.slots(role_, group.window);
  path::Plan plan{.comm = &comm_,
                  .device = &device_,
                  .peer = peer_,
                  .arena = arena_.data(),
                  .send = slots_at(arena_.data(), group.bytes, slots.send),
                  .arena_bytes = row_plan_.arena_bytes_by_mode[mode][role_ == pattern::Role::leader ? 0 : 1],
                  .staging = options_.staging,
                  .datatype = options_.datatype};
  plan.receive = slots_at(arena_.data() + plan.send.slots * plan.send.stride, group.bytes, slots.receive);
  return plan;
}

std::vector<Pair::Track> Pair::prepare(const RowGroup& group, const pattern::Pattern& pattern) {
  std::vector<Track> tracks;
  for (std::size_t i = 0; i < modes_.size(); ++i) {
    if (!group.measures(i)) continue;
    path::Path& path = *modes_[i].path;
    tracks.push_back({.plan = plan_for(group, pattern, i),
                      .lane = {.pattern = &pattern,
                               .path = &path,
                               .control = &control_,
                               .role = role_,
                               .window = group.window,
                               .pulse = &comm_.pulse(),
                               .mode = i},
                      .flags = {},
                      .mismatch = {}});
    prepare(path, tracks.back());
  }
  return tracks;
}

/// A path that one end can't prepare is refused at both, in the leader's words where it has any. A flag of
/// either end is the row's.
void Pair::prepare(path::Path& path, Track& track) {
  track.lane.enter();
  Outcome own;
  try {
    path.prepare(track.plan);
    own.flags = path.flags();
  } catch (const Error& error) {
    own.refused = error.what();
  }
  const Outcome theirs = decode_outcomes(comm_.exchange_text(encode({own}), peer_)).front();
  const bool leads = role_ == pattern::Role::leader;
  const Outcome& leaders = leads ? own : theirs;
  const Outcome& followers = leads ? theirs : own;
  track.refused = leaders.refused.empty() ? followers.refused : leaders.refused;
  track.flags = leaders.flags;
  for (const std::string& flag : followers.flags) {
    if (std::ranges::find(track.flags, flag) == track.flags.end()) track.flags.push_back(flag);
  }
}

Task Pair::task_of(const RowGroup& group) const {
  Task task{.pattern = group.pattern,
            .modes = {},
            .bytes = group.bytes,
            .bytes_in_flight = group.bytes * static_cast<std::uint64_t>(group.window),
            .peer = peer_};
  for (const Mode& mode : modes_) task.modes.push_back(mode.name);
  return task;
}

std::vector<Outcome> Pair::measure(const RowGroup& group, const std::optional<Allowance>& allowance) {
  comm_.pulse().begin(task_of(group));
  comm_.pulse().phase("before the timing");
  std::string reason;
  if (budget_refuses(group, allowance, reason)) {
    const auto modes = std::count(group.skipped.begin(), group.skipped.end(), std::nullopt);
    const Outcome refused{.refused = reason, .samples = {}, .mismatch = {}};
    return std::vector<Outcome>(static_cast<std::size_t>(modes), refused);
  }
  const auto pattern = pattern::Patterns::find(group.pattern)->make();
  std::vector<Track> tracks = prepare(group, *pattern);
  std::vector<Track*> ready;
  for (Track& track : tracks) {
    if (track.refused.empty()) ready.push_back(&track);
  }
  std::vector<Samples> samples;
  if (!ready.empty()) {
    samples = sample_and_verify(ready, allowance ? std::optional(allowance->share_seconds) : std::nullopt);
  }
  double seconds_per_operation = 0;
  for (const Samples& own : samples) seconds_per_operation += stats::median(own.seconds);
  forecast_.note(group.pattern, group.bytes * static_cast<std::uint64_t>(group.window),
                 seconds_per_operation);

  std::vector<Outcome> outcomes;
  auto next = samples.begin();
  for (const Track& track : tracks) {
    Outcome outcome{
        .refused = track.refused, .samples = {}, .mismatch = track.mismatch, .flags = track.flags};
    if (track.refused.empty() && next != samples.end()) outcome.samples = std::move(*next++);
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

/// The leader's clock decides for both ends; `reason` is the leader's.
bool Pair::budget_refuses(const RowGroup& group, const std::optional<Allowance>& allowance,
                          std::string& reason) {
  if (!options_.budget_seconds) return false;
  std::array<std::uint64_t, 1> refused{};
  if (role_ == pattern::Role::leader) {
    const auto expected =
        forecast_.seconds(group.pattern, group.bytes * static_cast<std::uint64_t>(group.window));
    reason = refusal(*allowance, expected);
    refused[0] = reason.empty() ? 0 : 1;
    control_.tell_numbers(refused);
  } else {
    control_.await_numbers(refused);
  }
  return refused[0] != 0;
}

std::vector<Samples> Pair::sample_and_verify(std::span<Track*> tracks, std::optional<double> share_seconds) {
  const path::Plan& slots = tracks.front()->plan;  // all modes share the slots
  if (options_.verify) {
    for (Track* track : tracks) verify_operation(*track, before);
    // What the timed operations leave must be theirs, not the last verified one's.
    verifier_.poison(slots);
  } else {
    verifier_.arm(slots);  // memory that was never written is no fair source
  }
  control_.meet();

  std::vector<Lane> lanes;
  for (const Track* track : tracks) lanes.push_back(track->lane);
  std::vector<Samples> samples;
  comm_.pulse().phase("in the timed operations");
  if (role_ == pattern::Role::leader) {
    samples = sampler_.lead(lanes, share_seconds);
  } else {
    Sampler::follow(lanes);
  }

  comm_.pulse().phase("after the timing");
  if (options_.verify) {
    // Interleaved modes write the same slots: where these are wrong, no mode's timed operations are known to
    // be right.
    const auto wrong = verifier_.check(slots, left);
    for (Track* track : tracks) note(*track, wrong);
    for (Track* track : tracks) verify_operation(*track, after);
    exchange_mismatches(tracks);
  }
  return samples;
}

void Pair::verify_operation(Track& track, const char* when) {
  track.lane.enter();
  verifier_.arm(track.plan);
  control_.meet();  // a path that writes into the peer's memory must not overtake the peer's poison
  track.lane.operate();
  note(track, verifier_.check(track.plan, when));
}

void Pair::note(Track& track, const std::optional<Mismatch>& mismatch) const {
  if (!track.mismatch) track.mismatch = mismatch;
}

void Pair::exchange_mismatches(std::span<Track*> tracks) {
  std::vector<Outcome> own;
  for (const Track* track : tracks)
    own.push_back({.refused = {}, .samples = {}, .mismatch = track->mismatch});
  const std::vector<Outcome> theirs = decode_outcomes(comm_.exchange_text(encode(own), peer_));
  for (std::size_t i = 0; i < tracks.size(); ++i) note(*tracks[i], theirs[i].mismatch);
}

}  // namespace gpuxfer::run
