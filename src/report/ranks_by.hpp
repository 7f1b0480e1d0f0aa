#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace gpuxfer::report {

/// The ranks' numbers by what is said of each; those that nothing is said of are left out.
template <class Item, class Number, class Text>
std::map<std::string, std::vector<int>> ranks_by(const std::vector<Item>& items, Number number, Text text) {
  std::map<std::string, std::vector<int>> groups;
  for (const Item& item : items) {
    if (const std::string own = text(item); !own.empty()) groups[own].push_back(std::invoke(number, item));
  }
  return groups;
}

}  // namespace gpuxfer::report
