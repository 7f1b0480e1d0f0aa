#include "run/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <string>

#include "core/sizes.hpp"

namespace gpuxfer::run {

Progress::Progress(bool wanted, Clock& clock)
    : clock_(clock), terminal_(isatty(STDERR_FILENO) == 1), shown_(wanted || terminal_) {}

void Progress::begun(const Results&, Extent) {
  start_seconds_ = clock_.now();
}

void Progress::measured(const Results& results, std::size_t, Extent extent) {
  if (!shown_) return;
  const double elapsed = clock_.now() - start_seconds_;
  const double left =
      elapsed / static_cast<double>(extent.done) * static_cast<double>(extent.all - extent.done);
  const Row& row = results.rows.back();
  const std::string text =
      fmt::format("{}gpuxfer: {} of {} done ({}, {}), about {:.0f} s left{}", terminal_ ? "\r\x1b[K" : "",
                  extent.done, extent.all, row.pattern, format_size(row.bytes), left, terminal_ ? "" : "\n");
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

void Progress::ended(const Results&) {
  if (terminal_) std::fputs("\r\x1b[K", stderr);
}

}  // namespace gpuxfer::run
