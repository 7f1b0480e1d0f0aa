#pragma once

#include <source_location>

namespace gpuxfer::comm {

/// Throws Error naming `call` and MPI's own words where `code` is not MPI_SUCCESS.
void check(int code, const char* call, std::source_location where = std::source_location::current());

}  // namespace gpuxfer::comm
