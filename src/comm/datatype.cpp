#include "comm/datatype.hpp"

#include <algorithm>
#include <array>

namespace gpuxfer::comm {

std::span<const Datatype> datatypes() {
  static const std::array<Datatype, 8> all{{{"byte", MPI_BYTE, 0},
                                            {"char", MPI_CHAR, 0},
                                            {"int32", MPI_INT32_T, 2},
                                            {"int64", MPI_INT64_T, 3},
                                            {"float", MPI_FLOAT, 2},
                                            {"double", MPI_DOUBLE, 3},
                                            {"complex64", MPI_C_FLOAT_COMPLEX, 3},
                                            {"complex128", MPI_C_DOUBLE_COMPLEX, 4}}};
  return all;
}

const Datatype* find_datatype(std::string_view name) {
  const auto all = datatypes();
  const auto found = std::ranges::find(all, name, &Datatype::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace gpuxfer::comm
