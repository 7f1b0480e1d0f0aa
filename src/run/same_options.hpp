#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/results.hpp"

namespace gpuxfer::run {

/// The task, and every option with its value, one a line, for a comparison with other ranks'.
std::string to_text(const std::string& task, const std::vector<std::pair<std::string, Value>>& options);

/// What the first rank that differs from rank 0 was started with, in words that tell the user; empty where
/// all ranks have the same. `texts`: of to_text(), by rank. Launchers can give each rank options of its own,
/// and ranks that disagree would wait for each other for ever.
std::string difference(const std::vector<std::string>& texts);

}  // namespace gpuxfer::run
