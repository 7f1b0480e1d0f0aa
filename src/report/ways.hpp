#pragma once

#include <string>

#include "core/results.hpp"

namespace gpuxfer::report {

/// Which way the bytes went, mode by mode over ranges of sizes, under a heading; empty where --explain did
/// not look. Beside it, the MPI library's own settings that decide about it, where it is the one to decide.
std::string ways(const Results& results);

}  // namespace gpuxfer::report
