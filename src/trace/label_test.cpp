#include "trace/label.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::trace {
namespace {

using enum GpuWorkKind;
using Work = std::vector<GpuWork>;

constexpr std::uint64_t MiB = 1 << 20;

GpuWork copy(GpuWorkKind kind, std::uint64_t bytes, bool own = false) {
  return {.kind = kind, .own = own, .count = 1, .bytes = bytes};
}

GpuWork kernels(std::uint64_t count, bool own = false) {
  return {.kind = kernel, .own = own, .count = count};
}

/// Of a message of 1 MiB.
std::string of(const Work& sender, const Work& receiver, std::uint64_t bytes = MiB) {
  return label({.rank = 0, .work = sender}, {.rank = 1, .work = receiver}, bytes);
}

TEST(LabelTest, OneCopyAtEitherEnd) {
  EXPECT_EQ(of({}, {copy(peer_to_peer, MiB)}), "peer copy");
  EXPECT_EQ(of({copy(peer_to_peer, MiB)}, {}), "peer copy");
  EXPECT_EQ(of({}, {copy(device_to_device, MiB)}), "device copy");
}

TEST(LabelTest, SeveralCopiesOfAKindAddUp) {
  EXPECT_EQ(of({copy(device_to_device, MiB / 4)}, {copy(device_to_device, 3 * MiB / 4)}), "device copy");
}

TEST(LabelTest, StagedMeansAsMuchToAHostAsFromOne) {
  EXPECT_EQ(of({copy(device_to_host, MiB)}, {copy(host_to_device, MiB)}), "staged by the MPI library");
  EXPECT_EQ(of({copy(device_to_host, MiB)}, {copy(host_to_device, MiB / 2)}),
            "copied to the host 1 MiB + copied from the host 512 KiB");
  EXPECT_EQ(of({copy(device_to_host, MiB)}, {}), "copied to the host");
  EXPECT_EQ(of({}, {copy(host_to_device, MiB)}), "copied from the host");
}

TEST(LabelTest, OwnWorkIsGpuxfers) {
  EXPECT_EQ(of({copy(device_to_host, MiB, true)}, {copy(host_to_device, MiB, true)}), "staged by gpuxfer");
  EXPECT_EQ(of({copy(device_to_device, MiB, true)}, {}), "device copy by gpuxfer");
  EXPECT_EQ(of({copy(peer_to_peer, MiB, true)}, {}), "peer copy by gpuxfer");
  EXPECT_EQ(of({kernels(1, true)}, {}), "kernel by gpuxfer");
}

TEST(LabelTest, AMixHasEachPartsBytes) {
  EXPECT_EQ(of({copy(device_to_host, MiB / 4)},
               {copy(host_to_device, MiB / 4), copy(device_to_device, 3 * MiB / 4)}),
            "device copy 768 KiB + staged by the MPI library 256 KiB");
  EXPECT_EQ(of({copy(device_to_host, MiB, true)}, {copy(peer_to_peer, MiB)}),
            "peer copy 1 MiB + copied to the host by gpuxfer 1 MiB");
  EXPECT_EQ(of({copy(host_to_host, MiB / 2)}, {copy(other_copy, MiB / 2)}),
            "copied within the host 512 KiB + copies of another kind 512 KiB");
}

TEST(LabelTest, CopiesOfMoreOrLessThanTheMessageSaySo) {
  EXPECT_EQ(of({}, {copy(device_to_device, 2 * MiB)}), "device copy 2 MiB");
  EXPECT_EQ(of({}, {copy(device_to_device, MiB / 4)}), "device copy 256 KiB + no CUDA copy seen 768 KiB");
}

TEST(LabelTest, KernelsCountWhereNoCopiesCarriedAll) {
  EXPECT_EQ(of({kernels(2)}, {}), "kernel");
  EXPECT_EQ(of({kernels(2)}, {copy(device_to_device, MiB)}), "device copy");
  EXPECT_EQ(of({kernels(2)}, {copy(device_to_device, MiB / 2)}), "device copy 512 KiB + kernel");
}

TEST(LabelTest, NothingSeenIsNoWay) {
  EXPECT_EQ(of({}, {}), "no CUDA copy seen");
  EXPECT_EQ(of({}, {}, 0), "no CUDA copy seen");
}

TEST(LabelTest, LostRecordsAreTold) {
  EXPECT_EQ(
      label({.rank = 0, .work = {}, .dropped = 1}, {.rank = 1, .work = {copy(device_to_device, MiB)}}, MiB),
      "device copy (1 record lost)");
  EXPECT_EQ(label({.rank = 0, .work = {}, .dropped = 1}, {.rank = 1, .work = {}, .dropped = 2}, MiB),
            "no CUDA copy seen (3 records lost)");
}

}  // namespace
}  // namespace gpuxfer::trace
