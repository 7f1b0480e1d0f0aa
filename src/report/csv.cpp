#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "report/cells.hpp"
#include "report/documents.hpp"
#include "report/report.hpp"

namespace gpuxfer::report {
namespace {

/// As RFC 4180 quotes: whole in quotation marks, those within doubled, where a bare text would be misread.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string field(bool value) {
  return value ? "true" : "false";
}

std::string field(std::integral auto count) {
  return std::to_string(count);
}

/// The shortest text that reads back as the same number.
std::string field(double value) {
  if (!std::isfinite(value)) {
    throw Error(ExitCode::fault, "a number of the results is not finite: a fault of gpuxfer's own");
  }
  return fmt::format("{}", value);
}

/// What `get` finds in a value that may be absent: then nothing.
template <class T, class Get = std::identity>
std::string field(const std::optional<T>& value, Get get = {}) {
  return value ? field(std::invoke(get, *value)) : "";
}

template <class Figure>
double low(const Figure& figure) {
  return figure.ci95.lower;
}

template <class Figure>
double high(const Figure& figure) {
  return figure.ci95.upper;
}

std::optional<Comparison> comparison_with_first_mode(const Row& row, const Results& results) {
  const Comparison* found = comparison_of(row, results.comparisons);
  return found ? std::optional(*found) : std::nullopt;
}

std::string verdict(const Comparison& comparison) {
  return to_string(comparison.verdict);
}

using Fields = std::vector<std::pair<std::string, std::string>>;

/// Every column's name and what the row has there; docs/csv.md explains them.
Fields fields(const Row& row, const std::optional<Comparison>& comparison) {
  return {{"pattern", field(row.pattern)},
          {"mode", field(row.mode)},
          {"memory_from", field(row.memory[0])},
          {"memory_to", field(row.memory[1])},
          {"from", field(row.from)},
          {"to", field(row.to)},
          {"bytes", field(row.bytes)},
          {"window", field(row.window)},
          {"batch", field(row.batch)},
          {"n", field(row.samples_seconds.size())},
          {"seconds_median", field(row.seconds, &Distribution::median)},
          {"seconds_ci95_low", field(row.seconds, low<Distribution>)},
          {"seconds_ci95_high", field(row.seconds, high<Distribution>)},
          {"seconds_min", field(row.seconds, &Distribution::min)},
          {"seconds_mean", field(row.seconds, &Distribution::mean)},
          {"seconds_p99", row.seconds ? field(row.seconds->p99) : ""},
          {"seconds_max", field(row.seconds, &Distribution::max)},
          {"latency_seconds_median", field(row.latency, &Latency::median)},
          {"bandwidth_bytes_per_second_median", field(row.bandwidth, &Bandwidth::median)},
          {"bandwidth_bytes_per_second_ci95_low", field(row.bandwidth, low<Bandwidth>)},
          {"bandwidth_bytes_per_second_ci95_high", field(row.bandwidth, high<Bandwidth>)},
          {"messages_per_second", field(row.messages_per_second)},
          {"ratio_to_first_mode", field(comparison, &Comparison::ratio)},
          {"verdict", field(comparison, verdict)},
          {"stop", field(row.stop, [](Stop stop) { return to_string(stop); })},
          {"flags", field(fmt::format("{}", fmt::join(row.flags, " ")))},
          {"verified", field(row.verified)},
          {"path", field(row.path)},
          {"skipped", field(row.skipped)}};
}

std::string line_of(const Fields& fields, std::string Fields::value_type::*part) {
  std::string line;
  for (const auto& one : fields) line += (line.empty() ? "" : ",") + one.*part;
  return line + '\n';
}

std::string header_line() {
  return line_of(fields({}, {}), &Fields::value_type::first);
}

std::string lines_from(const Results& results, std::size_t first) {
  std::string lines;
  for (std::size_t i = first; i < results.rows.size(); ++i) {
    const Row& row = results.rows[i];
    lines += line_of(fields(row, comparison_with_first_mode(row, results)), &Fields::value_type::second);
  }
  return lines;
}

/// For spreadsheets and data frames: what fits on a line a row.
class Csv final : public Report {
 public:
  std::string begin(const Results&) override { return header_line(); }
  std::string rows(const Results& results, std::size_t first) override { return lines_from(results, first); }
  std::string end(const Results&) override { return ""; }
};

const Registration<Report> registration{{.name = "csv",
                                         .description = "a line a row, for spreadsheets and data frames",
                                         .position = 2,
                                         .make = [] { return std::make_unique<Csv>(); }}};

}  // namespace

std::string csv_document(const Results& results) {
  return header_line() + lines_from(results, 0);
}

}  // namespace gpuxfer::report
