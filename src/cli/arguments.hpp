#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gpuxfer::cli {

/// An option's long name without dashes, and whether a value follows it.
struct Syntax {
  std::string name;
  bool takes_value = false;
};

struct Given {
  std::string name;
  std::string text;  ///< empty for an option that takes no value
};

/// A command line taken apart; nothing is judged yet.
struct Arguments {
  std::vector<Given> given;               ///< in order; repeated ones too
  std::vector<std::string> rest;          ///< unknown options and what belongs to none
  std::optional<std::string> unfinished;  ///< the last option, where its value is missing
};

/// Accepts `--name value`, `--name=value` and -h for --help. Throws UsageError at `--name=` and at a value
/// for an option that takes none.
Arguments take_apart(int argc, const char* const* argv, const std::vector<Syntax>& known);

}  // namespace gpuxfer::cli
