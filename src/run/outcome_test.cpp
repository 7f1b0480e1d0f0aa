#include "run/outcome.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::run {
namespace {

TEST(OutcomeTest, SurvivesTheTripBetweenRanksBitForBit) {
  std::vector<Outcome> outcomes(3);
  outcomes[0].samples = {.seconds = {0.1, 1e-9, 1.0 / 3},
                         .batch = 4,
                         .stop = Stop::converged,
                         .settled = false,
                         .block_medians = {2, 3}};
  outcomes[1].stages = StageTimes{1e-6, 2e-6, 3e-6};
  outcomes[1].mismatch = Mismatch{.rank = 1,
                                  .slot = 63,
                                  .offset = 1ULL << 40,
                                  .expected = 0xAB,
                                  .got = 0x00,
                                  .count = 17,
                                  .hint = "zeros: an IOMMU",
                                  .when = "before the timing"};
  outcomes[1].flags = {"unpinned", "shallow"};
  outcomes[2].refused = "no pinned memory";
  const auto back = decode_outcomes(encode(outcomes));
  ASSERT_EQ(back.size(), 3U);
  EXPECT_EQ(back[0].samples.seconds, outcomes[0].samples.seconds);
  EXPECT_EQ(back[0].samples.block_medians, outcomes[0].samples.block_medians);
  EXPECT_EQ(back[0].samples.batch, 4);
  EXPECT_EQ(back[0].samples.stop, Stop::converged);
  EXPECT_FALSE(back[0].samples.settled);
  EXPECT_FALSE(back[0].mismatch);
  EXPECT_FALSE(back[0].stages);
  ASSERT_TRUE(back[1].stages);
  EXPECT_EQ(back[1].stages->wire_seconds, 2e-6);
  ASSERT_TRUE(back[1].mismatch);
  EXPECT_EQ(back[1].mismatch->slot, 63);
  EXPECT_EQ(back[1].mismatch->offset, 1ULL << 40);
  EXPECT_EQ(back[1].mismatch->expected, 0xAB);
  EXPECT_EQ(back[1].mismatch->count, 17U);
  EXPECT_EQ(back[1].mismatch->when, "before the timing");
  EXPECT_EQ(back[2].refused, "no pinned memory");
  EXPECT_EQ(back[0].refused, "");
  EXPECT_EQ(back[1].flags, outcomes[1].flags);
  EXPECT_TRUE(back[2].flags.empty());
  EXPECT_TRUE(decode_outcomes(encode({})).empty());
}

}  // namespace
}  // namespace gpuxfer::run
