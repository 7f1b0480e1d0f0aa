#include <algorithm>
#include <utility>

#include "path/ceilings.hpp"
#include "path/chunk_lanes.hpp"
#include "path/chunks.hpp"
#include "path/staging_memory.hpp"

namespace gpuxfer::path {
namespace {

/// Staged in chunks: while MPI carries one, the next is copied to the host and the one before to the
/// device. A message of one chunk travels as `staged` sends it.
class Pipelined final : public Path {
 public:
  bool needs_device() const override { return true; }
  bool passes_device_pointers() const override { return false; }
  std::uint64_t host_bytes(std::uint64_t arena_bytes) const override { return staging_bytes(arena_bytes); }
  std::vector<std::string> bounded_by(const Staging& staging) const override {
    return stages_through_host(staging);
  }

  void prepare(const Plan& plan) override {
    if (staging_.buffer.data() == nullptr) {
      out_ = plan.device->make_stream();
      in_ = plan.device->make_stream();
      wanted_bytes_ = staging_bytes(plan.arena_bytes);
      const std::uint64_t least = least_staging_bytes(plan.arena_bytes, plan.staging.chunk_bytes);
      // Last, so that a refusal is tried again whole.
      staging_ = allocate_staging(*plan.device, wanted_bytes_, least, plan.staging.memory);
    }
    flags_.clear();
    if (staging_.unpinned) flag("unpinned");
    const ChunkBuffers send = buffers_for(plan, plan.send, 0);
    const ChunkBuffers receive = buffers_for(plan, plan.receive, send.count * send.chunk_bytes);
    outgoing_ = Outgoing(plan, send, *out_);
    incoming_ = Incoming(plan, receive, *in_);
    comm_ = plan.comm;
  }

  std::vector<std::string> flags() const override { return flags_; }
  std::map<std::string, std::string> flag_meanings() const override {
    return {{"chunk", "the chunk asked for is larger than pipelined's staging memory allows: it took 16 MiB"},
            {"shallow", "the system refused to pin as much host memory as wanted: fewer chunks in flight"},
            {"unpinned", "the system refused to pin host memory: the mode staged in pageable memory"}};
  }

  void send(int slot) override {
    if (outgoing_.whole_messages()) return outgoing_.send_whole(slot);
    post_send(slot);
    complete();
  }

  void receive(int slot) override {
    if (incoming_.whole_messages()) return incoming_.receive_whole(slot);
    post_receive(slot);
    complete();
  }

  void post_send(int slot) override { outgoing_.post(slot); }
  void post_receive(int slot) override { incoming_.post(slot); }

  void complete() override {
    while (!outgoing_.finished() || !incoming_.finished()) {
      const bool sent = outgoing_.advance();
      const bool received = incoming_.advance();
      if (!sent && !received) comm_->pause();
    }
    outgoing_.settle();
    incoming_.settle();
  }

 private:
  /// A direction's part of the staging memory, `offset` bytes into it: half of it, or all where the other
  /// direction has no slots. Flags what the row has less of than it could use.
  ChunkBuffers buffers_for(const Plan& plan, const device::SlotLayout& slots, std::uint64_t offset) {
    const std::uint64_t chunk = chunk_bytes(slots.bytes, plan.staging.chunk_bytes);
    const std::uint64_t directions = plan.send.slots > 0 && plan.receive.slots > 0 ? 2 : 1;
    const std::uint64_t useful =
        std::min<std::uint64_t>({most_chunks_in_flight, slots.slots * chunks_in(slots.bytes, chunk),
                                 wanted_bytes_ / directions / chunk});
    const std::uint64_t count = std::min(useful, staging_.buffer.bytes() / directions / chunk);
    if (count < useful) flag("shallow");
    if (std::min(plan.staging.chunk_bytes.value_or(0), slots.bytes) > largest_chunk_bytes) flag("chunk");
    return {.base = staging_.buffer.data() + offset, .chunk_bytes = chunk, .count = count};
  }

  void flag(const char* word) {
    if (std::ranges::find(flags_, word) == flags_.end()) flags_.emplace_back(word);
  }

  StagingMemory staging_;
  std::uint64_t wanted_bytes_ = 0;
  std::unique_ptr<device::Stream> out_, in_;
  Outgoing outgoing_;
  Incoming incoming_;
  const comm::Communicator* comm_ = nullptr;
  std::vector<std::string> flags_;
};

const Registration<Path> registration{{.name = "pipelined",
                                       .description = "staged in chunks, copies and messages overlapped",
                                       .position = 2,
                                       .make = [] { return std::make_unique<Pipelined>(); }}};

}  // namespace
}  // namespace gpuxfer::path
