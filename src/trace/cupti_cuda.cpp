#include "trace/cupti_cuda.hpp"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "core/error.hpp"
#include "trace/library.hpp"

namespace gpuxfer::trace {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Where the CUDA runtime of this process was loaded from, behind symbolic links; empty where nobody knows.
std::string runtime_folder() {
  Dl_info found{};
  void* const function = dlsym(RTLD_DEFAULT, "cudaRuntimeGetVersion");
  if (function == nullptr || dladdr(function, &found) == 0 || found.dli_fname == nullptr) return "";
  std::error_code error;
  return std::filesystem::canonical(found.dli_fname, error).parent_path().string();
}

std::vector<std::string> names() {
  const std::string named = variable("GPUXFER_CUPTI");
  if (!named.empty()) return {named};
  return library_names(CUDART_VERSION / 1000, runtime_folder(), variable("CUDA_HOME"));
}

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) throw MachineError(fmt::format("the CUDA profiling library lacks {}", name));
}

}  // namespace

void Cupti::check(CUptiResult result, std::string_view what) const {
  if (result == CUPTI_SUCCESS) return;
  const char* words = nullptr;
  if (result_string(result, &words) != CUPTI_SUCCESS || words == nullptr) words = "an error without a name";
  throw MachineError(fmt::format("{} failed: {} ({})", what, words, static_cast<int>(result)));
}

Cupti load_cupti() {
  void* const library = load_library(names());
  Cupti cupti;
  find(library, "cuptiActivityRegisterCallbacks", cupti.register_callbacks);
  find(library, "cuptiActivityEnable", cupti.enable);
  find(library, "cuptiActivityDisable", cupti.disable);
  find(library, "cuptiActivityFlushAll", cupti.flush_all);
  find(library, "cuptiActivityGetNextRecord", cupti.next_record);
  find(library, "cuptiActivityGetNumDroppedRecords", cupti.dropped_records);
  find(library, "cuptiGetStreamIdEx", cupti.stream_id);
  find(library, "cuptiGetResultString", cupti.result_string);
  return cupti;
}

}  // namespace gpuxfer::trace
