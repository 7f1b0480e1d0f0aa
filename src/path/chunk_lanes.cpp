#include "path/chunk_lanes.hpp"

#include <algorithm>

#include "path/chunks.hpp"

namespace gpuxfer::path {

ChunkQueue::ChunkQueue(const device::SlotLayout& layout, const ChunkBuffers& buffers)
    : layout_(layout), buffers_(buffers), chunks_per_message_(chunks_in(layout.bytes, buffers.chunk_bytes)) {}

ChunkQueue::Piece ChunkQueue::operator[](std::size_t chunk) const {
  const std::uint64_t offset = chunk % chunks_per_message_ * buffers_.chunk_bytes;
  return {.slot = at(layout_, slots_[chunk / chunks_per_message_]) + offset,
          .host = buffers_.base + buffer(chunk) * buffers_.chunk_bytes,
          .bytes = std::min(buffers_.chunk_bytes, layout_.bytes - offset)};
}

Outgoing::Outgoing(const Plan& plan, const ChunkBuffers& buffers, device::Stream& stream)
    : plan_(plan), queue_(plan.send, buffers), stream_(&stream), requests_(buffers.count) {}

void Outgoing::post(int slot) {
  queue_.add(slot);
  advance();  // MPI gets the first messages while later ones are still being posted
}

bool Outgoing::advance() {
  const std::size_t before = copying_ + with_mpi_ + done_;
  while (done_ < with_mpi_ && plan_.comm->test(requests_[queue_.buffer(done_)])) ++done_;
  for (; copying_ < queue_.size() && copying_ - done_ < queue_.buffers(); ++copying_) {
    const auto piece = queue_[copying_];
    stream_->copy(piece.host, piece.slot, piece.bytes);
    stream_->mark(queue_.buffer(copying_));
  }
  // Asking for a copy costs about as much as MPI needs to move some KiB, and MPI moves nothing meanwhile: ask
  // only once MPI has used up half of what it was given.
  if (with_mpi_ - done_ <= queue_.buffers() / 2) {
    for (; with_mpi_ < copying_ && stream_->reached(queue_.buffer(with_mpi_)); ++with_mpi_) {
      const auto piece = queue_[with_mpi_];
      requests_[queue_.buffer(with_mpi_)] =
          plan_.comm->post_send(piece.host, piece.bytes, plan_.peer, comm::Tag::message, plan_.datatype);
    }
  }
  return copying_ + with_mpi_ + done_ != before;
}

void Outgoing::settle() {
  queue_.clear();
  copying_ = with_mpi_ = done_ = 0;
}

void Outgoing::send_whole(int slot) {
  queue_.add(slot);
  const auto piece = queue_[0];
  stream_->copy(piece.host, piece.slot, piece.bytes);
  stream_->synchronize();
  plan_.comm->send(piece.host, piece.bytes, plan_.peer, comm::Tag::message, plan_.datatype);
  queue_.clear();
}

Incoming::Incoming(const Plan& plan, const ChunkBuffers& buffers, device::Stream& stream)
    : plan_(plan), queue_(plan.receive, buffers), stream_(&stream), requests_(buffers.count) {}

void Incoming::post(int slot) {
  queue_.add(slot);
  post_receives();
}

bool Incoming::advance() {
  const bool arrived = bring_in();
  return post_receives() || arrived;
}

/// Receives wait in as many buffers as are free, so that a chunk finds its place when it comes.
bool Incoming::post_receives() {
  const std::size_t before = with_mpi_ + free_;
  if (with_mpi_ < queue_.size() && with_mpi_ - arrived_ <= queue_.buffers() / 2) {
    while (free_ < arrived_ && stream_->reached(queue_.buffer(free_))) ++free_;
  }
  for (; with_mpi_ < queue_.size() && with_mpi_ - free_ < queue_.buffers(); ++with_mpi_) {
    const auto piece = queue_[with_mpi_];
    requests_[queue_.buffer(with_mpi_)] =
        plan_.comm->post_receive(piece.host, piece.bytes, plan_.peer, comm::Tag::message, plan_.datatype);
  }
  return with_mpi_ + free_ != before;
}

bool Incoming::bring_in() {
  const std::size_t before = arrived_;
  for (; arrived_ < with_mpi_ && plan_.comm->test(requests_[queue_.buffer(arrived_)]); ++arrived_) {
    const auto piece = queue_[arrived_];
    stream_->copy(piece.slot, piece.host, piece.bytes);
    stream_->mark(queue_.buffer(arrived_));
  }
  return arrived_ != before;
}

void Incoming::settle() {
  if (arrived_ > 0) stream_->synchronize();
  queue_.clear();
  with_mpi_ = arrived_ = free_ = 0;
}

void Incoming::receive_whole(int slot) {
  queue_.add(slot);
  const auto piece = queue_[0];
  plan_.comm->receive(piece.host, piece.bytes, plan_.peer, comm::Tag::message, plan_.datatype);
  stream_->copy(piece.slot, piece.host, piece.bytes);
  stream_->synchronize();
  queue_.clear();
}

}  // namespace gpuxfer::path
