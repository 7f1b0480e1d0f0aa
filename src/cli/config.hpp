#pragma once

#include <string>
#include <vector>

#include "cli/arguments.hpp"

namespace gpuxfer::cli {

/// What a configuration file gives: lines of `name = value`, named as the long options are, `#` before a
/// comment; an option that takes no value is `true` or `false`. Throws UsageError that names the file, and
/// the line's option where one is wrong.
std::vector<Given> read_config(const std::string& file, const std::vector<Syntax>& known);

}  // namespace gpuxfer::cli
