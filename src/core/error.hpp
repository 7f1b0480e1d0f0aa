#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include "core/exit_code.hpp"

namespace gpuxfer {

/// A failure that the user is told of in one line: what is wrong and what to do, and the exit code it ends
/// with.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// What the user is told of an exception that nobody meant to throw: exit 1.
inline std::string own_fault(const std::exception& error) {
  return std::string("a fault of gpuxfer's own: ") + error.what();
}

/// A bad option or argument; exit 2.
class UsageError : public Error {
 public:
  explicit UsageError(const std::string& message) : Error(ExitCode::usage, message) {}
};

/// Something this machine or launch can't do; exit 3.
class MachineError : public Error {
 public:
  explicit MachineError(const std::string& message) : Error(ExitCode::machine, message) {}
};

}  // namespace gpuxfer
