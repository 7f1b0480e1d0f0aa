#include "comm/host_limits.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include "core/sizes.hpp"

namespace gpuxfer::comm {
namespace {

/// A rank's first messages take about so much.
constexpr std::uint64_t too_little_bytes = std::uint64_t{4} << 20;

}  // namespace

HostLimits host_limits() {
  HostLimits limits;
  struct statvfs shared {};
  if (statvfs("/dev/shm", &shared) == 0) {
    limits.shared_memory_bytes = std::uint64_t{shared.f_blocks} * shared.f_frsize;
    limits.shared_memory_free_bytes = std::uint64_t{shared.f_bavail} * shared.f_frsize;
  }
  rlimit locked{};
  if (getrlimit(RLIMIT_MEMLOCK, &locked) == 0 && locked.rlim_cur != RLIM_INFINITY) {
    limits.locked_memory_bytes = locked.rlim_cur;
  }
  return limits;
}

std::string why_shared_memory_kills(const HostLimits& limits) {
  if (limits.shared_memory_free_bytes >= too_little_bytes) return "";
  return fmt::format("/dev/shm has {} left, and where it is full whoever writes there dies: {}",
                     format_size(limits.shared_memory_free_bytes), more_shared_memory);
}

}  // namespace gpuxfer::comm
