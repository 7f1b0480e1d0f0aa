#include "comm/library.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>

namespace gpuxfer::comm {
namespace {

constexpr std::array control_variables{"MPIR_CVAR_ENABLE_GPU",
                                       "MPIR_CVAR_CH4_IPC_GPU_P2P_THRESHOLD",
                                       "MPIR_CVAR_CH4_IPC_GPU_HANDLE_CACHE",
                                       "MPIR_CVAR_CH4_OFI_ENABLE_HMEM",
                                       "MPIR_CVAR_CH4_OFI_GPU_RDMA_THRESHOLD",
                                       "MPIR_CVAR_GPU_FAST_COPY_MAX_SIZE",
                                       "MPIR_CVAR_NOLOCAL",
                                       "MPIR_CVAR_CH4_NETMOD",
                                       "MPIR_CVAR_OFI_USE_PROVIDER",
                                       "MPIR_CVAR_POLLS_BEFORE_YIELD"};

constexpr std::array variables{"CUDA_VISIBLE_DEVICES",
                               "CUDA_DEVICE_ORDER",
                               "CUDA_LAUNCH_BLOCKING",
                               "CUDA_MODULE_LOADING",
                               "CUDA_MPS_PIPE_DIRECTORY",
                               "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE",
                               "MPIR_CVAR_ENABLE_GPU",
                               "MPIR_CVAR_CH4_IPC_GPU_P2P_THRESHOLD",
                               "MPIR_CVAR_NOLOCAL",
                               "MPICH_GPU_SUPPORT_ENABLED",
                               "FI_PROVIDER",
                               "UCX_TLS",
                               "UCX_NET_DEVICES",
                               "OMP_PROC_BIND",
                               "SLURM_CPU_BIND",
                               "SLURM_GPUS_PER_TASK"};

/// MPI_T between its init and finalize.
class Tools {
 public:
  Tools() : open_(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided_) == MPI_SUCCESS) {}
  ~Tools() {
    if (open_) MPI_T_finalize();
  }
  Tools(const Tools&) = delete;
  Tools& operator=(const Tools&) = delete;

  std::optional<std::string> read(const char* name) const {
    int index = 0;
    if (!open_ || MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS) return std::nullopt;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    int verbosity = 0, binding = 0, scope = 0;
    // MPICH 4.0 writes through both length pointers, whether or not there is a buffer for the text.
    int name_length = 0, description_length = 0;
    MPI_T_enum enumeration = MPI_T_ENUM_NULL;
    if (MPI_T_cvar_get_info(index, nullptr, &name_length, &verbosity, &type, &enumeration, nullptr,
                            &description_length, &binding, &scope) != MPI_SUCCESS) {
      return std::nullopt;
    }
    int count = 0;
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    if (MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS) return std::nullopt;
    auto value = read(handle, type, count);
    MPI_T_cvar_handle_free(&handle);
    return value;
  }

 private:
  static std::optional<std::string> read(MPI_T_cvar_handle handle, MPI_Datatype type, int count) {
    if (type == MPI_CHAR) {
      std::string text(static_cast<std::size_t>(count) + 1, '\0');
      if (MPI_T_cvar_read(handle, text.data()) != MPI_SUCCESS) return std::nullopt;
      return std::string(text.c_str());
    }
    if ((type != MPI_INT && type != MPI_UNSIGNED) || count != 1) return std::nullopt;
    int number = 0;
    if (MPI_T_cvar_read(handle, &number) != MPI_SUCCESS) return std::nullopt;
    return std::to_string(number);
  }

  int provided_ = 0;
  bool open_;
};

struct Awareness {
  const char* answer;
  const char* source;
};

Awareness cuda_awareness() {
#ifdef MPIX_GPU_SUPPORT_CUDA
  int supported = 0;
  if (MPIX_GPU_query_support(MPIX_GPU_SUPPORT_CUDA, &supported) == MPI_SUCCESS)
    return {supported ? "yes" : "no", "MPIX_GPU_query_support says so"};
  return {"unknown", "MPIX_GPU_query_support failed"};
#else
  return {"unknown", "gpuxfer was built with an MPI library that has no MPIX_GPU_query_support"};
#endif
}

}  // namespace

MpiInfo library_info() {
  MpiInfo info;
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  for (const char* c = text; *c != '\0' && *c != '\n'; ++c) info.library += *c == '\t' ? ' ' : *c;
  while (info.library.find("  ") != std::string::npos) info.library.erase(info.library.find("  "), 1);
  if (const auto colon = info.library.find(" Version: "); colon != std::string::npos) {
    info.library.erase(colon, std::string(" Version:").size());
  }
  int major = 0, minor = 0;
  MPI_Get_version(&major, &minor);
  info.standard = fmt::format("{}.{}", major, minor);
  const Awareness awareness = cuda_awareness();
  info.cuda_aware = awareness.answer;
  info.cuda_aware_source = awareness.source;
  const Tools tools;
  for (const char* name : control_variables) {
    if (auto value = tools.read(name)) info.control_variables[name] = *value;
  }
  return info;
}

std::optional<std::uint64_t> gpu_threshold_bytes(const MpiInfo& info) {
  const auto found = info.control_variables.find("MPIR_CVAR_CH4_IPC_GPU_P2P_THRESHOLD");
  if (found == info.control_variables.end()) return std::nullopt;
  const std::string& text = found->second;
  std::uint64_t bytes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(bytes) : std::nullopt;
}

std::map<std::string, std::string> environment_variables() {
  std::map<std::string, std::string> found;
  for (const char* name : variables) {
    if (const char* value = std::getenv(name)) found[name] = value;
  }
  return found;
}

}  // namespace gpuxfer::comm
