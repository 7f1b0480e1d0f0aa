#include "run/ipc_probe.hpp"

#include <algorithm>
#include <memory>

#include "core/error.hpp"
#include "core/wire.hpp"
#include "device/gpus.hpp"
#include "device/nvml.hpp"

namespace gpuxfer::run {
namespace {

/// What a rank offers the others: a handle, or why it has none.
struct Offer {
  device::IpcHandle handle;
  std::string problem;
};

std::string encode(const Offer& offer) {
  Writer writer;
  writer.put(offer.handle);
  writer.put(offer.problem);
  return writer.take();
}

Offer decode_offer(const std::string& text) {
  Reader reader(text);
  Offer offer;
  reader.get(offer.handle);
  reader.get(offer.problem);
  return offer;
}

/// A context and memory on this rank's GPU; both empty where there is none or it refuses.
struct Own {
  std::unique_ptr<device::Device> device;
  device::Buffer buffer;  ///< after the device, which it must not outlive
  Offer offer;
  std::string problem;
};

Own make_own(const RankInfo& self) {
  Own own;
  if (!self.gpu) return own;
  try {
    own.device = device::make_cuda_device(self.gpu->ordinal, device::MemoryKind::device);
    own.buffer = own.device->allocate(1);
  } catch (const Error& error) {
    own.problem = error.what();
    own.offer.problem = "rank " + std::to_string(self.rank) + " can't use its GPU";
    return own;
  }
  try {
    own.offer.handle = own.device->export_memory(own.buffer.data());
  } catch (const Error& error) {
    own.offer.problem = error.what();
  }
  return own;
}

/// Why the peer's memory can't be opened; empty where it can.
std::string try_opening(const Own& own, const Offer& theirs) {
  if (!own.device) return own.problem;
  if (!theirs.problem.empty()) return theirs.problem;
  try {
    own.device->open_memory(theirs.handle);  // and closes it at once
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

PairFacts describe(const RankInfo& self, const RankInfo& peer, const std::vector<std::string>& uuids,
                   const device::Nvml& nvml) {
  PairFacts pair{.from = self.rank, .to = peer.rank, .same_gpu = self.gpu->uuid == peer.gpu->uuid};
  if (pair.same_gpu) return pair;
  pair.nvlink = nvml.joined_by_nvlink(self.gpu->uuid, peer.gpu->uuid);
  const auto visible = std::ranges::find(uuids, peer.gpu->uuid);
  if (visible == uuids.end()) return pair;
  try {
    pair.peer_access = device::reaches(self.gpu->ordinal, static_cast<int>(visible - uuids.begin()));
  } catch (const Error&) {
    // Nobody tells, then.
  }
  return pair;
}

}  // namespace

ProbeResult probe_pairs(const comm::Communicator& comm, const std::vector<RankInfo>& ranks,
                        const std::vector<std::string>& uuids) {
  const RankInfo& self = ranks[static_cast<std::size_t>(comm.rank())];
  const Own own = make_own(self);
  const auto offers = comm.all_gather(encode(own.offer));
  const device::Nvml nvml;
  ProbeResult result{.pairs = {}, .problem = own.problem};
  for (const RankInfo& peer : ranks) {
    const bool beside = peer.rank != self.rank && peer.host == self.host;
    if (!beside || !self.gpu || !peer.gpu) continue;
    PairFacts pair = describe(self, peer, uuids, nvml);
    pair.ipc_problem = try_opening(own, decode_offer(offers[static_cast<std::size_t>(peer.rank)]));
    pair.ipc = pair.ipc_problem.empty();
    result.pairs.push_back(pair);
  }
  comm.barrier();  // nobody has this rank's memory open any more
  return result;
}

}  // namespace gpuxfer::run
