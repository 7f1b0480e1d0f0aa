#pragma once

#include <optional>

namespace gpuxfer::comm {

/// What the launcher's environment variables say before MPI_Init; absent where no known launcher started this
/// process.
struct Launch {
  std::optional<int> rank;
  std::optional<int> size;

  /// Whether this process is the one that tells the user what concerns all ranks.
  bool speaks() const { return rank.value_or(0) == 0; }
};

/// Reads the variables of Hydra and other PMI launchers, Open MPI, PALS, MVAPICH and Slurm.
Launch launch_from_environment();

}  // namespace gpuxfer::comm
