#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/results.hpp"
#include "run/sampler.hpp"

namespace gpuxfer::run {

/// What the two ends found of one mode at one row.
struct Outcome {
  std::string refused;  ///< why the path could not be prepared, if so; else only a mismatch can be set
  Samples samples;
  std::optional<Mismatch> mismatch;  ///< the leader's, else the follower's
  std::vector<std::string> flags{};  ///< what the path says of the row, at either end
  std::optional<StageTimes> stages{};
};

/// For a message between ranks, and back; bit for bit.
std::string encode(const std::vector<Outcome>& outcomes);
std::vector<Outcome> decode_outcomes(const std::string& text);

}  // namespace gpuxfer::run
