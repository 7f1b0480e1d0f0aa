#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "report/ceiling_lines.hpp"
#include "report/crossover.hpp"
#include "report/fit_lines.hpp"
#include "report/flags.hpp"
#include "report/header.hpp"
#include "report/implausible.hpp"
#include "report/layout.hpp"
#include "report/report.hpp"
#include "report/shares.hpp"
#include "report/stage_lines.hpp"
#include "report/subject.hpp"
#include "report/text.hpp"
#include "report/ways.hpp"

namespace gpuxfer::report {
namespace {

/// Two modes side by side leave no room for the ceilings' column.
std::unique_ptr<Layout> make_layout(bool latency, bool bounds, const std::vector<std::string>& modes) {
  if (modes.size() == 1) return one_mode(latency, bounds);
  return modes.size() == 2 && !bounds ? two_modes(latency, modes) : many_modes(latency, bounds, modes);
}

std::string paragraph(const std::string& text) {
  return text.empty() ? "" : '\n' + text;
}

std::string comparison_sentence(std::span<const Comparison> of_mode) {
  const std::string gains = largest_gains(of_mode);
  return crossover(of_mode) + (gains.empty() ? "." : "; " + gains + ".");
}

/// What became of each mode against the first, over all sizes of one pattern.
std::string crossovers(const Results& results, const std::string& pattern,
                       const std::vector<std::string>& modes) {
  std::string text;
  for (const std::string& mode : modes) {
    std::vector<Comparison> of_mode;
    std::ranges::copy_if(results.comparisons, std::back_inserter(of_mode), [&](const Comparison& comparison) {
      return comparison.pattern == pattern && comparison.mode == mode;
    });
    std::ranges::stable_sort(of_mode, {}, &Comparison::bytes);
    if (!of_mode.empty()) text += wrap("  ", comparison_sentence(of_mode));
  }
  text += shares(results, pattern);
  return paragraph(text);
}

std::string fitted(const Results& results, const std::string& pattern, bool windowed) {
  std::vector<Fit> fits;
  std::ranges::copy_if(results.fits, std::back_inserter(fits),
                       [&](const Fit& fit) { return fit.pattern == pattern; });
  return paragraph(fit_lines(fits, windowed));
}

std::string how_it_ended(const Results& results) {
  std::string text;
  const auto wrong =
      std::ranges::count_if(results.rows, [](const Row& row) { return row.mismatch.has_value(); });
  if (wrong > 0) {
    text += wrap("", fmt::format("WRONG DATA arrived in {} {}; no figure is given there.", wrong,
                                 wrong == 1 ? "row" : "rows"));
  }
  const bool nothing =
      std::ranges::all_of(results.rows, [](const Row& row) { return row.skipped.has_value(); });
  const std::string left_over = results.rows.empty() ? " Nothing was measured."
                                : nothing            ? ""  // and the reason says so
                                                     : " The rows above are complete.";
  if (!results.complete) return text + wrap("", fmt::format("Ended early: {}.{}", results.end, left_over));
  return results.rows.empty() ? text + wrap("", left_over) : text;
}

/// What a person reads: a header, a table for each pattern, and a legend.
class Table final : public Report {
 public:
  std::string begin(const Results& results) override {
    begun_ = true;
    return header(results);
  }

  std::string rows(const Results& results, std::size_t first) override {
    const auto fresh = std::span(results.rows).subspan(std::min(first, results.rows.size()));
    if (fresh.empty()) return "";
    std::string text = open(results, fresh);
    for (const Row& row : fresh) {
      std::ranges::copy(flag_words(row), std::inserter(words_, words_.end()));
      figures_ = figures_ || row.seconds.has_value();
    }
    return text + layout_->lines(fresh, results.comparisons);
  }

  std::string end(const Results& results) override {
    if (!begun_) return "";  // why is on stderr
    std::string notes;
    if (figures_) notes += wrap("", "± is the larger half of the 95 % confidence interval of the median.");
    return close(results) + paragraph(notes + legend(words_) + implausible_line(results)) +
           paragraph(ways(results)) + paragraph(how_it_ended(results));
  }

 private:
  /// The end of the table before and the head of the next one, where `fresh` belongs to another.
  std::string open(const Results& results, std::span<const Row> fresh) {
    std::vector<std::string> modes;
    for (const Row& row : fresh) modes.push_back(row.mode);
    if (fresh[0].pattern == pattern_ && modes == modes_) return "";

    std::string text = close(results);
    const Subject subject = subject_of(fresh[0].pattern, fresh);
    pattern_ = fresh[0].pattern;
    modes_ = modes;
    windowed_ = subject.windowed;
    layout_ = make_layout(subject.latency, results.ceilings.has_value(), modes);
    return text + '\n' + line(subject.title) + layout_->heads();
  }

  std::string close(const Results& results) const {
    return crossovers(results, pattern_, modes_) + paragraph(ceiling_lines(results, pattern_)) +
           paragraph(stage_lines(results.rows, pattern_)) + fitted(results, pattern_, windowed_);
  }

  std::string pattern_;
  std::vector<std::string> modes_;
  bool windowed_ = false;
  std::unique_ptr<Layout> layout_;  ///< of the table that stands open
  std::set<std::string> words_;     ///< flags that occurred
  bool begun_ = false;
  bool figures_ = false;
};

const Registration<Report> registration{
    {.name = "table", .description = "a table for each pattern, for people", .position = 0, .make = [] {
       return std::make_unique<Table>();
     }}};

}  // namespace
}  // namespace gpuxfer::report
