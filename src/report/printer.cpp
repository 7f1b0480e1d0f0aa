#include "report/printer.hpp"

#include "report/print.hpp"

namespace gpuxfer::report {

Printer::Printer(const std::string& format, std::FILE* stream)
    : report_(Reports::find(format)->make()), stream_(stream) {}

void Printer::write(const std::string& text) {
  print(text, stream_);
}

}  // namespace gpuxfer::report
