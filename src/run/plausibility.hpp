#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "core/info.hpp"
#include "core/results.hpp"
#include "run/sweep_options.hpp"

namespace gpuxfer::run {

/// One end of a link between GPUs.
struct LinkEnd {
  std::string host;
  std::string uuid;
  GpuFacts gpu;
  std::optional<bool> nvlink;  ///< whether NVLink joins it to the other end
};

/// The most that the hardware between two GPUs can carry. Within one GPU that is its memory's bandwidth, half
/// of it, since a copy reads and writes; between two of a host the slower end's NVLinks, or PCIe where it is
/// known that no NVLink joins them. Between hosts, and where nobody tells, it is absent.
std::optional<Limit> limit_between(const std::array<LinkEnd, 2>& ends);

/// Whether the row's rate is above the limit. Rows without a rate, or with an end in memory other than the
/// GPU's own, are not judged; nor are those of messages that a cache on the way could hold an eighth of.
bool is_implausible(const Row& row, const std::optional<Limit>& limit);

/// Gives the flag `implausible` to the rows that are.
void flag_implausible(std::span<Row> rows, const std::optional<Limit>& limit);

/// The same where the hardware tells of no limit, by the ceilings that were measured beside the rows: for
/// rows that move at least 64 MiB an operation and reach over twice their slowest stage's own speed. Ceilings
/// are figures too, and what they say of small messages an MPI library may undercut.
void flag_above_ceilings(std::span<Row> rows, const std::optional<Limit>& limit);

/// The limit between the GPUs of the options' pair. Collective; never fails.
std::optional<Limit> find_limit(const comm::Communicator& comm, const std::vector<RankInfo>& ranks,
                                const SweepOptions& options);

}  // namespace gpuxfer::run
