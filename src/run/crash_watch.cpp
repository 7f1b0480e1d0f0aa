#include "run/crash_watch.hpp"

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <string_view>

#include "core/exit_code.hpp"

namespace gpuxfer::run {
namespace {

/// Longer than the guardian takes at its slowest.
constexpr time_t longest_hold_seconds = 60;

/// All that the handlers know.
struct Watched {
  static constexpr std::array signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  int event = -1;
  std::atomic<bool> armed = false;
  std::atomic<bool> taken = false;  ///< one crash is enough
  std::atomic<int> signal = 0;      ///< 0: exit()
  std::atomic<void*> address = nullptr;
  std::array<struct sigaction, signals.size()> handlers{};  ///< that were there
  std::array<unsigned char, 64 << 10> stack{};              ///< a stack that overflowed holds no handler
};
Watched watched;
thread_local bool spared = false;

void give_back() {
  for (std::size_t i = 0; i < Watched::signals.size(); ++i) {
    sigaction(Watched::signals[i], &watched.handlers[i], nullptr);
  }
}

/// Safe in a signal handler, as are both that call it.
[[noreturn]] void hold() {
  if (!watched.taken.exchange(true)) eventfd_write(watched.event, 1);
  for (timespec left{.tv_sec = longest_hold_seconds, .tv_nsec = 0}; nanosleep(&left, &left) != 0;) {
  }
  constexpr std::string_view words = "gpuxfer: crashed, and its guardian as well\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, words.data(), words.size());
  _exit(to_int(ExitCode::fault));
}

void crashed(int signal, siginfo_t* info, void*) {
  if (spared) {
    give_back();
    raise(signal);
    return;
  }
  if (!watched.taken) {
    watched.signal = signal;
    watched.address = info->si_code > 0 ? info->si_addr : nullptr;  // else some process has sent it
  }
  hold();
}

void leaves() {
  if (watched.armed && !spared) hold();
}

std::string_view name_of(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV";
    case SIGBUS:
      return "SIGBUS";
    case SIGFPE:
      return "SIGFPE";
    case SIGILL:
      return "SIGILL";
    default:
      return "SIGABRT";
  }
}

}  // namespace

CrashWatch::CrashWatch() : event_(eventfd(0, EFD_CLOEXEC)) {
  static const int once = std::atexit(leaves);
  (void)once;
}

CrashWatch::~CrashWatch() {
  disarm();
  close(event_);
}

void CrashWatch::arm() {
  if (watched.armed) return;
  watched.event = event_;
  watched.taken = false;
  watched.signal = 0;
  const stack_t stack{.ss_sp = watched.stack.data(), .ss_flags = 0, .ss_size = watched.stack.size()};
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = crashed;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (std::size_t i = 0; i < Watched::signals.size(); ++i) {
    sigaction(Watched::signals[i], &action, &watched.handlers[i]);
  }
  watched.armed = true;
}

void CrashWatch::disarm() {
  if (watched.armed.exchange(false)) give_back();
}

void CrashWatch::spare_this_thread() {
  spared = true;
}

std::string CrashWatch::words() const {
  const int signal = watched.signal;
  if (signal == 0) return "was ended by a library's exit()";
  const void* const address = watched.address;
  if (signal == SIGABRT || address == nullptr) return fmt::format("crashed ({})", name_of(signal));
  return fmt::format("crashed ({} at address {})", name_of(signal), fmt::ptr(address));
}

bool CrashWatch::on_missing_memory() const {
  return watched.signal == SIGBUS;
}

}  // namespace gpuxfer::run
