#include "core/demo.hpp"

#include <fmt/format.h>

namespace gpuxfer {

std::optional<std::string> fault_of(const Demo& demo) {
  for (const DemoEnd& end : demo.ends) {
    for (std::size_t i = 0; i < demo.sent.size(); ++i) {
      if (i < end.after.size() && end.after[i] == demo.sent[i]) continue;
      return fmt::format("value {} on rank {} is {} afterwards, and {} was sent", i, end.rank.rank,
                         i < end.after.size() ? fmt::format("{}", end.after[i]) : "missing", demo.sent[i]);
    }
  }
  return std::nullopt;
}

}  // namespace gpuxfer
