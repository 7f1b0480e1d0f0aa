#include "core/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>

namespace gpuxfer {

namespace {

/// Before the constructors of the libraries that this program is linked to, which open things as well; and
/// before a sanitizer is ready.
__attribute__((no_sanitize("address", "undefined"))) void occupy_standard_streams() {
  for (int standard = STDIN_FILENO; standard <= STDERR_FILENO; ++standard) {
    if (fcntl(standard, F_GETFD) == -1)
      open("/dev/null", O_RDONLY);  // takes the lowest free number: this one
  }
}

__attribute__((section(".preinit_array"), used)) void (*const at_start)() = occupy_standard_streams;

}  // namespace

void keep_standard_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit of `ulimit -f`
}

}  // namespace gpuxfer
