#pragma once

#include "path/path.hpp"

namespace gpuxfer::path {

/// For tests: a path that moves nothing; what it asks for is overridden where that matters.
class IdlePath : public Path {
 public:
  bool needs_device() const override { return false; }
  bool passes_device_pointers() const override { return false; }
  std::uint64_t host_bytes(std::uint64_t) const override { return 0; }
  void prepare(const Plan&) override {}
  void send(int) override {}
  void receive(int) override {}
  void post_send(int) override {}
  void post_receive(int) override {}
  void complete() override {}
};

}  // namespace gpuxfer::path
