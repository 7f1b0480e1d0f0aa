#include <memory>

#include "path/agreement.hpp"
#include "run/pair.hpp"
#include "run/traced.hpp"

namespace gpuxfer::run {
namespace {

/// One message from the leader to the follower, untimed.
class OneMessage final : public pattern::Pattern {
 public:
  pattern::Figure figure() const override { return pattern::Figure::latency; }
  std::string title() const override { return "One message"; }
  bool windowed() const override { return false; }
  pattern::SlotCounts slots(pattern::Role role, int) const override {
    return role == pattern::Role::leader ? pattern::SlotCounts{.send = 1, .receive = 0}
                                         : pattern::SlotCounts{.send = 0, .receive = 1};
  }
  int messages(int) const override { return 1; }
  void lead(path::Path& path, pattern::Control&, int) const override { path.send(0); }
  void follow(path::Path& path, pattern::Control&, int) const override { path.receive(0); }
};

}  // namespace

std::vector<Explanation> Pair::explain() {
  std::unique_ptr<trace::Recorder> recorder;
  const std::string at_loading = path::problem_in([&] {
    if (options_.memory[end()] != device::MemoryKind::host) recorder = trace::make_recorder(device_);
  });
  const std::string problem = path::agree({.comm = &comm_, .peer = peer_, .datatype = {}}, at_loading);
  std::vector<Explanation> explanations;
  for (const auto& [bytes, mode] : travelled_) {
    explanations.push_back({.mode = mode, .bytes = bytes, .evidence = {.problem = problem}});
    if (problem.empty()) explanations.back().evidence = trace_message(bytes, mode, recorder.get());
  }
  return explanations;
}

Evidence Pair::trace_message(std::uint64_t bytes, std::size_t mode, trace::Recorder* recorder) {
  const RowGroup group = group_of("one message", bytes, mode, modes_.size());
  comm_.pulse().begin(task_of(group, modes_));
  comm_.pulse().phase("in the traced message");
  const OneMessage pattern;  // outlives the track that points to it
  Track track = std::move(prepare(group, pattern).front());
  Evidence own{.ranks = {{.rank = comm_.rank()}}, .problem = track.refused};
  if (track.refused.empty()) own = record(track, recorder);
  const std::string text =
      comm_.exchange_text(encode({{.mode = mode, .bytes = bytes, .evidence = own}}), peer_);
  const Evidence theirs = decode_explanations(text).front().evidence;
  return role_ == pattern::Role::leader ? merge(own, theirs) : merge(theirs, own);
}

Evidence Pair::record(Track& track, trace::Recorder* recorder) {
  verifier_.arm(track.plan);
  Evidence own = traced(comm_, peer_, recorder, [&] {
    track.lane.operate();
    track.lane.beat();
  });
  if (options_.verify) {
    own.mismatch = verifier_.check(track.plan, "of the traced message");
    own.verified = !own.mismatch;
  }
  return own;
}

}  // namespace gpuxfer::run
