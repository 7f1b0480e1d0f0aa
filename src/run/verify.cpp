#include "run/verify.hpp"

#include <algorithm>
#include <vector>

#include "run/hint.hpp"

namespace gpuxfer::run {
namespace {

constexpr std::uint64_t poison_key = 0xDEADBEEFDEADBEEF;
constexpr std::uint64_t bytes_for_a_hint = 16;

}  // namespace

std::uint64_t Verifier::key(int sender, std::uint64_t before) const {
  using device::mix;
  return mix(mix(mix(seed_) ^ static_cast<std::uint64_t>(sender)) ^ (operation_ - before));
}

void Verifier::arm(const path::Plan& plan) {
  ++operation_;
  if (plan.send.slots > 0) plan.device->fill_slots(plan.send, key(rank_));
  poison(plan);
}

void Verifier::poison(const path::Plan& plan) const {
  if (plan.receive.slots == 0) return;
  device::SlotLayout whole = plan.receive;
  whole.bytes = whole.stride;
  plan.device->fill_slots(whole, poison_key);
}

std::optional<Mismatch> Verifier::check(const path::Plan& plan, const char* when) const {
  if (plan.receive.slots == 0) return std::nullopt;
  const device::SlotLayout& layout = plan.receive;
  const device::CheckResult found = plan.device->check_slots(layout, key(peer_), poison_key);
  if (found.wrong == 0) return std::nullopt;

  const std::uint64_t offset = found.first % layout.stride;
  const auto slot = static_cast<std::uint32_t>(found.first / layout.stride);
  const std::uint64_t source = offset < layout.bytes ? key(peer_) : poison_key;
  return Mismatch{.rank = rank_,
                  .slot = static_cast<int>(slot),
                  .offset = offset,
                  .expected = device::pattern_byte(device::slot_key(source, slot), offset),
                  .got = plan.device->read(layout.base + found.first),
                  .count = found.wrong,
                  .hint = guess(plan, found),
                  .when = when};
}

bool Verifier::untouched(const path::Plan& plan) const {
  return plan.receive.slots > 0 && plan.device->check_slots(plan.receive, poison_key, poison_key).wrong == 0;
}

std::string Verifier::guess(const path::Plan& plan, const device::CheckResult& found) const {
  const device::SlotLayout& layout = plan.receive;
  const std::uint64_t offset = found.first % layout.stride;
  const std::uint64_t end = offset < layout.bytes ? layout.bytes : layout.stride;
  std::vector<unsigned char> got;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(end - offset, bytes_for_a_hint); ++i) {
    got.push_back(plan.device->read(layout.base + found.first + i));
  }
  return hint({.got = got,
               .count = found.wrong,
               .slot = found.first / layout.stride,
               .offset = offset,
               .message_bytes = layout.bytes,
               .slots = layout.slots,
               .key = key(peer_),
               .previous_key = key(peer_, 1),
               .poison_key = poison_key});
}

}  // namespace gpuxfer::run
