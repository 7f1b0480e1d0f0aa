#pragma once

#include "comm/communicator.hpp"
#include "core/clock.hpp"
#include "core/exit_code.hpp"
#include "core/results.hpp"
#include "run/observer.hpp"
#include "run/sweep_options.hpp"

namespace gpuxfer::run {

/// Measures what `options` asks for over the ranks of `world`, collectively. On rank 0, `results` gathers the
/// environment, rows, comparisons and fits (its options are the caller's to set), and `observer` is told as
/// they come. Returns the code that all ranks agree on: done, wrong_data, or machine where no row could be
/// measured. Throws comm::AgreedError where the launch or the machine can't do what was asked.
ExitCode sweep(const comm::Communicator& world, const SweepOptions& options, Results& results,
               Observer& observer, Clock& clock);

}  // namespace gpuxfer::run
