#include <cstddef>
#include <utility>
#include <vector>

#include "path/ceilings.hpp"
#include "path/messages.hpp"

namespace gpuxfer::path {
namespace {

/// Copy to the host, MPI on the host buffer, copy back: what an application without a CUDA-aware MPI writes.
/// Messages in flight are copied in order, each handed to MPI once its own copy is done.
class Staged final : public Path {
 public:
  bool needs_device() const override { return true; }
  bool passes_device_pointers() const override { return false; }
  std::uint64_t host_bytes(std::uint64_t arena_bytes) const override { return arena_bytes; }
  std::vector<std::string> bounded_by(const Staging& staging) const override {
    return stages_through_host(staging);
  }

  void prepare(const Plan& plan) override {
    plan_ = plan;
    if (staging_.data() == nullptr) {
      auto staging = plan.device->allocate_host(plan.arena_bytes, plan.staging.memory);
      out_ = plan.device->make_stream();
      in_ = plan.device->make_stream();
      staging_ = std::move(staging);  // last, so that a refusal is tried again whole
    }
    host_send_ = plan.send;
    host_send_.base = staging_.data();
    host_receive_ = plan.receive;
    host_receive_.base = staging_.data() + plan.send.slots * plan.send.stride;
  }

  void send(int slot) override {
    copy_out(slot);
    path::send(plan_, host_send_, slot);
  }

  void receive(int slot) override {
    path::receive(plan_, host_receive_, slot);
    copy_in(slot);
  }

  bool has_stages() const override { return true; }

  void send_in_stages(int slot, StageLog& log) override {
    const double start = log.clock->now();
    copy_out(slot);
    log.departed.push_back(log.clock->now());
    log.to_host.push_back(log.departed.back() - start);
    path::send(plan_, host_send_, slot);
  }

  void receive_in_stages(int slot, StageLog& log) override {
    path::receive(plan_, host_receive_, slot);
    log.arrived.push_back(log.clock->now());
    copy_in(slot);
    log.to_device.push_back(log.clock->now() - log.arrived.back());
  }

  void post_send(int slot) override {
    out_->copy(at(host_send_, slot), at(plan_.send, slot), plan_.send.bytes);
    out_->mark(outgoing_.size());
    outgoing_.push_back(slot);
  }

  void post_receive(int slot) override {
    arriving_.push_back(path::post_receive(plan_, host_receive_, slot));
    incoming_.push_back(slot);
  }

  void complete() override {
    std::size_t sent = 0, received = 0;
    while (sent < outgoing_.size() || received < incoming_.size()) {
      const bool moved = forward_one(sent) | bring_in_one(received);
      if (!moved) plan_.comm->pause();
    }
    plan_.comm->complete(departing_);
    if (!incoming_.empty()) in_->synchronize();
    outgoing_.clear();
    incoming_.clear();
    arriving_.clear();
  }

 private:
  void copy_out(int slot) {
    out_->copy(at(host_send_, slot), at(plan_.send, slot), plan_.send.bytes);
    out_->synchronize();
  }
  void copy_in(int slot) {
    in_->copy(at(plan_.receive, slot), at(host_receive_, slot), plan_.receive.bytes);
    in_->synchronize();
  }

  /// Hands the next message to MPI where its copy to the host is done.
  bool forward_one(std::size_t& sent) {
    if (sent == outgoing_.size() || !out_->reached(sent)) return false;
    departing_.push_back(path::post_send(plan_, host_send_, outgoing_[sent]));
    ++sent;
    return true;
  }

  /// Starts the copy to the device of the next message where it has arrived.
  bool bring_in_one(std::size_t& received) {
    if (received == incoming_.size() || !plan_.comm->test(arriving_[received])) return false;
    const int slot = incoming_[received];
    in_->copy(at(plan_.receive, slot), at(host_receive_, slot), plan_.receive.bytes);
    ++received;
    return true;
  }

  Plan plan_;
  device::Buffer staging_;  ///< mirrors the slots: the outgoing ones, then the incoming ones
  device::SlotLayout host_send_{}, host_receive_{};
  std::unique_ptr<device::Stream> out_, in_;
  std::vector<int> outgoing_, incoming_;  ///< slots, in the order of their posting
  std::vector<MPI_Request> departing_, arriving_;
};

const Registration<Path> registration{{.name = "staged",
                                       .description = "copy to the host, MPI on the host buffer, copy back",
                                       .position = 1,
                                       .make = [] { return std::make_unique<Staged>(); }}};

}  // namespace
}  // namespace gpuxfer::path
