#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/clock.hpp"
#include "core/pulse.hpp"
#include "core/results.hpp"
#include "pattern/pattern.hpp"
#include "stats/blocks.hpp"
#include "stats/stop_rule.hpp"

namespace gpuxfer::run {

/// One mode of a row on this rank: what an operation is.
struct Lane {
  const pattern::Pattern* pattern = nullptr;
  path::Path* path = nullptr;
  pattern::Control* control = nullptr;
  pattern::Role role = pattern::Role::leader;
  int window = 1;
  Pulse* pulse = nullptr;  ///< for beat(), where there is one
  std::size_t mode = 0;    ///< of the pulse's task

  /// To be called where operations of another lane came before.
  void enter() const {
    if (pulse != nullptr) pulse->mode(mode);
  }
  void operate() const {
    if (role == pattern::Role::leader) {
      pattern->lead(*path, *control, window);
    } else {
      pattern->follow(*path, *control, window);
    }
  }
  /// Not between operations that are timed together, which would feel it.
  void beat() const {
    if (pulse != nullptr) pulse->beat();
  }
};

/// What was sampled of one mode.
struct Samples {
  std::vector<double> seconds;  ///< an operation each, in order
  int batch = 1;                ///< operations behind each
  Stop stop = Stop::capped;
  bool settled = true;  ///< false: warm-up ended while times still drifted
  std::vector<double>
      block_medians;  ///< seconds an operation, one a block, where several modes shared blocks
};

struct SamplerOptions {
  stats::StopOptions stop;
  std::optional<int> warmup;  ///< operations
  std::uint64_t seed = 1;     ///< of the order within blocks
  double clock_step_seconds = 0;
};

/// How long one group of rows may warm up and sample.
struct TimeLimits {
  double warm_up_seconds = 0;   ///< each mode
  double sampling_seconds = 0;  ///< all modes together
};

/// Without `share_seconds` a mode alone samples for up to `max_seconds` and several together for twice that;
/// a share of a budget goes to warm-up by a quarter and to sampling by seven tenths, and leaves the rest to
/// verification.
TimeLimits time_limits(double max_seconds, std::size_t modes, std::optional<double> share_seconds);

/// An operation shorter than this many clock steps is timed in batches.
inline constexpr double fewest_clock_steps = 100;

/// In blocks a visit begins with an operation that is not timed, since the first one after another mode's
/// finds caches, clocks and mappings as that mode left them; not where operations take longer than this,
/// beside which that is nothing.
inline constexpr double longest_lead_in_seconds = 0.01;

/// Warms up and samples the modes of one row. The leader holds the clock and tells the follower how many
/// operations come next.
class Sampler {
 public:
  Sampler(Clock& clock, SamplerOptions options) : clock_(clock), options_(options) {}

  /// Samples by lane: one alone by the stop rule, several in interleaved blocks. All lanes share a control.
  /// `share_seconds`: of a budget.
  std::vector<Samples> lead(std::span<const Lane> lanes, std::optional<double> share_seconds = {});
  /// The other end of lead().
  static void follow(std::span<const Lane> lanes);

  /// Appends `count` samples of `batch` operations each; returns the seconds that all of them took.
  double take(const Lane& lane, std::size_t count, int batch, std::vector<double>& samples);

 private:
  struct Warmth {
    double seconds_per_operation = 0;
    bool settled = true;
  };

  Warmth warm_up(std::span<const Lane> lanes, std::size_t index);
  int batch_for(double seconds_per_operation) const;
  stats::BlockPlan plan_blocks(std::span<const double> seconds_per_operation,
                               std::span<const Samples> samples) const;
  void sample_alone(const Lane& lane, double seconds_per_operation, Samples& samples);
  void sample_blocks(std::span<const Lane> lanes, std::span<const double> seconds_per_operation,
                     std::span<Samples> samples);
  double timed(std::span<const Lane> lanes, std::size_t index, std::size_t count, int batch,
               std::vector<double>& samples);

  Clock& clock_;
  SamplerOptions options_;
  TimeLimits limits_;  ///< of the rows at hand
};

}  // namespace gpuxfer::run
