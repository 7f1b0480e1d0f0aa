#include <fmt/format.h>

#include <utility>

#include "report/cells.hpp"
#include "report/flags.hpp"
#include "report/layout.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

constexpr std::size_t window_width = 8;
constexpr std::size_t verdict_width = 9;

std::string window_cell(const Row& a, const Row& b) {
  return right(a.window == b.window ? std::to_string(a.window) : fmt::format("{}/{}", a.window, b.window),
               window_width);
}

class TwoModes final : public Layout {
 public:
  TwoModes(bool latency, std::vector<std::string> modes) : latency_(latency), modes_(std::move(modes)) {}

  std::string heads() const override {
    const std::string before(size_width + (latency_ ? 0 : window_width), ' ');
    const std::string window = latency_ ? "" : right("window", window_width);
    const std::string unit = unit_head(latency_);
    return line(before + figure_head(modes_[0], latency_) + figure_head(modes_[1], latency_) +
                left("  time ratio", ratio_width) + "  " + modes_[1]) +
           line(right("size", size_width) + window + unit + unit + left("  to " + modes_[0], ratio_width) +
                left("  is", verdict_width) + "  flags");
  }

  std::string lines(std::span<const Row> rows, std::span<const Comparison> comparisons) const override {
    const Row& a = rows[0];
    const Row& b = rows[1];
    const Comparison* comparison = comparison_of(b, comparisons);
    const std::string verdict = comparison ? to_string(comparison->verdict) : "";
    const std::string cells = size_cell(a.bytes) + (latency_ ? "" : window_cell(a, b)) +
                              figure_cell(a, latency_) + figure_cell(b, latency_) + ratio_cell(comparison) +
                              left("  " + verdict, verdict_width);
    return with_flags(cells, flag_text(a, b)) + problem(a) + problem(b);
  }

 private:
  static std::string problem(const Row& row) {
    const std::string text = trouble(row);
    return text.empty() ? "" : wrap(std::string(size_width + 2, ' ') + row.mode + ' ', text);
  }

  bool latency_;
  std::vector<std::string> modes_;
};

}  // namespace

std::unique_ptr<Layout> two_modes(bool latency, std::vector<std::string> modes) {
  return std::make_unique<TwoModes>(latency, std::move(modes));
}

}  // namespace gpuxfer::report
