#include <string>
#include <vector>

#include "path/ceilings.hpp"
#include "path/messages.hpp"

namespace gpuxfer::path {
namespace {

/// MPI on the pointer to where the message lives: GPUDirect, or whatever the MPI library makes of it.
class Direct final : public Path {
 public:
  bool needs_device() const override { return false; }
  bool passes_device_pointers() const override { return true; }
  std::uint64_t host_bytes(std::uint64_t) const override { return 0; }
  std::vector<std::string> bounded_by(const Staging&) const override { return {on_device}; }

  void prepare(const Plan& plan) override { plan_ = plan; }

  void send(int slot) override { path::send(plan_, plan_.send, slot); }
  void receive(int slot) override { path::receive(plan_, plan_.receive, slot); }

  void post_send(int slot) override { requests_.push_back(path::post_send(plan_, plan_.send, slot)); }
  void post_receive(int slot) override {
    requests_.push_back(path::post_receive(plan_, plan_.receive, slot));
  }
  void complete() override { plan_.comm->complete(requests_); }

 private:
  Plan plan_;
  std::vector<MPI_Request> requests_;
};

const Registration<Path> registration{
    {.name = "direct",
     .description = "MPI on the device pointer (GPUDirect, or what the library makes of it)",
     .position = 0,
     .make = [] { return std::make_unique<Direct>(); }}};

}  // namespace
}  // namespace gpuxfer::path
