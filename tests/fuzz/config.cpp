// A file of --config: options, or one line that says what is wrong.

#include "cli/config.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <vector>

#include "cli/definitions.hpp"
#include "core/error.hpp"
#include "fuzz/expect.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t length) {
  using namespace gpuxfer;
  static const std::vector<cli::Syntax> known = [] {
    std::vector<cli::Syntax> syntax;
    for (const cli::Definition& option : cli::definitions()) {
      if (option.name != "config") syntax.push_back({option.name, !option.argument.empty()});
    }
    return syntax;
  }();
  const int file = memfd_create("config", MFD_CLOEXEC);
  fuzz::expect(file >= 0 && write(file, data, length) == static_cast<ssize_t>(length));
  const std::string name = "/proc/self/fd/" + std::to_string(file);
  try {
    for (const cli::Given& given : cli::read_config(name, known)) fuzz::expect(!given.name.empty());
  } catch (const UsageError& error) {
    fuzz::expect_one_line(error.what());
  }
  close(file);
  return 0;
}
