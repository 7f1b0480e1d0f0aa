#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "comm/datatype.hpp"
#include "core/sizes.hpp"
#include "device/memory_kind.hpp"
#include "path/path.hpp"
#include "stats/stop_rule.hpp"

namespace gpuxfer::run {

/// What to measure and how.
struct SweepOptions {
  std::vector<Size> sizes = parse_sizes("1:4M");  ///< ascending, unique
  std::vector<std::string> patterns{"latency", "bandwidth"};
  std::vector<std::string> modes{"direct"};  ///< several are interleaved and compared with the first
  std::array<device::MemoryKind, 2> memory{device::MemoryKind::device,
                                           device::MemoryKind::device};  ///< at each end
  comm::Datatype datatype;                                               ///< that MPI is told
  std::array<int, 2> pair{0, 1};                                         ///< ranks of a two-rank pattern
  std::optional<int> window;  ///< messages in flight; absent: 64, held to 256 MiB and at least one message
  stats::StopOptions stop;
  std::optional<int> warmup;             ///< exactly so many warm-up operations
  std::optional<double> budget_seconds;  ///< for the whole run; shared out among its rows
  path::Staging staging;
  std::vector<int>
      devices;  ///< the visible GPU that each rank of a host takes, by its rank on the host; empty: matched
  bool share_gpu = false;
  std::uint64_t seed = 1;
  bool verify = true;
  bool ceilings = false;  ///< measure what copies and MPI reach on their own, too
  bool explain = false;   ///< after all timing, find out which copies carry a message of each size
};

}  // namespace gpuxfer::run
