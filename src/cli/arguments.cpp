#include "cli/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "core/error.hpp"
#include "core/quote.hpp"

namespace gpuxfer::cli {
namespace {

/// CLI11 gives `--name=` the next argument and `--flag=text` a meaning of its own.
void refuse_odd_assignments(const std::vector<std::string>& arguments, const std::vector<Syntax>& known) {
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos) continue;

    const std::string option = argument.substr(0, equals);
    const auto syntax =
        std::ranges::find_if(known, [&](const Syntax& one) { return "--" + one.name == option; });
    if (syntax == known.end()) continue;
    if (!syntax->takes_value) {
      throw UsageError(option + " takes no value, found " + quote(argument.substr(equals + 1)));
    }
    if (equals + 1 == argument.size()) throw UsageError(option + " needs a value after its '='");
  }
}

void add_options(CLI::App& app, const std::vector<Syntax>& known) {
  app.set_help_flag();
  app.allow_extras();
  for (const Syntax& option : known) {
    const std::string names = "--" + option.name + (option.name == "help" ? ",-h" : "");
    if (option.takes_value) {
      app.add_option(names, CLI::callback_t())->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    } else {
      app.add_flag(names);
    }
  }
}

std::vector<Given> in_order(const CLI::App& app) {
  std::vector<Given> given;
  std::map<const CLI::Option*, std::size_t> seen;
  for (const CLI::Option* option : app.parse_order()) {
    const std::string& text = option->results().at(seen[option]++);
    const bool takes_value = option->get_items_expected_max() > 0;
    given.push_back({.name = option->get_lnames().front(), .text = takes_value ? text : ""});
  }
  return given;
}

}  // namespace

Arguments take_apart(int argc, const char* const* argv, const std::vector<Syntax>& known) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  refuse_odd_assignments(arguments, known);

  CLI::App app;
  add_options(app, known);
  Arguments parts;
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ArgumentMismatch&) {
    // With every option taking one value or none, only the last argument can lack one.
    parts.unfinished = arguments.back().substr(2);
  }
  parts.given = in_order(app);
  parts.rest = app.remaining();
  return parts;
}

}  // namespace gpuxfer::cli
