// What gpuxfer adds to what it measures: its ping-pong, as the sampler times it, against a bare
// MPI_Send/MPI_Recv loop over the same host buffers, interleaved in one run. Both count as total time over
// operations, in blocks of equal operations; a block visits both twice, in a seeded order and its reverse.
// Fails where the median ratio over all sizes' blocks lies above 1.02 with its whole interval. A size alone
// is shown and not judged: where its two loops' code and buffers come to lie moves it by two or three
// hundredths.
//
// mpirun -np 2 -bind-to core overhead [--delay-percent P]    P: adds that share of a round trip to gpuxfer's
// side, to see it fail

#include <fmt/format.h>
#include <mpi.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "comm/session.hpp"
#include "core/clock.hpp"
#include "core/sizes.hpp"
#include "run/pair_control.hpp"
#include "run/row_plan.hpp"
#include "run/sampler.hpp"
#include "stats/blocks.hpp"

namespace {

using namespace gpuxfer;

constexpr double limit = 1.02;
constexpr int blocks = 300;
constexpr double seconds_per_visit = 0.7e-3;
constexpr std::uint64_t seed = 1;

/// The ping-pong under test, with an optional delay after each of the leader's operations.
class Delayed final : public pattern::Pattern {
 public:
  Delayed(Clock& clock, double seconds)
      : clock_(clock), seconds_(seconds), inner_(pattern::Patterns::find("latency")->make()) {}
  pattern::Figure figure() const override { return inner_->figure(); }
  std::string title() const override { return inner_->title(); }
  bool windowed() const override { return inner_->windowed(); }
  pattern::SlotCounts slots(pattern::Role role, int window) const override {
    return inner_->slots(role, window);
  }
  int messages(int window) const override { return inner_->messages(window); }
  void lead(path::Path& path, pattern::Control& control, int window) const override {
    inner_->lead(path, control, window);
    for (const double end = clock_.now() + seconds_; clock_.now() < end;) {
    }
  }
  void follow(path::Path& path, pattern::Control& control, int window) const override {
    inner_->follow(path, control, window);
  }

