#pragma once

#include <string>

namespace gpuxfer::run {

/// Holds a thread that crashes, or that a library makes leave the process by exit(), until the guardian has
/// ended the run: what was measured is kept, and the others are told. One at a time in a process, since
/// handlers of signals can't be given anything.
class CrashWatch {
 public:
  CrashWatch();
  ~CrashWatch();
  CrashWatch(const CrashWatch&) = delete;
  CrashWatch& operator=(const CrashWatch&) = delete;

  /// Takes over SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT and exit(). The guardian's own thread is to call
  /// spare_this_thread() first.
  void arm();
  /// Gives them back, for an end that is meant.
  void disarm();
  /// A crash of this thread is not held, since nobody would end it.
  static void spare_this_thread();

  /// Readable once a thread has crashed.
  int descriptor() const { return event_; }
  /// `crashed (SIGSEGV at address 0x7f00)`, of the thread that did.
  std::string words() const;
  /// Whether writing to shared memory that could not be had may have been the cause.
  bool on_missing_memory() const;

 private:
  int event_;
};

}  // namespace gpuxfer::run
