#include <algorithm>
#include <utility>

#include "report/cells.hpp"
#include "report/flags.hpp"
#include "report/layout.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

constexpr std::size_t window_width = 8;
constexpr std::size_t rate_width = 12;
constexpr std::size_t verdict_width = 9;

class ManyModes final : public Layout {
 public:
  ManyModes(bool latency, bool bounds, std::vector<std::string> modes)
      : latency_(latency), bounds_(bounds), base_(modes.front()) {
    for (const std::string& mode : modes) mode_width_ = std::max(mode_width_, columns(mode));
  }

  std::string heads() const override {
    const std::string middle =
        latency_ ? unit_head(true) + right("samples", count_width)
                 : right("window", window_width) + unit_head(false) + right("messages/s", rate_width);
    return line(right("size", size_width) + "  " + left("mode", mode_width_) + middle + bound_head(bounds_) +
                left("  time/" + base_, ratio_width) + left("  verdict", verdict_width) + "  flags");
  }

  std::string lines(std::span<const Row> rows, std::span<const Comparison> comparisons) const override {
    std::string text;
    for (const Row& row : rows) {
      const std::string size = &row == rows.data() ? size_cell(row.bytes) : std::string(size_width, ' ');
      text += row_lines(size + "  " + left(row.mode, mode_width_), row, comparison_of(row, comparisons));
    }
    return text;
  }

 private:
  std::string row_lines(const std::string& lead, const Row& row, const Comparison* comparison) const {
    if (const std::string problem = trouble(row); !problem.empty()) return wrap(lead + "  ", problem);
    const std::string verdict = comparison ? to_string(comparison->verdict) : "";
    return with_flags(lead + figures(row) + bound_cell(row, bounds_) + ratio_cell(comparison) +
                          left("  " + verdict, verdict_width),
                      flag_text(row));
  }

  std::string figures(const Row& row) const {
    if (latency_) return figure_cell(row, true) + count_cell(row.samples_seconds.size(), count_width);
    return count_cell(static_cast<std::size_t>(row.window), window_width) + figure_cell(row, false) +
           messages_cell(row, rate_width);
  }

  bool latency_;
  bool bounds_;
  std::string base_;
  std::size_t mode_width_ = 4;
};

}  // namespace

std::unique_ptr<Layout> many_modes(bool latency, bool bounds, std::vector<std::string> modes) {
  return std::make_unique<ManyModes>(latency, bounds, std::move(modes));
}

}  // namespace gpuxfer::report
