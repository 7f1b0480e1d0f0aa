#include "cli/tell.hpp"

#include <cstdio>

namespace gpuxfer::cli {

int tell(const Answer& answer, bool speaks) {
  if (!speaks) return to_int(answer.code);
  std::FILE* const stream = answer.code == ExitCode::done ? stdout : stderr;
  const bool told = std::fputs(answer.text.c_str(), stream) >= 0 && std::fflush(stream) == 0;
  return to_int(told || stream == stderr ? answer.code : ExitCode::machine);
}

}  // namespace gpuxfer::cli
