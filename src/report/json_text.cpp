#include "report/json_text.hpp"

#include <cmath>

#include "core/error.hpp"

namespace gpuxfer::report {
namespace {

/// Text that is no UTF-8 (a host name, an environment variable) gets replacement characters.
std::string scalar(const Json& value, const std::string& where) {
  if (value.is_number_float() && !std::isfinite(value.get<double>())) {
    throw Error(ExitCode::fault,
                "a number that is not finite at " + where + " of the results: a fault of gpuxfer's own");
  }
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// `value` as text, its members on lines indented by `indent` and more, but an array of plain values on one
/// line. `where` is its JSON pointer.
std::string print(const Json& value, const std::string& where, std::size_t indent) {
  if (!value.is_structured()) return scalar(value, where);
  const bool object = value.is_object();
  const bool one_line = value.empty() || (!object && !value.front().is_structured());
  const std::string separator = one_line ? ", " : ",\n" + std::string(indent, ' ');

  std::string members;
  for (const auto& [key, member] : value.items()) {
    if (!members.empty()) members += separator;
    if (object) members += scalar(Json(key), where) + ": ";
    members += print(member, where + '/' + key, indent + 1);
  }
  if (!one_line) members = '\n' + std::string(indent, ' ') + members + '\n' + std::string(indent - 1, ' ');
  return (object ? '{' : '[') + members + (object ? '}' : ']');
}

}  // namespace

Json limits_json(const HostLimits& limits) {
  return {{"shared_memory_bytes", limits.shared_memory_bytes},
          {"shared_memory_free_bytes", limits.shared_memory_free_bytes},
          {"locked_memory_bytes", or_null(limits.locked_memory_bytes)}};
}

std::string json_text(const Json& document) {
  return print(document, "", 1) + '\n';
}

}  // namespace gpuxfer::report
