#include "report/subject.hpp"

#include <algorithm>

#include "pattern/pattern.hpp"

namespace gpuxfer::report {

Subject subject_of(const std::string& pattern, std::span<const Row> rows) {
  if (const auto* entry = pattern::Patterns::find(pattern)) {
    const auto known = entry->make();
    return {.title = known->title(),
            .latency = known->figure() == pattern::Figure::latency,
            .windowed = known->windowed()};
  }
  return {.title = pattern,
          .latency = std::ranges::any_of(rows, [](const Row& row) { return row.latency.has_value(); }),
          .windowed = std::ranges::any_of(rows, [](const Row& row) { return row.window > 1; })};
}

}  // namespace gpuxfer::report
