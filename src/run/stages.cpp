#include "run/stages.hpp"

#include <string>
#include <vector>

#include "core/wire.hpp"
#include "stats/quantiles.hpp"

namespace gpuxfer::run {
namespace {

/// A path whose messages are watched on their way.
class Watched final : public path::Path {
 public:
  Watched(Path& path, path::StageLog& log) : path_(path), log_(log) {}

  bool needs_device() const override { return path_.needs_device(); }
  bool passes_device_pointers() const override { return path_.passes_device_pointers(); }
  std::uint64_t host_bytes(std::uint64_t arena_bytes) const override { return path_.host_bytes(arena_bytes); }
  void prepare(const path::Plan& plan) override { path_.prepare(plan); }
  void send(int slot) override { path_.send_in_stages(slot, log_); }
  void receive(int slot) override { path_.receive_in_stages(slot, log_); }
  void post_send(int slot) override { path_.post_send(slot); }
  void post_receive(int slot) override { path_.post_receive(slot); }
  void complete() override { path_.complete(); }

 private:
  Path& path_;
  path::StageLog& log_;
};

/// One list of fields for both directions.
template <class Log, class Put>
void visit(Log& log, Put put) {
  put(log.to_host);
  put(log.to_device);
  put(log.departed);
  put(log.arrived);
}

path::StageLog exchange(const path::StageLog& own, const comm::Communicator& comm, int peer) {
  Writer writer;
  visit(own, [&](const auto& list) { writer.put(list); });
  const std::string text = comm.exchange_text(writer.take(), peer);
  Reader reader(text);
  path::StageLog theirs;
  visit(theirs, [&](auto& list) { reader.get(list); });
  return theirs;
}

double median_of_both(std::vector<double> own, const std::vector<double>& theirs) {
  own.insert(own.end(), theirs.begin(), theirs.end());
  return stats::median(own);
}

}  // namespace

StageTimes stage_times(const path::StageLog& leader, const path::StageLog& follower) {
  std::vector<double> wire;
  for (std::size_t i = 0; i < leader.departed.size(); ++i) {
    const double away = leader.arrived[i] - leader.departed[i];
    const double at_the_peer = follower.departed[i] - follower.arrived[i];
    wire.push_back((away - at_the_peer) / 2);
  }
  return {.to_host_seconds = median_of_both(leader.to_host, follower.to_host),
          .wire_seconds = stats::median(wire),
          .to_device_seconds = median_of_both(leader.to_device, follower.to_device)};
}

StageTimes watch_stages(const Lane& lane, const comm::Communicator& comm, int peer, int rounds,
                        Clock& clock) {
  path::StageLog own{.clock = &clock, .to_host = {}, .to_device = {}, .departed = {}, .arrived = {}};
  Watched watched(*lane.path, own);
  Lane watching = lane;
  watching.path = &watched;
  for (int i = 0; i < rounds; ++i) watching.operate();
  const path::StageLog theirs = exchange(own, comm, peer);
  return lane.role == pattern::Role::leader ? stage_times(own, theirs) : stage_times(theirs, own);
}

}  // namespace gpuxfer::run
