#pragma once

#include <optional>
#include <string>

#include "cli/options.hpp"
#include "cli/subcommands.hpp"
#include "core/exit_code.hpp"

namespace gpuxfer::cli {

/// Text to print instead of running: to stdout with exit 0 (--help, --version, --list), to stderr as one line
/// otherwise.
struct Answer {
  ExitCode code = ExitCode::done;
  std::string text;  ///< ends in a newline
};

/// What a command line asks for: a task with its options, or an answer.
struct Command {
  Task task = Task::measure;
  Options options;
  std::optional<Answer> answer;
};

/// Parses and validates; needs no MPI, no GPU and no driver, and gives every rank the same answer. Never
/// throws on user input.
Command parse(int argc, const char* const* argv);

}  // namespace gpuxfer::cli
