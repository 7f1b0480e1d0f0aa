#pragma once

#include <string>
#include <vector>

namespace gpuxfer::trace {

/// Where the profiling library may lie, best first. A toolkit's CUPTI is often outside the loader's path:
/// beside the runtime library, or in a folder of its own.
/// `major`: of the CUDA that gpuxfer was built with. `runtime_folder`: where the runtime in use was loaded
/// from; empty where unknown. `cuda_home`: the variable's value, empty where unset.
std::vector<std::string> library_names(int major, const std::string& runtime_folder,
                                       const std::string& cuda_home);

/// The handle of the first of `names` that loads; it stays loaded. Throws MachineError with the loader's
/// reason for the first of them where none does.
void* load_library(const std::vector<std::string>& names);

}  // namespace gpuxfer::trace
