#pragma once

#include <optional>
#include <string>

#include "core/exit_code.hpp"

namespace gpuxfer::run {

/// What one guardian tells another: how the run ends, and why.
struct Call {
  ExitCode code = ExitCode::done;
  std::string words;  ///< one line
};

/// One-way messages between the processes of a host, for when MPI can't be asked any more: a datagram socket
/// without a file. Processes that no call reaches (on other hosts, in other containers) are told so by
/// call(), and nothing here waits or throws.
class Hotline {
 public:
  Hotline();
  ~Hotline();
  Hotline(const Hotline&) = delete;
  Hotline& operator=(const Hotline&) = delete;

  /// What others need to call this one, one word; empty where there is no socket to be had. It holds a
  /// secret, so that nobody outside the run can end it.
  const std::string& address() const { return address_; }
  /// Readable when there is a call to take; -1 where there never is.
  int descriptor() const { return socket_; }

  /// Whether `other` will get it.
  bool call(const std::string& other, const Call& call) const;
  /// The next call, if there is one.
  std::optional<Call> take() const;

 private:
  int socket_ = -1;
  std::string address_;
};

}  // namespace gpuxfer::run
