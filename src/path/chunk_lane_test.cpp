#include "path/chunk_lane.hpp"

#include <gtest/gtest.h>

#include <array>

namespace gpuxfer::path {
namespace {

using device::SlotLayout;

/// Both ends of a ring of four chunks of 8 bytes, in one thread over host memory.
class ChunkLaneTest : public testing::Test {
 protected:
  void begin(std::uint64_t message_bytes) {
    from.assign(4 * stride, 0);
    to.assign(4 * stride, 0xEE);
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<unsigned char>(i * 7 + 1);
    sender.begin({.bytes = 8, .count = 4}, layout(from, message_bytes));
    receiver.begin({.bytes = 8, .count = 4}, layout(to, message_bytes));
  }

  SlotLayout layout(std::vector<unsigned char>& memory, std::uint64_t bytes) const {
    return {.base = memory.data(), .stride = stride, .bytes = bytes, .slots = 4};
  }

  void expect_arrived(int slot, std::uint64_t bytes) const {
    for (std::uint64_t i = 0; i < stride; ++i) {
      const std::uint64_t at = static_cast<std::uint64_t>(slot) * stride + i;
      EXPECT_EQ(to[at], i < bytes ? from[at] : 0xEE) << "byte " << i << " of slot " << slot;
    }
  }

  static constexpr std::uint64_t stride = 100;
  std::unique_ptr<device::Device> device = device::make_host_device();
  std::array<unsigned char, 32> data{};
  std::uint64_t filled = 0, emptied = 0;
  Ring ring{.data = data.data(), .filled = &filled, .emptied = &emptied};
  ChunkLane sender{ChunkLane::End::sends, ring, device->make_stream()};
  ChunkLane receiver{ChunkLane::End::receives, ring, device->make_stream()};
  std::vector<unsigned char> from, to;
};

TEST_F(ChunkLaneTest, MessagesOfAnyLengthPassAndTouchNothingElse) {
  for (const std::uint64_t bytes : {1, 7, 8, 9, 24, 25, 32, 33, 99}) {
    begin(bytes);
    for (const int slot : {0, 2, 3}) {
      sender.post(slot);
      receiver.post(slot);
    }
    bool sent = false, received = false;
    for (int look = 0; look < 1000 && !(sent && received); ++look) {
      sender.advance();
      receiver.advance();
      sent = sent || sender.done();
      received = received || receiver.done();
    }
    ASSERT_TRUE(sent && received) << bytes;
    for (const int slot : {0, 2, 3}) expect_arrived(slot, bytes);
    expect_arrived(1, 0);
    EXPECT_EQ(filled, emptied);
  }
}

TEST_F(ChunkLaneTest, ASenderStopsAtAFullRingAndGoesOnWhereTheReceiverMadeRoom) {
  begin(48);
  sender.post(0);
  while (sender.advance()) {
  }
  EXPECT_EQ(filled, 4U);
  EXPECT_FALSE(sender.done());
  receiver.post(0);
  receiver.advance();
  EXPECT_EQ(emptied, 1U);
  while (sender.advance()) {
  }
  EXPECT_EQ(filled, 5U);
}

TEST_F(ChunkLaneTest, AnEmptyMessageIsOneChunk) {
  begin(0);
  sender.post(1);
  receiver.post(1);
  EXPECT_FALSE(receiver.advance()) << "before the sender told";
  EXPECT_TRUE(sender.advance());
  EXPECT_TRUE(sender.done());
  EXPECT_TRUE(receiver.advance());
  EXPECT_TRUE(receiver.done());
  expect_arrived(1, 0);
}

TEST_F(ChunkLaneTest, AChunkWaitsForTheReceiversPost) {
  begin(8);
  sender.post(0);
  sender.advance();
  EXPECT_EQ(filled, 1U);
  EXPECT_FALSE(receiver.advance());
  receiver.post(0);
  EXPECT_TRUE(receiver.advance());
  expect_arrived(0, 8);
}

}  // namespace
}  // namespace gpuxfer::path
