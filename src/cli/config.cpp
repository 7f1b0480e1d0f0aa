#include "cli/config.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "cli/joined.hpp"
#include "cli/nearest.hpp"
#include "core/error.hpp"
#include "core/quote.hpp"

namespace gpuxfer::cli {
namespace {

constexpr std::size_t longest_config = 1 << 20;

std::vector<CLI::ConfigItem> read_items(const std::string& file) {
  errno = 0;
  std::ifstream stream(file);
  if (!stream || std::ifstream::traits_type::eq_int_type(stream.peek(), std::ifstream::traits_type::eof())) {
    if (errno != 0) throw UsageError(fmt::format("{}: {}", quote(file), std::strerror(errno)));
  }
  std::string text(longest_config + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > longest_config) {
    throw UsageError(fmt::format("{} is too long for a list of options", quote(file)));
  }
  try {
    std::istringstream lines(text);
    return CLI::ConfigTOML().from_config(lines);
  } catch (const CLI::Error& error) {
    throw UsageError(fmt::format("{} is no list of 'name = value' lines", quote(file)));
  }
}

const Syntax& find(const std::string& name, const std::vector<Syntax>& known) {
  const auto found = std::ranges::find(known, name, &Syntax::name);
  if (found != known.end()) return *found;
  std::vector<std::string> names;
  for (const Syntax& one : known) names.push_back(one.name);
  const auto meant = nearest(name, names);
  throw UsageError(fmt::format("has an unknown option {}{}", quote(name),
                               meant ? ": did you mean '" + *meant + "'?" : ""));
}

bool is_on(const std::string& name, const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  throw UsageError(fmt::format("has {} = {}: use true or false", name, quote(text)));
}

}  // namespace

std::vector<Given> read_config(const std::string& file, const std::vector<Syntax>& known) {
  const std::vector<CLI::ConfigItem> items = read_items(file);
  std::vector<Given> given;
  try {
    for (const CLI::ConfigItem& item : items) {
      const Syntax& option = find(item.fullname(), known);
      const std::string text = joined(item.inputs, ",");  // the reader takes a list apart at its commas
      if (option.takes_value) {
        if (text.empty()) throw UsageError(fmt::format("has no value for {}", option.name));
        given.push_back({.name = option.name, .text = text});
      } else if (is_on(option.name, text)) {
        given.push_back({.name = option.name, .text = ""});
      }
    }
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{} {}", quote(file), error.what()));
  }
  return given;
}

}  // namespace gpuxfer::cli
