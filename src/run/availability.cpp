#include "run/availability.hpp"

#include <fmt/format.h>

#include "run/site.hpp"

namespace gpuxfer::run {

std::string why_unavailable(const std::string& name, const path::Path& path, const SweepOptions& options,
                            const Environment& environment) {
  const MpiInfo& mpi = environment.mpi;
  if (path.passes_device_pointers() && needs_gpus(options) && mpi.cuda_aware == "no") {
    return fmt::format("the MPI library ({}) is not CUDA-aware: it can't take device pointers", mpi.library);
  }
  const auto host_of = [&](int rank) { return environment.ranks[static_cast<std::size_t>(rank)].host; };
  const auto [one, other] = options.pair;
  if (path.needs_one_host() && host_of(one) != host_of(other)) {
    return fmt::format("{} works within one host: rank {} runs on {} and rank {} on {}", name, one,
                       host_of(one), other, host_of(other));
  }
  return {};
}

}  // namespace gpuxfer::run
