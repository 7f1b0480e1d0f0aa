#include "cli/definitions.hpp"
#include "cli/options.hpp"

namespace gpuxfer::cli {

std::vector<std::pair<std::string, Value>> describe(const Options& options) {
  std::vector<std::pair<std::string, Value>> values;
  for (const Definition& option : definitions()) values.emplace_back(option.name, option.value(options));
  return values;
}

}  // namespace gpuxfer::cli
