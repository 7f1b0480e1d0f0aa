#include "cli/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cli/arguments.hpp"
#include "cli/config.hpp"
#include "cli/definitions.hpp"
#include "cli/help.hpp"
#include "cli/joined.hpp"
#include "cli/nearest.hpp"
#include "core/error.hpp"
#include "core/quote.hpp"
#include "path/path.hpp"

namespace gpuxfer::cli {
namespace {

std::vector<Syntax> syntax(const std::vector<Definition>& known) {
  std::vector<Syntax> syntax;
  for (const Definition& option : known) syntax.push_back({option.name, !option.argument.empty()});
  for (const Inquiry& inquiry : inquiries()) syntax.push_back({inquiry.name, false});
  return syntax;
}

bool is_given(const Arguments& arguments, std::string_view name) {
  return std::ranges::find(arguments.given, name, &Given::name) != arguments.given.end();
}

/// Whoever asks for help gets it, whatever else is wrong.
std::optional<Answer> answer_inquiry(const Arguments& arguments) {
  if (is_given(arguments, "help")) return Answer{ExitCode::done, help_text()};
  if (is_given(arguments, "version")) return Answer{ExitCode::done, version_text()};
  if (is_given(arguments, "list")) return Answer{ExitCode::done, list_text()};
  return std::nullopt;
}

void require_values(const Arguments& arguments) {
  for (const Given& given : arguments.given) {
    if (given.text.starts_with("--")) {
      throw UsageError(fmt::format("--{} needs a value, found {}", given.name, quote(given.text)));
    }
  }
  if (arguments.unfinished) {
    throw UsageError(fmt::format("--{} needs a value; see gpuxfer --help", *arguments.unfinished));
  }
}

[[noreturn]] void refuse_option(std::string_view argument, const std::vector<Syntax>& known) {
  const std::string_view option = argument.substr(0, argument.find('='));
  std::vector<std::string> names;
  for (const Syntax& one : known) names.push_back(one.name);
  const auto meant = nearest(option.substr(std::min(option.find_first_not_of('-'), option.size())), names);
  throw UsageError(fmt::format("unknown option {}: {}", quote(option),
                               meant ? "did you mean --" + *meant + "?" : "see gpuxfer --help"));
}

[[noreturn]] void refuse_argument(std::string_view argument) {
  std::string advice = "every argument is an option; see gpuxfer --help";
  std::vector<std::string> words;
  for (const Subcommand& subcommand : subcommands()) words.push_back(subcommand.name);
  if (const auto meant = nearest(argument, words)) {
    advice = *meant == argument ? fmt::format("'{}' comes first and alone, as in gpuxfer {}", *meant, *meant)
                                : fmt::format("did you mean gpuxfer {}?", *meant);
  }
  try {
    parse_sizes(argument);
    advice = "put --sizes before it";
  } catch (const UsageError&) {
    // It isn't sizes either.
  }
  throw UsageError(fmt::format("unexpected argument {}: {}", quote(argument), advice));
}

void refuse_rest(const Arguments& arguments, const std::vector<Syntax>& known) {
  if (arguments.rest.empty()) return;
  const std::string& first = arguments.rest.front();
  if (first.starts_with('-')) refuse_option(first, known);
  refuse_argument(first);
}

void refuse_repetition(const Arguments& arguments) {
  for (const Given& given : arguments.given) {
    if (std::ranges::count(arguments.given, given.name, &Given::name) > 1) {
      throw UsageError(fmt::format("--{} is given more than once", given.name));
    }
  }
}

void refuse_what_it_does_not_use(const Subcommand& subcommand, const Arguments& arguments) {
  for (const Given& given : arguments.given) {
    if (std::ranges::count(subcommand.options, given.name) == 0) {
      throw UsageError(fmt::format("{} does not use --{}: it takes --{}", subcommand.name, given.name,
                                   joined(subcommand.options, ", --")));
    }
    if (given.name == "format" && std::ranges::count(subcommand.formats, given.text) == 0) {
      throw UsageError(fmt::format("--format {}: {} gives {}", quote(given.text), subcommand.name,
                                   joined(subcommand.formats, " or ")));
    }
  }
}

/// A file's options join those of the command line, which win.
void read_config_file(Arguments& arguments, const std::vector<Definition>& known) {
  const auto config = std::ranges::find(arguments.given, "config", &Given::name);
  if (config == arguments.given.end()) return;
  std::vector<Syntax> allowed;
  for (const Definition& option : known) {
    if (option.name != "config") allowed.push_back({option.name, !option.argument.empty()});
  }
  std::vector<Given> read;
  try {
    read = read_config(config->text, allowed);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("--config {}", error.what()));
  }
  std::erase_if(read, [&](const Given& one) { return is_given(arguments, one.name); });
  arguments.given.insert(arguments.given.end(), read.begin(), read.end());
}

Options convert(const Arguments& arguments, const std::vector<Definition>& known) {
  Options options;
  for (const Given& given : arguments.given) {
    try {
      std::ranges::find(known, given.name, &Definition::name)->apply(options, given.text);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("--{} {}", given.name, error.what()));
    }
  }
  return options;
}

