#include <optional>

#include "report/cells.hpp"
#include "report/flags.hpp"
#include "report/layout.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

constexpr std::size_t time_width = 11;
constexpr std::size_t rate_width = 12;

/// Samples time a ping-pong, and the columns beside the latency show half of it, too.
std::string one_way_cell(std::optional<double> round_trip_seconds, int place) {
  if (!round_trip_seconds) return right("-", time_width);
  return right(beside(*round_trip_seconds / 2 * 1e6, place, time_width - 2), time_width);
}

std::string latency_cells(const Row& row) {
  const auto figure = figure_of(row, true);
  if (!figure || !row.seconds) return figure_cell(row, true);
  const int place = decimal_place(*figure);
  return figure_cell(row, true) + one_way_cell(row.seconds->min, place) +
         one_way_cell(row.seconds->p99, place) + one_way_cell(row.seconds->max, place);
}

std::string bandwidth_cells(const Row& row) {
  return right(std::to_string(row.window), count_width) + figure_cell(row, false) +
         messages_cell(row, rate_width);
}

class OneMode final : public Layout {
 public:
  OneMode(bool latency, bool bounds) : latency_(latency), bounds_(bounds) {}

  std::string heads() const override {
    const std::string middle =
        latency_
            ? unit_head(true) + right("min", time_width) + right("p99", time_width) + right("max", time_width)
            : right("window", count_width) + unit_head(false) + right("messages/s", rate_width);
    return line(right("size", size_width) + middle + bound_head(bounds_) + right("samples", count_width) +
                "  flags");
  }

  std::string lines(std::span<const Row> rows, std::span<const Comparison>) const override {
    std::string text;
    for (const Row& row : rows) text += row_lines(row);
    return text;
  }

 private:
  std::string row_lines(const Row& row) const {
    if (const std::string problem = trouble(row); !problem.empty()) {
      return wrap(size_cell(row.bytes) + "  ", problem);
    }
    const std::string cells = latency_ ? latency_cells(row) : bandwidth_cells(row);
    return with_flags(size_cell(row.bytes) + cells + bound_cell(row, bounds_) +
                          count_cell(row.samples_seconds.size(), count_width),
                      flag_text(row));
  }

  bool latency_;
  bool bounds_;
};

}  // namespace

std::unique_ptr<Layout> one_mode(bool latency, bool bounds) {
  return std::make_unique<OneMode>(latency, bounds);
}

}  // namespace gpuxfer::report
