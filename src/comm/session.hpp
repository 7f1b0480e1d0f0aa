#pragma once

#include <functional>

#include "comm/communicator.hpp"
#include "core/exit_code.hpp"

namespace gpuxfer::comm {

/// MPI between MPI_Init and MPI_Finalize, at most once a process.
class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Runs `work` on all ranks and returns the code that all agree on. An error that all ranks agreed on is
  /// told by rank 0. An error of one rank alone is told by that rank, which then ends the whole run, since
  /// the others may wait for it in a receive.
  ExitCode run(const std::function<ExitCode(const Communicator& world)>& work);
};

}  // namespace gpuxfer::comm
