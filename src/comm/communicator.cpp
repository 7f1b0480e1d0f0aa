#include "comm/communicator.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <thread>

#include "comm/check.hpp"

namespace gpuxfer::comm {
namespace {

constexpr int to_int(Tag tag) {
  return static_cast<int>(tag);
}

/// The call that applications make where the count fits it, and the one with large counts where it does not.
template <class Small, class Large>
int with_count(std::uint64_t bytes, const Datatype& type, Small small, Large large) {
  const std::uint64_t count = bytes >> type.log2_bytes;
  if (count <= static_cast<std::uint64_t>(std::numeric_limits<int>::max())) [[likely]] {
    return small(static_cast<int>(count));
  }
  return large(static_cast<MPI_Count>(count));
}

}  // namespace

Communicator::Communicator(MPI_Comm handle, Pulse& pulse, Waiting waiting)
    : handle_(handle), pulse_(&pulse), waiting_(waiting) {
  check(MPI_Comm_rank(handle_, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(handle_, &size_), "MPI_Comm_size");
}

void Communicator::send(const void* data, std::uint64_t bytes, int peer, Tag tag,
                        const Datatype& type) const {
  if (waiting_ != Waiting::spin) return wait(post_send(data, bytes, peer, tag, type));
  check(with_count(
            bytes, type, [&](int n) { return MPI_Send(data, n, type.handle, peer, to_int(tag), handle_); },
            [&](MPI_Count n) { return MPI_Send_c(data, n, type.handle, peer, to_int(tag), handle_); }),
        "MPI_Send");
}

void Communicator::receive(void* data, std::uint64_t bytes, int peer, Tag tag, const Datatype& type) const {
  if (waiting_ != Waiting::spin) return wait(post_receive(data, bytes, peer, tag, type));
  const auto ignore = MPI_STATUS_IGNORE;
  check(
      with_count(
          bytes, type,
          [&](int n) { return MPI_Recv(data, n, type.handle, peer, to_int(tag), handle_, ignore); },
          [&](MPI_Count n) { return MPI_Recv_c(data, n, type.handle, peer, to_int(tag), handle_, ignore); }),
      "MPI_Recv");
}

MPI_Request Communicator::post_send(const void* data, std::uint64_t bytes, int peer, Tag tag,
                                    const Datatype& type) const {
  MPI_Request request = MPI_REQUEST_NULL;
  check(with_count(
            bytes, type,
            [&](int n) { return MPI_Isend(data, n, type.handle, peer, to_int(tag), handle_, &request); },
            [&](MPI_Count n) {
              return MPI_Isend_c(data, n, type.handle, peer, to_int(tag), handle_, &request);
            }),
        "MPI_Isend");
  return request;
}

MPI_Request Communicator::post_receive(void* data, std::uint64_t bytes, int peer, Tag tag,
                                       const Datatype& type) const {
  MPI_Request request = MPI_REQUEST_NULL;
  check(with_count(
            bytes, type,
            [&](int n) { return MPI_Irecv(data, n, type.handle, peer, to_int(tag), handle_, &request); },
            [&](MPI_Count n) {
              return MPI_Irecv_c(data, n, type.handle, peer, to_int(tag), handle_, &request);
            }),
        "MPI_Irecv");
  return request;
}

void Communicator::complete(std::vector<MPI_Request>& requests) const {
  const int count = static_cast<int>(requests.size());
  if (waiting_ == Waiting::spin) {
    check(MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  } else {
    for (int done = 0; !done;) {
      check(MPI_Testall(count, requests.data(), &done, MPI_STATUSES_IGNORE), "MPI_Testall");
      if (!done) pause();
    }
  }
  requests.clear();
}

bool Communicator::test(MPI_Request& request) const {
  int done = 0;
  check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
  return done != 0;
}

void Communicator::pause() const {
  if (waiting_ == Waiting::yield) sched_yield();
  if (waiting_ == Waiting::sleep) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void Communicator::wait(MPI_Request request) const {
  if (waiting_ == Waiting::spin) {
    check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
    return;
  }
  while (!test(request)) pause();
}

void Communicator::send_text(const std::string& text, int peer) const {
  const std::uint64_t bytes = text.size();
  send(&bytes, sizeof bytes, peer, Tag::report);
  send(text.data(), bytes, peer, Tag::report);
}

std::string Communicator::receive_text(int peer) const {
  const Wait waits(*pulse_);
  std::uint64_t bytes = 0;
  receive(&bytes, sizeof bytes, peer, Tag::report);
  std::string text(bytes, '\0');
  receive(text.data(), bytes, peer, Tag::report);
  return text;
}

std::string Communicator::exchange_text(const std::string& text, int peer) const {
  const std::uint64_t bytes = text.size();
  std::vector requests{post_send(&bytes, sizeof bytes, peer, Tag::report),
                       post_send(text.data(), bytes, peer, Tag::report)};
  std::string theirs = receive_text(peer);
  complete(requests);
  return theirs;
}

void Communicator::meet(int peer) const {
  const Wait waits(*pulse_);
  const MPI_Request request = post_send(nullptr, 0, peer, Tag::control);
  receive(nullptr, 0, peer, Tag::control);
  wait(request);
}

void Communicator::barrier() const {
  const Wait waits(*pulse_);
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Ibarrier(handle_, &request), "MPI_Ibarrier");
  wait(request);
}

std::vector<std::string> Communicator::all_gather(const std::string& text) const {
  const Wait waits(*pulse_);
  MPI_Request request = MPI_REQUEST_NULL;
  const int own = static_cast<int>(text.size());
  std::vector<int> lengths(static_cast<std::size_t>(size_));
  check(MPI_Iallgather(&own, 1, MPI_INT, lengths.data(), 1, MPI_INT, handle_, &request), "MPI_Iallgather");
  wait(request);

  std::vector<int> starts(lengths.size());
  std::exclusive_scan(lengths.begin(), lengths.end(), starts.begin(), 0);
  std::string all(static_cast<std::size_t>(starts.back() + lengths.back()), '\0');
  check(MPI_Iallgatherv(text.data(), own, MPI_CHAR, all.data(), lengths.data(), starts.data(), MPI_CHAR,
                        handle_, &request),
        "MPI_Iallgatherv");
  wait(request);

  std::vector<std::string> texts;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    texts.push_back(all.substr(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(lengths[i])));
  }
  return texts;
}

void Communicator::agree(const std::optional<Error>& error) const {
  const auto texts =
      all_gather(error ? fmt::format("{} {}", gpuxfer::to_int(error->code()), error->what()) : "");
  ExitCode code = ExitCode::done;
  std::string words;
  for (std::size_t rank = 0; rank < texts.size(); ++rank) {
    if (texts[rank].empty()) continue;
    const auto space = texts[rank].find(' ');
    const auto own = static_cast<ExitCode>(std::stoi(texts[rank].substr(0, space)));
    if (prevailing(code, own) == code) continue;
    code = own;
    // What all ranks say alike concerns them all.
    const bool alike = std::ranges::count(texts, texts[rank]) == std::ssize(texts);
    words = (alike ? "" : fmt::format("rank {}: ", rank)) + texts[rank].substr(space + 1);
  }
  if (code != ExitCode::done) throw AgreedError(code, words);
}

ExitCode Communicator::agree(ExitCode code) const {
  ExitCode agreed = ExitCode::done;
  for (const std::string& text : all_gather(std::to_string(gpuxfer::to_int(code)))) {
    agreed = prevailing(agreed, static_cast<ExitCode>(std::stoi(text)));
  }
  return agreed;
}

}  // namespace gpuxfer::comm
