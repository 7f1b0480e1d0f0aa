#include "report/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

int exponent(double value) {
  return std::isnormal(value) ? static_cast<int>(std::floor(std::log10(std::abs(value)))) : 0;
}

int coarsest_place(double value) {
  return exponent(value) - 2;
}
int finest_place(double value) {
  const int four_digits = std::min(exponent(value) - 3, 0);
  return std::max(four_digits, std::min(coarsest_place(value), -6));
}

/// Rounded up, so that no interval is shown narrower than it is; a hair below a step counts as the step.
double round_up(double value, int place) {
  const double step = std::pow(10.0, place);
  return std::ceil(value / step * (1 - 1e-9)) * step;
}

}  // namespace

Estimate estimate(double median, const Interval& ci95, double unit) {
  return {.value = median / unit, .half = std::max({ci95.upper - median, median - ci95.lower, 0.0}) / unit};
}

int decimal_place(const Estimate& estimate) {
  const int finest = finest_place(estimate.value);
  if (!(estimate.half > 0)) return finest;
  const int first = exponent(estimate.half);
  const int supported = estimate.half / std::pow(10.0, first) < 3 ? first - 1 : first;
  return std::clamp(supported, finest, coarsest_place(estimate.value));
}

std::string number(double value, int place, std::size_t width) {
  const double step = std::pow(10.0, place);
  const double rounded = place > 0 ? std::round(value / step) * step : value;
  std::string text = fmt::format("{:.{}f}", rounded, std::max(0, -place));
  for (int digits = 2; text.size() > width && digits >= 0; --digits)
    text = fmt::format("{:.{}e}", value, digits);
  return text;
}

std::string beside(double value, int place, std::size_t width) {
  return number(value, std::clamp(place, finest_place(value), coarsest_place(value)), width);
}

namespace {

/// A half far larger than its value gives up decimals before it takes an exponent, but not its first digit.
std::string half_text(double half, int place, std::size_t width) {
  const int last = std::min(0, exponent(half));
  while (place < last && number(round_up(half, place), place, std::string::npos).size() > width) ++place;
  return number(round_up(half, place), place, width);
}

}  // namespace

std::string three_digits(double value, std::size_t width) {
  return number(value, coarsest_place(value), width);
}

std::string percent(double share) {
  const double value = 100 * share;
  if (value >= 9.95) return fmt::format("{:.0f} %", value);
  return value >= 0.995 ? fmt::format("{:.1f} %", value) : fmt::format("{:.2f} %", value);
}

std::string figure(const Estimate& estimate, std::size_t value_width, std::size_t half_width) {
  const int place = decimal_place(estimate);
  return right(number(estimate.value, place, value_width), value_width) + " ± " +
         left(half_text(estimate.half, place, half_width), half_width);
}

}  // namespace gpuxfer::report
