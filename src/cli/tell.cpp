#include "cli/tell.hpp"

#include <cstdio>

namespace gpuxfer::cli {

int tell(const Answer& answer, bool speaks) {
  if (speaks) std::fputs(answer.text.c_str(), answer.code == ExitCode::done ? stdout : stderr);
  return to_int(answer.code);
}

}  // namespace gpuxfer::cli
