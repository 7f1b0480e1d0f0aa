#include "run/guardian.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <future>
#include <memory>
#include <system_error>

#include "comm/host_limits.hpp"
#include "comm/library.hpp"
#include "core/clock.hpp"
#include "core/say.hpp"
#include "core/sizes.hpp"
#include "core/standard_streams.hpp"
#include "run/preflight.hpp"
#include "run/same_options.hpp"

namespace gpuxfer::run {
namespace {

using std::chrono::milliseconds;

constexpr const char* heard = "heard";  ///< rank 0's answer to a call, before it has done what it takes

constexpr milliseconds between_looks(500);
constexpr double longer_where_waiting_seconds = 2;          ///< whom they wait for is to be named, not they
constexpr double longer_where_not_rank_0_seconds = 0.5;     ///< rank 0's own words come first
constexpr milliseconds before_passing_a_signal_on(300);     ///< launchers pass it on to rank 0 themselves
constexpr milliseconds where_rank_0_is_out_of_reach(3000);  ///< for it to find out for itself, and write
constexpr milliseconds for_an_answer(3000);                 ///< of rank 0's guardian, unless it is stopped
constexpr milliseconds where_rank_0_answered(25000);        ///< it writes in no time, unless results are huge
constexpr milliseconds for_the_end(2000);                   ///< MPI_Finalize takes less
constexpr milliseconds for_writing(20000);
constexpr milliseconds for_saying(500);
constexpr milliseconds for_launcher(100);  ///< some end without draining what they still hold

int block_and_open_signals() {
  keep_standard_streams();
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

const char* take_signal(int descriptor) {
  signalfd_siginfo info{};
  const bool whole = read(descriptor, &info, sizeof info) == sizeof info;
  return whole && info.ssi_signo == SIGINT ? "SIGINT" : "SIGTERM";
}

void expect_same_options(const comm::Communicator& world, const std::string& task, const Results& own) {
  const std::string words = difference(world.all_gather(to_text(task, own.options)));
  if (!words.empty()) throw comm::AgreedError(ExitCode::usage, words);
}

/// Runs `step` in a thread of its own, and leaves it behind if it takes too long: this process is about to
/// end, and stdout may lead to a reader that has stopped.
void try_for(milliseconds longest, const std::function<void()>& step) {
  auto done = std::make_shared<std::promise<void>>();
  std::thread([=] {
    step();
    done->set_value();
  }).detach();
  done->get_future().wait_for(longest);
}

void keep_quiet() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

[[noreturn]] void wait_for_the_end() {
  for (;;) pause();
}

}  // namespace

Guardian::Guardian(double timeout_seconds, const comm::Launch& launch, const Results& results,
                   const std::vector<Observer*>& observers)
    : timeout_seconds_(timeout_seconds),
      opening_(results),
      records_(results, observers),
      signals_(block_and_open_signals()),
      stop_(eventfd(0, EFD_CLOEXEC)),
      launch_(launch),
      rank_(launch.rank.value_or(0)) {
  try {
    if (rank_ == 0) records_.opened(opening_);
  } catch (const std::exception&) {
    // keep() tries again, when it can be told once and on all ranks.
  }
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::system_error& error) {
    throw MachineError(
        fmt::format("no thread can be started: {}; raise the limits of processes and of memory (ulimit -u, "
                    "ulimit -v, a container's pids.max)",
                    error.code().message()));
  }
}

Guardian::~Guardian() {
  eventfd_write(stop_, 1);
  thread_.join();
  close(stop_);
  close(signals_);
}

ExitCode Guardian::keep(const comm::Communicator& world, const Terms& terms,
                        const std::function<ExitCode(Observer&)>& work) {
  pulse_.phase("before the first row");
  crash_.arm();
  try {
    if (!terms.any_launcher) expect_own_launcher(world.size());
    meet_the_others(world);
    expect_same_options(world, terms.task, opening_);
    together(world, [&] {
      if (world.rank() == 0) records_.opened(opening_);
    });
    const ExitCode code = work(records_);
    settle();
    return code;
  } catch (const comm::AgreedError& error) {
    if (launch_.speaks_for(world.rank(), world.size())) records_.close(error.what());
    settle();
    throw;
  } catch (const Error& error) {
    prepare_to_fail({.code = error.code(), .words = error.what()});
    throw;
  } catch (const std::exception& error) {
    prepare_to_fail({.code = ExitCode::fault, .words = own_fault(error)});
    throw;
  }
}

void Guardian::expect_own_launcher(int world_size) const {
  if (!launch_.is_strange_to(world_size)) return;
  throw comm::AgreedError(
      ExitCode::machine,
      fmt::format(
          "{} processes were started, and each finds itself alone: the launcher belongs to another MPI "
          "library than {}, which gpuxfer runs with; use that one's mpirun (with srun, the --mpi that it was "
          "built for)",
          *launch_.size, comm::library_info().library));
}

void Guardian::meet_the_others(const comm::Communicator& world) {
  auto addresses = world.all_gather(hotline_.address());
  const std::lock_guard lock(mutex_);
  rank_ = world.rank();
  addresses_ = std::move(addresses);
}

void Guardian::settle() {
  settled_ = true;
  pulse_.begin({});
  pulse_.sleeps(false);
  pulse_.phase("while ending MPI");
}

void Guardian::watch() {
  CrashWatch::spare_this_thread();
  SteadyClock clock;
  Silence silence;
  for (;;) {
    switch (await(between_looks)) {
      case Event::stop:
        return;
      case Event::signal:
        end_by_signal();
        break;
      case Event::call:
        if (const auto call = hotline_.take()) obey(*call);
        break;
      case Event::crash:
        end(what_crashed());
        break;
      case Event::nothing:
        break;
    }
    look(silence.observe(pulse_.beats(), clock.now()));
  }
}

/// Not where the run has ended and MPI is about to: the ranks have agreed on another code.
void Guardian::end_by_signal() {
  const char* const name = take_signal(signals_);
  pollfd stop{.fd = stop_, .events = POLLIN, .revents = 0};
  if (settled_ && poll(&stop, 1, static_cast<int>(for_the_end.count())) > 0) return;
  end({.code = ExitCode::interrupted, .words = fmt::format("interrupted by {}", name)});
}

Guardian::Event Guardian::await(milliseconds longest) const {
  std::array<pollfd, 4> inputs{pollfd{.fd = stop_, .events = POLLIN, .revents = 0},
                               pollfd{.fd = signals_, .events = POLLIN, .revents = 0},
                               pollfd{.fd = hotline_.descriptor(), .events = POLLIN, .revents = 0},
                               pollfd{.fd = crash_.descriptor(), .events = POLLIN, .revents = 0}};
  poll(inputs.data(), inputs.size(), static_cast<int>(longest.count()));
  const auto first = std::ranges::find_if(inputs, [](const pollfd& input) { return input.revents != 0; });
  return static_cast<Event>(first - inputs.begin());
}

void Guardian::look(double silent_seconds) {
  if (pulse_.sleeps()) return;
  const double patience = longest_silence(timeout_seconds_, pulse_.task().bytes_in_flight) +
                          (pulse_.waits() ? longer_where_waiting_seconds : 0) +
                          (rank_ == 0 ? 0 : longer_where_not_rank_0_seconds);
  if (silent_seconds < patience) return;
  if (ending_) _exit(to_int(ExitCode::hung));  // MPI_Abort hangs as well
  end({.code = ExitCode::hung, .words = tell(fmt::format("no progress for {:.0f} s", silent_seconds))});
}

Call Guardian::what_crashed() const {
  const std::string words = tell(crash_.words());
  const std::string no_memory =
      crash_.on_missing_memory() ? comm::why_shared_memory_kills(comm::host_limits()) : "";
  if (!no_memory.empty()) {
    return {.code = ExitCode::machine, .words = fmt::format("{}; {}", words, no_memory)};
  }
  if (const char* const advice = pulse_.advice()) {
    return {.code = ExitCode::machine, .words = fmt::format("{}; {}", words, advice)};
  }
  return {.code = ExitCode::fault,
          .words = words +
                   "; gpuxfer or the MPI library is at fault: please report it, with what gpuxfer "
                   "info says"};
}

std::string Guardian::tell(const std::string& what) const {
  const Task task = pulse_.task();
  std::string words = fmt::format("rank {}: {} {}", rank_.load(), what, pulse_.phase());
  if (task.pattern.empty()) return words;
  const std::size_t mode = pulse_.mode();
  return words + fmt::format(" of {}, {}, {} with rank {}", task.pattern,
                             mode < task.modes.size() ? task.modes[mode] : "?", format_size(task.bytes),
                             task.peer);
}

void Guardian::end(const Call& call) {
  if (ending_.exchange(true)) return;
  if (rank_ == 0) have_last_word(call);
  if (call.code == ExitCode::interrupted) leave_if_told(before_passing_a_signal_on);
  const bool called = tell_rank_0(call);
  if (called && leave_if_told(for_an_answer)) leave_if_told(where_rank_0_answered);
  // Rank 0 is elsewhere, or stopped.
  if ((called || call.code != ExitCode::interrupted) && have_met()) say(call.words);
  if (!called) leave_if_told(where_rank_0_is_out_of_reach);
  _exit(to_int(call.code));
}

void Guardian::obey(const Call& call) {
  if (rank_ == 0) {
    end(call);
  } else if (call.words != heard) {
    _exit(to_int(call.code));
  }
}

void Guardian::have_last_word(const Call& call) {
  call_all({.code = call.code, .words = heard});
  try_for(for_writing,
          [&] { records_.close(call.code == ExitCode::interrupted ? "interrupted" : call.words); });
  try_for(for_saying, [&] { say(call.words); });
  std::this_thread::sleep_for(for_launcher);
  keep_quiet();  // MPI libraries have much to say when a peer is gone
  call_all({.code = call.code, .words = {}});
  _exit(to_int(call.code));
}

void Guardian::call_all(const Call& call) const {
  const std::lock_guard lock(mutex_);
  for (std::size_t rank = 1; rank < addresses_.size(); ++rank) hotline_.call(addresses_[rank], call);
}

void Guardian::prepare_to_fail(const Call& call) {
  crash_.disarm();  // MPI_Abort leaves by exit()
  if (rank_ == 0) {
    if (ending_.exchange(true)) wait_for_the_end();
    records_.close(call.words);
    return;
  }
  // Where ranks fail together the lowest gets the first word.
  std::this_thread::sleep_for(milliseconds(200) * std::min(rank_.load(), 10));
  const std::string words = fmt::format("rank {}: {}", rank_.load(), call.words);
  if (tell_rank_0({.code = call.code, .words = words})) std::this_thread::sleep_for(where_rank_0_answered);
}

bool Guardian::have_met() const {
  const std::lock_guard lock(mutex_);
  return !addresses_.empty();
}

bool Guardian::tell_rank_0(const Call& call) const {
  const std::lock_guard lock(mutex_);
  return !addresses_.empty() && hotline_.call(addresses_.front(), call);
}

bool Guardian::leave_if_told(milliseconds longest) const {
  const auto end = std::chrono::steady_clock::now() + longest;
  while (std::chrono::steady_clock::now() < end) {
    const auto call = hotline_.take();
    if (call && call->words == heard) return true;
    if (call) _exit(to_int(call->code));
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

}  // namespace gpuxfer::run
