#include "path/ring.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace gpuxfer::path {
namespace {

constexpr std::uint64_t KiB = 1024;
constexpr std::uint64_t MiB = 1024 * KiB;

TEST(RingTest, ARingFollowsTheSlotsFromOneTo64MiB) {
  EXPECT_EQ(wanted_ring_bytes(0), MiB);
  EXPECT_EQ(wanted_ring_bytes(8192), MiB);
  EXPECT_EQ(wanted_ring_bytes(MiB + 1), 2 * MiB);
  EXPECT_EQ(wanted_ring_bytes(64 * MiB), 64 * MiB);
  EXPECT_EQ(wanted_ring_bytes(UINT64_MAX), 64 * MiB);
}

TEST(RingTest, TwoRingsTakeHalfOfWhatIsFreeAtMost) {
  EXPECT_EQ(affordable_ring_bytes(64 * MiB, 1024 * MiB), 64 * MiB);
  EXPECT_EQ(affordable_ring_bytes(64 * MiB, 63 * MiB), 15 * MiB);
  EXPECT_EQ(affordable_ring_bytes(64 * MiB, 4 * MiB), MiB);
}

TEST(RingTest, TooLittleRoomSaysWhereAndWhatToDo) {
  try {
    affordable_ring_bytes(MiB, 4 * MiB - 1);
    FAIL() << "no error";
  } catch (const MachineError& error) {
    EXPECT_NE(std::string(error.what()).find("/dev/shm"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("remount"), std::string::npos) << error.what();
  }
}

TEST(RingTest, AChunkIsAnEighthOfTheMessageWithinItsBounds) {
  const std::uint64_t ring = 64 * MiB;
  EXPECT_EQ(chunks_for(128 * KiB, ring).bytes, 128 * KiB);
  EXPECT_EQ(chunks_for(MiB, ring).bytes, 128 * KiB);
  EXPECT_EQ(chunks_for(8 * MiB, ring).bytes, MiB);
  EXPECT_EQ(chunks_for(8 * MiB + 8, ring).bytes, MiB + 4 * KiB);
  EXPECT_EQ(chunks_for(1024 * MiB, ring).bytes, 4 * MiB);
  EXPECT_EQ(chunks_for(UINT64_MAX, ring).bytes, 4 * MiB);
}

TEST(RingTest, ASmallMessageIsOneChunkOfWholePages) {
  for (const std::uint64_t bytes : {0, 1, 4096, 4097, 100000}) {
    const Chunks chunks = chunks_for(bytes, 64 * MiB);
    EXPECT_GE(chunks.bytes, bytes);
    EXPECT_GE(chunks.bytes, 4096U);
    EXPECT_LT(chunks.bytes, bytes + 8192);
    EXPECT_EQ(chunks.count, 64U) << "a window of small messages fits";
  }
}

TEST(RingTest, AllChunksFitTheRingAndThereAreFour) {
  for (const std::uint64_t ring : {MiB, 3 * MiB, 64 * MiB}) {
    for (std::uint64_t bytes = 1; bytes < 4096 * MiB; bytes *= 3) {
      const Chunks chunks = chunks_for(bytes, ring);
      EXPECT_GE(chunks.count, 4U) << bytes << " in " << ring;
      EXPECT_LE(chunks.bytes * chunks.count, ring) << bytes << " in " << ring;
      EXPECT_EQ(chunks.bytes % 4096, 0U) << bytes << " in " << ring;
    }
  }
}

}  // namespace
}  // namespace gpuxfer::path
