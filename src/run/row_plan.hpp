#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "path/path.hpp"
#include "pattern/pattern.hpp"
#include "run/sweep_options.hpp"

namespace gpuxfer::run {

/// Slots start at multiples of 4 KiB, and at least 64 guard bytes follow each message.
std::uint64_t slot_stride(std::uint64_t message_bytes);

/// Slots of a role's sends and receives at one row, over memory at `base`.
device::SlotLayout slots_at(unsigned char* base, std::uint64_t message_bytes, int slots);

/// Bytes that a rank may take.
struct Budget {
  std::uint64_t arena = 0;  ///< of the memory its messages live in
  std::uint64_t host = 0;   ///< of host memory, the arena included where that is where it lives
};

/// A mode of the run, and why it can't run here, if so.
struct Mode {
  std::string name;
  std::unique_ptr<path::Path> path;
  std::string unavailable;
};

/// All modes of one pattern and size, measured together.
struct RowGroup {
  std::string pattern;
  std::uint64_t bytes = 0;
  int window = 1;
  bool window_shrunk = false;                       ///< memory holds fewer messages than asked for
  std::vector<std::optional<std::string>> skipped;  ///< by mode: why it is not measured
  std::optional<std::string> no_ceilings;           ///< why they are not measured, where they were asked for

  bool measures(std::size_t mode) const { return !skipped[mode]; }
  std::uint64_t bytes_in_flight() const { return bytes * static_cast<std::uint64_t>(window); }
};

/// One message of one mode of `modes`, outside the plan.
RowGroup group_of(const std::string& pattern, std::uint64_t bytes, std::size_t mode, std::size_t modes);

struct RowPlan {
  std::vector<RowGroup> groups;
  std::array<std::uint64_t, 2> arena_bytes{};  ///< at leader and follower: the most that any row takes
  std::vector<std::array<std::uint64_t, 2>>
      arena_bytes_by_mode;                                 ///< the same over the rows that the mode measures
  std::array<std::uint64_t, 2> arena_bytes_of_ceilings{};  ///< the same over the rows that have ceilings
};

/// What to measure, row by row: patterns in the order given, sizes ascending. A pure function of the options
/// and of both ends' budgets (leader's first; those of the leader live in memory[0]). A window shrinks to
/// what memory allows; what can't fit at all is a row with a reason.
RowPlan plan_rows(const SweepOptions& options, const std::vector<Mode>& modes,
                  const std::array<Budget, 2>& budgets);

}  // namespace gpuxfer::run
