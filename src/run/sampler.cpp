#include "run/sampler.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "run/warm_up.hpp"
#include "stats/interval.hpp"
#include "stats/quantiles.hpp"

namespace gpuxfer::run {
namespace {

/// What the leader tells the follower to do next.
enum class Order : std::uint64_t {
  stop,
  run,    ///< lane, operations
  blocks  ///< blocks, samples a visit; then the seed and, for each lane, its batch and its untimed operations
          ///< a visit
};
using Message = std::array<std::uint64_t, 3>;

void tell(pattern::Control& control, Order order, std::uint64_t a = 0, std::uint64_t b = 0) {
  control.tell_numbers(Message{static_cast<std::uint64_t>(order), a, b});
}

/// Calls visit(lane) for each visit of each block, in the order that all ranks derive from the seed.
template <class Visit, class BlockEnd>
void for_each_visit(std::size_t lanes, const stats::BlockPlan& plan, std::uint64_t seed, Visit visit,
                    BlockEnd block_end) {
  for (int block = 0; block < plan.blocks; ++block) {
    for (const int lane : stats::block_order(static_cast<int>(lanes), seed, block)) {
      visit(static_cast<std::size_t>(lane));
    }
    block_end();
  }
}

void repeat(const Lane& lane, std::uint64_t operations) {
  lane.enter();
  for (std::uint64_t i = 0; i < operations; ++i) {
    lane.operate();
    lane.beat();
  }
}

std::uint64_t lead_in(double seconds_per_operation) {
  return seconds_per_operation <= longest_lead_in_seconds ? 1 : 0;
}

/// Two visits a block: the fewest blocks and samples that reach `samples` a mode, in up to 20 blocks.
stats::BlockPlan plan_for(std::size_t samples) {
  const std::size_t blocks = std::clamp<std::size_t>((samples + 1) / 2, stats::fewest_for_interval, 20);
  return {.blocks = static_cast<int>(blocks),
          .samples = static_cast<int>((samples + 2 * blocks - 1) / (2 * blocks))};
}

}  // namespace

TimeLimits time_limits(double max_seconds, std::size_t modes, std::optional<double> share_seconds) {
  TimeLimits limits{.warm_up_seconds = longest_warm_up_seconds,
                    .sampling_seconds = modes == 1 ? max_seconds : 2 * max_seconds};
  if (share_seconds) {
    limits.warm_up_seconds =
        std::min(limits.warm_up_seconds, 0.25 * *share_seconds / static_cast<double>(modes));
    limits.sampling_seconds = std::min(limits.sampling_seconds, 0.7 * *share_seconds);
  }
  return limits;
}

double Sampler::take(const Lane& lane, std::size_t count, int batch, std::vector<double>& samples) {
  lane.enter();
  const double first = clock_.now();
  double start = first;
  for (std::size_t i = 0; i < count; ++i) {
    for (int operation = 0; operation < batch; ++operation) lane.operate();
    const double end = clock_.now();
    samples.push_back((end - start) / batch);
    start = end;
    lane.beat();
  }
  return start - first;
}

double Sampler::timed(std::span<const Lane> lanes, std::size_t index, std::size_t count, int batch,
                      std::vector<double>& samples) {
  tell(*lanes[index].control, Order::run, index, count * static_cast<std::uint64_t>(batch));
  samples.reserve(samples.size() + count);
  return take(lanes[index], count, batch, samples);
}

std::vector<Samples> Sampler::lead(std::span<const Lane> lanes, std::optional<double> share_seconds) {
  limits_ = time_limits(options_.stop.max_seconds, lanes.size(), share_seconds);
  std::vector<Samples> samples(lanes.size());
  std::vector<double> seconds_per_operation;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const Warmth warmth = warm_up(lanes, i);
    samples[i].settled = warmth.settled;
    samples[i].batch = batch_for(warmth.seconds_per_operation);
    seconds_per_operation.push_back(warmth.seconds_per_operation);
  }
  if (lanes.size() == 1) {
    sample_alone(lanes.front(), seconds_per_operation.front(), samples.front());
  } else {
    sample_blocks(lanes, seconds_per_operation, samples);
  }
  tell(*lanes.front().control, Order::stop);
  return samples;
}

