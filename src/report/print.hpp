#pragma once

#include <cstdio>
#include <string>

namespace gpuxfer::report {

/// Writes all of `text` and flushes. Throws MachineError where the stream refuses.
void print(const std::string& text, std::FILE* stream);

}  // namespace gpuxfer::report
