#include <vector>

#include "path/messages.hpp"

namespace gpuxfer::path {
namespace {

/// Staged with the mistake that is easiest to make: MPI gets the host buffer while the copy into it may still
/// be under way, and the wait comes after. What travels is what the buffer held before.
class Unsynchronised final : public Path {
 public:
  bool needs_device() const override { return true; }
  bool passes_device_pointers() const override { return false; }
  std::uint64_t host_bytes(std::uint64_t arena_bytes) const override { return arena_bytes; }

  void prepare(const Plan& plan) override {
    plan_ = plan;
    if (staging_.data() == nullptr) {
      staging_ = plan.device->allocate_host(plan.arena_bytes, plan.staging.memory);
      stream_ = plan.device->make_stream();
    }
    host_send_ = plan.send;
    host_send_.base = staging_.data();
    host_receive_ = plan.receive;
    host_receive_.base = staging_.data() + plan.send.slots * plan.send.stride;
  }

  void send(int slot) override {
    copy_out(slot);
    path::send(plan_, host_send_, slot);
    stream_->synchronize();  // the fault: one line too late
  }
  void receive(int slot) override {
    path::receive(plan_, host_receive_, slot);
    copy_in(slot);
    stream_->synchronize();
  }

  void post_send(int slot) override {
    copy_out(slot);
    requests_.push_back(path::post_send(plan_, host_send_, slot));  // the same fault
  }
  void post_receive(int slot) override {
    requests_.push_back(path::post_receive(plan_, host_receive_, slot));
    incoming_.push_back(slot);
  }
  void complete() override {
    plan_.comm->complete(requests_);
    for (const int slot : incoming_) copy_in(slot);
    incoming_.clear();
    stream_->synchronize();
  }

 private:
  void copy_out(int slot) { stream_->copy(at(host_send_, slot), at(plan_.send, slot), plan_.send.bytes); }
  void copy_in(int slot) {
    stream_->copy(at(plan_.receive, slot), at(host_receive_, slot), plan_.receive.bytes);
  }

  Plan plan_;
  device::Buffer staging_;
  device::SlotLayout host_send_{}, host_receive_{};
  std::unique_ptr<device::Stream> stream_;
  std::vector<int> incoming_;
  std::vector<MPI_Request> requests_;
};

const Registration<Path> registration{{.name = "unsynchronised",
                                       .description = "staged, without a wait before MPI_Send",
                                       .position = 200,
                                       .make = [] { return std::make_unique<Unsynchronised>(); }}};

}  // namespace
}  // namespace gpuxfer::path
