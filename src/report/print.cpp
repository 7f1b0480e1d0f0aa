#include "report/print.hpp"

#include <cerrno>
#include <cstring>

#include "core/error.hpp"

namespace gpuxfer::report {

void print(const std::string& text, std::FILE* stream) {
  const bool whole = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  if (!whole || std::fflush(stream) != 0) {
    throw MachineError(std::string("writing the results failed: ") + std::strerror(errno));
  }
}

}  // namespace gpuxfer::report
