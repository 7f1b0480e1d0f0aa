#pragma once

#include <vector>

#include "core/clock.hpp"

namespace gpuxfer::path {

/// How long the copies of messages took at this end, and when they lay between its copies and MPI: an entry a
/// message, in seconds.
struct StageLog {
  Clock* clock = nullptr;
  std::vector<double> to_host;    ///< of each message sent
  std::vector<double> to_device;  ///< of each message received
  std::vector<double> departed;   ///< by `clock`: the message sent lay on the host
  std::vector<double> arrived;    ///< by `clock`: the message received lay on the host
};

}  // namespace gpuxfer::path
