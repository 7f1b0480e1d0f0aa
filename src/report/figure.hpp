#pragma once

#include <cstddef>
#include <string>

#include "core/results.hpp"

namespace gpuxfer::report {

/// A median and the larger half of its interval, in the unit that is shown.
struct Estimate {
  double value = 0;
  double half = 0;
};

/// `median` and `ci95` are in a base unit; the unit shown is `unit` of those (us of seconds: 1e-6).
Estimate estimate(double median, const Interval& ci95, double unit);

/// The power of ten that an estimate is rounded to: the interval's first digit (its second where the first is
/// 1 or 2), as the Particle Data Group rounds, but never under three significant digits of the value, nor
/// over four unless they are whole units, nor finer than 10^-6 where three are left.
int decimal_place(const Estimate& estimate);

/// `value` rounded to 10^place; with an exponent where that takes over `width` columns.
std::string number(double value, int place, std::size_t width);

/// `value` with three to four significant digits, or as many as `place` (that of a figure beside it) gives.
std::string beside(double value, int place, std::size_t width);

/// `value` with three significant digits, or as whole units where it has more: for figures without an
/// interval.
std::string three_digits(double value, std::size_t width);

/// A share as a percentage: whole from 10 %, two digits below: `97 %`, `4.3 %`, `0.21 %`.
std::string percent(double share);

/// `12.34 ± 0.05`: the value to the right of `value_width`, the half, rounded up, to the left of
/// `half_width`.
std::string figure(const Estimate& estimate, std::size_t value_width, std::size_t half_width);

}  // namespace gpuxfer::report
