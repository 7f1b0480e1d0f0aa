# Finds the CUDA Toolkit at CUDA_HOME, on PATH or under /usr/local/cuda, and enables the language. The runtime is linked shared: MPI libraries
# intercept cudaFree to keep their caches of IPC handles true, and a static runtime would slip past them.
if(NOT GPUXFER_CUDA)
  return()
endif()

find_program(GPUXFER_NVCC nvcc HINTS "$ENV{CUDA_HOME}/bin" PATHS /usr/local/cuda/bin)
if(NOT GPUXFER_NVCC)
  message(FATAL_ERROR "No CUDA Toolkit at CUDA_HOME, on PATH or under /usr/local/cuda. Install one, or build for host memory "
                      "alone with -DGPUXFER_CUDA=OFF")
endif()
if(NOT CMAKE_CUDA_COMPILER)
  set(CMAKE_CUDA_COMPILER "${GPUXFER_NVCC}")
endif()
# Machine code for the generations that are in clusters, and PTX for what comes after.
if(NOT CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90-real 90-virtual)
endif()
set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
enable_language(CUDA)
set(CMAKE_CUDA_STANDARD 17)  # the newest that CMake 3.25 knows for nvcc; kernels need no more
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
# CMake 3.25 marks this target as deprecated without asking whether the toolkit still has it; CUDA 13 has not.
if(NOT TARGET CUDA::nvToolsExt)
  add_library(CUDA::nvToolsExt INTERFACE IMPORTED)
endif()
find_package(CUDAToolkit REQUIRED)

# The headers of the profiling interface, which a toolkit may lack: --explain then says so.
find_path(GPUXFER_CUPTI cupti.h HINTS ${CUDAToolkit_INCLUDE_DIRS} "${CUDAToolkit_LIBRARY_ROOT}/extras/CUPTI/include")
