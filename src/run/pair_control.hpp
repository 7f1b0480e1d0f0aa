#pragma once

#include "comm/communicator.hpp"
#include "pattern/pattern.hpp"

namespace gpuxfer::run {

/// Control between this rank and `peer`, as MPI messages from host memory.
class PairControl final : public pattern::Control {
 public:
  PairControl(comm::Communicator comm, int peer) : comm_(comm), peer_(peer) {}

  void acknowledge() override { comm_.send(nullptr, 0, peer_, comm::Tag::control); }
  void await_acknowledgement() override {
    const Wait waits(comm_.pulse());
    comm_.receive(nullptr, 0, peer_, comm::Tag::control);
  }
  void meet() override { comm_.meet(peer_); }
  void tell_numbers(std::span<const std::uint64_t> numbers) override {
    comm_.send(numbers.data(), numbers.size_bytes(), peer_, comm::Tag::control);
  }
  void await_numbers(std::span<std::uint64_t> numbers) override {
    const Wait waits(comm_.pulse());
    comm_.receive(numbers.data(), numbers.size_bytes(), peer_, comm::Tag::control);
  }

 private:
  comm::Communicator comm_;
  int peer_;
};

}  // namespace gpuxfer::run
