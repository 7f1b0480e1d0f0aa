#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace gpuxfer::fake {

/// What the environment asks of the fake GPUs; docs/fake-gpus.md lists the variables.
struct Settings {
  int gpus = 2;
  std::size_t memory_bytes = std::size_t{1} << 30;  ///< of each GPU
  int driver = 0;  ///< the newest CUDA version it supports, as 1000 * major + 10 * minor
  int memory_clock_kilohertz = 2619000;
  bool peer = true;  ///< whether GPUs reach each other's memory
  bool mps = false;
  bool exclusive = false;  ///< compute mode: one process a GPU
  bool mig = false;        ///< every GPU is a MIG instance
  std::chrono::microseconds copy_time{0};
  int slow_gpu = -1;  ///< physical index of the GPU whose copies take `slow_copy_time`
  std::chrono::microseconds slow_copy_time{0};
  std::string faults;
  std::string node;  ///< which node this process is on; empty to go by the launcher
  std::optional<std::string> visible_devices;
  int rank = 0;
};

/// Ends the process with a message where a variable can't be read.
Settings settings_from_environment();

/// A mistake in a test's set-up, or something that the stand-in doesn't model: says so on stderr and aborts.
[[noreturn]] void die(std::string_view message);

}  // namespace gpuxfer::fake
