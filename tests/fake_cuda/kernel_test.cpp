#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <csignal>

#include "device/test_pattern_kernels_cuda.hpp"
#include "fake_cuda/child.hpp"
#include "fake_cuda/stranger.hpp"

namespace {

using gpuxfer::device::CheckResult;
using gpuxfer::device::launch_check;
using gpuxfer::device::launch_fill;
using gpuxfer::device::nothing_wrong;
using gpuxfer::device::SlotLayout;

constexpr std::uint64_t key = 5;

/// Three slots of 24 bytes, 20 of which are message.
SlotLayout allocate_slots() {
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, 72), cudaSuccess);
  return {.base = static_cast<unsigned char*>(memory), .stride = 24, .bytes = 20, .slots = 3};
}

CheckResult* allocate_result() {
  void* memory = nullptr;
  EXPECT_EQ(cudaMallocHost(&memory, sizeof(CheckResult)), cudaSuccess);
  return new (memory) CheckResult{0, nothing_wrong};
}

/// The guard bytes hold what the allocation began with; here they get the pattern of `key` too.
void fill_all(SlotLayout layout) {
  SlotLayout with_guards = layout;
  with_guards.bytes = layout.stride;
  launch_fill(with_guards, key, nullptr);
}

TEST(FakeKernels, RunWhenWaitedFor) {
  in_child({}, [] {
    const SlotLayout layout = allocate_slots();
    const unsigned char before = layout.base[0];
    launch_fill(layout, key, nullptr);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(layout.base[0], before);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(layout.base[0], gpuxfer::device::pattern_byte(gpuxfer::device::slot_key(key, 0), 0));
    EXPECT_EQ(layout.base[2 * 24 + 19], gpuxfer::device::pattern_byte(gpuxfer::device::slot_key(key, 2), 19));
  });
}

TEST(FakeKernels, CheckFindsWhatIsWrong) {
  in_child({}, [] {
    const SlotLayout layout = allocate_slots();
    CheckResult* const result = allocate_result();
    fill_all(layout);
    launch_check(layout, key, key, result, nullptr);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(result->wrong, 0U);
    EXPECT_EQ(result->first, nothing_wrong);

    layout.base[24 + 7] ^= 1;   // a message
    layout.base[48 + 22] ^= 1;  // a guard
    launch_check(layout, key, key, result, nullptr);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(result->wrong, 2U);
    EXPECT_EQ(result->first, 24U + 7);
  });
}

TEST(FakeKernels, BadAddressesSpoilTheContext) {
  in_child({}, [] {
    SlotLayout layout = allocate_slots();
    layout.slots = 4;
    launch_fill(layout, key, nullptr);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "a launch doesn't look at addresses";
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaFree(layout.base), cudaErrorIllegalAddress);
  });
}

TEST(FakeKernels, PeersMemoryNeedsPeerAccess) {
  in_child({}, [] {
    const SlotLayout layout = allocate_slots();
    cudaSetDevice(1);
    ASSERT_EQ(cudaDeviceEnablePeerAccess(0, 0), cudaSuccess);
    launch_fill(layout, key, nullptr);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  });
  in_child({}, [] {
    const SlotLayout layout = allocate_slots();
    cudaSetDevice(1);
    launch_fill(layout, key, nullptr);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  });
}

TEST(FakeKernels, EmptyGridIsRefused) {
  in_child({}, [] {
    launch_stranger(0);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  });
}

TEST(FakeKernels, StrangersAbort) {
  EXPECT_EQ(signal_of_child({}, [] { launch_stranger(1); }), SIGABRT);
}

}  // namespace