Sampler::Warmth Sampler::warm_up(std::span<const Lane> lanes, std::size_t index) {
  WarmUp rule(options_.warmup, limits_.warm_up_seconds);
  std::vector<double> samples;
  double elapsed = 0;
  int batch = 1;
  while (const std::size_t count = rule.next(samples, elapsed)) {
    elapsed += timed(lanes, index, count, batch, samples);
    if (!options_.warmup) batch = batch_for(WarmUp::estimate(samples));
  }
  return {.seconds_per_operation = WarmUp::estimate(samples), .settled = rule.settled()};
}

int Sampler::batch_for(double seconds_per_operation) const {
  const double wanted = fewest_clock_steps * options_.clock_step_seconds;
  if (seconds_per_operation >= wanted) return 1;
  return static_cast<int>(std::ceil(wanted / std::max(seconds_per_operation, options_.clock_step_seconds)));
}

void Sampler::sample_alone(const Lane& lane, double seconds_per_operation, Samples& samples) {
  stats::StopOptions options = options_.stop;
  options.max_seconds = limits_.sampling_seconds;
  stats::StopRule rule(options, seconds_per_operation * samples.batch);
  double elapsed = 0;
  while (const std::size_t count = rule.next(samples.seconds, elapsed)) {
    elapsed += timed({&lane, 1}, 0, count, samples.batch, samples.seconds);
  }
  samples.stop = rule.reason();
}

stats::BlockPlan Sampler::plan_blocks(std::span<const double> seconds_per_operation,
                                      std::span<const Samples> samples) const {
  if (options_.stop.samples) return plan_for(*options_.stop.samples);
  std::vector<double> seconds_per_sample;
  double untimed = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double seconds = seconds_per_operation[i];
    seconds_per_sample.push_back(seconds * samples[i].batch);
    untimed += 2 * stats::BlockPlan{}.blocks * static_cast<double>(lead_in(seconds)) * seconds;
  }
  return stats::plan_blocks(seconds_per_sample, limits_.sampling_seconds - untimed);
}

void Sampler::sample_blocks(std::span<const Lane> lanes, std::span<const double> seconds_per_operation,
                            std::span<Samples> samples) {
  const stats::BlockPlan plan = plan_blocks(seconds_per_operation, samples);
  std::vector<std::uint64_t> numbers{options_.seed};
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    numbers.push_back(static_cast<std::uint64_t>(samples[i].batch));
    numbers.push_back(lead_in(seconds_per_operation[i]));
  }
  pattern::Control& control = *lanes.front().control;
  tell(control, Order::blocks, static_cast<std::uint64_t>(plan.blocks),
       static_cast<std::uint64_t>(plan.samples));
  control.tell_numbers(numbers);

  const auto count = static_cast<std::size_t>(plan.samples);
  for (Samples& own : samples) {
    own.seconds.reserve(2 * count * static_cast<std::size_t>(plan.blocks));
    own.stop = options_.stop.samples ? Stop::fixed : Stop::blocks;
  }
  for_each_visit(
      lanes.size(), plan, options_.seed,
      [&](std::size_t i) {
        repeat(lanes[i], lead_in(seconds_per_operation[i]));
        take(lanes[i], count, samples[i].batch, samples[i].seconds);
      },
      [&] {
        for (Samples& own : samples) {
          own.block_medians.push_back(stats::median(std::span(own.seconds).last(2 * count)));
        }
      });
}

void Sampler::follow(std::span<const Lane> lanes) {
  pattern::Control& control = *lanes.front().control;
  for (;;) {
    Message message{};
    control.await_numbers(message);
    switch (static_cast<Order>(message[0])) {
      case Order::stop:
        return;
      case Order::run:
        repeat(lanes[message[1]], message[2]);
        break;
      case Order::blocks: {
        const stats::BlockPlan plan{.blocks = static_cast<int>(message[1]),
                                    .samples = static_cast<int>(message[2])};
        std::vector<std::uint64_t> numbers(1 + 2 * lanes.size());
        control.await_numbers(numbers);
        for_each_visit(
            lanes.size(), plan, numbers[0],
            [&](std::size_t i) { repeat(lanes[i], numbers[2 + 2 * i] + message[2] * numbers[1 + 2 * i]); },
            [] {});
        break;
      }
    }
  }
}

}  // namespace gpuxfer::run
