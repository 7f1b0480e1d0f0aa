#include "cli/subcommands.hpp"

#include <algorithm>

namespace gpuxfer::cli {

std::vector<Subcommand> subcommands() {
  return {
      {"info",
       Task::info,
       "tell of ranks, GPUs, the links between them and the MPI library, and of what stands in the way of "
       "good "
       "figures; with or without mpirun and GPUs; takes --format (table or json), --devices and --share-gpu",
       {"format", "devices", "share-gpu"},
       {"table", "json"}},
      {"demo",
       Task::demo,
       "send ten doubles from rank 0's GPU to rank 1's by MPI on device pointers, shown before and after on "
       "both "
       "sides; takes --devices and --share-gpu",
       {"devices", "share-gpu"},
       {}}};
}

std::optional<Subcommand> find_subcommand(std::string_view name) {
  const auto all = subcommands();
  const auto found = std::ranges::find(all, name, &Subcommand::name);
  return found == all.end() ? std::nullopt : std::optional(*found);
}

}  // namespace gpuxfer::cli
