#include <gtest/gtest.h>

#include <cstring>

#include "core/error.hpp"
#include "device/device.hpp"
#include "device/host_memory.hpp"
#include "device/test_pattern.hpp"

namespace gpuxfer::device {
namespace {

TEST(TestPatternTest, BytesAreThoseOfTheWords) {
  for (std::uint64_t offset = 0; offset < 64; ++offset) {
    const std::uint64_t word = pattern_word(99, offset / 8);
    EXPECT_EQ(pattern_byte(99, offset), (word >> (8 * (offset % 8))) & 0xFF);
  }
}

TEST(TestPatternTest, SplitmixGivesItsPublishedSequence) {
  // First outputs of splitmix64 seeded with 1234567.
  std::uint64_t state = 1234567;
  for (const std::uint64_t expected :
       {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL}) {
    EXPECT_EQ(mix(state), expected);
    state += 0x9E3779B97F4A7C15;
  }
}

TEST(TestPatternTest, ManyThreadsWriteAndFindWhatOneDoes) {
  constexpr std::uint64_t bytes = 1003, stride = 4096;
  alignas(8) unsigned char one[stride] = {}, many[stride] = {};
  const SlotLayout single{one, stride, bytes, 1}, shared{many, stride, bytes, 1};
  fill_slot(single, 0, 5, 0, 1);
  for (std::uint64_t thread = 0; thread < 32; ++thread) fill_slot(shared, 0, 5, thread, 32);
  EXPECT_EQ(std::memcmp(one, many, stride), 0);

  many[1000] ^= 1;
  many[17] ^= 1;
  unsigned long long wrong = 0, first = nothing_wrong;
  for (std::uint64_t thread = 0; thread < 32; ++thread) {
    const CheckResult found = check_slot(shared, 0, 5, 0, thread, 32);
    wrong += found.wrong;
    first = std::min(first, found.first);
  }
  EXPECT_EQ(first, 17U);
  EXPECT_GE(wrong, 2U);  // and the guards, which hold zeros
}

TEST(HostDeviceTest, AllocationsAreWholePagesAndEmptyOnesAreFine) {
  const auto device = make_host_device();
  const Buffer buffer = device->allocate(10);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 4096, 0U);
  EXPECT_EQ(buffer.bytes(), 10U);
  EXPECT_EQ(device->allocate(0).bytes(), 0U);
}

TEST(HostDeviceTest, RefusedMemoryIsAMachineErrorThatNamesTheAmount) {
  try {
    make_host_device()->allocate(std::size_t{1} << 60);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::machine);
    EXPECT_NE(std::string(error.what()).find("TiB"), std::string::npos) << error.what();
  }
}

TEST(HostDeviceTest, AvailableMemoryIsPositiveAndBelowAnExabyte) {
  EXPECT_GT(available_host_bytes(), std::size_t{1} << 20);
  EXPECT_LT(available_host_bytes(), std::size_t{1} << 60);
}

TEST(BufferTest, ReleasesOnceAfterMoves) {
  int released = 0;
  unsigned char byte = 0;
  {
    Buffer first(&byte, 1, [&](unsigned char*) { ++released; });
    Buffer second(std::move(first));
    Buffer third;
    third = std::move(second);
    EXPECT_EQ(third.data(), &byte);
    EXPECT_EQ(released, 0);
  }
  EXPECT_EQ(released, 1);
}

}  // namespace
}  // namespace gpuxfer::device
