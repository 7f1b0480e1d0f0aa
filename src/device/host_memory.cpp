#include "device/host_memory.hpp"

#include <fmt/format.h>
#include <linux/mman.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>

#include "core/error.hpp"
#include "core/sizes.hpp"

namespace gpuxfer::device {
namespace {

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

/// MemAvailable, which counts what the kernel would give up for us.
std::size_t system_available() {
  std::ifstream file("/proc/meminfo");
  for (std::string name; file >> name;) {
    std::size_t kibibytes = 0;
    if (name == "MemAvailable:" && file >> kibibytes) return kibibytes * 1024;
    file.ignore(no_limit, '\n');
  }
  return static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t number_in(const std::string& path) {
  std::ifstream file(path);
  std::size_t value = 0;
  return file >> value ? value : no_limit;  // a group without a limit says "max"
}

/// What the limits of this process's control group and of all groups above it leave; of version 1, the
/// container's own.
std::size_t control_group_available() {
  std::ifstream file("/proc/self/cgroup");
  std::string group;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("0::")) group = line.substr(3);
  }
  std::size_t available = no_limit;
  const auto take = [&](const std::string& limit_file, const std::string& used_file) {
    const std::size_t limit = number_in(limit_file), used = number_in(used_file);
    if (limit != no_limit && used != no_limit) available = std::min(available, limit - std::min(limit, used));
  };
  if (group == "/") group.clear();
  for (;; group.erase(group.rfind('/'))) {
    const std::string folder = "/sys/fs/cgroup" + group;
    take(folder + "/memory.max", folder + "/memory.current");
    if (group.empty()) break;  // in a container the root is the container's own group
  }
  const std::string version_1 = "/sys/fs/cgroup/memory";
  take(version_1 + "/memory.limit_in_bytes", version_1 + "/memory.usage_in_bytes");
  return available;
}

}  // namespace

Buffer allocate_pages(std::size_t bytes) {
  const std::size_t mapped = std::max<std::size_t>(bytes, 1);
  void* const pages = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) {
    throw MachineError(fmt::format("{} of host memory refused: {}; use smaller --sizes", format_size(bytes),
                                   std::strerror(errno)));
  }
  // Huge pages, and all of them now: faults one by one, in a virtual machine above all, take longer than what
  // is measured. Both calls may be refused by an older kernel, at no cost but time.
  madvise(pages, mapped, MADV_HUGEPAGE);
  madvise(pages, mapped, MADV_POPULATE_WRITE);
  return {static_cast<unsigned char*>(pages), bytes, [mapped](unsigned char* data) { munmap(data, mapped); }};
}

std::size_t available_host_bytes() {
  return std::min(system_available(), control_group_available());
}

}  // namespace gpuxfer::device
