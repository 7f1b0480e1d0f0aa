#include "fake_cuda/settings.hpp"

#include <cuda_runtime_api.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>

namespace gpuxfer::fake {
namespace {

using std::chrono::microseconds;

std::string text(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

template <typename Number>
Number parse(const char* name, std::string_view value) {
  Number number{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size()) {
    die(std::string(name) + " is no number: '" + std::string(value) + "'");
  }
  return number;
}

template <typename Number>
Number number(const char* name, Number otherwise) {
  const std::string value = text(name);
  return value.empty() ? otherwise : parse<Number>(name, value);
}

bool flag(const char* name, bool otherwise) {
  return number(name, otherwise ? 1 : 0) != 0;
}

void read_slow_gpu(Settings& settings) {
  constexpr const char* name = "GPUXFER_FAKE_SLOW";
  const std::string value = text(name);
  if (value.empty()) return;
  const std::size_t colon = value.find(':');
  if (colon == std::string::npos) die(std::string(name) + " is not GPU:MICROSECONDS: '" + value + "'");
  settings.slow_gpu = parse<int>(name, std::string_view(value).substr(0, colon));
  settings.slow_copy_time = microseconds(parse<long>(name, std::string_view(value).substr(colon + 1)));
}

}  // namespace

Settings settings_from_environment() {
  Settings settings;
  settings.gpus = number("GPUXFER_FAKE_GPUS", settings.gpus);
  settings.memory_bytes = number("GPUXFER_FAKE_MEMORY", settings.memory_bytes);
  settings.driver = number("GPUXFER_FAKE_DRIVER", CUDART_VERSION);
  settings.memory_clock_kilohertz = number("GPUXFER_FAKE_MEMORY_CLOCK", settings.memory_clock_kilohertz);
  settings.peer = flag("GPUXFER_FAKE_PEER", settings.peer);
  settings.mps = flag("GPUXFER_FAKE_MPS", settings.mps);
  settings.exclusive = flag("GPUXFER_FAKE_EXCLUSIVE", settings.exclusive);
  settings.mig = flag("GPUXFER_FAKE_MIG", settings.mig);
  settings.copy_time = microseconds(number("GPUXFER_FAKE_COPY_MICROSECONDS", 0L));
  read_slow_gpu(settings);
  settings.faults = text("GPUXFER_FAKE_FAULT");
  settings.node = text("GPUXFER_FAKE_NODE");
  if (const char* mask = std::getenv("CUDA_VISIBLE_DEVICES")) settings.visible_devices = mask;
  settings.rank = number("PMI_RANK", 0);
  return settings;
}

void die(std::string_view message) {
  std::fprintf(stderr, "fake CUDA runtime: %.*s\n", static_cast<int>(message.size()), message.data());
  std::abort();
}

}  // namespace gpuxfer::fake
