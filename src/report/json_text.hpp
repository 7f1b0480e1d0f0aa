#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/results.hpp"

/// What JSON documents have in common.
namespace gpuxfer::report {

/// Keys stay in the order in which they are written, which is that of the schema.
using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class T, class Convert>
Json or_null(const std::optional<T>& value, Convert convert) {
  return value ? convert(*value) : Json(nullptr);
}

template <class T, class Convert>
Json list(const std::vector<T>& values, Convert convert) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(convert(value));
  return array;
}

Json limits_json(const HostLimits& limits);

/// The document, a member a line, arrays of plain values on one line; ends in a newline. Throws Error (a
/// fault) at a number that is not finite.
std::string json_text(const Json& document);

}  // namespace gpuxfer::report
