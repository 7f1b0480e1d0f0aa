#include "fake_cuda/node.hpp"

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

namespace gpuxfer::fake {
namespace {

struct Process {
  std::string name;
  pid_t parent = 0;
};

/// As /proc/PID/stat has it: "PID (name) state parent ...", where the name may hold anything.
Process process(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t open = line.find('(');
  const std::size_t close = line.rfind(')');
  if (close == std::string::npos) return {};
  return {line.substr(open + 1, close - open - 1), std::stoi(line.substr(close + 4))};
}

/// Runs beside each other on one machine are different nodes: each has its own launcher's proxy as an
/// ancestor.
std::string node_by_launcher() {
  for (pid_t pid = getppid(); pid > 1;) {
    const Process ancestor = process(pid);
    if (ancestor.name == "hydra_pmi_proxy") return "proxy-" + std::to_string(pid);
    pid = ancestor.parent;
  }
  return "group-" + std::to_string(getpgrp());
}

/// Calls `visit(status)` for every file of this name that a process of this user holds.
template <typename Visit>
void for_each_memfd(const std::string& name, Visit visit) {
  namespace fs = std::filesystem;
  const std::string target = "/memfd:" + name + " (deleted)";
  std::error_code ignored;  // processes come and go, and some belong to others
  for (const fs::directory_entry& process : fs::directory_iterator("/proc", ignored)) {
    if (!std::isdigit(static_cast<unsigned char>(process.path().filename().c_str()[0]))) continue;
    fs::directory_iterator descriptors(process.path() / "fd", ignored);
    for (; !ignored && descriptors != fs::directory_iterator{}; descriptors.increment(ignored)) {
      std::error_code closed;
      struct stat status {};
      if (fs::read_symlink(descriptors->path(), closed) != target) continue;
      if (stat(descriptors->path().c_str(), &status) == 0) visit(status);
    }
  }
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

Node::Node(const Settings& settings)
    : capacity_bytes_(settings.memory_bytes),
      name_(settings.node.empty() ? node_by_launcher() : settings.node) {}

std::uint64_t Node::id() const {
  return std::hash<std::string>{}(name_);
}

std::string Node::object_name(int gpu) const {
  return "gpuxfer-fake-" + name_ + "-" + std::to_string(gpu);
}

Descriptor Node::allocate(int gpu, std::size_t bytes) const {
  if (bytes > capacity_bytes_) return {};
  Descriptor file(memfd_create(object_name(gpu).c_str(), MFD_CLOEXEC));
  if (!file || ftruncate(file.number(), static_cast<off_t>(bytes)) != 0) {
    die(std::string("no memory for a fake GPU: ") + std::strerror(errno));
  }
  // Counted after it is visible, so that two processes that allocate at once never both take the last bytes.
  if (used_bytes(gpu) > capacity_bytes_) return {};
  return file;
}

std::size_t Node::used_bytes(int gpu) const {
  std::size_t bytes = 0;
  std::set<ino_t> seen;  // a forked process holds its parent's files too
  for_each_memfd(object_name(gpu), [&](const struct stat& status) {
    if (seen.insert(status.st_ino).second) bytes += static_cast<std::size_t>(status.st_size);
  });
  return std::min(bytes, capacity_bytes_ + 1);
}

bool Node::claim(int gpu) {
  Descriptor socket_name(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = object_name(gpu).substr(0, sizeof(address.sun_path) - 1);
  std::copy(name.begin(), name.end(), address.sun_path + 1);  // a leading zero byte: no file
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  if (bind(socket_name.number(), reinterpret_cast<const sockaddr*>(&address), length) != 0) return false;
  claims_[gpu] = std::move(socket_name);
  return true;
}

}  // namespace gpuxfer::fake
