#pragma once

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace gpuxfer::fake {

using Id = std::uint64_t;
using Clock = std::chrono::steady_clock;
using Lock = std::unique_lock<std::mutex>;

/// A place in a stream: what was queued up to `sequence`.
struct Position {
  Id stream = 0;
  std::uint64_t sequence = 0;
};

/// A copy, a kernel, an event's record, ...
struct Work {
  std::function<cudaError_t()> run;       ///< an error is the context's last: nothing runs after it
  std::chrono::microseconds duration{0};  ///< from when the work is looked at as its stream's first
  bool hangs = false;
  std::vector<Position> after;  ///< what must be done first, beside the work before it in its own stream
};

/// The streams of this process. Nothing runs by itself: work sits in its queue until step() or wait() asks
/// for it.
class Streams {
 public:
  /// `blocking` means ordered with the device's legacy default stream.
  void create(Id id, int device, bool blocking);
  /// The legacy default stream of a device.
  Id legacy(int device);
  /// Forgets the stream once its queue has run.
  void destroy(Id id);
  /// Forgets a device's streams with all that is queued, and the error that work left.
  void reset(int device);

  bool exists(Id id) const;
  int device(Id id) const { return streams_.at(id).device; }
  std::size_t live() const;  ///< that a program made and hasn't destroyed

  Position enqueue(Id id, Work work);
  Position last(Id id) const { return {id, streams_.at(id).queued}; }
  bool done(Position position) const;

  /// Runs at most one piece of work: the stream's first, or one that it waits for.
  void step(Id id);
  /// Runs what `position` needs. Gives the lock up while work takes its time; never returns where it hangs.
  void wait(Position position, Lock& lock);
  void wait_for_device(int device, Lock& lock);

  /// What went wrong in work that ran; it stays.
  cudaError_t failure() const { return failure_; }

 private:
  struct Queued {
    Work work;
    std::uint64_t sequence;
    std::optional<Clock::time_point> due;
  };
  struct Stream {
    int device;
    bool blocking;
    bool is_legacy = false;
    bool destroyed = false;
    std::uint64_t queued = 0;
    std::uint64_t completed = 0;
    std::deque<Queued> queue;
  };
  void order_with_legacy(const Stream& stream, Work& work) const;
  /// False where the work at the head needs more time.
  bool advance(Id id);

  std::map<Id, Stream> streams_;
  cudaError_t failure_ = cudaSuccess;
};

}  // namespace gpuxfer::fake
