#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuxfer::cli {

/// As fmt::join, whose version 9 makes g++ 12 warn at -O3.
inline std::string joined(const std::vector<std::string>& names, std::string_view separator) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += separator;
    text += name;
  }
  return text;
}

}  // namespace gpuxfer::cli
