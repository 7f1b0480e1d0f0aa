#include "stats/summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/interval.hpp"
#include "stats/quantiles.hpp"

namespace gpuxfer::stats {
namespace {

constexpr std::size_t fewest_for_p99 = 300;
/// A chance gap passes for two clusters in 10 to 20 of 100 rows of 16 samples of one mode; with 32 samples,
/// in 1 at most.
constexpr std::size_t fewest_for_clusters = 32;

double interquartile_range(std::span<const double> ordered) {
  return quantile(ordered, 0.75) - quantile(ordered, 0.25);
}

Distribution describe(std::span<const double> ordered, double autocorrelation_time) {
  return {.min = ordered.front(),
          .mean = std::reduce(ordered.begin(), ordered.end()) / static_cast<double>(ordered.size()),
          .median = quantile(ordered, 0.5),
          .ci95 = median_interval(ordered, autocorrelation_time),
          .iqr = {quantile(ordered, 0.25), quantile(ordered, 0.75)},
          .p99 = std::nullopt,
          .max = ordered.back()};
}

bool wide(const Distribution& seconds, double precision) {
  const double half_width =
      std::max(seconds.median - seconds.ci95.lower, seconds.ci95.upper - seconds.median);
  return half_width > precision * seconds.median;
}

}  // namespace

Summary summarize(std::span<const double> samples, int batch, double precision, double clock_step) {
  const std::vector<double> ordered = sorted(samples);
  Summary summary;
  summary.autocorrelation_time = autocorrelation_time(samples);
  summary.seconds = describe(ordered, summary.autocorrelation_time);
  if (ordered.size() >= fewest_for_p99 && batch == 1) summary.seconds.p99 = quantile(ordered, 0.99);
  summary.outliers = count_outliers(samples, clock_step);
  summary.bimodal = wide(summary.seconds, precision) && two_clusters(ordered);
  return summary;
}

std::size_t count_outliers(std::span<const double> samples, double clock_step) {
  const double center = median(samples);
  const double reach = 14.826 * std::max(median_absolute_deviation(samples, center), clock_step);
  return static_cast<std::size_t>(
      std::ranges::count_if(samples, [&](double sample) { return std::abs(sample - center) > reach; }));
}

bool two_clusters(std::span<const double> ordered) {
  if (ordered.size() < fewest_for_clusters) return false;
  const std::size_t quarter = ordered.size() / 4;
  std::size_t split = quarter;
  const auto gap_before = [&](std::size_t i) { return ordered[i] - ordered[i - 1]; };
  for (std::size_t i = quarter; i <= ordered.size() - quarter; ++i) {
    if (gap_before(i) > gap_before(split)) split = i;
  }
  return gap_before(split) > interquartile_range(ordered.first(split)) &&
         gap_before(split) > interquartile_range(ordered.subspan(split));
}

}  // namespace gpuxfer::stats
