#pragma once

#include <string>

namespace gpuxfer::cli {

/// What --help, --list and --version print; lines have at most 100 columns and the last one ends in a
/// newline.
std::string help_text();
std::string list_text();
std::string version_text();

}  // namespace gpuxfer::cli
