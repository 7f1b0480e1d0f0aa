#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "core/results.hpp"
#include "device/device.hpp"
#include "run/row_plan.hpp"
#include "run/sweep_options.hpp"

namespace gpuxfer::run {

/// What stands before the first row.
struct Preflight {
  comm::Communicator comm;  ///< the world, waited for as this rank should
  bool active = false;      ///< whether this rank is one of the pair; the others sleep
  Environment environment;
  std::unique_ptr<device::Device>
      device;  ///< on active ranks; before the modes, whose buffers it must outlive
  std::vector<Mode> modes;
  std::vector<Mode> ceilings;  ///< where they were asked for
  RowPlan plan;
};

/// Runs `step` on this rank and agrees on its outcome with all others: throws comm::AgreedError on every rank
/// where it threw on any.
template <class Step>
void together(const comm::Communicator& comm, Step step) {
  std::optional<Error> error;
  try {
    step();
  } catch (const Error& thrown) {
    error = thrown;
  } catch (const std::exception& thrown) {
    error = Error(ExitCode::fault, own_fault(thrown));
  }
  comm.agree(error);
}

/// How a rank waits: one that takes no part sleeps, and no rank spins where a host has more than cores.
comm::Waiting waiting(bool active, bool oversubscribed);

/// Finds out who is where, gives GPUs to ranks, asks whether the modes can run before any device pointer
/// reaches MPI, and plans the rows by the memory that is free. Collective; throws comm::AgreedError.
Preflight preflight(const comm::Communicator& world, const SweepOptions& options);

/// The leader's clock step, on rank 0.
double leader_step(const comm::Communicator& comm, int leader, double own);

}  // namespace gpuxfer::run
