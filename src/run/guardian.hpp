#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/launch.hpp"
#include "core/pulse.hpp"
#include "run/crash_watch.hpp"
#include "run/hotline.hpp"
#include "run/records.hpp"
#include "run/silence.hpp"

namespace gpuxfer::run {

/// Ends the run where the measuring thread can't: a sleeping thread a rank that waits for SIGINT and SIGTERM
/// and watches the pulse. It calls no MPI and no CUDA, and it ends the process with _exit, whatever the
/// measuring thread is stuck in. A crash is held until the run has ended in the same way.
///
/// Rank 0 has the last word: it tells the observers, says one line, and tells the ranks of its host to leave
/// with the same code. Another rank that finds the run at its end calls rank 0 and waits to be told;
/// where rank 0 can't be called, on another host, it says the line itself and leaves 3 s later.
class Guardian {
 public:
  /// To be made before MPI starts, since threads take over the signals that are blocked; blocks SIGINT and
  /// SIGTERM. On rank 0, as far as `launch` knows it, opens the observers, who outlive this. Throws
  /// MachineError where no thread can be had.
  Guardian(double timeout_seconds, const comm::Launch& launch, const Results& results,
           const std::vector<Observer*>& observers);
  ~Guardian();
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;

  Pulse& pulse() { return pulse_; }

  /// What all ranks are to be about.
  struct Terms {
    std::string task;  ///< in words
    bool any_launcher =
        false;  ///< whether processes that each find themselves alone are fine, though more were started
  };
  /// Runs `work` on all ranks with an observer that passes on to all. An error that ends it is passed on to
  /// the caller once the observers know, which takes rank 0's help where another rank has it alone.
  ExitCode keep(const comm::Communicator& world, const Terms& terms,
                const std::function<ExitCode(Observer&)>& work);

 private:
  using Milliseconds = std::chrono::milliseconds;
  enum class Event { stop, signal, call, crash, nothing };

  void expect_own_launcher(int world_size) const;
  void meet_the_others(const comm::Communicator& world);
  void settle();
  void end_by_signal();

  void watch();
  Event await(Milliseconds longest) const;
  void look(double silent_seconds);
  Call what_crashed() const;
  /// This rank, what became of it, and what it was doing.
  std::string tell(const std::string& what) const;
  void obey(const Call& call);

  /// Ends this process and, by way of rank 0, the run; does nothing where it is ending already.
  void end(const Call& call);
  [[noreturn]] void have_last_word(const Call& call);
  /// On the measuring thread, which is about to end the run by MPI_Abort with `call`'s words of its own.
  void prepare_to_fail(const Call& call);
  void call_all(const Call& call) const;
  bool have_met() const;
  bool tell_rank_0(const Call& call) const;
  /// Leaves as soon as rank 0 says so. False where it says nothing at all.
  bool leave_if_told(Milliseconds longest) const;

  double timeout_seconds_;
  Pulse pulse_;
  Results opening_;
  Records records_;
  Hotline hotline_;
  CrashWatch crash_;
  int signals_;  ///< a descriptor that is readable when one has come
  int stop_;
  comm::Launch launch_;
  std::atomic<int> rank_;
  mutable std::mutex mutex_;
  std::vector<std::string> addresses_;  ///< of the hotlines, by rank; empty before the ranks have met
  std::atomic<bool> ending_ = false;
  std::atomic<bool> settled_ = false;  ///< all ranks have agreed on how the run has ended
  std::thread thread_;                 ///< last, since it uses the others
};

}  // namespace gpuxfer::run
