#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace gpuxfer {

/// What a rank measures at the moment.
struct Task {
  std::string pattern;  ///< empty: nothing is being measured
  std::vector<std::string> modes;
  std::uint64_t bytes = 0;            ///< of one message
  std::uint64_t bytes_in_flight = 0;  ///< of one operation
  int peer = 0;
};

/// How a rank is doing, told by the thread that measures and watched by another. Telling costs a store of a
/// cache line that the teller owns, so that it may stand beside each operation.
class Pulse {
 public:
  /// An operation is done.
  void beat() noexcept { beats_.store(beats() + 1, std::memory_order_relaxed); }
  std::uint64_t beats() const noexcept { return beats_.load(std::memory_order_relaxed); }

  /// What comes next: a literal that reads after "no progress for 60 s ", and one that says what to do where
  /// it is the machine's fault if the process dies of it.
  void phase(const char* words, const char* advice = nullptr) noexcept {
    phase_.store(words, std::memory_order_relaxed);
    advice_.store(advice, std::memory_order_relaxed);
    beat();
  }
  const char* phase() const noexcept { return phase_.load(std::memory_order_relaxed); }
  const char* advice() const noexcept { return advice_.load(std::memory_order_relaxed); }

  /// The task's mode that the next operations belong to.
  void mode(std::size_t index) noexcept { mode_.store(index, std::memory_order_relaxed); }
  std::size_t mode() const noexcept { return mode_.load(std::memory_order_relaxed); }

  /// Whether this rank waits for another to say something, rather than for data to move.
  void waits(bool waiting) noexcept { waits_.store(waiting, std::memory_order_relaxed); }
  bool waits() const noexcept { return waits_.load(std::memory_order_relaxed); }

  /// Whether this rank takes no part: it can't know whether those that do make progress.
  void sleeps(bool sleeping) noexcept {
    sleeps_.store(sleeping, std::memory_order_relaxed);
    beat();
  }
  bool sleeps() const noexcept { return sleeps_.load(std::memory_order_relaxed); }

  void begin(Task task) {
    const std::lock_guard lock(mutex_);
    task_ = std::move(task);
    beat();
  }
  Task task() const {
    const std::lock_guard lock(mutex_);
    return task_;
  }

 private:
  std::atomic<std::uint64_t> beats_ = 0;
  std::atomic<const char*> phase_ = "while starting MPI";
  std::atomic<const char*> advice_ = nullptr;
  std::atomic<std::size_t> mode_ = 0;
  std::atomic<bool> waits_ = false;
  std::atomic<bool> sleeps_ = false;
  mutable std::mutex mutex_;
  Task task_;
};

/// For as long as it lives its rank waits for another's word.
class Wait {
 public:
  explicit Wait(Pulse& pulse) noexcept : pulse_(pulse) { pulse_.waits(true); }
  ~Wait() { pulse_.waits(false); }
  Wait(const Wait&) = delete;
  Wait& operator=(const Wait&) = delete;

 private:
  Pulse& pulse_;
};

}  // namespace gpuxfer
