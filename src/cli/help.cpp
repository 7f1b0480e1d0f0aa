#include "cli/help.hpp"

#include <fmt/format.h>

#include <iterator>
#include <sstream>
#include <vector>

#include "cli/definitions.hpp"
#include "cli/subcommands.hpp"
#include "cli/values.hpp"
#include "core/version.hpp"
#include "path/path.hpp"
#include "pattern/pattern.hpp"
#include "report/report.hpp"

namespace gpuxfer::cli {
namespace {

constexpr std::size_t columns = 100;
constexpr std::size_t name_columns = 24;

constexpr const char* introduction =
    R"(gpuxfer measures how fast bytes move from one GPU's memory to another's through MPI, and says how
sure each figure is.

Usage: mpirun -np 2 gpuxfer [options]
       mpirun -np 2 gpuxfer info|demo [options]

  mpirun -np 2 -bind-to core gpuxfer --sizes 1K:1G
  mpirun -np 2 -bind-to core gpuxfer --mode direct,staged
  mpirun -np 2 -bind-to core gpuxfer --memory host --format json > out.json
)";

constexpr const char* exit_codes = R"(
Exit codes:
  0  done
  1  a fault of gpuxfer's own
  2  bad options, or fewer ranks than the pattern needs
  3  this machine or launch can't do what was asked
  4  wrong data arrived
)";

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// A name, then its description in a column of its own, broken between words.
std::string entry(const std::string& name, const std::vector<std::string>& words) {
  std::string text = fmt::format("  {:<{}}", name, name_columns - 2);
  std::size_t width = name_columns;
  for (const std::string& word : words) {
    const bool first = width == name_columns;
    if (!first && width + 1 + word.size() > columns) {
      text += "\n" + std::string(name_columns, ' ') + word;
      width = name_columns + word.size();
      continue;
    }
    text += (first ? "" : " ") + word;
    width += (first ? 0 : 1) + word.size();
  }
  return text + "\n";
}

std::string entry(const Definition& option) {
  const std::string argument = option.argument.empty() ? "" : " " + option.argument;
  std::vector<std::string> words = words_of(option.help);
  words.push_back("[default: " + option.default_text + "]");  // on one line
  return entry("--" + option.name + argument, words);
}

template <class Entries>
std::string registered(const std::string& title, const Entries& entries) {
  std::string text = title + "\n";
  for (const auto& one : entries) text += entry(one.name, words_of(one.description));
  return text;
}

std::string description(device::MemoryKind kind) {
  switch (kind) {
    case device::MemoryKind::device:
      return "GPU memory";
    case device::MemoryKind::managed:
      return "memory that CUDA moves between GPU and host";
    case device::MemoryKind::host:
      return "host memory; needs no GPU at that end";
  }
  return "";
}

}  // namespace

std::string help_text() {
  std::string text = introduction;
  for (const Group& group : groups()) {
    text += "\n" + group.title + ":\n";
    for (const Definition& option : group.options) text += entry(option);
  }
  text += "\nInstead of measuring:\n";
  for (const Subcommand& subcommand : subcommands())
    text += entry(subcommand.name, words_of(subcommand.help));
  for (const Inquiry& inquiry : inquiries()) {
    text += entry("--" + inquiry.name + (inquiry.name == "help" ? ", -h" : ""), words_of(inquiry.help));
  }
  return text + exit_codes;
}

std::string list_text() {
  std::string text = registered("Patterns (--pattern):", pattern::Patterns::entries()) +
                     registered("\nModes (--mode):", path::Paths::entries()) + "\nMemory (--memory):\n";
  for (const device::MemoryKind kind : memory_kinds())
    text += entry(to_string(kind), words_of(description(kind)));
  return text + registered("\nFormats (--format):", report::Reports::entries());
}

std::string version_text() {
  return fmt::format("gpuxfer {}\n", version);
}

}  // namespace gpuxfer::cli
