#pragma once

#include <mpi.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace gpuxfer::comm {

/// An MPI datatype that messages can be sent as. Its size is a power of two.
struct Datatype {
  const char* name = "byte";
  MPI_Datatype handle = MPI_BYTE;
  unsigned log2_bytes = 0;

  std::uint64_t bytes() const { return std::uint64_t{1} << log2_bytes; }
};

/// byte, char, int32, int64, float, double, complex64, complex128.
std::span<const Datatype> datatypes();

/// The datatype of that name; null where there is none.
const Datatype* find_datatype(std::string_view name);

}  // namespace gpuxfer::comm
