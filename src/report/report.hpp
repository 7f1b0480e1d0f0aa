#pragma once

#include <cstddef>
#include <string>

#include "core/registry.hpp"
#include "core/results.hpp"

namespace gpuxfer::report {

/// A form of the results, given as they come. Each function returns the text that the form adds at that
/// moment, perhaps none.
class Report {
 public:
  virtual ~Report() = default;
  /// Before the first row: `results` holds the environment and the options.
  virtual std::string begin(const Results& results) = 0;
  /// `results.rows` from `first` on are new: every mode of one pattern and size; their comparisons are in,
  /// too, and with the last row of a pattern its fits.
  virtual std::string rows(const Results& results, std::size_t first) = 0;
  /// After the last row, however the run ended.
  virtual std::string end(const Results& results) = 0;
};

using Reports = Registry<Report>;

}  // namespace gpuxfer::report
