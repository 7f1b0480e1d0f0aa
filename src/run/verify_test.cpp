#include "run/verify.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "run/row_plan.hpp"

namespace gpuxfer::run {
namespace {

/// Two ends in one process: what the sender's slots hold is copied to the receiver's.
class VerifyTest : public testing::TestWithParam<std::uint64_t> {
 protected:
  static constexpr int slots = 3;

  VerifyTest()
      : device(device::make_host_device()),
        sender_memory(device->allocate(slots * slot_stride(GetParam()))),
        receiver_memory(device->allocate(slots * slot_stride(GetParam()))) {
    sending = {.device = device.get(), .peer = 1, .send = slots_at(sender_memory.data(), GetParam(), slots)};
    receiving = {
        .device = device.get(), .peer = 0, .receive = slots_at(receiver_memory.data(), GetParam(), slots)};
  }

  void arm() {
    sender.arm(sending);
    receiver.arm(receiving);
  }
  void deliver() {
    for (int slot = 0; slot < slots; ++slot) {
      std::memcpy(path::at(receiving.receive, slot), path::at(sending.send, slot), GetParam());
    }
  }

  std::unique_ptr<device::Device> device;
  device::Buffer sender_memory, receiver_memory;
  path::Plan sending, receiving;
  Verifier sender{1, 0, 1}, receiver{1, 1, 0};
};

TEST_P(VerifyTest, WhatArrivesWholeIsRight) {
  arm();
  deliver();
  EXPECT_FALSE(receiver.check(receiving, "now"));
}

TEST_P(VerifyTest, AFlippedBitAnywhereInAnySlotIsFound) {
  for (int slot = 0; slot < slots; ++slot) {
    for (const std::uint64_t offset : {std::uint64_t{0}, GetParam() / 2, GetParam() - 1}) {
      arm();
      deliver();
      unsigned char& byte = path::at(receiving.receive, slot)[offset];
      const unsigned char right = byte;
      byte ^= 0x10;
      const auto mismatch = receiver.check(receiving, "now");
      ASSERT_TRUE(mismatch) << slot << " " << offset;
      EXPECT_EQ(mismatch->rank, 1);
      EXPECT_EQ(mismatch->slot, slot);
      EXPECT_EQ(mismatch->offset, offset);
      EXPECT_EQ(mismatch->expected, right);
      EXPECT_EQ(mismatch->got, right ^ 0x10);
      EXPECT_EQ(mismatch->count, 1U);
      EXPECT_EQ(mismatch->when, "now");
    }
  }
}

TEST_P(VerifyTest, AByteWrittenBehindTheMessageIsFound) {
  for (const std::uint64_t offset : {GetParam(), slot_stride(GetParam()) - 1}) {
    arm();
    deliver();
    path::at(receiving.receive, 1)[offset] ^= 0x01;
    const auto mismatch = receiver.check(receiving, "now");
    ASSERT_TRUE(mismatch);
    EXPECT_EQ(mismatch->slot, 1);
    EXPECT_EQ(mismatch->offset, offset);
  }
}

TEST_P(VerifyTest, ThePreviousMessageTheWrongSlotAndNothingAtAllAreFound) {
  if (GetParam() < 8) GTEST_SKIP() << "so few bytes may agree by chance";
  arm();
  deliver();
  arm();  // a new pattern is expected; nothing arrives over the poison
  EXPECT_TRUE(receiver.check(receiving, "now"));

  deliver();
  const std::vector<unsigned char> stale(path::at(sending.send, 0), path::at(sending.send, 0) + GetParam());
  arm();
  deliver();
  std::memcpy(path::at(receiving.receive, 0), stale.data(), stale.size());
  EXPECT_TRUE(receiver.check(receiving, "now"));

  deliver();
  EXPECT_FALSE(receiver.check(receiving, "now"));
  std::memcpy(path::at(receiving.receive, 0), path::at(sending.send, 1), GetParam());
  EXPECT_TRUE(receiver.check(receiving, "now"));
}

TEST_P(VerifyTest, PoisonIsSeenWhereTheTimedOperationsMovedNothing) {
  arm();
  deliver();
  receiver.poison(receiving);
  EXPECT_TRUE(receiver.check(receiving, "now"));
}

TEST_P(VerifyTest, SaysWhatTheWrongBytesLookLike) {
  if (GetParam() < 16) return;  // too few for a guess
  arm();
  deliver();
  arm();
  const auto stale = receiver.check(receiving, "now");
  ASSERT_TRUE(stale);
  EXPECT_EQ(stale->hint.substr(0, 22), "nothing had arrived th");
  deliver();
  std::memset(path::at(receiving.receive, 1), 0, GetParam());
  const auto zeros = receiver.check(receiving, "now");
  ASSERT_TRUE(zeros);
  EXPECT_EQ(zeros->hint.substr(0, 5), "zeros");
}

INSTANTIATE_TEST_SUITE_P(Sizes, VerifyTest, testing::Values(8, 13, 4031, 4032, 4033, 4096, 100003));

TEST(SlotTest, SlotsStartAtMultiplesOfFourKibAndGuardsFollow) {
  EXPECT_EQ(slot_stride(0), 4096U);
  EXPECT_EQ(slot_stride(4032), 4096U);
  EXPECT_EQ(slot_stride(4033), 8192U);
  EXPECT_EQ(slot_stride(4096), 8192U);
}

}  // namespace
}  // namespace gpuxfer::run
