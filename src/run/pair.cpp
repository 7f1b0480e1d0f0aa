#include "run/pair.hpp"

#include <algorithm>
#include <array>

#include "run/stages.hpp"
#include "stats/quantiles.hpp"

namespace gpuxfer::run {
namespace {

constexpr const char* before = "before the timing";
constexpr const char* left = "left by the timed operations";
constexpr const char* after = "after the timing";

/// Messages whose stages are watched: enough for a median, in about this time.
constexpr double watched_seconds = 0.1;
constexpr double fewest_watched = 3, most_watched = 31;

}  // namespace

Pair::Pair(comm::Communicator comm, device::Device& device, std::vector<Mode>& modes, const RowPlan& plan,
           const SweepOptions& options, Clock& clock)
    : comm_(comm),
      device_(device),
      modes_(modes),
      row_plan_(plan),
      options_(options),
      clock_(clock),
      role_(comm.rank() == options.pair[0] ? pattern::Role::leader : pattern::Role::follower),
      peer_(role_ == pattern::Role::leader ? options.pair[1] : options.pair[0]),
      control_(comm, peer_),
      verifier_(options.seed, comm.rank(), peer_),
      clock_step_seconds_(clock_step(clock)),
      sampler_(clock, {.stop = options.stop,
                       .warmup = options.warmup,
                       .seed = options.seed,
                       .clock_step_seconds = clock_step_seconds_}),
      arena_(device.allocate(plan.arena_bytes[end()])) {}

path::Plan Pair::plan_for(const RowGroup& group, const pattern::Pattern& pattern,
                          std::uint64_t arena_bytes) const {
  const pattern::SlotCounts slots = pattern.slots(role_, group.window);
  path::Plan plan{.comm = &comm_,
                  .device = &device_,
                  .peer = peer_,
                  .arena = arena_.data(),
                  .send = slots_at(arena_.data(), group.bytes, slots.send),
                  .arena_bytes = arena_bytes,
                  .staging = options_.staging,
                  .datatype = options_.datatype};
  plan.receive = slots_at(arena_.data() + plan.send.slots * plan.send.stride, group.bytes, slots.receive);
  return plan;
}

std::vector<Pair::Track> Pair::prepare(const RowGroup& group, const pattern::Pattern& pattern) {
  std::vector<Track> tracks;
  for (std::size_t i = 0; i < modes_.size(); ++i) {
    if (!group.measures(i)) continue;
    tracks.push_back(prepare(group, pattern, modes_[i], i, row_plan_.arena_bytes_by_mode[i][end()]));
  }
  return tracks;
}

Pair::Track Pair::prepare(const RowGroup& group, const pattern::Pattern& pattern, const Mode& mode,
                          std::size_t index, std::uint64_t arena_bytes) {
  Track track{.mode = index,
              .plan = plan_for(group, pattern, arena_bytes),
              .lane = {.pattern = &pattern,
                       .path = mode.path.get(),
                       .control = &control_,
                       .role = role_,
                       .window = group.window,
                       .pulse = &comm_.pulse(),
                       .mode = index},
              .flags = {},
              .mismatch = {},
              .stages = {}};
  track.refused = mode.unavailable;  // found out since the plan was made
  track.lane.enter();
  if (track.refused.empty()) prepare(*mode.path, track);
  return track;
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

Task Pair::task_of(const RowGroup& group, const std::vector<Mode>& modes) const {
  Task task{.pattern = group.pattern,
            .modes = {},
            .bytes = group.bytes,
            .bytes_in_flight = group.bytes_in_flight(),
            .peer = peer_};
  for (const Mode& mode : modes) task.modes.push_back(mode.name);
  return task;
}

std::vector<Outcome> Pair::measure(const RowGroup& group, const std::optional<Allowance>& allowance) {
  comm_.pulse().begin(task_of(group, modes_));
  comm_.pulse().phase("before the timing");
  budget_refused_ = budget_refuses(group, allowance);
  if (budget_refused_) {
    std::vector<Outcome> refused;
    for (std::size_t i = 0; i < modes_.size(); ++i) {
      if (!group.measures(i)) continue;
      refused.push_back({.refused = budget_refusal_, .samples = {}, .mismatch = take_first_mismatch(i)});
    }
    return refused;
  }
  const auto pattern = pattern::Patterns::find(group.pattern)->make();
  std::vector<Track> tracks = prepare(group, *pattern);
  std::vector<Track*> ready;
  for (Track& track : tracks) {
    if (!track.refused.empty()) continue;
    ready.push_back(&track);
    travelled_.emplace(group.bytes, track.mode);
  }
  std::vector<Samples> samples;
  if (!ready.empty()) {
    samples = sample_and_verify(ready, allowance ? std::optional(allowance->share_seconds) : std::nullopt);
  }
  double seconds_per_operation = 0;
  for (const Samples& own : samples) seconds_per_operation += stats::median(own.seconds);
  // A row that nothing was measured of says nothing of the next.
  if (!samples.empty()) forecast_.note(group.pattern, group.bytes_in_flight(), seconds_per_operation);

  std::vector<Outcome> outcomes;
  auto next = samples.begin();
  for (Track& track : tracks) {
    // The row's own come first, which its size explains.
    note(track, take_first_mismatch(track.mode));
    Outcome outcome{.refused = track.refused,
                    .samples = {},
                    .mismatch = track.mismatch,
                    .flags = track.flags,
                    .stages = track.stages};
    if (track.refused.empty() && next != samples.end()) outcome.samples = std::move(*next++);
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

std::vector<Outcome> Pair::measure_ceilings(const RowGroup& group, std::vector<Mode>& ceilings,
                                            const std::optional<Allowance>& allowance) {
  if (budget_refused_) {
    return std::vector<Outcome>(ceilings.size(), {.refused = budget_refusal_, .samples = {}, .mismatch = {}});
  }
  const double share =
      allowance ? allowance->share_seconds / static_cast<double>(ceilings.size()) : longest_ceiling_seconds;
  const auto pattern = pattern::Patterns::find(group.pattern)->make();
  std::vector<Outcome> outcomes;
  comm_.pulse().begin(task_of(group, ceilings));
  comm_.pulse().phase("in the ceilings");
  for (std::size_t i = 0; i < ceilings.size(); ++i) {
    const Track track = prepare(group, *pattern, ceilings[i], i, row_plan_.arena_bytes_of_ceilings[end()]);
    Outcome& outcome = outcomes.emplace_back();
    outcome.refused = track.refused;
    if (!track.refused.empty()) continue;
    control_.meet();
    track.lane.enter();
    auto samples = sample({&track.lane, 1}, std::min(share, longest_ceiling_seconds));
    if (!samples.empty()) outcome.samples = std::move(samples.front());
  }
  return outcomes;
}

/// The leader's clock decides for both ends, and the words are the leader's.
bool Pair::budget_refuses(const RowGroup& group, const std::optional<Allowance>& allowance) {
  if (!options_.budget_seconds) return false;
  std::array<std::uint64_t, 1> refused{};
  if (role_ == pattern::Role::leader) {
    const auto expected = forecast_.seconds(group.pattern, group.bytes_in_flight());
    budget_refusal_ = refusal(*allowance, expected);
    refused[0] = budget_refusal_.empty() ? 0 : 1;
    control_.tell_numbers(refused);
  } else {
    control_.await_numbers(refused);
  }
  return refused[0] != 0;
}

/// Of messages before the mode's first row, which is told once.
std::optional<Mismatch> Pair::take_first_mismatch(std::size_t mode) {
  const auto early = first_mismatches_.extract(mode);
  return early ? std::optional(early.mapped()) : std::nullopt;
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
  comm_.pulse().phase("in the timed operations");
  std::vector<Samples> samples = sample(lanes, share_seconds);
  watch_stages(tracks, samples);

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

/// The follower gets none.
std::vector<Samples> Pair::sample(std::span<const Lane> lanes, std::optional<double> share_seconds) {
  if (role_ == pattern::Role::leader) return sampler_.lead(lanes, share_seconds);
  Sampler::follow(lanes);
  return {};
}

/// Apart from the timing, which it must not disturb; where one message is under way at a time.
void Pair::watch_stages(std::span<Track*> tracks, std::span<const Samples> samples) {
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const Lane& lane = tracks[i]->lane;
    if (lane.pattern->figure() != pattern::Figure::latency || !lane.path->has_stages()) continue;
    std::array<std::uint64_t, 1> rounds{};
    if (role_ == pattern::Role::leader) {
      rounds[0] = static_cast<std::uint64_t>(
          std::clamp(watched_seconds / stats::median(samples[i].seconds), fewest_watched, most_watched));
      control_.tell_numbers(rounds);
    } else {
      control_.await_numbers(rounds);
    }
    tracks[i]->stages = run::watch_stages(lane, comm_, peer_, static_cast<int>(rounds[0]), clock_);
  }
}

void Pair::verify_operation(Track& track, const char* when) {
  track.lane.enter();
  verifier_.arm(track.plan);
  control_.meet();  // a path that writes into the peer's memory must not overtake the peer's poison
  track.lane.operate();
  track.lane.beat();
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
