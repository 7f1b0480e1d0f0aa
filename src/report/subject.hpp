#pragma once

#include <span>
#include <string>

#include "core/results.hpp"

namespace gpuxfer::report {

/// What a table needs to know of a pattern.
struct Subject {
  std::string title;
  bool latency = false;   ///< the figure is a time; else a bandwidth
  bool windowed = false;  ///< an operation keeps several messages in flight
};

/// Asks the registered pattern; one that this build does not know is titled by its name, and its rows show
/// what they hold.
Subject subject_of(const std::string& pattern, std::span<const Row> rows);

}  // namespace gpuxfer::report
