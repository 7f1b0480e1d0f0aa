#include "comm/check.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <string>
#include <string_view>

#include "core/error.hpp"

namespace gpuxfer::comm {

void check(int code, const char* call, std::source_location where) {
  if (code == MPI_SUCCESS) [[likely]]
    return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  std::string words(text, static_cast<std::size_t>(length));
  for (char& c : words) {
    if (c == '\n') c = ' ';
  }
  const std::string_view file = where.file_name();
  throw MachineError(
      fmt::format("{} failed: {} ({}:{})", call, words, file.substr(file.rfind('/') + 1), where.line()));
}

}  // namespace gpuxfer::comm
