#include "comm/launch.hpp"

#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>

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
