#include "run/rows.hpp"

#include <algorithm>

#include "stats/blocks.hpp"
#include "stats/interval.hpp"
#include "stats/summary.hpp"

namespace gpuxfer::run {
namespace {

Latency one_way(const Distribution& round_trip) {
  return {.median = round_trip.median / 2,
          .mean = round_trip.mean / 2,
          .ci95 = {round_trip.ci95.lower / 2, round_trip.ci95.upper / 2}};
}

Bandwidth bandwidth_of(std::uint64_t bytes, double median_seconds, const Interval& ci95) {
  const auto amount = static_cast<double>(bytes);
  return {.median = amount / median_seconds, .ci95 = {amount / ci95.upper, amount / ci95.lower}};
}

void fill_figures(Row& row, const pattern::Pattern& pattern, const SweepOptions& options,
                  double clock_step_seconds) {
  const stats::Summary summary =
      stats::summarize(row.samples_seconds, row.batch, options.stop.precision, clock_step_seconds);
  row.seconds = summary.seconds;
  row.outliers = summary.outliers;
  if (pattern.figure() == pattern::Figure::latency) {
    row.latency = one_way(summary.seconds);
    if (row.bytes > 0) row.bandwidth = bandwidth_of(row.bytes, row.latency->median, row.latency->ci95);
    row.messages_per_second = 1 / row.latency->median;
  } else {
    row.bandwidth = bandwidth_of(row.bytes * row.messages, summary.seconds.median, summary.seconds.ci95);
    row.messages_per_second = static_cast<double>(row.messages) / summary.seconds.median;
  }
  if (summary.bimodal) row.flags.push_back("bimodal");
  if (row.samples_seconds.size() < stats::fewest_for_interval) row.flags.push_back("few");
}

/// The outcome that belongs to each mode; null where the group does not measure it.
std::vector<const Outcome*> by_mode(const RowGroup& group, std::span<const Outcome> outcomes) {
  std::vector<const Outcome*> found;
  std::size_t next = 0;
  for (std::size_t i = 0; i < group.skipped.size(); ++i) {
    found.push_back(group.measures(i) ? &outcomes[next++] : nullptr);
  }
  return found;
}

}  // namespace

std::vector<Row> make_rows(const RowGroup& group, const std::vector<Mode>& modes,
                           std::span<const Outcome> outcomes, const SweepOptions& options,
                           double clock_step_seconds) {
  const auto pattern = pattern::Patterns::find(group.pattern)->make();
  const auto by = by_mode(group, outcomes);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    Row row{.pattern = group.pattern,
            .mode = modes[i].name,
            .memory = {to_string(options.memory[0]), to_string(options.memory[1])},
            .from = options.pair[0],
            .to = options.pair[1],
            .bytes = group.bytes,
            .window = group.window,
            .messages = static_cast<std::uint64_t>(pattern->messages(group.window))};
    row.skipped = group.skipped[i];
    if (group.window_shrunk) row.flags.push_back("window");
    if (by[i] != nullptr && !by[i]->refused.empty()) {
      row.skipped = by[i]->refused;
      row.mismatch = by[i]->mismatch;  // of a message before it
      if (row.mismatch && options.verify) row.verified = false;
    } else if (by[i] != nullptr) {
      const Outcome& outcome = *by[i];
      row.batch = outcome.samples.batch;
      row.samples_seconds = outcome.samples.seconds;
      row.stop = outcome.samples.stop;
      row.mismatch = outcome.mismatch;
      if (!outcome.mismatch) row.stages = outcome.stages;
      row.flags.insert(row.flags.end(), outcome.flags.begin(), outcome.flags.end());
      if (options.verify) row.verified = !outcome.mismatch;
      if (!outcome.samples.settled) row.flags.push_back("unsettled");
      if (!outcome.mismatch) fill_figures(row, *pattern, options, clock_step_seconds);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Comparison> make_comparisons(const RowGroup& group, const std::vector<Mode>& modes,
                                         std::span<const Outcome> outcomes) {
  const auto by = by_mode(group, outcomes);
  std::vector<Comparison> comparisons;
  const auto comparable = [](const Outcome* outcome) {
    return outcome != nullptr && outcome->refused.empty() && !outcome->mismatch;
  };
  if (!comparable(by.front())) return comparisons;
  const std::vector<double>& base = by.front()->samples.block_medians;
  for (std::size_t i = 1; i < modes.size(); ++i) {
    if (!comparable(by[i])) continue;
    Comparison comparison{.pattern = group.pattern,
                          .mode = modes[i].name,
                          .base = modes.front().name,
                          .bytes = group.bytes,
                          .ci95 = {}};
    const std::vector<double>& own = by[i]->samples.block_medians;
    std::ranges::transform(own, base, std::back_inserter(comparison.block_ratios), std::divides{});
    const stats::Ratio ratio = stats::compare(comparison.block_ratios);
    comparison.ratio = ratio.ratio;
    comparison.ci95 = ratio.ci95;
    comparison.verdict = ratio.verdict;
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

}  // namespace gpuxfer::run
