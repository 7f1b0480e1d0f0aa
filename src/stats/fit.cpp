#include "stats/fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace gpuxfer::stats {
namespace {

/// The standard error of a median known to +-1 %, the precision that sampling aims at: what a segment
/// explains beyond this is noise, and an exact line has a likelihood.
constexpr double smallest_relative_error = 0.005;

/// The line through times that are added one by one. Sums are about the running means, by West (1979),
/// "Updating mean and variance estimates", since sizes span nine decades.
class RunningLine {
 public:
  void add(const SizedTime& time) {
    const auto x = static_cast<double>(time.bytes);
    const double weight = 1 / (time.seconds * time.seconds);
    weights_ += weight;
    const double dx = x - mean_x_;
    const double dy = time.seconds - mean_y_;
    mean_x_ += dx * weight / weights_;
    mean_y_ += dy * weight / weights_;
    xx_ += weight * dx * (x - mean_x_);
    xy_ += weight * dx * (time.seconds - mean_y_);
    yy_ += weight * dy * (time.seconds - mean_y_);
  }

  /// Of the best line that does not fall; where the best of all falls, that is the flat one.
  double beta() const { return xx_ > 0 ? std::max(0.0, xy_ / xx_) : 0; }
  double alpha() const { return mean_y_ - beta() * mean_x_; }
  /// The sum of the squared relative residuals.
  double squares() const { return std::max(0.0, yy_ - beta() * xy_); }

 private:
  double weights_ = 0;
  double mean_x_ = 0;
  double mean_y_ = 0;
  double xx_ = 0;
  double xy_ = 0;
  double yy_ = 0;
};

/// The best cut of the first sizes into a number of segments.
struct Cut {
  double squares = std::numeric_limits<double>::infinity();
  std::size_t last_start = 0;  ///< where the last segment begins
};

/// cuts[m][n]: of the first n sizes into m segments.
using Cuts = std::array<std::vector<Cut>, most_segments + 1>;

Cuts best_cuts(std::span<const SizedTime> times) {
  Cuts cuts;
  for (auto& of_count : cuts) of_count.resize(times.size() + 1);
  cuts[0][0].squares = 0;
  for (std::size_t start = 0; start + fewest_sizes_per_segment <= times.size(); ++start) {
    RunningLine line;
    for (std::size_t end = start; end < times.size();) {
      line.add(times[end++]);
      if (end - start < fewest_sizes_per_segment) continue;
      for (std::size_t m = 1; m <= most_segments; ++m) {
        const double squares = cuts[m - 1][start].squares + line.squares();
        if (squares < cuts[m][end].squares) cuts[m][end] = {.squares = squares, .last_start = start};
      }
    }
  }
  return cuts;
}

/// Schwarz's criterion for normal residuals of unknown variance. A segment adds alpha and beta, and each but
/// the first its start; the variance is one more.
double criterion(double squares, std::size_t sizes, std::size_t segments) {
  const auto n = static_cast<double>(sizes);
  const double variance = std::max(squares / n, smallest_relative_error * smallest_relative_error);
  return n * std::log(variance) + 3 * static_cast<double>(segments) * std::log(n);
}

std::size_t best_count(const Cuts& cuts, std::size_t sizes) {
  std::size_t best = 1;
  for (std::size_t m = 2; m <= most_segments; ++m) {
    if (criterion(cuts[m][sizes].squares, sizes, m) < criterion(cuts[best][sizes].squares, sizes, best))
      best = m;
  }
  return best;
}

FitSegment segment(std::span<const SizedTime> times) {
  RunningLine running;
  for (const SizedTime& time : times) running.add(time);
  const double alpha = running.alpha();
  const double beta = running.beta();

  FitSegment result{.from_bytes = times.front().bytes, .to_bytes = times.back().bytes, .line = {}};
  for (const SizedTime& time : times) {
    const double residual = alpha + beta * static_cast<double>(time.bytes) - time.seconds;
    result.largest_relative_residual =
        std::max(result.largest_relative_residual, std::abs(residual) / time.seconds);
  }
  if (result.largest_relative_residual > largest_residual_allowed) return result;
  result.line = FitLine{.alpha_seconds = alpha, .beta_seconds_per_byte = beta, .n_half_bytes = {}};
  if (alpha >= 0 && beta > 0) result.line->n_half_bytes = alpha / beta;
  return result;
}

}  // namespace

std::vector<FitSegment> fit(std::span<const SizedTime> times) {
  if (times.size() < fewest_sizes_per_segment) return {};
  const Cuts cuts = best_cuts(times);
  std::vector<FitSegment> segments;
  std::size_t end = times.size();
  for (std::size_t m = best_count(cuts, times.size()); m > 0; --m) {
    const std::size_t start = cuts[m][end].last_start;
    segments.push_back(segment(times.subspan(start, end - start)));
    end = start;
  }
  std::ranges::reverse(segments);
  return segments;
}

}  // namespace gpuxfer::stats
