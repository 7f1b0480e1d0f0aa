#include <string>
#include <utility>
#include <vector>

#include "path/agreement.hpp"
#include "path/ceilings.hpp"

namespace gpuxfer::path {
namespace {

/// Where the receive slots of a rank lie in this row, seen from the start of its arena.
struct Target {
  std::uint64_t offset = 0;
  std::uint64_t stride = 0;
};

/// A put: the sender's copy engine writes straight into the receiver's slot, and an empty MPI message tells
/// when it has. The pattern's acknowledgement protects the slot until then.
class Ipc final : public Path {
 public:
  bool needs_device() const override { return true; }
  bool passes_device_pointers() const override { return false; }
  bool needs_one_host() const override { return true; }
  bool is_ceiling() const override { return true; }
  std::vector<std::string> bounded_by(const Staging&) const override { return {on_device}; }
  std::uint64_t host_bytes(std::uint64_t) const override { return 0; }

  void prepare(const Plan& plan) override {
    plan_ = plan;
    if (stream_ == nullptr) map_peer();
    const Target own{.offset = static_cast<std::uint64_t>(plan.receive.base - plan.arena),
                     .stride = plan.receive.stride};
    const auto theirs = exchange(plan, own);
    remote_ = {.base = peer_arena_.data() + theirs.offset,
               .stride = theirs.stride,
               .bytes = plan.send.bytes,
               .slots = plan.send.slots};
  }

  void send(int slot) override {
    write(slot);
    stream_->synchronize();
    plan_.comm->send(nullptr, 0, plan_.peer);
  }

  void receive(int) override { plan_.comm->receive(nullptr, 0, plan_.peer); }

  void post_send(int slot) override {
    write(slot);
    stream_->mark(written_++);
  }

  void post_receive(int) override { flags_.push_back(plan_.comm->post_receive(nullptr, 0, plan_.peer)); }

  void complete() override {
    for (std::size_t told = 0; told < written_; ++told) {
      while (!stream_->reached(told)) plan_.comm->pause();
      flags_.push_back(plan_.comm->post_send(nullptr, 0, plan_.peer));
    }
    written_ = 0;
    plan_.comm->complete(flags_);
  }

 private:
  void write(int slot) { stream_->copy(at(remote_, slot), at(plan_.send, slot), plan_.send.bytes); }

  /// Once a run, since the arena is one allocation.
  void map_peer() {
    refusal_.repeat();
    std::unique_ptr<device::Stream> stream;
    device::IpcHandle own;
    const std::string at_export = problem_in([&] {
      stream = plan_.device->make_stream();
      own = plan_.device->export_memory(plan_.arena);
    });
    refusal_.settle(plan_, at_export);
    const device::IpcHandle theirs = exchange(plan_, own);
    device::Buffer arena;
    const std::string at_open = problem_in([&] { arena = plan_.device->open_memory(theirs); });
    refusal_.settle(plan_, at_open);
    peer_arena_ = std::move(arena);
    stream_ = std::move(stream);
  }

  Plan plan_;
  device::Buffer peer_arena_;  ///< the peer's memory, mapped; closed before the peer frees it
  Refusal refusal_;
  device::SlotLayout remote_{};  ///< the peer's receive slots
  std::unique_ptr<device::Stream> stream_;
  std::size_t written_ = 0;         ///< copies posted and not yet told of
  std::vector<MPI_Request> flags_;  ///< of both directions
};

const Registration<Path> registration{
    {.name = "ipc",
     .description = "one host: the sender writes the receiver's GPU memory (CUDA IPC)",
     .position = 4,
     .make = [] { return std::make_unique<Ipc>(); }}};

}  // namespace
}  // namespace gpuxfer::path
