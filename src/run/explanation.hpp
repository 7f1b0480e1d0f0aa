#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/results.hpp"

namespace gpuxfer::run {

/// What was seen while one message of one size travelled in one mode.
struct Explanation {
  std::uint64_t mode = 0;  ///< its place in the run's list
  std::uint64_t bytes = 0;
  Evidence evidence;
};

/// For a message between ranks, and back.
std::string encode(const std::vector<Explanation>& explanations);
std::vector<Explanation> decode_explanations(const std::string& text);

/// What both ends saw of one message as one: a problem of either end, its rank named, is the problem.
Evidence merge(const Evidence& sender, const Evidence& receiver);

/// Gives each measured row the evidence of its mode and size, and the label that follows from it; none where
/// something was amiss. `modes`: their names.
void fill_in(std::span<Row> rows, const std::vector<std::string>& modes,
             const std::vector<Explanation>& explanations);

}  // namespace gpuxfer::run
