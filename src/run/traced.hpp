#pragma once

#include <utility>

#include "comm/communicator.hpp"
#include "core/results.hpp"
#include "path/agreement.hpp"
#include "trace/recorder.hpp"

namespace gpuxfer::run {

/// This rank's GPU work while `message` travels between it and `peer`, who calls it too; none without a
/// recorder. Both ends record before the message starts and until it has arrived; whatever an MPI library
/// leaves to be done later, the meeting after the message drives. A recording that fails is the problem told.
template <class Message>
Evidence traced(const comm::Communicator& comm, int peer, trace::Recorder* recorder, Message message) {
  Evidence own{.ranks = {{.rank = comm.rank()}}};
  own.problem = path::problem_in([&] {
    if (recorder != nullptr) recorder->start();
  });
  comm.meet(peer);
  message();
  comm.meet(peer);
  if (recorder == nullptr || !own.problem.empty()) return own;
  own.problem = path::problem_in([&] {
    trace::Records records = recorder->stop();
    own.ranks.front().work = std::move(records.work);
    own.ranks.front().dropped = records.dropped;
  });
  return own;
}

}  // namespace gpuxfer::run
