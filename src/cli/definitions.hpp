#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/options.hpp"

namespace gpuxfer::cli {

/// One option: all that parsing, --help and the results need to know of it.
struct Definition {
  std::string name;          ///< without dashes
  std::string argument;      ///< what its value is called; empty where it takes none
  std::string help;          ///< one paragraph
  std::string default_text;  ///< what --help shows; the option's own syntax where that can say it
  std::function<void(Options&, const std::string& text)>
      apply;                                   ///< throws UsageError that begins with the quoted text
  std::function<Value(const Options&)> value;  ///< in force
};

struct Group {
  std::string title;
  std::vector<Definition> options;
};

/// Every option in the order of --help.
std::vector<Group> groups();
std::vector<Definition> definitions();

/// An option that is answered instead of running.
struct Inquiry {
  std::string name;
  std::string help;
};
std::vector<Inquiry> inquiries();

}  // namespace gpuxfer::cli
