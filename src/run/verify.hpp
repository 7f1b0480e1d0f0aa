#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/results.hpp"
#include "device/device.hpp"
#include "path/path.hpp"

namespace gpuxfer::run {

/// Fills one end's slots before an operation and checks them after it. Both ends call arm() in step, so that
/// each knows what the other sent.
class Verifier {
 public:
  Verifier(std::uint64_t seed, int rank, int peer) : seed_(seed), rank_(rank), peer_(peer) {}

  /// A fresh pattern of seed, rank, slot, operation and position in the send slots; poison in the receive
  /// slots and their guards.
  void arm(const path::Plan& plan);
  /// Poison in the receive slots and their guards, so that a later check sees what came since.
  void poison(const path::Plan& plan) const;
  /// Every byte of every receive slot and guard against what the peer armed last; `when` goes into the
  /// mismatch.
  std::optional<Mismatch> check(const path::Plan& plan, const char* when) const;
  /// Whether the receive slots hold nothing but their poison.
  bool untouched(const path::Plan& plan) const;

 private:
  /// Of what `sender` sent in the operation that was armed last, or `before` ones earlier.
  std::uint64_t key(int sender, std::uint64_t before = 0) const;
  std::string guess(const path::Plan& plan, const device::CheckResult& found) const;

  std::uint64_t seed_;
  int rank_;
  int peer_;
  std::uint64_t operation_ = 0;
};

}  // namespace gpuxfer::run
