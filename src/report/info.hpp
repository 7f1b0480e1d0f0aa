#pragma once

#include <string>

#include "core/info.hpp"

namespace gpuxfer::report {

/// For people: at most 100 columns, ending with the warnings.
std::string info_table(const Info& info);

/// For programs; docs/info-schema.json describes it.
std::string info_json(const Info& info);

}  // namespace gpuxfer::report
