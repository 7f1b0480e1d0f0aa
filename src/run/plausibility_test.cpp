#include "run/plausibility.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::run {
namespace {

constexpr PcieLink gen5{
    .transfers_per_second = 2.5e9, .max_transfers_per_second = 32e9, .width = 16, .max_width = 16};
constexpr NvLinks eighteen{.count = 18, .bytes_per_second = 478e9};
constexpr NvLinks no_links{};

LinkEnd end(const std::string& uuid) {
  LinkEnd end{.host = "a", .uuid = uuid, .gpu = {}, .nvlink = {}};
  end.gpu.pcie = gen5;
  end.gpu.nvlink = no_links;
  end.gpu.memory_bytes_per_second = 4.8e12;
  end.gpu.cache_bytes = 50'000'000;
  return end;
}

LinkEnd linked(const std::string& uuid, NvLinks links, std::optional<bool> joined) {
  LinkEnd one = end(uuid);
  one.gpu.nvlink = links;
  one.nvlink = joined;
  return one;
}

Row row(std::uint64_t bytes, int window, double rate) {
  Row row;
  row.memory = {"device", "device"};
  row.bytes = bytes;
  row.window = window;
  row.messages = static_cast<std::uint64_t>(window);
  row.bandwidth = Bandwidth{.median = rate, .ci95 = {rate, rate}};
  return row;
}

TEST(PlausibilityTest, WithinOneGpuACopyReadsAndWrites) {
  const auto limit = limit_between({end("A"), end("A")});
  ASSERT_TRUE(limit);
  EXPECT_EQ(limit->bytes_per_second, 2.4e12);
  EXPECT_FALSE(limit->duplex);
  EXPECT_NE(limit->of.find("reads and writes"), std::string::npos);
}

TEST(PlausibilityTest, TheSlowerEndsNvLinksCount) {
  const auto limit = limit_between(
      {linked("A", eighteen, true), linked("B", {.count = 12, .bytes_per_second = 318e9}, true)});
  ASSERT_TRUE(limit);
  EXPECT_EQ(limit->bytes_per_second, 318e9);
  EXPECT_EQ(limit->of, "12 NVLinks");
  EXPECT_TRUE(limit->duplex);
}

TEST(PlausibilityTest, WithoutNvLinkPcieCounts) {
  const auto limit = limit_between({end("A"), end("B")});
  ASSERT_TRUE(limit);
  EXPECT_EQ(limit->of, "PCIe 5.0 x16");
  const auto apart = limit_between({linked("A", eighteen, false), linked("B", eighteen, false)});
  ASSERT_TRUE(apart);
  EXPECT_EQ(apart->of, "PCIe 5.0 x16");
}

TEST(PlausibilityTest, WhereNobodyTellsThereIsNoLimit) {
  LinkEnd far = end("B");
  far.host = "b";
  EXPECT_FALSE(limit_between({end("A"), far}));
  LinkEnd unknown = end("B");
  unknown.gpu.nvlink.reset();  // there may be NVLinks, which carry more than PCIe
  EXPECT_FALSE(limit_between({end("A"), unknown}));
  LinkEnd virtual_pcie = end("B");
  virtual_pcie.gpu.pcie.reset();
  EXPECT_FALSE(limit_between({end("A"), virtual_pcie}));
  LinkEnd no_clock = end("A");
  no_clock.gpu.memory_bytes_per_second.reset();
  EXPECT_FALSE(limit_between({no_clock, no_clock}));
}

TEST(PlausibilityTest, AFigureAboveTheLimitIsImplausible) {
  const Limit link{.bytes_per_second = 50e9, .duplex = true, .of = "a link"};
  EXPECT_FALSE(is_implausible(row(1 << 20, 64, 49e9), link));
  EXPECT_TRUE(is_implausible(row(1 << 20, 64, 51e9), link));
  EXPECT_FALSE(is_implausible(row(1 << 20, 64, 51e9), std::nullopt));
}

TEST(PlausibilityTest, BothDirectionsShareMemoryAndNotALink) {
  Row both = row(1 << 20, 64, 90e9);
  both.messages = 128;
  EXPECT_FALSE(is_implausible(both, Limit{.bytes_per_second = 50e9, .duplex = true, .of = "a link"}));
  EXPECT_TRUE(is_implausible(both, Limit{.bytes_per_second = 50e9, .duplex = false, .of = "memory"}));
}

TEST(PlausibilityTest, WhatACacheCouldHoldIsNotJudged) {
  const Limit memory{.bytes_per_second = 50e9, .duplex = false, .cache_bytes = 1 << 20, .of = "memory"};
  EXPECT_FALSE(is_implausible(row(1 << 20, 1, 60e9), memory));
  EXPECT_TRUE(is_implausible(row(1 << 20, 64, 60e9), memory));
}

TEST(PlausibilityTest, RowsWithoutARateOrOfOtherMemoryAreNotJudged) {
  const Limit link{.bytes_per_second = 50e9, .duplex = true, .of = "a link"};
  Row skipped = row(1 << 20, 1, 1e12);
  skipped.bandwidth.reset();
  EXPECT_FALSE(is_implausible(skipped, link));
  Row managed = row(1 << 20, 1, 1e12);
  managed.memory[1] = "managed";
  EXPECT_FALSE(is_implausible(managed, link));
}

TEST(AboveCeilingsTest, JudgesLargeRowsWhereTheHardwareTellsOfNoLimit) {
  const auto row = [](std::uint64_t bytes, double share) {
    Row made;
    made.bytes = bytes;
    made.bound = Bound{.ceiling = "on_device", .share = share};
    return made;
  };
  constexpr std::uint64_t MiB = std::uint64_t{1} << 20;
  const auto flagged = [](Row judged, const std::optional<Limit>& limit) {
    flag_above_ceilings({&judged, 1}, limit);
    return judged.flags == std::vector<std::string>{"implausible"};
  };
  EXPECT_TRUE(flagged(row(64 * MiB, 2.1), {}));
  EXPECT_FALSE(flagged(row(64 * MiB, 1.9), {}));
  EXPECT_FALSE(flagged(row(63 * MiB, 2.1), {}));
  EXPECT_FALSE(flagged(row(64 * MiB, 2.1), Limit{}));
  EXPECT_FALSE(flagged(Row{}, {}));
}

}  // namespace
}  // namespace gpuxfer::run
