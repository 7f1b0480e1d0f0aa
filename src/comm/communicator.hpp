#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "comm/datatype.hpp"
#include "core/error.hpp"
#include "core/pulse.hpp"

namespace gpuxfer::comm {

/// How a rank waits for a message.
enum class Waiting {
  spin,   ///< inside MPI, which polls: the fastest where each rank has a core
  yield,  ///< test and give the core away: where ranks outnumber cores
  sleep   ///< test and sleep a millisecond: for ranks that take no part
};

/// Tags keep apart what shares a communicator.
enum class Tag : int { message, control, report };

/// An error that every rank throws with the same words, so that one of them can tell the user and all leave
/// together.
class AgreedError : public Error {
 public:
  using Error::Error;
};

/// A view of an MPI communicator, which outlives it, as does `pulse`, which is told when this rank waits for
/// another's word rather than for a message. Byte counts know no 2^31. Failures throw Error naming the call.
class Communicator {
 public:
  Communicator(MPI_Comm handle, Pulse& pulse, Waiting waiting = Waiting::spin);

  int rank() const { return rank_; }
  int size() const { return size_; }
  Waiting waiting() const { return waiting_; }
  Communicator with(Waiting waiting) const { return Communicator(handle_, *pulse_, waiting); }
  Pulse& pulse() const { return *pulse_; }

  /// `bytes` is a multiple of the datatype's.
  void send(const void* data, std::uint64_t bytes, int peer, Tag tag = Tag::message,
            const Datatype& type = {}) const;
  /// Receives up to `bytes`; a longer message throws.
  void receive(void* data, std::uint64_t bytes, int peer, Tag tag = Tag::message,
               const Datatype& type = {}) const;

  /// Messages that complete() or test() finishes.
  MPI_Request post_send(const void* data, std::uint64_t bytes, int peer, Tag tag = Tag::message,
                        const Datatype& type = {}) const;
  MPI_Request post_receive(void* data, std::uint64_t bytes, int peer, Tag tag = Tag::message,
                           const Datatype& type = {}) const;
  /// Waits for all of `requests` and empties it.
  void complete(std::vector<MPI_Request>& requests) const;
  /// Whether `request` is done; it is then MPI_REQUEST_NULL. Never blocks.
  bool test(MPI_Request& request) const;
  /// Gives the core away, or sleeps, where this communicator's way of waiting says so.
  void pause() const;

  /// A message of any length, for reports between ranks.
  void send_text(const std::string& text, int peer) const;
  std::string receive_text(int peer) const;
  /// Swaps texts with `peer`, which calls it too.
  std::string exchange_text(const std::string& text, int peer) const;

  /// Returns once this rank and `peer` have both called it.
  void meet(int peer) const;
  void barrier() const;
  /// Every rank's text, by rank, on every rank.
  std::vector<std::string> all_gather(const std::string& text) const;
  /// The collective way out of a step that can fail on some ranks alone: where any rank has an error, throws
  /// the lowest such rank's as AgreedError on all of them, with the code that prevails.
  void agree(const std::optional<Error>& error) const;
  /// The code that prevails over all ranks.
  ExitCode agree(ExitCode code) const;

 private:
  void wait(MPI_Request request) const;

  MPI_Comm handle_;
  Pulse* pulse_;
  Waiting waiting_;
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace gpuxfer::comm
