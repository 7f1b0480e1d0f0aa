#include "device/host_limits.hpp"

#include <sys/resource.h>
#include <sys/statvfs.h>

namespace gpuxfer::device {

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

}  // namespace gpuxfer::device
