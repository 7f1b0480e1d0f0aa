#include "run/time_budget.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "path/ceilings.hpp"
#include "run/sampler.hpp"

namespace gpuxfer::run {

namespace {

/// Verification twice with its fills and checks, the shortest warm-up, and the fewest samples.
constexpr double fewest_operations = 16;

}  // namespace

std::optional<Allowance> TimeBudget::next(std::size_t groups_left) const {
  if (!seconds_) return std::nullopt;
  const double left = *seconds_ - (clock_.now() - start_);
  return Allowance{.share_seconds = left / static_cast<double>(groups_left), .left_seconds = left};
}

std::string refusal(const Allowance& allowance, std::optional<double> forecast_seconds) {
  if (allowance.left_seconds <= 0) return "the --budget was spent before this row";
  const double most = std::max(allowance.share_seconds, allowance.left_seconds / 4);
  if (forecast_seconds.value_or(0) <= most) return "";
  return fmt::format(
      "expected to take {:.2g} s or more; the --budget leaves {:.2g} s for it and the rows to come",
      *forecast_seconds, allowance.left_seconds);
}

void Forecast::note(const std::string& pattern, std::uint64_t bytes_in_flight, double seconds_per_operation) {
  pattern_ = pattern;
  bytes_in_flight_ = bytes_in_flight;
  seconds_per_operation_ = seconds_per_operation;
}

std::optional<double> Forecast::seconds(const std::string& pattern, std::uint64_t bytes_in_flight) const {
  if (pattern != pattern_ || bytes_in_flight_ == 0) return std::nullopt;
  const double growth = static_cast<double>(bytes_in_flight) / static_cast<double>(bytes_in_flight_);
  return fewest_operations * seconds_per_operation_ * std::max(1.0, growth);
}

double most_seconds(const SweepOptions& options, std::size_t groups) {
  const TimeLimits limits = time_limits(options.stop.max_seconds, options.modes.size(), std::nullopt);
  const double ceilings =
      options.ceilings ? longest_ceiling_seconds * static_cast<double>(path::ceilings().size()) : 0;
  return static_cast<double>(groups) *
         (limits.sampling_seconds + limits.warm_up_seconds * static_cast<double>(options.modes.size()) +
          ceilings);
}

std::string announce_budget(const SweepOptions& options, std::size_t groups) {
  const double each = *options.budget_seconds / static_cast<double>(groups);
  return fmt::format(
      "{} rows of up to {:.2g} s each would take up to {:.0f} s; --budget {:g} leaves {:.2g} s for each",
      groups, most_seconds(options, 1), most_seconds(options, groups), *options.budget_seconds, each);
}

}  // namespace gpuxfer::run
