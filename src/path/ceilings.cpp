#include "path/ceilings.hpp"

#include <memory>
#include <utility>

#include "path/messages.hpp"

namespace gpuxfer::path {
namespace {

/// Which of the stages a ceiling takes.
struct Stages {
  bool out = false;     ///< the sender copies to the host
  bool in = false;      ///< the receiver copies to its device
  bool within = false;  ///< the sender copies on its device
  bool wire = false;    ///< MPI carries the payload
  device::HostMemory memory = device::HostMemory::pinned;
};

/// Memory beside the arena, a mirror of the slots each; made when first asked for, and once a run.
class Mirrors {
 public:
  unsigned char* host(const Plan& plan, device::HostMemory memory) {
    device::Buffer& buffer = memory == device::HostMemory::pinned ? pinned_ : pageable_;
    if (buffer.data() == nullptr) buffer = plan.device->allocate_host(plan.arena_bytes, memory);
    return buffer.data();
  }
  unsigned char* on_device(const Plan& plan) {
    if (on_device_.data() == nullptr) on_device_ = plan.device->allocate(plan.arena_bytes);
    return on_device_.data();
  }

 private:
  device::Buffer pinned_, pageable_, on_device_;
};

class CeilingPath final : public Path {
 public:
  CeilingPath(Stages stages, std::shared_ptr<Mirrors> mirrors)
      : stages_(stages), mirrors_(std::move(mirrors)) {}

  bool needs_device() const override { return true; }
  bool passes_device_pointers() const override { return false; }
  /// Counted for all of them together.
  std::uint64_t host_bytes(std::uint64_t) const override { return 0; }

  void prepare(const Plan& plan) override {
    plan_ = plan;
    if (stream_out_ == nullptr) stream_out_ = plan.device->make_stream();
    if (stream_in_ == nullptr) stream_in_ = plan.device->make_stream();
    unsigned char* const mirror =
        stages_.within ? mirrors_->on_device(plan) : mirrors_->host(plan, stages_.memory);
    send_ = plan.send;
    send_.base = mirror;
    receive_ = plan.receive;
    receive_.base = mirror + plan.send.slots * plan.send.stride;
  }

  void send(int slot) override {
    if (stages_.wire) return path::send(plan_, send_, slot);
    const bool both = stages_.out && stages_.in;
    if (both) plan_.comm->send(nullptr, 0, plan_.peer);  // the peer copies in meanwhile
    if (copy_out(slot)) stream_out_->synchronize();
    if (!both) plan_.comm->send(nullptr, 0, plan_.peer);
  }

  void receive(int slot) override {
    if (stages_.wire) return path::receive(plan_, receive_, slot);
    plan_.comm->receive(nullptr, 0, plan_.peer);
    if (copy_in(slot)) stream_in_->synchronize();
  }

  void post_send(int slot) override {
    copy_out(slot);
    if (stages_.wire) requests_.push_back(path::post_send(plan_, send_, slot));
  }

  void post_receive(int slot) override {
    copy_in(slot);
    if (stages_.wire) requests_.push_back(path::post_receive(plan_, receive_, slot));
  }

  void complete() override {
    stream_out_->synchronize();
    stream_in_->synchronize();
    plan_.comm->complete(requests_);
  }

 private:
  /// Whether there was anything to copy.
  bool copy_out(int slot) {
    if (!stages_.out && !stages_.within) return false;
    stream_out_->copy(at(send_, slot), at(plan_.send, slot), plan_.send.bytes);
    return true;
  }
  bool copy_in(int slot) {
    if (!stages_.in) return false;
    stream_in_->copy(at(plan_.receive, slot), at(receive_, slot), plan_.receive.bytes);
    return true;
  }

  Stages stages_;
  std::shared_ptr<Mirrors> mirrors_;
  Plan plan_;
  device::SlotLayout send_{}, receive_{};  ///< the mirror's
  std::unique_ptr<device::Stream> stream_out_, stream_in_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

std::vector<Paths::Entry> ceilings() {
  constexpr auto pageable = device::HostMemory::pageable;
  const auto mirrors = std::make_shared<Mirrors>();
  std::vector<Paths::Entry> entries;
  const auto add = [&](const char* name, const char* description, Stages stages) {
    entries.push_back(
        {.name = name, .description = description, .position = static_cast<int>(entries.size()), .make = [=] {
           return std::make_unique<CeilingPath>(stages, mirrors);
         }});
  };
  add(to_host, "copies to pinned host memory", {.out = true});
  add(to_device, "copies from pinned host memory", {.in = true});
  add(both_copies, "both at once, one at each end", {.out = true, .in = true});
  add(to_pageable, "copies to pageable host memory", {.out = true, .memory = pageable});
  add(from_pageable, "copies from pageable host memory", {.in = true, .memory = pageable});
  add(mpi_host, "MPI between pinned host buffers", {.wire = true});
  add(on_device, "copies within the sender's GPU", {.within = true});
  return entries;
}

std::uint64_t ceilings_host_bytes(std::uint64_t arena_bytes) {
  return 2 * arena_bytes;
}

std::vector<std::string> stages_through_host(const Staging& staging) {
  if (staging.memory == device::HostMemory::pageable) return {to_pageable, mpi_host, from_pageable};
  return {to_host, mpi_host, to_device};
}

}  // namespace gpuxfer::path
