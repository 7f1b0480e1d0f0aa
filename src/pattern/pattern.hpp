#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/registry.hpp"
#include "path/path.hpp"

namespace gpuxfer::pattern {

/// What the two ranks tell each other beside the messages, over host memory.
class Control {
 public:
  virtual ~Control() = default;
  /// Tells the peer that everything posted has arrived.
  virtual void acknowledge() = 0;
  /// Waits for the peer's acknowledge().
  virtual void await_acknowledgement() = 0;
  /// Returns once both ends have called it.
  virtual void meet() = 0;
  /// Tells the peer numbers, such as how many operations come next; the peer calls await_numbers() with the
  /// same count.
  virtual void tell_numbers(std::span<const std::uint64_t> numbers) = 0;
  virtual void await_numbers(std::span<std::uint64_t> numbers) = 0;
};

/// The lower rank of the pair leads: it holds the clock.
enum class Role { leader, follower };

struct SlotCounts {
  int send = 0;
  int receive = 0;
};

/// What an operation's time is turned into.
enum class Figure {
  latency,   ///< half of the time is a message's latency
  bandwidth  ///< messages times bytes over the time
};

/// Who sends what to whom. A file registers one pattern; it knows no MPI and no CUDA.
class Pattern {
 public:
  virtual ~Pattern() = default;

  virtual Figure figure() const = 0;
  /// What the table's title says, such as "ping-pong latency, one way".
  virtual std::string title() const = 0;
  /// Whether an operation keeps several messages in flight.
  virtual bool windowed() const = 0;
  virtual SlotCounts slots(Role role, int window) const = 0;
  /// Messages of one operation that the bandwidth counts.
  virtual int messages(int window) const = 0;

  /// One operation, on each end. The leader's is what a sample times.
  virtual void lead(path::Path& path, Control& control, int window) const = 0;
  virtual void follow(path::Path& path, Control& control, int window) const = 0;
};

using Patterns = Registry<Pattern>;

}  // namespace gpuxfer::pattern
