#include <algorithm>
#include <cstdint>
#include <vector>

#include "path/messages.hpp"

namespace gpuxfer::path {
namespace {

/// At most this much is one MPI message. A multiple of every datatype's size, so that pieces are whole too.
constexpr std::uint64_t piece_bytes = std::uint64_t{64} << 10;

/// Direct in pieces: MPI on the pointer to where the message lives, in messages of at most 64 KiB. Held
/// against direct it shows what the library gains by knowing a large message whole.
class Chunked final : public Path {
 public:
  bool needs_device() const override { return false; }
  bool passes_device_pointers() const override { return true; }
  std::uint64_t host_bytes(std::uint64_t) const override { return 0; }

  void prepare(const Plan& plan) override { plan_ = plan; }

  void send(int slot) override {
    for_each_piece(plan_.send, slot, [&](const auto& piece) { path::send(plan_, piece, 0); });
  }
  void receive(int slot) override {
    for_each_piece(plan_.receive, slot, [&](const auto& piece) { path::receive(plan_, piece, 0); });
  }

  void post_send(int slot) override {
    for_each_piece(plan_.send, slot,
                   [&](const auto& piece) { requests_.push_back(path::post_send(plan_, piece, 0)); });
  }
  void post_receive(int slot) override {
    for_each_piece(plan_.receive, slot,
                   [&](const auto& piece) { requests_.push_back(path::post_receive(plan_, piece, 0)); });
  }
  void complete() override { plan_.comm->complete(requests_); }

 private:
  /// Visits the pieces of a slot in order, each as a layout of one slot. An empty message is one empty piece,
  /// since its receiver waits for something.
  template <class Visit>
  static void for_each_piece(const device::SlotLayout& layout, int slot, Visit visit) {
    std::uint64_t offset = 0;
    do {
      device::SlotLayout piece = layout;
      piece.base = at(layout, slot) + offset;
      piece.bytes = std::min(piece_bytes, layout.bytes - offset);
      piece.slots = 1;
      visit(piece);
      offset += piece.bytes;
    } while (offset < layout.bytes);
  }

  Plan plan_;
  std::vector<MPI_Request> requests_;
};

const Registration<Path> registration{{.name = "chunked",
                                       .description = "direct in pieces: MPI messages of at most 64 KiB",
                                       .position = 100,
                                       .make = [] { return std::make_unique<Chunked>(); }}};

}  // namespace
}  // namespace gpuxfer::path
