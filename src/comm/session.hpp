#pragma once

#include <functional>

#include "comm/communicator.hpp"
#include "comm/launch.hpp"
#include "core/exit_code.hpp"
#include "core/pulse.hpp"

namespace gpuxfer::comm {

/// MPI between MPI_Init and MPI_Finalize, at most once a process.
class Session {
 public:
  /// `pulse`, which outlives it, is what its communicators tell of their waits. `launch`: what was known
  /// before MPI.
  Session(Pulse& pulse, const Launch& launch);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Runs `work` on all ranks and returns the code that all agree on. An error that all ranks agreed on is
  /// told by rank 0, or by the launcher's where each process is alone. An error of one rank alone is told by
  /// that rank, which then ends the whole run, since the others may wait for it in a receive.
  ExitCode run(const std::function<ExitCode(const Communicator& world)>& work);

 private:
  Pulse& pulse_;
  Launch launch_;
};

}  // namespace gpuxfer::comm
