#pragma once

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <type_traits>

#include "core/error.hpp"
#include "path/path.hpp"

/// For a prepare() in which one end may fail alone: both leave it together, and neither waits for the other.
namespace gpuxfer::path {

/// What went wrong in `step`; empty where nothing did.
template <class Step>
std::string problem_in(Step step) {
  try {
    step();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

/// Both ends call it, and get the same words: the lower rank's where both have a problem, and empty ones
/// where neither has.
inline std::string agree(const Plan& plan, const std::string& problem) {
  const std::string theirs = plan.comm->exchange_text(problem, plan.peer);
  const int self = plan.comm->rank();
  if (problem.empty() && theirs.empty()) return {};
  const bool own = theirs.empty() || (!problem.empty() && self < plan.peer);
  return fmt::format("rank {}: {}", own ? self : plan.peer, own ? problem : theirs);
}

/// Why a path can't be used between two ranks: found out once, since trying again would not change it.
class Refusal {
 public:
  /// Collective: goes on where neither end has a problem, and throws MachineError at both where one has.
  void settle(const Plan& plan, const std::string& problem) {
    words_ = agree(plan, problem);
    repeat();
  }
  /// Throws again where settle() has.
  void repeat() const {
    if (!words_.empty()) throw MachineError(words_);
  }

 private:
  std::string words_;
};

/// Gives the peer `own` and gets its.
template <class Value>
Value exchange(const Plan& plan, const Value& own) {
  static_assert(std::is_trivially_copyable_v<Value>);
  const std::string bytes(reinterpret_cast<const char*>(&own), sizeof own);
  const std::string received = plan.comm->exchange_text(bytes, plan.peer);
  Value theirs;
  std::memcpy(&theirs, received.data(), sizeof theirs);
  return theirs;
}

}  // namespace gpuxfer::path
