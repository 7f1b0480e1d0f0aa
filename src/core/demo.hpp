#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/results.hpp"

namespace gpuxfer {

/// A rank of the demo, and what its GPU's memory held.
struct DemoEnd {
  RankInfo rank;
  std::vector<double> before;
  std::vector<double> after;
};

/// Ten numbers that rank 0's GPU sent to rank 1's.
struct Demo {
  std::vector<double> sent;
  std::array<DemoEnd, 2> ends;      ///< by rank
  std::optional<std::string> path;  ///< which copies carried them; absent where nobody watched
};

/// What is wrong with what the memories held afterwards, the first value that is, in a clause; nothing where
/// both ends hold what was sent.
std::optional<std::string> fault_of(const Demo& demo);

}  // namespace gpuxfer
