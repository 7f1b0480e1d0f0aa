#include "path/chunk_lane.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "path/path.hpp"

namespace gpuxfer::path {
namespace {

using Counter = std::atomic_ref<std::uint64_t>;
static_assert(Counter::is_always_lock_free, "a lock would lie in one process alone");

}  // namespace

ChunkLane::ChunkLane(End end, Ring ring, std::unique_ptr<device::Stream> stream)
    : end_(end), ring_(ring), stream_(std::move(stream)) {}

void ChunkLane::begin(const Chunks& chunks, const device::SlotLayout& slots) {
  chunks_ = chunks;
  slots_ = slots;
}

/// For the sender a chunk that the receiver has emptied, for the receiver one that the sender has filled.
bool ChunkLane::room() const {
  if (end_ == End::receives) return started_ < Counter(*ring_.filled).load(std::memory_order_acquire);
  return started_ < Counter(*ring_.emptied).load(std::memory_order_acquire) + chunks_.count;
}

bool ChunkLane::start() {
  if (current_ == posted_.size() || !room()) return false;
  const std::uint64_t index = started_ % chunks_.count;
  unsigned char* const chunk = ring_.data + index * chunks_.bytes;
  unsigned char* const message = at(slots_, posted_[current_]) + offset_;
  const std::uint64_t bytes = std::min(chunks_.bytes, slots_.bytes - offset_);
  if (end_ == End::sends) {
    stream_->copy(chunk, message, bytes);
  } else {
    stream_->copy(message, chunk, bytes);
  }
  stream_->mark(index);
  ++started_;
  offset_ += bytes;
  if (offset_ == slots_.bytes) {
    ++current_;
    offset_ = 0;
  }
  return true;
}

/// The peer may touch a chunk only once the copy is done: the counter tells it, and comes after the bytes.
bool ChunkLane::end() {
  if (ended_ == started_ || !stream_->reached(ended_ % chunks_.count)) return false;
  ++ended_;
  Counter(end_ == End::sends ? *ring_.filled : *ring_.emptied).store(ended_, std::memory_order_release);
  return true;
}

bool ChunkLane::done() {
  if (current_ < posted_.size() || ended_ < started_) return false;
  posted_.clear();
  current_ = 0;
  return true;
}

}  // namespace gpuxfer::path
