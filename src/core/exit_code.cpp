#include "core/exit_code.hpp"

#include <algorithm>
#include <array>

namespace gpuxfer {

ExitCode prevailing(ExitCode a, ExitCode b) {
  constexpr std::array order{ExitCode::fault,       ExitCode::usage,   ExitCode::wrong_data, ExitCode::hung,
                             ExitCode::interrupted, ExitCode::machine, ExitCode::worse,      ExitCode::done};
  return *std::min(std::ranges::find(order, a), std::ranges::find(order, b));
}

}  // namespace gpuxfer
