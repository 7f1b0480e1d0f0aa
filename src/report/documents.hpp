#pragma once

#include <string>

#include "core/results.hpp"

/// The results so far as one whole text, at any moment of a run. Both throw Error (a fault) where a figure is
/// not finite: neither form can say it.
namespace gpuxfer::report {

/// As docs/schema.json describes it.
std::string json_document(const Results& results);

/// A line of column names, then a line a row; docs/csv.md describes the columns.
std::string csv_document(const Results& results);

}  // namespace gpuxfer::report
