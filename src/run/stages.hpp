#pragma once

#include "core/clock.hpp"
#include "core/results.hpp"
#include "path/stages.hpp"
#include "run/sampler.hpp"

namespace gpuxfer::run {

/// Messages there and back, seen from both ends; entry i of each list belongs to round i. The two clocks need
/// not agree: only differences on one of them count.
StageTimes stage_times(const path::StageLog& leader, const path::StageLog& follower);

/// Repeats the lane's operation `rounds` times with an eye on its stages; collective for the pair, and of use
/// to the leader, who sends first. For patterns of one message there and one back.
StageTimes watch_stages(const Lane& lane, const comm::Communicator& comm, int peer, int rounds, Clock& clock);

}  // namespace gpuxfer::run
