#include "run/same_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>
#include <type_traits>

namespace gpuxfer::run {
namespace {

std::string value_text(const Value& value) {
  return std::visit(
      [](const auto& held) -> std::string {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::monostate>) {
          return "not given";
        } else if constexpr (std::is_same_v<Held, std::vector<std::int64_t>> ||
                             std::is_same_v<Held, std::vector<std::string>>) {
          return fmt::format("{}", fmt::join(held, ","));
        } else {
          return fmt::format("{}", held);
        }
      },
      value);
}

std::string shortened(const std::string& text) {
  constexpr std::size_t longest = 60;
  return text.size() <= longest ? text : text.substr(0, longest - 3) + "...";
}

/// `--name value` of a line `name value`.
std::string option(const std::string& line) {
  return "--" + shortened(line);
}

}  // namespace

std::string to_text(const std::string& task, const std::vector<std::pair<std::string, Value>>& options) {
  std::string text = task + '\n';
  for (const auto& [name, value] : options) text += fmt::format("{} {}\n", name, value_text(value));
  return text;
}

std::string difference(const std::vector<std::string>& texts) {
  for (std::size_t rank = 1; rank < texts.size(); ++rank) {
    if (texts[rank] == texts.front()) continue;
    std::istringstream ours(texts.front()), theirs(texts[rank]);
    std::string our_line, their_line;
    std::getline(ours, our_line), std::getline(theirs, their_line);
    if (our_line != their_line) {
      return fmt::format("ranks were started for different tasks: rank 0 for {}, rank {} for {}", our_line,
                         rank, their_line);
    }
    while (std::getline(ours, our_line) && std::getline(theirs, their_line) && our_line == their_line) {
    }
    return fmt::format("ranks were started with different options: rank 0 with {}, rank {} with {}",
                       option(our_line), rank, option(their_line));
  }
  return {};
}

}  // namespace gpuxfer::run
