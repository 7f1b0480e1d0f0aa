#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "fake_cuda/runtime.hpp"

namespace gpuxfer::fake {
namespace {

std::string line(int rank, const char* what, const std::string& name, std::uint64_t count) {
  return std::to_string(rank) + ' ' + what + ' ' + name + ' ' + std::to_string(count) + '\n';
}

std::string summary(const Runtime& runtime) {
  const int rank = runtime.settings.rank;
  std::string text;
  for (const auto& [name, count] : runtime.calls.counts()) text += line(rank, "call", name, count);
  text += line(rank, "live", "contexts", runtime.contexts.size());

  std::map<MemoryType, std::uint64_t> regions;
  for (const auto& [begin, region] : runtime.memory.regions()) ++regions[region.type];
  text += line(rank, "leak", "device", regions[MemoryType::device]);
  text += line(rank, "leak", "managed", regions[MemoryType::managed]);
  text += line(rank, "leak", "pinned", regions[MemoryType::pinned]);
  text += line(rank, "leak", "registered", regions[MemoryType::registered]);
  text += line(rank, "leak", "ipc", regions[MemoryType::ipc]);
  text += line(rank, "leak", "streams", runtime.streams.live());
  text += line(rank, "leak", "events", runtime.events.size());
  return text;
}

/// A library's destructor runs after the program's own, so what these release is no leak.
__attribute__((destructor)) void write_log() {
  const char* const name = std::getenv("GPUXFER_FAKE_LOG");
  if (name == nullptr || *name == '\0') return;
  const std::string text = summary(Runtime::instance());
  const int file = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  // One write a process, so that ranks don't tear each other's lines.
  if (file < 0 || write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    die(std::string("can't write ") + name);
  }
  close(file);
}

}  // namespace
}  // namespace gpuxfer::fake
