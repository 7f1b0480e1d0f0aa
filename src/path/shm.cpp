#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "path/agreement.hpp"
#include "path/ceilings.hpp"
#include "path/chunk_lane.hpp"
#include "path/shared_segment.hpp"

namespace gpuxfer::path {
namespace {

/// Before the rings: the four counters, a cache line each.
constexpr std::uint64_t header_bytes = 4096;
constexpr std::uint64_t line_bytes = 64;

constexpr std::uint64_t segment_bytes(std::uint64_t ring_bytes) {
  return header_bytes + 2 * ring_bytes;
}

/// Where the lower rank made the segment.
struct Place {
  std::array<char, 64> name{};
  std::uint64_t ring_bytes = 0;
};

/// Staging with no MPI in the way: both processes of a host map one pinned segment, with a ring of chunks
/// each way; the sender copies into it, the receiver out of it, and counters in the segment tell.
class Shm final : public Path {
 public:
  bool needs_device() const override { return true; }
  bool passes_device_pointers() const override { return false; }
  bool needs_one_host() const override { return true; }
  std::vector<std::string> bounded_by(const Staging&) const override { return {both_copies}; }
  /// Its half of the segment.
  std::uint64_t host_bytes(std::uint64_t arena_bytes) const override {
    return segment_bytes(wanted_ring_bytes(arena_bytes)) / 2;
  }

  void prepare(const Plan& plan) override {
    plan_ = plan;
    if (!out_) share();
    const Chunks chunks = chunks_for(plan.send.bytes, ring_bytes_);
    out_->begin(chunks, plan.send);
    in_->begin(chunks, plan.receive);
  }

  void send(int slot) override {
    post_send(slot);
    complete();
  }
  void receive(int slot) override {
    post_receive(slot);
    complete();
  }

  void post_send(int slot) override {
    out_->post(slot);
    out_->advance();
  }
  void post_receive(int slot) override { in_->post(slot); }

  void complete() override {
    for (;;) {
      const bool moved = out_->advance() | in_->advance();
      const bool sent = out_->done(), received = in_->done();
      if (sent && received) return;
      if (!moved) plan_.comm->pause();
    }
  }

 private:
  /// Makes and maps the segment, once a run. Its name is gone when this returns or throws.
  void share() {
    refusal_.repeat();
    const bool makes = plan_.comm->rank() < plan_.peer;
    std::optional<SegmentName> name;
    device::Buffer segment, registration;
    std::unique_ptr<device::Stream> out, in;
    Place place;
    const std::string at_making = problem_in([&] {
      out = plan_.device->make_stream();
      in = plan_.device->make_stream();
      if (!makes) return;
      name.emplace();
      place = make_place(*name);
      segment = make_segment(*name, segment_bytes(place.ring_bytes));
    });
    refusal_.settle(plan_, at_making);
    const Place theirs = exchange(plan_, place);
    if (!makes) place = theirs;
    const std::string at_opening = problem_in([&] {
      if (!makes) segment = open_segment(place.name.data(), segment_bytes(place.ring_bytes));
      registration = plan_.device->register_host(segment.data(), segment.bytes());
    });
    refusal_.settle(plan_, at_opening);

    ring_bytes_ = place.ring_bytes;
    segment_ = std::move(segment);
    registration_ = std::move(registration);
    out_.emplace(ChunkLane::End::sends, ring(makes ? 0 : 1), std::move(out));
    in_.emplace(ChunkLane::End::receives, ring(makes ? 1 : 0), std::move(in));
  }

  Place make_place(const SegmentName& name) const {
    Place place{.ring_bytes =
                    affordable_ring_bytes(wanted_ring_bytes(plan_.arena_bytes), free_segment_bytes())};
    name.text().copy(place.name.data(), place.name.size() - 1);
    return place;
  }

  /// The ring of the lower rank's messages (0) or of the higher one's (1).
  Ring ring(std::uint64_t direction) const {
    unsigned char* const counters = segment_.data() + direction * 2 * line_bytes;
    return {.data = segment_.data() + header_bytes + direction * ring_bytes_,
            .filled = reinterpret_cast<std::uint64_t*>(counters),
            .emptied = reinterpret_cast<std::uint64_t*>(counters + line_bytes)};
  }

  Plan plan_;
  Refusal refusal_;
  std::uint64_t ring_bytes_ = 0;
  device::Buffer segment_;
  device::Buffer registration_;  // released before what it registers, as the lanes' streams are before both
  std::optional<ChunkLane> out_, in_;
};

const Registration<Path> registration{
    {.name = "shm",
     .description = "one host: copies through pinned memory that both processes share",
     .position = 3,
     .make = [] { return std::make_unique<Shm>(); }}};

}  // namespace
}  // namespace gpuxfer::path
