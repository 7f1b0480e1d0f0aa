#include "path/chunks.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::path {
namespace {

constexpr std::uint64_t KiB = 1024;
constexpr std::uint64_t MiB = 1024 * KiB;
constexpr std::uint64_t GiB = 1024 * MiB;

TEST(ChunksTest, AnEighthOfTheMessageBetween128KiBAnd4MiB) {
  EXPECT_EQ(chunk_bytes(256 * KiB, {}), 128 * KiB);
  EXPECT_EQ(chunk_bytes(1 * MiB, {}), 128 * KiB);
  EXPECT_EQ(chunk_bytes(8 * MiB, {}), 1 * MiB);
  EXPECT_EQ(chunk_bytes(32 * MiB, {}), 4 * MiB);
  EXPECT_EQ(chunk_bytes(64 * MiB, {}), 4 * MiB);
  EXPECT_EQ(chunk_bytes(std::uint64_t{1} << 62, {}), 4 * MiB);
}

TEST(ChunksTest, AMessageShorterThanAChunkIsOneChunk) {
  EXPECT_EQ(chunk_bytes(0, {}), 4 * KiB);
  EXPECT_EQ(chunk_bytes(1, {}), 4 * KiB);
  EXPECT_EQ(chunk_bytes(4097, {}), 8 * KiB);
  EXPECT_EQ(chunk_bytes(128 * KiB, {}), 128 * KiB);
  for (const std::uint64_t message : {0 * KiB, 1 * KiB, 5000 * KiB / 1000, 127 * KiB, 128 * KiB}) {
    EXPECT_EQ(chunks_in(message, chunk_bytes(message, {})), 1U) << message;
  }
  EXPECT_EQ(chunks_in(128 * KiB + 1, chunk_bytes(128 * KiB + 1, {})), 2U);
}

TEST(ChunksTest, ATunedMessageHasNoCrumbAtItsEnd) {
  const std::uint64_t message = 8 * MiB + 16;
  EXPECT_EQ(chunk_bytes(message, {}), 1 * MiB + 4 * KiB);
  EXPECT_EQ(chunks_in(message, chunk_bytes(message, {})), 8U);
}

TEST(ChunksTest, AGivenChunkIsHeldToWholePagesAndToWhatMemoryHolds) {
  EXPECT_EQ(chunk_bytes(GiB, 64 * KiB), 64 * KiB);
  EXPECT_EQ(chunk_bytes(GiB, 64 * KiB + 4095), 64 * KiB);
  EXPECT_EQ(chunk_bytes(GiB, 1), 4 * KiB);
  EXPECT_EQ(chunk_bytes(GiB, GiB), 16 * MiB);
  EXPECT_EQ(chunk_bytes(100, 64 * KiB), 4 * KiB);
}

TEST(ChunksTest, StagingIsBoundedWhateverTheSlotsSpan) {
  EXPECT_EQ(staging_bytes(0), 0U);
  EXPECT_EQ(staging_bytes(8 * KiB), 8 * KiB);
  EXPECT_EQ(staging_bytes(100 * GiB), 64 * MiB);
}

/// Of every message in slots that span no more than the run's arena, one chunk a direction fits the least
/// memory.
TEST(ChunksTest, TheLeastMemoryHoldsAChunkADirectionOfAnyRow) {
  const std::optional<std::uint64_t> asked[] = {{}, 4 * KiB, 100 * KiB, 3 * MiB, GiB};
  for (const auto& chunk : asked) {
    for (std::uint64_t message = 0; message < 200 * MiB; message = message * 5 / 3 + 1000) {
      const std::uint64_t stride = (message + 64 + 4095) / 4096 * 4096;
      for (const std::uint64_t slots : {1, 2, 3, 65}) {
        const std::uint64_t least = least_staging_bytes(slots * stride, chunk);
        EXPECT_LE(least, staging_bytes(slots * stride));
        EXPECT_GE(least, (slots > 1 ? 2 : 1) * chunk_bytes(message, chunk)) << message << ' ' << slots;
      }
    }
  }
}

}  // namespace
}  // namespace gpuxfer::path
