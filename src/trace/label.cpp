#include "trace/label.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/sizes.hpp"

namespace gpuxfer::trace {
namespace {

/// A way that bytes went.
struct Part {
  std::string name;
  std::uint64_t bytes = 0;  ///< of the message that went this way
  bool counted = true;      ///< false of kernels, whose bytes nobody knows
};

/// The work of both ends, gpuxfer's own or all other.
class Tally {
 public:
  Tally(const RankEvidence& sender, const RankEvidence& receiver, bool own) {
    for (const RankEvidence* end : {&sender, &receiver}) {
      for (const GpuWork& work : end->work) {
        if (work.own != own) continue;
        bytes_[index(work.kind)] += work.bytes;
        count_[index(work.kind)] += work.count;
      }
    }
  }

  std::uint64_t bytes(GpuWorkKind kind) const { return bytes_[index(kind)]; }
  std::uint64_t count(GpuWorkKind kind) const { return count_[index(kind)]; }

 private:
  static std::size_t index(GpuWorkKind kind) { return static_cast<std::size_t>(kind); }

  static constexpr std::size_t kinds = static_cast<std::size_t>(GpuWorkKind::kernel) + 1;
  std::array<std::uint64_t, kinds> bytes_{};
  std::array<std::uint64_t, kinds> count_{};
};

void add(std::vector<Part>& parts, const std::string& name, std::uint64_t bytes) {
  if (bytes > 0) parts.push_back({.name = name, .bytes = bytes});
}

/// The ways of the copies of one actor. What is copied to a host and from one is one way where it is as much.
void add_copies(std::vector<Part>& parts, const Tally& tally, bool own) {
  const std::string by = own ? " by gpuxfer" : "";
  add(parts, "peer copy" + by, tally.bytes(GpuWorkKind::peer_to_peer));
  add(parts, "device copy" + by, tally.bytes(GpuWorkKind::device_to_device));
  const std::uint64_t out = tally.bytes(GpuWorkKind::device_to_host);
  const std::uint64_t in = tally.bytes(GpuWorkKind::host_to_device);
  if (out == in) {
    add(parts, own ? "staged by gpuxfer" : "staged by the MPI library", out);
  } else {
    add(parts, "copied to the host" + by, out);
    add(parts, "copied from the host" + by, in);
  }
  add(parts, "copied within the host" + by, tally.bytes(GpuWorkKind::host_to_host));
  add(parts, "copies of another kind" + by, tally.bytes(GpuWorkKind::other_copy));
}

std::string text_of(const std::vector<Part>& parts, std::uint64_t bytes) {
  if (parts.size() == 1 && (!parts[0].counted || parts[0].bytes == bytes)) return parts[0].name;
  std::string text;
  for (const Part& part : parts) {
    text += text.empty() ? "" : " + ";
    text += part.counted ? part.name + ' ' + format_size(part.bytes) : part.name;
  }
  return text;
}

}  // namespace

std::string label(const RankEvidence& sender, const RankEvidence& receiver, std::uint64_t bytes) {
  const Tally foreign(sender, receiver, false);
  const Tally own(sender, receiver, true);
  std::vector<Part> parts;
  add_copies(parts, foreign, false);
  add_copies(parts, own, true);

  std::uint64_t seen = 0;
  for (const Part& part : parts) seen += part.bytes;
  if (seen < bytes) {
    const bool kernels = foreign.count(GpuWorkKind::kernel) > 0;
    const bool own_kernels = own.count(GpuWorkKind::kernel) > 0;
    if (kernels) parts.push_back({.name = "kernel", .counted = false});
    if (own_kernels) parts.push_back({.name = "kernel by gpuxfer", .counted = false});
    if (!kernels && !own_kernels) add(parts, "no CUDA copy seen", bytes - seen);
  }
  const std::string text = parts.empty() ? "no CUDA copy seen" : text_of(parts, bytes);
  const std::uint64_t dropped = sender.dropped + receiver.dropped;
  return dropped == 0 ? text : fmt::format("{} ({} record{} lost)", text, dropped, dropped == 1 ? "" : "s");
}

}  // namespace gpuxfer::trace
