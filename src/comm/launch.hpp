#pragma once

#include <optional>

#include "core/exit_code.hpp"

namespace gpuxfer::comm {

/// What the launcher's environment variables say before MPI_Init; absent where no known launcher started this
/// process.
struct Launch {
  std::optional<int> rank;
  std::optional<int> size;

  /// Whether this process is the one that tells the user what concerns all ranks.
  bool speaks() const { return rank.value_or(0) == 0; }
  /// Whether the launcher started several processes, each of which MPI says is alone.
  bool is_strange_to(int world_size) const { return world_size == 1 && size.value_or(1) > 1; }
  /// The same as speaks() once MPI has told this rank, unless each process is alone.
  bool speaks_for(int world_rank, int world_size) const {
    return is_strange_to(world_size) ? speaks() : world_rank == 0;
  }
};

/// MPICH's launcher doesn't notice a process that leaves before it has met the others, and they would wait
/// for it; this, of the launcher's own protocol, makes it end them all with `code`, a moment later, so that
/// it passes on what was said before. False under others. Safe in a signal handler, once
/// `launcher_descriptor` is known.
bool end_launch(int launcher_descriptor, ExitCode code);

/// Of MPICH's launcher, whose number PMI_FD says; -1 under others.
int launcher_descriptor();

/// Reads the variables of Hydra and other PMI launchers, Open MPI, PALS, MVAPICH and Slurm.
Launch launch_from_environment();

}  // namespace gpuxfer::comm
