#include "report/ways.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "comm/library.hpp"
#include "core/sizes.hpp"
#include "path/path.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

constexpr std::size_t sizes_width = 19;
constexpr const char* threshold = "MPIR_CVAR_CH4_IPC_GPU_P2P_THRESHOLD";
constexpr const char* no_local = "MPIR_CVAR_NOLOCAL";

/// Sizes in a row whose messages went the same way.
struct Range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::string way;
};

std::string way_of(const Row& row) {
  if (row.path) return *row.path;
  if (row.evidence->mismatch) return "WRONG DATA in the message that was traced";
  return "not traced: " + row.evidence->problem;
}

/// Modes in the order of their rows.
std::vector<std::string> modes_of(const Results& results) {
  std::vector<std::string> modes;
  for (const Row& row : results.rows) {
    if (row.evidence && std::ranges::find(modes, row.mode) == modes.end()) modes.push_back(row.mode);
  }
  return modes;
}

std::vector<Range> ranges_of(const Results& results, const std::string& mode) {
  std::map<std::uint64_t, std::string> by_size;
  for (const Row& row : results.rows) {
    if (row.evidence && row.mode == mode) by_size.emplace(row.bytes, way_of(row));
  }
  std::vector<Range> ranges;
  for (const auto& [bytes, way] : by_size) {
    if (ranges.empty() || ranges.back().way != way) ranges.push_back({.first = bytes, .way = way});
    ranges.back().last = bytes;
  }
  return ranges;
}

std::optional<std::string> variable(const Results& results, const char* name) {
  const auto& variables = results.environment.mpi.control_variables;
  const auto found = variables.find(name);
  return found == variables.end() ? std::nullopt : std::optional(fmt::format("{}={}", name, found->second));
}

/// Whether the MPI library chooses the way: it gets the pointers to where the messages live.
bool is_up_to_mpi(const std::string& mode) {
  const auto* const entry = path::Paths::find(mode);
  return entry != nullptr && entry->make()->passes_device_pointers();
}

/// Why the way changes between two ranges, where the threshold lies there.
std::string reason(const Results& results, const Range& before, const Range& range) {
  const auto bytes = comm::gpu_threshold_bytes(results.environment.mpi);
  if (!bytes || *bytes <= before.last || *bytes > range.first) return "";
  return fmt::format(" ({})", variable(results, threshold).value_or(""));
}

std::string range_line(const std::string& lead, const Range& range, const std::string& why) {
  const std::string sizes = range.first == range.last
                                ? format_size(range.first)
                                : fmt::format("{} to {}", format_size(range.first), format_size(range.last));
  return wrap(lead + left(sizes, sizes_width) + ' ', range.way + why);
}

/// What the MPI library goes by, where no line has said it.
std::string settings_line(const Results& results, bool threshold_said) {
  std::vector<std::string> settings;
  const auto add = [&](const std::optional<std::string>& one) {
    if (one) settings.push_back(*one);
  };
  if (!threshold_said) add(variable(results, threshold));
  if (const auto local = variable(results, no_local); local && !local->ends_with("=0")) add(local);
  return settings.empty() ? "" : wrap("    ", "In force: " + enumerate(settings) + '.');
}

std::string heading() {
  return line("Way of the bytes: which GPU copies carried one message of each size, after the timing");
}

/// The one problem that kept every mode and size from being traced; absent where some was traced.
std::optional<std::string> problem_of_all(const Results& results) {
  std::optional<std::string> problem;
  for (const Row& row : results.rows) {
    if (!row.evidence) continue;
    if (row.evidence->problem.empty() || (problem && *problem != row.evidence->problem)) return std::nullopt;
    problem = row.evidence->problem;
  }
  return problem;
}

}  // namespace

std::string ways(const Results& results) {
  const std::vector<std::string> modes = modes_of(results);
  if (modes.empty()) return "";
  if (const auto problem = problem_of_all(results)) return heading() + wrap("  ", "not traced: " + *problem);

  std::size_t mode_width = 0;
  for (const std::string& mode : modes) mode_width = std::max(mode_width, columns(mode));
  std::string text = heading();
  bool threshold_said = false, up_to_mpi = false;
  for (const std::string& mode : modes) {
    const std::vector<Range> ranges = ranges_of(results, mode);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const bool chosen = is_up_to_mpi(mode);
      const std::string why = chosen && i > 0 ? reason(results, ranges[i - 1], ranges[i]) : "";
      threshold_said = threshold_said || !why.empty();
      up_to_mpi = up_to_mpi || chosen;
      text += range_line("  " + left(i == 0 ? mode : "", mode_width) + "  ", ranges[i], why);
    }
  }
  return text + (up_to_mpi ? settings_line(results, threshold_said) : "");
}

}  // namespace gpuxfer::report