 private:
  Clock& clock_;
  double seconds_;
  std::unique_ptr<pattern::Pattern> inner_;
};

void bare_loop(int rank, unsigned char* send, unsigned char* receive, int bytes, std::uint64_t operations) {
  for (std::uint64_t i = 0; i < operations; ++i) {
    if (rank == 0) {
      MPI_Send(send, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(receive, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(receive, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(send, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
  }
}

/// One size's comparison, on either rank.
class Duel {
 public:
  Duel(const comm::Communicator& comm, Clock& clock, std::uint64_t bytes)
      : comm_(comm),
        clock_(clock),
        bytes_(bytes),
        device_(device::make_host_device()),
        memory_(device_->allocate(2 * run::slot_stride(bytes))),
        path_(path::Paths::find("direct")->make()),
        control_(comm, 1 - comm.rank()),
        sampler_(clock, {}) {
    plan_ = {.comm = &comm_,
             .device = device_.get(),
             .peer = 1 - comm.rank(),
             .send = run::slots_at(memory_.data(), bytes, 1),
             .receive = run::slots_at(memory_.data() + run::slot_stride(bytes), bytes, 1)};
    device_->fill_slots(plan_.send, seed);
    device_->fill_slots(plan_.receive, seed);
    path_->prepare(plan_);
  }

  /// The blocks' ratios of gpuxfer's seconds to the bare loop's, on rank 0.
  std::vector<double> run(double delay_share, double& bare_seconds_per_operation) {
    const double estimate = bare(2000) / 2000;
    const Delayed delayed(clock_, delay_share * estimate);
    const auto plain = pattern::Patterns::find("latency")->make();
    lane_ = {.pattern = delay_share > 0 ? &delayed : plain.get(),
             .path = path_.get(),
             .control = &control_,
             .role = comm_.rank() == 0 ? pattern::Role::leader : pattern::Role::follower};
    const double step = clock_step(clock_);
    std::array numbers{static_cast<std::uint64_t>(std::ceil(run::fewest_clock_steps * step / estimate)),
                       static_cast<std::uint64_t>(std::ceil(seconds_per_visit / estimate))};
    if (comm_.rank() == 0) control_.tell_numbers(numbers);
    if (comm_.rank() == 1) control_.await_numbers(numbers);
    batch_ = static_cast<int>(numbers[0]);
    const std::uint64_t operations = numbers[1] / numbers[0] * numbers[0] + numbers[0];

    measured(operations);
    std::vector<double> ratios;
    double all = 0;
    for (int block = 0; block < blocks; ++block) {
      std::array<double, 2> seconds{};
      for (const int side : stats::block_order(2, seed, block)) {
        seconds[static_cast<std::size_t>(side)] += side == 0 ? bare(operations) : measured(operations);
      }
      ratios.push_back(seconds[1] / seconds[0]);
      all += seconds[0];
    }
    bare_seconds_per_operation = all / (2.0 * blocks * static_cast<double>(operations));
    return ratios;
  }

 private:
  double bare(std::uint64_t operations) {
    const double start = clock_.now();
    bare_loop(comm_.rank(), plan_.send.base, plan_.receive.base, static_cast<int>(bytes_), operations);
    return clock_.now() - start;
  }

  double measured(std::uint64_t operations) {
    const double start = clock_.now();
    if (lane_.role == pattern::Role::leader) {
      samples_.clear();
      samples_.reserve(operations);
      sampler_.take(lane_, operations / static_cast<std::uint64_t>(batch_), batch_, samples_);
    } else {
      for (std::uint64_t i = 0; i < operations; ++i) lane_.operate();
    }
    return clock_.now() - start;
  }

  const comm::Communicator& comm_;
  Clock& clock_;
  std::uint64_t bytes_;
  std::unique_ptr<device::Device> device_;
  device::Buffer memory_;
  std::unique_ptr<path::Path> path_;
  run::PairControl control_;
  run::Sampler sampler_;
  path::Plan plan_;
  run::Lane lane_;
  int batch_ = 1;
  std::vector<double> samples_;
};

}  // namespace

int main(int argc, char** argv) {
  const bool delayed = argc == 3 && std::string_view(argv[1]) == "--delay-percent";
  const double delay_share = delayed ? std::atof(argv[2]) / 100 : 0;
  Pulse pulse;
  comm::Session session(pulse, comm::launch_from_environment());
  return to_int(session.run([&](const comm::Communicator& world) {
    if (world.size() != 2)
      throw UsageError("this benchmark takes two ranks: mpirun -np 2 -bind-to core overhead");
    SteadyClock clock;
    const auto over_limit = [&](const std::string& name, const std::string& bare,
                                const std::vector<double>& ratios) {
      const stats::Ratio ratio = stats::compare(ratios);
      const bool over = ratio.ci95.lower > limit;
      fmt::print("{:>8}  {:>10}  {:.4f} [{:.4f}, {:.4f}]{}\n", name, bare, ratio.ratio, ratio.ci95.lower,
                 ratio.ci95.upper, over ? "  over 1.02" : "");
      return over;
    };
    const auto round = [&] {
      std::vector<double> all;
      if (world.rank() == 0) fmt::print("{:>8}  {:>10}  {:>24}\n", "size", "bare", "gpuxfer/bare");
      for (const Size& size : parse_sizes("8:64K:*2")) {
        double bare = 0;
        const std::vector<double> ratios = Duel(world, clock, size.bytes).run(delay_share, bare);
        all.insert(all.end(), ratios.begin(), ratios.end());
        if (world.rank() == 0)
          over_limit(format_size(size.bytes), fmt::format("{:.3f} us", bare * 1e6), ratios);
      }
      const bool over = world.rank() == 0 && over_limit("all", "", all);
      return world.agree(over ? ExitCode::fault : ExitCode::done);
    };
    // Whoever shares the machine may spoil one round; what gpuxfer adds is there in the second as well.
    const ExitCode first = round();
    return first == ExitCode::done ? first : round();
  }));
}
