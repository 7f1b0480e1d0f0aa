#include <vector>

#include "path/path.hpp"

namespace gpuxfer::path {
namespace {

/// MPI on the pointer to where the message lives: GPUDirect, or whatever the MPI library makes of it.
class Direct final : public Path {
 public:
  bool needs_device() const override { return false; }
  bool passes_device_pointers() const override { return true; }
  std::uint64_t host_bytes(std::uint64_t) const override { return 0; }

  void prepare(const Plan& plan) override { plan_ = plan; }

  void send(int slot) override { plan_.comm->send(at(plan_.send, slot), plan_.send.bytes, plan_.peer); }
  void receive(int slot) override {
    plan_.comm->receive(at(plan_.receive, slot), plan_.receive.bytes, plan_.peer);
  }

  void post_send(int slot) override {
    requests_.push_back(plan_.comm->post_send(at(plan_.send, slot), plan_.send.bytes, plan_.peer));
  }
  void post_receive(int slot) override {
    requests_.push_back(plan_.comm->post_receive(at(plan_.receive, slot), plan_.receive.bytes, plan_.peer));
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