std::string memory_text(const run::SweepOptions& sweep) {
  const std::string first = to_string(sweep.memory[0]);
  const std::string second = to_string(sweep.memory[1]);
  return first == second ? first : first + ":" + second;
}

bool needs_device(const path::Paths::Entry& mode) {
  return mode.make()->needs_device();
}

void refuse_host_memory_for_device_modes(const run::SweepOptions& sweep) {
  if (std::ranges::find(sweep.memory, device::MemoryKind::host) == sweep.memory.end()) return;

  for (const std::string& name : sweep.modes) {
    const path::Paths::Entry* mode = path::Paths::find(name);
    if (mode == nullptr || !needs_device(*mode)) continue;

    std::vector<std::string> others;
    for (const path::Paths::Entry& other : path::Paths::entries()) {
      if (!needs_device(other)) others.push_back(other.name);
    }
    throw UsageError(fmt::format("--mode {} needs GPU memory at both ends; with --memory {} use --mode {}",
                                 name, memory_text(sweep), joined(others, " or ")));
  }
}

void refuse_gpus_without_device_memory(const Arguments& arguments, const run::SweepOptions& sweep) {
  if (std::ranges::count(sweep.memory, device::MemoryKind::host) != std::ssize(sweep.memory)) return;
  for (const char* name : {"devices", "share-gpu"}) {
    if (is_given(arguments, name))
      throw UsageError(fmt::format("--{} chooses GPUs, but --memory host uses none", name));
  }
  if (sweep.explain) throw UsageError("--explain shows the copies of GPUs, but --memory host uses none");
}

void refuse_ceilings_without_device_memory(const run::SweepOptions& sweep) {
  if (!sweep.ceilings) return;
  if (std::ranges::find(sweep.memory, device::MemoryKind::host) == sweep.memory.end()) return;
  throw UsageError(fmt::format(
      "--ceilings measures copies to and from GPU memory at both ends; --memory {} has none at one or both",
      memory_text(sweep)));
}

void refuse_stop_rule_for_fixed_samples(const Arguments& arguments) {
  if (!is_given(arguments, "samples")) return;
  for (const char* name : {"precision", "max-time"}) {
    if (is_given(arguments, name)) {
      throw UsageError(fmt::format(
          "--samples takes a fixed number of samples, so --{} can't stop it: give one of them", name));
    }
  }
}

/// A size that the user named must be a whole number of elements; a range passes over those that are not.
void fit_sizes_to_datatype(run::SweepOptions& sweep) {
  const std::uint64_t element = sweep.datatype.bytes();
  const auto odd = [&](const Size& size) { return size.bytes % element != 0; };
  const auto named =
      std::ranges::find_if(sweep.sizes, [&](const Size& size) { return size.named && odd(size); });
  if (named != sweep.sizes.end()) {
    throw UsageError(fmt::format("--sizes has {}, which is no whole number of --dtype {} ({} bytes each)",
                                 format_size(named->bytes), sweep.datatype.name, element));
  }
  std::erase_if(sweep.sizes, odd);
  if (sweep.sizes.empty()) {
    throw UsageError(fmt::format("--sizes holds no size that is a whole number of --dtype {} ({} bytes each)",
                                 sweep.datatype.name, element));
  }
}

Command parse_or_throw(int argc, const char* const* argv) {
  const std::vector<Definition> known = definitions();
  const auto subcommand = argc > 1 ? find_subcommand(argv[1]) : std::nullopt;
  const int words = subcommand ? 1 : 0;
  Arguments arguments = take_apart(argc - words, argv + words, syntax(known));
  if (const auto answer = answer_inquiry(arguments)) return {.options = {}, .answer = answer};

  require_values(arguments);
  refuse_rest(arguments, syntax(known));
  refuse_repetition(arguments);
  if (subcommand) refuse_what_it_does_not_use(*subcommand, arguments);
  read_config_file(arguments, known);
  refuse_repetition(arguments);
  Options options = convert(arguments, known);
  refuse_stop_rule_for_fixed_samples(arguments);
  refuse_host_memory_for_device_modes(options.sweep);
  refuse_gpus_without_device_memory(arguments, options.sweep);
  refuse_ceilings_without_device_memory(options.sweep);
  fit_sizes_to_datatype(options.sweep);
  return {.task = subcommand ? subcommand->task : Task::measure, .options = options, .answer = {}};
}

}  // namespace

Command parse(int argc, const char* const* argv) {
  try {
    return parse_or_throw(argc, argv);
  } catch (const UsageError& error) {
    return {.options = {}, .answer = Answer{error.code(), fmt::format("gpuxfer: {}\n", error.what())}};
  }
}

}  // namespace gpuxfer::cli
