#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <numeric>
#include <optional>

#include "fake_cuda/devices.hpp"

namespace gpuxfer::fake {
namespace {

std::optional<int> by_index(const Settings& settings, std::string_view entry) {
  int index = -1;
  const auto [end, error] = std::from_chars(entry.data(), entry.data() + entry.size(), index);
  if (error != std::errc{} || end != entry.data() + entry.size()) return std::nullopt;
  if (index < 0 || index >= settings.gpus) return std::nullopt;
  return index;
}

std::optional<int> by_uuid(const Settings& settings, std::string_view entry) {
  if (!entry.starts_with(settings.mig ? "MIG-" : "GPU-")) return std::nullopt;
  std::optional<int> found;
  for (int physical = 0; physical < settings.gpus; ++physical) {
    if (!std::string_view(uuid_text(settings, physical)).starts_with(entry)) continue;
    if (found) return std::nullopt;  // cut too short to tell two GPUs apart
    found = physical;
  }
  return found;
}

std::vector<int> masked(const Settings& settings, std::string_view mask) {
  std::vector<int> gpus;
  while (true) {
    const std::size_t comma = mask.find(',');
    const std::string_view entry = mask.substr(0, comma);
    const std::optional<int> index = by_index(settings, entry);
    const std::optional<int> gpu = index ? index : by_uuid(settings, entry);
    if (!gpu) return gpus;
    if (std::find(gpus.begin(), gpus.end(), *gpu) != gpus.end()) return {};
    gpus.push_back(*gpu);
    if (comma == std::string_view::npos) return gpus;
    mask.remove_prefix(comma + 1);
  }
}

}  // namespace

cudaUUID_t uuid(const Settings& settings, int physical) {
  cudaUUID_t id{};
  std::uint64_t state = std::hash<std::string>{}(settings.node) + static_cast<std::uint64_t>(physical);
  for (int i = 0; i < 16; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    id.bytes[i] = static_cast<char>(state >> 56);
  }
  return id;
}

std::string uuid_text(const Settings& settings, int physical) {
  std::string text = settings.mig ? "MIG-" : "GPU-";
  const cudaUUID_t id = uuid(settings, physical);
  for (int i = 0; i < 16; ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x",
                  static_cast<unsigned>(static_cast<unsigned char>(id.bytes[i])));
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += digits;
  }
  return text;
}

std::vector<int> visible_gpus(const Settings& settings) {
  std::vector<int> gpus(static_cast<std::size_t>(std::max(settings.gpus, 0)));
  std::iota(gpus.begin(), gpus.end(), 0);
  if (settings.visible_devices) gpus = masked(settings, *settings.visible_devices);
  // CUDA shows a process a single MIG instance.
  if (settings.mig && gpus.size() > 1) gpus.erase(gpus.begin() + 1, gpus.end());
  return gpus;
}

}  // namespace gpuxfer::fake
