#include "run/crash_watch.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace gpuxfer::run {
namespace {

constexpr int told = 77;

/// Does it in a process of its own, where another thread tells what became of it.
[[noreturn]] void watched(void (*crash)()) {
  CrashWatch watch;
  std::thread([&watch] {
    CrashWatch::spare_this_thread();
    pollfd input{.fd = watch.descriptor(), .events = POLLIN, .revents = 0};
    poll(&input, 1, 10'000);
    std::fprintf(stderr, "%s\n", watch.words().c_str());
    _exit(told);
  }).detach();
  watch.arm();
  crash();
  std::fprintf(stderr, "went on\n");
  _exit(1);
}

void write_where_nothing_is() {
  void* const page = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *static_cast<volatile char*>(page) = 1;
}

/// Too deep for any stack.
int deepen(int depth) {
  volatile char room[4096];
  room[depth % 4096] = static_cast<char>(depth);
  return depth < 0 ? 0 : deepen(depth + 1) + room[0];
}

class CrashWatchTest : public testing::Test {
 protected:
  CrashWatchTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(CrashWatchTest, HoldsWhoCrashesUntilAnotherThreadHasTold) {
  EXPECT_EXIT(watched(write_where_nothing_is), testing::ExitedWithCode(told),
              "^crashed \\(SIGSEGV at address 0x[0-9a-f]+\\)");
  EXPECT_EXIT(watched([] { std::raise(SIGBUS); }), testing::ExitedWithCode(told), "^crashed \\(SIGBUS\\)");
  EXPECT_EXIT(watched([] { std::abort(); }), testing::ExitedWithCode(told), "^crashed \\(SIGABRT\\)");
}

TEST_F(CrashWatchTest, HoldsAStackThatOverflowed) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer's frames overflow first";
#endif
  EXPECT_EXIT(watched([] { deepen(0); }), testing::ExitedWithCode(told), "^crashed \\(SIGSEGV at address");
}

TEST_F(CrashWatchTest, HoldsWhoLeavesByExit) {
  EXPECT_EXIT(watched([] { std::exit(0); }), testing::ExitedWithCode(told), "^was ended by a library's exit");
}

TEST_F(CrashWatchTest, LetsGoOfWhatItDoesNotWatch) {
  const auto disarmed = [] {
    CrashWatch watch;
    watch.arm();
    watch.disarm();
    std::exit(5);
  };
  EXPECT_EXIT(disarmed(), testing::ExitedWithCode(5), "");
  const auto spared = [] {
    CrashWatch watch;
    watch.arm();
    CrashWatch::spare_this_thread();
    std::raise(SIGBUS);
    _exit(1);
  };
#ifndef __SANITIZE_ADDRESS__  // which has a handler of its own
  EXPECT_EXIT(spared(), testing::KilledBySignal(SIGBUS), "");
#else
  (void)spared;
#endif
}

}  // namespace
}  // namespace gpuxfer::run
