#include <vector>

#include "path/messages.hpp"

namespace gpuxfer::path {
namespace {

/// Direct, but a receiver writes one byte too many: the first behind the message.
class Overrun final : public Path {
 public:
  bool needs_device() const override { return false; }
  bool passes_device_pointers() const override { return true; }
  std::uint64_t host_bytes(std::uint64_t) const override { return 0; }

  void prepare(const Plan& plan) override {
    plan_ = plan;
    if (stream_ == nullptr) stream_ = plan.device->make_stream();
  }

  void send(int slot) override { path::send(plan_, plan_.send, slot); }
  void receive(int slot) override {
    path::receive(plan_, plan_.receive, slot);
    write_behind(slot);
  }

  void post_send(int slot) override { requests_.push_back(path::post_send(plan_, plan_.send, slot)); }
  void post_receive(int slot) override {
    requests_.push_back(path::post_receive(plan_, plan_.receive, slot));
    incoming_.push_back(slot);
  }
  void complete() override {
    plan_.comm->complete(requests_);
    for (const int slot : incoming_) write_behind(slot);
    incoming_.clear();
  }

 private:
  /// Something else than what lies there, so that the fault never hides behind an equal byte.
  void write_behind(int slot) {
    unsigned char* const behind = at(plan_.receive, slot) + plan_.receive.bytes;
    const auto wrong = static_cast<unsigned char>(~plan_.device->read(behind));
    stream_->copy(behind, &wrong, 1);
    stream_->synchronize();
  }

  Plan plan_;
  std::unique_ptr<device::Stream> stream_;
  std::vector<int> incoming_;
  std::vector<MPI_Request> requests_;
};

const Registration<Path> registration{{.name = "overrun",
                                       .description = "direct, with a byte written behind each message",
                                       .position = 201,
                                       .make = [] { return std::make_unique<Overrun>(); }}};

}  // namespace
}  // namespace gpuxfer::path
