#include "comm/launch.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>

namespace gpuxfer::comm {
namespace {

std::optional<int> number(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  int value = 0;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), value);
  if (error != std::errc{} || *end != '\0') return std::nullopt;
  return value;
}

}  // namespace

int launcher_descriptor() {
  return number("PMI_FD").value_or(-1);
}

bool end_launch(int launcher_descriptor, ExitCode code) {
  if (launcher_descriptor < 0) return false;
  const timespec for_launcher{.tv_sec = 0,
                              .tv_nsec = 300'000'000};  // it ends without draining what it still holds
  nanosleep(&for_launcher, nullptr);
  constexpr std::string_view start = "cmd=abort exitcode=";
  const int number = to_int(code);
  std::array<char, start.size() + 4> request{};
  char* end = std::copy(start.begin(), start.end(), request.begin());
  for (const int unit : {100, 10, 1}) *end++ = static_cast<char>('0' + number / unit % 10);
  *end++ = '\n';
  return write(launcher_descriptor, request.data(), request.size()) == std::ssize(request);
}

Launch launch_from_environment() {
  struct Names {
    const char* rank;
    const char* size;
  };
  // Slurm's come last: inside an allocation they are also set for a process that another launcher started.
  constexpr std::array<Names, 6> launchers{{{"PMI_RANK", "PMI_SIZE"},
                                            {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                            {"PMIX_RANK", "PMIX_SIZE"},
                                            {"PALS_RANKID", "PALS_SIZE"},
                                            {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
                                            {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}}};
  for (const Names& names : launchers) {
    if (const auto rank = number(names.rank)) return {.rank = rank, .size = number(names.size)};
  }
  return {};
}

}  // namespace gpuxfer::comm
