#include "run/sampler.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <functional>

#include "path/idle_path.hpp"

namespace gpuxfer::run {
namespace {

/// Stands still but for what operations take.
class ScriptedClock final : public Clock {
 public:
  double now() override { return seconds; }
  double seconds = 0;
};

/// Numbers told on one end and awaited on the other, in one thread: the leader runs first.
class Channel final : public pattern::Control {
 public:
  void acknowledge() override {}
  void await_acknowledgement() override {}
  void meet() override {}
  void tell_numbers(std::span<const std::uint64_t> numbers) override {
    told.emplace_back(numbers.begin(), numbers.end());
  }
  void await_numbers(std::span<std::uint64_t> numbers) override {
    ASSERT_EQ(told.front().size(), numbers.size());
    std::copy(told.front().begin(), told.front().end(), numbers.begin());
    told.pop_front();
  }
  std::deque<std::vector<std::uint64_t>> told;
};

/// An operation of either end calls a function.
class Scripted final : public pattern::Pattern {
 public:
  explicit Scripted(std::function<void()> operation) : operation_(std::move(operation)) {}
  pattern::Figure figure() const override { return pattern::Figure::latency; }
  std::string title() const override { return "scripted"; }
  bool windowed() const override { return false; }
  pattern::SlotCounts slots(pattern::Role, int) const override { return {}; }
  int messages(int) const override { return 1; }
  void lead(path::Path&, pattern::Control&, int) const override { operation_(); }
  void follow(path::Path&, pattern::Control&, int) const override { operation_(); }

 private:
  std::function<void()> operation_;
};

class SamplerTest : public testing::Test {
 protected:
  Lane lane(const Scripted& pattern, pattern::Role role = pattern::Role::leader) {
    return {.pattern = &pattern, .path = &path, .control = &channel, .role = role, .window = 1};
  }

  ScriptedClock clock;
  Channel channel;
  path::IdlePath path;
};

TEST_F(SamplerTest, SteadyOperationsConvergeAtTheFirstLookWithFiftyEffectiveSamples) {
  const Scripted steady([&] { clock.seconds += 1e-3; });
  Sampler sampler(clock, {.clock_step_seconds = 1e-9});
  const std::vector lanes{lane(steady)};
  const Samples samples = sampler.lead(lanes).front();
  EXPECT_EQ(samples.stop, Stop::converged);
  EXPECT_EQ(samples.seconds.size(), 72U);  // looks at 32 and 48 hold too few
  EXPECT_EQ(samples.batch, 1);
  for (const double seconds : samples.seconds) EXPECT_NEAR(seconds, 1e-3, 1e-12);
}

TEST_F(SamplerTest, TheFollowerRunsAsManyOperationsAsTheLeader) {
  int led = 0, followed = 0;
  const Scripted leading([&] { ++led, clock.seconds += 0.3e-3; });
  const Scripted following([&] { ++followed; });
  Sampler sampler(clock, {.clock_step_seconds = 1e-9});
  sampler.lead(std::vector{lane(leading)});
  Sampler::follow(std::vector{lane(following, pattern::Role::follower)});
  EXPECT_GT(led, 72);
  EXPECT_EQ(led, followed);
  EXPECT_TRUE(channel.told.empty());
}

TEST_F(SamplerTest, OperationsUnderAHundredClockStepsAreBatchedByTheSmallestCountThatClearsThem) {
  const Scripted quick([&] { clock.seconds += 0.6e-6; });
  Sampler sampler(clock, {.clock_step_seconds = 20e-9});
  const Samples samples = sampler.lead(std::vector{lane(quick)}).front();
  EXPECT_EQ(samples.batch, 4);  // 4 x 0.6 us >= 100 x 20 ns > 3 x 0.6 us
  EXPECT_NEAR(samples.seconds.front(), 0.6e-6, 1e-12);
}

TEST_F(SamplerTest, AFixedNumberOfSamplesIsTakenWithExactWarmUp) {
  int operations = 0;
  const Scripted counted([&] { ++operations, clock.seconds += 1e-3; });
  Sampler sampler(clock, {.stop = {.samples = 10}, .warmup = 2, .clock_step_seconds = 1e-9});
  const Samples samples = sampler.lead(std::vector{lane(counted)}).front();
  EXPECT_EQ(samples.seconds.size(), 10U);
  EXPECT_EQ(samples.stop, Stop::fixed);
  EXPECT_EQ(operations, 12);
}

TEST_F(SamplerTest, SlowOperationsAreSampledThreeTimes) {
  const Scripted slow([&] { clock.seconds += 0.5; });
  Sampler sampler(clock, {.clock_step_seconds = 1e-9});
  const Samples samples = sampler.lead(std::vector{lane(slow)}).front();
  EXPECT_EQ(samples.seconds.size(), 3U);
  EXPECT_EQ(samples.stop, Stop::capped);
}

TEST_F(SamplerTest, TheFirstOperationAfterAnotherModesIsNotTimed) {
  char last = ' ';
  const auto script = [&](char name) {
    return [&last, name, this] { clock.seconds += last == name ? 1e-3 : 9e-3, last = name; };
  };
  const Scripted a(script('a')), b(script('b'));
  Sampler sampler(clock, {.warmup = 3, .clock_step_seconds = 1e-9});
  for (const Samples& samples : sampler.lead(std::vector{lane(a), lane(b)})) {
    for (const double seconds : samples.seconds) EXPECT_NEAR(seconds, 1e-3, 1e-9);
  }
}

TEST_F(SamplerTest, TwoModesShareBlocksEachAnOrderAndItsReverse) {
  std::string led, followed;
  const auto script = [&](std::string& log, char name, double seconds) {
    return [&log, name, seconds, this] { log += name, clock.seconds += seconds; };
  };
  const Scripted a(script(led, 'a', 1e-3)), b(script(led, 'b', 2e-3));
  const Scripted c(script(followed, 'a', 0)), d(script(followed, 'b', 0));
  Sampler sampler(clock, {.warmup = 1, .seed = 7, .clock_step_seconds = 1e-9});
  const auto samples = sampler.lead(std::vector{lane(a), lane(b)});
  Sampler::follow(std::vector{lane(c, pattern::Role::follower), lane(d, pattern::Role::follower)});
  EXPECT_EQ(led, followed);

  // 20 blocks x 2 visits x 5 samples x (1 + 2) ms = 0.6 s, within 2 s.
  ASSERT_EQ(samples[0].seconds.size(), 200U);
  ASSERT_EQ(samples[1].seconds.size(), 200U);
  EXPECT_EQ(samples[0].stop, Stop::blocks);
  EXPECT_EQ(samples[0].block_medians.size(), 20U);
  for (std::size_t block = 0; block < 20; ++block) {
    EXPECT_NEAR(samples[1].block_medians[block] / samples[0].block_medians[block], 2, 1e-6);
    // Five timed operations a visit, after one that is not.
    const std::string visits = led.substr(2 + block * 24, 24);
    EXPECT_TRUE(visits == "aaaaaabbbbbbbbbbbbaaaaaa" || visits == "bbbbbbaaaaaaaaaaaabbbbbb") << visits;
  }
}

}  // namespace
}  // namespace gpuxfer::run
