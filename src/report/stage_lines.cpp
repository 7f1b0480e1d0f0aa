#include "report/stage_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/sizes.hpp"
#include "report/cells.hpp"
#include "report/figure.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

constexpr std::size_t stage_width = 22;

std::string stage_cell(double seconds, double whole_seconds) {
  return right(fmt::format("{} us {:>6}", three_digits(seconds * 1e6, 10),
                           percent(std::max(seconds, 0.0) / whole_seconds)),
               stage_width);
}

std::string lines_of(const Row& row) {
  const StageTimes& stages = *row.stages;
  const double whole = stages.to_host_seconds + stages.wire_seconds + stages.to_device_seconds;
  return line("  " + size_cell(row.bytes) + stage_cell(stages.to_host_seconds, whole) +
              stage_cell(stages.wire_seconds, whole) + stage_cell(stages.to_device_seconds, whole));
}

}  // namespace

std::string stage_lines(std::span<const Row> rows, const std::string& pattern) {
  std::vector<std::string> modes;
  for (const Row& row : rows) {
    if (row.pattern == pattern && row.stages && std::ranges::find(modes, row.mode) == modes.end())
      modes.push_back(row.mode);
  }
  std::string text;
  for (const std::string& mode : modes) {
    text += line(fmt::format("  Where the time of a message goes in mode {}, one way (medians)", mode));
    text += line("  " + right("size", size_width) + right("copy to host", stage_width) +
                 right("MPI", stage_width) + right("copy to device", stage_width));
    for (const Row& row : rows) {
      if (row.pattern == pattern && row.mode == mode && row.stages) text += lines_of(row);
    }
  }
  return text;
}

}  // namespace gpuxfer::report
