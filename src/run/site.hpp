#pragma once

#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "core/results.hpp"
#include "device/gpus.hpp"
#include "run/sweep_options.hpp"

namespace gpuxfer::run {

/// What one rank knows of itself before anything is decided.
struct RankReport {
  std::string host;
  int process = 0;
  std::vector<int> cores;  ///< that it may run on
  bool bound = false;      ///< to fewer than the host has
  HostLimits limits{};
  device::VisibleGpus visible;
};

/// Asks CUDA only where `wants_gpus`, so that a run over host memory touches no driver.
RankReport report_self(bool wants_gpus);

/// Every rank's report, on every rank. Collective.
std::vector<RankReport> gather_reports(const comm::Communicator& world, bool wants_gpus);

/// Whether either end's messages live in GPU memory.
bool needs_gpus(const SweepOptions& options);

/// As text for a message, and back.
std::string encode(const RankReport& report);
RankReport decode(const std::string& text);

/// Whether some host runs more ranks than its ranks' affinity masks have cores together.
bool oversubscribed(const std::vector<RankReport>& reports);

/// The place of each rank among those of its host.
std::vector<int> local_ranks(const std::vector<RankReport>& reports);

/// All ranks, none with a GPU yet.
std::vector<RankInfo> list_ranks(const std::vector<RankReport>& reports);

/// Gives each rank of `in_need`, all of which see one, a GPU: the one that --devices names, else its match;
/// sharers are counted. Throws MachineError or UsageError where the options can't be met.
void give_gpus(std::vector<RankInfo>& ranks, const std::vector<int>& in_need,
               const std::vector<RankReport>& reports, const SweepOptions& options);

/// All ranks as the results list them: which take part, and which GPU each gets (sharers counted); none where
/// all messages live in host memory, or where a rank is the end whose messages do. The same on every rank.
/// Throws MachineError or UsageError where the options can't be met.
std::vector<RankInfo> assign_ranks(const std::vector<RankReport>& reports, const SweepOptions& options);

}  // namespace gpuxfer::run
