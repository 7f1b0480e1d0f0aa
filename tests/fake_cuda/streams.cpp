#include "fake_cuda/streams.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace gpuxfer::fake {

void Streams::create(Id id, int device, bool blocking) {
  streams_[id] = Stream{.device = device, .blocking = blocking, .queue = {}};
}

Id Streams::legacy(int device) {
  const Id id = static_cast<Id>(device);  // below every handle
  if (!streams_.contains(id)) {
    create(id, device, true);
    streams_.at(id).is_legacy = true;
  }
  return id;
}

void Streams::destroy(Id id) {
  streams_.at(id).destroyed = true;
  if (streams_.at(id).queue.empty()) streams_.erase(id);
}

void Streams::reset(int device) {
  std::erase_if(streams_, [device](const auto& entry) { return entry.second.device == device; });
  failure_ = cudaSuccess;
}

bool Streams::exists(Id id) const {
  const auto found = streams_.find(id);
  return found != streams_.end() && !found->second.destroyed;
}

std::size_t Streams::live() const {
  return static_cast<std::size_t>(std::count_if(streams_.begin(), streams_.end(), [](const auto& entry) {
    return !entry.second.is_legacy && !entry.second.destroyed;
  }));
}

void Streams::order_with_legacy(const Stream& stream, Work& work) const {
  if (!stream.blocking) return;
  for (const auto& [id, other] : streams_) {
    const bool ordered =
        other.device == stream.device && other.blocking && other.is_legacy != stream.is_legacy;
    if (ordered && other.queued > other.completed) work.after.push_back({id, other.queued});
  }
}

Position Streams::enqueue(Id id, Work work) {
  Stream& stream = streams_.at(id);
  order_with_legacy(stream, work);
  stream.queue.push_back({std::move(work), ++stream.queued, {}});
  return {id, stream.queued};
}

bool Streams::done(Position position) const {
  const auto found = streams_.find(position.stream);
  return found == streams_.end() || found->second.completed >= position.sequence;
}

bool Streams::advance(Id id) {
  const auto found = streams_.find(id);
  if (found == streams_.end() || found->second.queue.empty()) return true;
  Stream& stream = found->second;
  Queued& head = stream.queue.front();
  for (const Position& earlier : head.work.after) {
    if (!done(earlier)) return advance(earlier.stream);
  }
  const auto now = Clock::now();
  if (!head.due) head.due = now + head.work.duration;
  if (head.work.hangs || *head.due > now) return false;
  if (failure_ == cudaSuccess) failure_ = head.work.run();
  stream.completed = head.sequence;
  stream.queue.pop_front();
  if (stream.destroyed && stream.queue.empty()) streams_.erase(found);
  return true;
}

void Streams::step(Id id) {
  advance(id);
}

void Streams::wait(Position position, Lock& lock) {
  while (!done(position)) {
    if (advance(position.stream)) continue;
    lock.unlock();
    std::this_thread::sleep_for(std::chrono::microseconds(20));
    lock.lock();
  }
}

void Streams::wait_for_device(int device, Lock& lock) {
  std::vector<Position> ends;
  for (const auto& [id, stream] : streams_) {
    if (stream.device == device) ends.push_back({id, stream.queued});
  }
  for (const Position& end : ends) wait(end, lock);
}

}  // namespace gpuxfer::fake
