#include "run/explanation.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::run {
namespace {

GpuWork copy(GpuWorkKind kind, std::uint64_t bytes) {
  return {.kind = kind, .own = false, .count = 1, .bytes = bytes};
}

Evidence at(int rank, std::vector<GpuWork> work) {
  return {.ranks = {{.rank = rank, .work = std::move(work)}}, .problem = {}, .verified = {}, .mismatch = {}};
}

Explanation of_direct(std::uint64_t bytes) {
  return {.mode = 0,
          .bytes = bytes,
          .evidence = merge(at(0, {}), at(1, {copy(GpuWorkKind::device_to_device, bytes)}))};
}

Row row(const std::string& mode, std::uint64_t bytes) {
  Row row;
  row.mode = mode;
  row.bytes = bytes;
  return row;
}

TEST(ExplanationTest, SurvivesTheTripBetweenRanks) {
  Explanation one = of_direct(1 << 20);
  one.mode = 3;
  one.evidence.ranks[1].dropped = 7;
  one.evidence.problem = "no library";
  one.evidence.verified = false;
  one.evidence.mismatch = Mismatch{.rank = 1, .slot = 0, .offset = 1ULL << 40, .when = "traced"};
  const auto back = decode_explanations(encode({of_direct(8), one}));
  ASSERT_EQ(back.size(), 2U);
  EXPECT_FALSE(back[0].evidence.verified);
  EXPECT_FALSE(back[0].evidence.mismatch);
  EXPECT_EQ(back[0].evidence.problem, "");
  EXPECT_EQ(back[1].mode, 3U);
  EXPECT_EQ(back[1].bytes, 1U << 20);
  ASSERT_EQ(back[1].evidence.ranks.size(), 2U);
  EXPECT_TRUE(back[1].evidence.ranks[0].work.empty());
  const RankEvidence& receiver = back[1].evidence.ranks[1];
  EXPECT_EQ(receiver.rank, 1);
  EXPECT_EQ(receiver.dropped, 7U);
  ASSERT_EQ(receiver.work.size(), 1U);
  EXPECT_EQ(receiver.work[0].kind, GpuWorkKind::device_to_device);
  EXPECT_EQ(receiver.work[0].bytes, 1U << 20);
  EXPECT_EQ(back[1].evidence.problem, "no library");
  EXPECT_EQ(back[1].evidence.verified, false);
  ASSERT_TRUE(back[1].evidence.mismatch);
  EXPECT_EQ(back[1].evidence.mismatch->offset, 1ULL << 40);
}

TEST(ExplanationTest, AProblemOfEitherEndNamesItsRank) {
  Evidence sender = at(0, {}), receiver = at(5, {});
  EXPECT_EQ(merge(sender, receiver).problem, "");
  receiver.problem = "refused";
  EXPECT_EQ(merge(sender, receiver).problem, "rank 5: refused");
  sender.problem = "none";
  EXPECT_EQ(merge(sender, receiver).problem, "rank 0: none");
}

TEST(ExplanationTest, RowsOfTheModeAndSizeGetTheLabel) {
  std::vector<Row> rows{row("direct", 8), row("staged", 8), row("direct", 16), row("direct", 8)};
  rows[3].skipped = "no memory";
  fill_in(rows, {"direct", "staged"}, {of_direct(8)});
  EXPECT_EQ(rows[0].path, "device copy");
  ASSERT_TRUE(rows[0].evidence);
  EXPECT_EQ(rows[0].evidence->ranks[1].work[0].bytes, 8U);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_FALSE(rows[i].path) << i;
    EXPECT_FALSE(rows[i].evidence) << i;
  }
}

TEST(ExplanationTest, WhatWasAmissHasNoLabel) {
  Explanation unseen = of_direct(8), wrong = of_direct(16);
  unseen.evidence.problem = "rank 0: no library";
  wrong.evidence.mismatch = Mismatch{};
  std::vector<Row> rows{row("direct", 8), row("direct", 16)};
  fill_in(rows, {"direct"}, {unseen, wrong});
  for (const Row& row : rows) {
    EXPECT_FALSE(row.path);
    EXPECT_TRUE(row.evidence);
  }
}

}  // namespace
}  // namespace gpuxfer::run
