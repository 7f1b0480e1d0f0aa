#include "report/crossover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/sizes.hpp"
#include "report/figure.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

/// Sizes in a row with one verdict, by their index.
struct Run {
  Verdict verdict;
  std::size_t first;
  std::size_t last;
};

bool decided(const Comparison& comparison) {
  return comparison.verdict == Verdict::faster || comparison.verdict == Verdict::slower;
}

/// The runs of faster and of slower; sizes that decide nothing neither break a run nor belong to one's end.
std::vector<Run> decided_runs(std::span<const Comparison> comparisons) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    if (!decided(comparisons[i])) continue;
    if (runs.empty() || runs.back().verdict != comparisons[i].verdict) {
      runs.push_back({.verdict = comparisons[i].verdict, .first = i, .last = i});
    }
    runs.back().last = i;
  }
  return runs;
}

std::string sizes_of(const Run& run, std::span<const Comparison> comparisons) {
  const std::string first = format_size(comparisons[run.first].bytes);
  const std::string last = format_size(comparisons[run.last].bytes);
  if (run.first == 0 && run.last + 1 == comparisons.size()) return "wherever they differ";
  if (run.first == 0) return "up to " + last;
  if (run.last + 1 == comparisons.size()) return "from " + first;
  return run.first == run.last ? "at " + first : fmt::format("from {} to {}", first, last);
}

std::string everywhere(std::span<const Comparison> comparisons) {
  return comparisons.size() == 1 ? "at " + format_size(comparisons[0].bytes) : "throughout";
}

std::string undecided(std::span<const Comparison> comparisons) {
  const bool all_same = std::ranges::all_of(comparisons, [](auto& c) { return c.verdict == Verdict::same; });
  return all_same ? "is no different from" : "shows no clear difference from";
}

/// Between the last size of each run and the first of the next.
std::string brackets(const std::vector<Run>& runs, std::span<const Comparison> comparisons) {
  std::vector<std::string> between;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    between.push_back(fmt::format("between {} and {}", format_size(comparisons[runs[i - 1].last].bytes),
                                  format_size(comparisons[runs[i].first].bytes)));
  }
  if (between.empty()) return "";
  return fmt::format(": the crossover{} {} {}", between.size() == 1 ? "" : "s",
                     between.size() == 1 ? "lies" : "lie", enumerate(between));
}

std::string gain(const std::string& mode, double factor, std::uint64_t bytes) {
  return fmt::format("{} is {} times as fast ({})", mode, three_digits(factor, 10), format_size(bytes));
}

}  // namespace

std::string crossover(std::span<const Comparison> comparisons) {
  const Comparison& any = comparisons.front();
  const std::vector<Run> runs = decided_runs(comparisons);
  if (runs.empty())
    return fmt::format("{} {} {} {}", any.mode, undecided(comparisons), any.base, everywhere(comparisons));

  const auto count = std::ranges::count_if(comparisons, decided);
  const std::size_t open = comparisons.size() - static_cast<std::size_t>(count);
  if (runs.size() == 1 && open == 0) {
    return fmt::format("{} is {} than {} {}", any.mode, to_string(runs[0].verdict), any.base,
                       everywhere(comparisons));
  }
  std::vector<std::string> parts;
  for (const Run& run : runs) {
    const std::string than = parts.empty() ? " than " + any.base : "";
    parts.push_back(fmt::format("{}{} {}", to_string(run.verdict), than, sizes_of(run, comparisons)));
  }
  const std::string rest =
      open == 0 ? "" : fmt::format("; no clear difference at {} of {} sizes", open, comparisons.size());
  return fmt::format("{} is {}{}{}", any.mode, enumerate(parts), brackets(runs, comparisons), rest);
}

std::string largest_gains(std::span<const Comparison> comparisons) {
  if (comparisons.size() == 1) return "";  // its ratio stands in the table
  const Comparison* slower = nullptr;
  const Comparison* faster = nullptr;
  for (const Comparison& one : comparisons) {
    if (one.verdict == Verdict::slower && (!slower || one.ratio > slower->ratio)) slower = &one;
    if (one.verdict == Verdict::faster && (!faster || one.ratio < faster->ratio)) faster = &one;
  }
  std::vector<std::string> parts;
  if (slower) parts.push_back(gain(slower->base, slower->ratio, slower->bytes));
  if (faster) parts.push_back(gain(faster->mode, 1 / faster->ratio, faster->bytes));
  return parts.empty() ? "" : fmt::format("at best {}", enumerate(parts));
}

}  // namespace gpuxfer::report
