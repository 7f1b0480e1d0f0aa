#include "report/printer.hpp"

#include <cerrno>
#include <cstring>

#include "core/error.hpp"

namespace gpuxfer::report {

Printer::Printer(const std::string& format, std::FILE* stream)
    : report_(Reports::find(format)->make()), stream_(stream) {}

void Printer::write(const std::string& text) {
  const bool whole = std::fwrite(text.data(), 1, text.size(), stream_) == text.size();
  if (!whole || std::fflush(stream_) != 0) {
    throw MachineError(std::string("writing the results failed: ") + std::strerror(errno));
  }
}

}  // namespace gpuxfer::report
