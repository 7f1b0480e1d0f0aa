#pragma once

#include <exception>

#include "cli/parse.hpp"
#include "comm/launch.hpp"
#include "core/error.hpp"

namespace gpuxfer::cli {

/// Prints `answer` where this process speaks for all ranks, and returns its exit code. Where the answer is no
/// success, the other ranks are ended with it as far as the launcher helps, and a rank whose options alone
/// are bad, which the first one would have told of, speaks as well.
int tell(const Answer& answer, const comm::Launch& launch);

/// What `work` returns; or its error, told in the same way, which came before MPI was there to agree on it.
template <class Work>
int told(const comm::Launch& launch, Work work) {
  try {
    return work();
  } catch (const Error& error) {
    return tell({.code = error.code(), .text = std::string("gpuxfer: ") + error.what() + '\n'}, launch);
  } catch (const std::exception& error) {
    return tell({.code = ExitCode::fault, .text = "gpuxfer: " + own_fault(error) + '\n'}, launch);
  }
}

}  // namespace gpuxfer::cli
