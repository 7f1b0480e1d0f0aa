#include "comm/start.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "comm/check.hpp"
#include "comm/host_limits.hpp"
#include "core/exit_code.hpp"

namespace gpuxfer::comm {
namespace {

/// A signal handler and an exit handler can't be given anything; this is theirs, ready to be written, from
/// before MPI_Init to its return.
struct LastWords {
  static constexpr std::array signals{SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
  std::array<char, 1024> text;
  std::size_t length;
  int launcher;     ///< descriptor of MPICH's launcher, which says its number in PMI_FD; -1 under others
  timespec before;  ///< the lowest rank's come first
  std::array<struct sigaction, signals.size()> handlers;  ///< that were there
};
LastWords last_words{};

/// Safe in a signal handler.
void say_last_words() {
  if (last_words.length == 0) return;
  nanosleep(&last_words.before, nullptr);
  [[maybe_unused]] const auto written = write(STDERR_FILENO, last_words.text.data(), last_words.length);
  last_words.length = 0;
}

void restore_handlers() {
  for (std::size_t i = 0; i < LastWords::signals.size(); ++i) {
    sigaction(LastWords::signals[i], &last_words.handlers[i], nullptr);
  }
}

/// Safe in a signal handler.
void die(int) {
  say_last_words();
  end_launch(last_words.launcher, ExitCode::machine);
  _exit(to_int(ExitCode::machine));
}

void leave() {
  if (last_words.length == 0) return;
  std::fflush(nullptr);
  die(0);
}

bool loads(const char* library) {
  void* const handle = dlopen(library, RTLD_LAZY);
  if (handle != nullptr) dlclose(handle);
  return handle != nullptr;
}

std::string version_and_build() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  return text.data();
}

bool built_with_cuda(const std::string& library) {
  return library.find("--with-cuda") != std::string::npos;
}

StartFacts facts_of_this_process() {
  const char* const mask = std::getenv("CUDA_VISIBLE_DEVICES");
  StartFacts facts{.library = version_and_build(), .visible_devices = mask != nullptr ? mask : ""};
  facts.limits = host_limits();
  if (!built_with_cuda(facts.library)) return facts;
  facts.driver = access("/dev/nvidiactl", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
  facts.no_device = mask != nullptr && *mask == '\0';
  facts.unversioned = loads("libcuda.so") && loads("libcudart.so");
  return facts;
}

/// `MPICH 4.0.2` of `MPICH Version:\t4.0.2\nMPICH Release date:...`.
std::string name_of(const std::string& library) {
  std::string first = library.substr(0, library.find('\n'));
  if (const auto colon = first.find(" Version:"); colon != std::string::npos) {
    const auto number = first.find_first_not_of(" \t", colon + std::strlen(" Version:"));
    first = first.substr(0, colon + 1) + (number == std::string::npos ? "" : first.substr(number));
  }
  return first;
}

void arm(const Launch& launch) {
  const std::string line =
      fmt::format("gpuxfer: rank {}: {}\n", launch.rank.value_or(0), why_start_died(facts_of_this_process()));
  last_words.before = {.tv_sec = 0, .tv_nsec = 90'000'000L * std::min(launch.rank.value_or(0), 10)};
  last_words.launcher = launcher_descriptor();
  last_words.length = line.copy(last_words.text.data(), last_words.text.size());
  struct sigaction action {};
  action.sa_handler = die;
  for (std::size_t i = 0; i < LastWords::signals.size(); ++i) {
    sigaction(LastWords::signals[i], &action, &last_words.handlers[i]);
  }
  std::atexit(leave);
}

void disarm() {
  last_words.length = 0;
  restore_handlers();
}

}  // namespace

std::string why_start_died(const StartFacts& facts) {
  const std::string name = name_of(facts.library);
  const std::string start = fmt::format("MPI_Init of {} ended the process", name);
  if (const std::string why = why_shared_memory_kills(facts.limits); !why.empty()) return start + ": " + why;
  if (!built_with_cuda(facts.library)) return start + "; what the library says of it is above";
  if (!facts.driver) {
    return start +
           ": it is built for CUDA, and this machine has no GPU driver; MPIR_CVAR_ENABLE_GPU=0 in the "
           "environment lets it start without, for --memory host";
  }
  if (facts.no_device) {
    return start +
           ": it is built for CUDA, and CUDA_VISIBLE_DEVICES is empty, which hides all GPUs; unset it, or "
           "see what the launcher binds";
  }
  if (!facts.unversioned) {
    return start +
           ": it loads libcuda.so and libcudart.so under these names, which the loader doesn't find; link "
           "them "
           "to libcuda.so.1 and to the toolkit's libcudart.so in a folder of LD_LIBRARY_PATH";
  }
  const bool fails_under_masks = name == "MPICH 4.0.2" || name == "MPICH 4.0.3";
  if (fails_under_masks && !facts.visible_devices.empty()) {
    return start + fmt::format(
                       ": it fails where ranks see different GPUs (CUDA_VISIBLE_DEVICES is {} here); let "
                       "every rank see all of them, or use MPICH 4.1 or newer",
                       facts.visible_devices);
  }
  return start + "; what the library says of it is above";
}

void start_mpi(const Launch& launch) {
  arm(launch);
  int provided = 0;
  const int result = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  disarm();
  check(result, "MPI_Init_thread");
}

}  // namespace gpuxfer::comm
