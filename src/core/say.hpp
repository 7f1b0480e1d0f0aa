#pragma once

#include <string>

namespace gpuxfer {

/// Writes `gpuxfer: ` and one line to stderr. A stderr that takes nothing is no reason to fail.
void say(const std::string& line);

}  // namespace gpuxfer
