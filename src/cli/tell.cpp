#include "cli/tell.hpp"

#include <chrono>
#include <cstdio>
#include <thread>

#include "core/say.hpp"

namespace gpuxfer::cli {
namespace {

/// Enough for rank 0 to have spoken, and ended the launch, where all ranks have the same to say.
constexpr std::chrono::milliseconds first_word(1000);

int print(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return to_int(ExitCode::done);
  say("stdout takes nothing: there is nowhere to print to");
  return to_int(ExitCode::machine);
}

}  // namespace

int tell(const Answer& answer, const comm::Launch& launch) {
  if (answer.code == ExitCode::done) return launch.speaks() ? print(answer.text) : to_int(answer.code);
  const int launcher = comm::launcher_descriptor();
  if (!launch.speaks()) {
    if (launcher < 0) return to_int(answer.code);
    std::this_thread::sleep_for(first_word);
  }
  std::fputs(answer.text.c_str(), stderr);
  std::fflush(stderr);
  comm::end_launch(launcher, answer.code);
  return to_int(answer.code);
}

}  // namespace gpuxfer::cli
