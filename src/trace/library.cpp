#include "trace/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "core/error.hpp"

namespace gpuxfer::trace {

std::vector<std::string> library_names(int major, const std::string& runtime_folder,
                                       const std::string& cuda_home) {
  const std::string soname = fmt::format("libcupti.so.{}", major);
  std::vector<std::string> names{soname, "libcupti.so"};
  if (!runtime_folder.empty()) {
    names.push_back(runtime_folder + '/' + soname);
    names.push_back(runtime_folder + "/../extras/CUPTI/lib64/" + soname);
  }
  std::vector<std::string> homes;
  if (!cuda_home.empty()) homes.push_back(cuda_home);
  homes.push_back(fmt::format("/usr/local/cuda-{}", major));
  homes.emplace_back("/usr/local/cuda");
  for (const std::string& home : homes) {
    names.push_back(home + "/extras/CUPTI/lib64/" + soname);
    names.push_back(home + "/lib64/" + soname);
  }
  return names;
}

void* load_library(const std::vector<std::string>& names) {
  std::string reason;
  for (const std::string& name : names) {
    if (void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    const char* const words = dlerror();
    if (reason.empty()) reason = words != nullptr ? words : name + " can't be loaded";
  }
  throw MachineError("no CUDA profiling library: " + reason);
}

}  // namespace gpuxfer::trace
