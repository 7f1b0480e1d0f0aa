#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuxfer::cli {

/// What the program does.
enum class Task { measure, info, demo };

/// A first word that asks for something else than measuring.
struct Subcommand {
  std::string name;
  Task task = Task::measure;
  std::string help;                  ///< one paragraph
  std::vector<std::string> options;  ///< that it uses, without dashes
  std::vector<std::string> formats;  ///< of those that --format knows; empty where it uses none
};

std::vector<Subcommand> subcommands();

std::optional<Subcommand> find_subcommand(std::string_view name);

}  // namespace gpuxfer::cli
