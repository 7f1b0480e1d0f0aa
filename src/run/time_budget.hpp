#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/clock.hpp"
#include "run/sweep_options.hpp"

namespace gpuxfer::run {

/// Warm-up and sampling of a ceiling: it bounds a row and need be no closer than this makes it.
inline constexpr double longest_ceiling_seconds = 0.3;

/// What a budget leaves to one group of rows.
struct Allowance {
  double share_seconds = 0;  ///< an equal part of what is left
  double left_seconds = 0;   ///< for this group and all that come
};

/// Shares --budget out among the groups of rows: each gets an equal part of what is left, so that what a
/// quick one leaves goes to the others.
class TimeBudget {
 public:
  /// Starts now. `seconds`: absent where there is no budget.
  TimeBudget(std::optional<double> seconds, Clock& clock)
      : seconds_(seconds), clock_(clock), start_(clock.now()) {}

  /// For the next of `groups_left` groups; absent without a budget.
  std::optional<Allowance> next(std::size_t groups_left) const;

 private:
  std::optional<double> seconds_;
  Clock& clock_;
  double start_;
};

/// Why a group is not measured, or empty: the budget is spent, or the least that the group is expected to
/// take is more than its share and more than a quarter of all that is left, so that slow rows do not starve
/// the quick ones after them. `forecast_seconds`: absent where nothing is known.
std::string refusal(const Allowance& allowance, std::optional<double> forecast_seconds);

/// The least that a group takes, by what the last one showed: a pattern's operations take longer in
/// proportion to their bytes, at most.
class Forecast {
 public:
  /// `seconds_per_operation`: of all modes together.
  void note(const std::string& pattern, std::uint64_t bytes_in_flight, double seconds_per_operation);
  std::optional<double> seconds(const std::string& pattern, std::uint64_t bytes_in_flight) const;

 private:
  std::string pattern_;
  std::uint64_t bytes_in_flight_ = 0;
  double seconds_per_operation_ = 0;
};

/// The most that warm-up and sampling of `groups` groups of `options` take where operations are short.
double most_seconds(const SweepOptions& options, std::size_t groups);

/// What a run with a budget says first.
std::string announce_budget(const SweepOptions& options, std::size_t groups);

}  // namespace gpuxfer::run
