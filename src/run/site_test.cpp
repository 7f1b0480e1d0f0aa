#include "run/site.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace gpuxfer::run {
namespace {

Gpu gpu(const std::string& uuid, int ordinal = 0) {
  return {.ordinal = ordinal,
          .name = "NVIDIA H200",
          .uuid = uuid,
          .pci = "0000:65:00.0",
          .memory_bytes = 1ULL << 37,
          .mps = true};
}

RankReport report(const std::string& host, std::vector<int> cores, std::vector<Gpu> gpus = {}) {
  return {.host = host,
          .process = 42,
          .cores = std::move(cores),
          .visible = {.gpus = std::move(gpus), .problem = {}}};
}

TEST(SiteTest, AReportSurvivesTheTripBetweenRanks) {
  RankReport sent = report("node-1", {0, 5, 63}, {gpu("GPU-a"), gpu("GPU-b", 1)});
  sent.bound = true;
  sent.limits = {
      .shared_memory_bytes = 64 << 20, .shared_memory_free_bytes = 1 << 20, .locked_memory_bytes = {}};
  EXPECT_FALSE(decode(encode(sent)).limits.locked_memory_bytes);
  sent.limits.locked_memory_bytes = 8 << 20;
  const RankReport back = decode(encode(sent));
  EXPECT_EQ(back.host, "node-1");
  EXPECT_EQ(back.process, 42);
  EXPECT_TRUE(back.bound);
  EXPECT_EQ(back.limits.shared_memory_bytes, 64U << 20);
  EXPECT_EQ(back.limits.shared_memory_free_bytes, 1U << 20);
  EXPECT_EQ(back.limits.locked_memory_bytes, 8U << 20);
  EXPECT_EQ(back.cores, sent.cores);
  ASSERT_EQ(back.visible.gpus.size(), 2U);
  EXPECT_EQ(back.visible.gpus[1].uuid, "GPU-b");
  EXPECT_EQ(back.visible.gpus[1].ordinal, 1);
  EXPECT_EQ(back.visible.gpus[0].name, "NVIDIA H200");
  EXPECT_EQ(back.visible.gpus[0].memory_bytes, 1ULL << 37);
  EXPECT_TRUE(back.visible.gpus[0].mps);

  RankReport blind = report("node-1", {});
  blind.visible.problem = "no driver";
  EXPECT_EQ(decode(encode(blind)).visible.problem, "no driver");
  EXPECT_TRUE(decode(encode(blind)).cores.empty());
}

TEST(SiteTest, AHostIsOversubscribedWhereItsRanksOutnumberTheirCores) {
  EXPECT_FALSE(oversubscribed({report("a", {0}), report("a", {1})}));
  EXPECT_TRUE(oversubscribed({report("a", {0}), report("a", {0})}));
  EXPECT_FALSE(oversubscribed({report("a", {0}), report("b", {0})}));
  EXPECT_TRUE(oversubscribed({report("a", {0, 1}), report("a", {0, 1}), report("a", {0, 1})}));
}

TEST(SiteTest, LocalRanksCountWithinAHostWhateverThePlacement) {
  EXPECT_EQ(local_ranks({report("a", {}), report("b", {}), report("a", {}), report("b", {})}),
            (std::vector<int>{0, 0, 1, 1}));
}

TEST(SiteTest, EveryRankGetsItsGpuAndSharersAreCounted) {
  SweepOptions options;
  const auto ranks = assign_ranks(
      {report("a", {}, {gpu("A"), gpu("B", 1)}), report("a", {}, {gpu("A"), gpu("B", 1)})}, options);
  EXPECT_EQ(ranks[0].gpu->uuid, "A");
  EXPECT_EQ(ranks[1].gpu->uuid, "B");
  EXPECT_EQ(ranks[1].gpu->sharers, 1);

  options.share_gpu = true;
  const auto shared = assign_ranks({report("a", {}, {gpu("A")}), report("a", {}, {gpu("A")})}, options);
  EXPECT_EQ(shared[0].gpu->sharers, 2);
}

TEST(SiteTest, OverHostMemoryNobodyNeedsAGpu) {
  SweepOptions options;
  options.memory = {device::MemoryKind::host, device::MemoryKind::host};
  EXPECT_FALSE(assign_ranks({report("a", {}), report("a", {})}, options)[0].gpu);
}

TEST(SiteTest, TheDeviceListIsTakenInRankOrderWithinAHost) {
  SweepOptions options;
  options.devices = {1, 0};
  const std::vector<Gpu> two{gpu("A"), gpu("B", 1)};
  const auto ranks = assign_ranks({report("a", {}, two), report("a", {}, two)}, options);
  EXPECT_EQ(ranks[0].gpu->uuid, "B");
  EXPECT_EQ(ranks[1].gpu->uuid, "A");
}

TEST(SiteTest, ADeviceListThatCannotBeMetSaysWhy) {
  const std::vector<Gpu> two{gpu("A"), gpu("B", 1)};
  const std::vector<RankReport> reports{report("a", {}, two), report("a", {}, two)};
  const auto refusal = [&](std::vector<int> devices) {
    SweepOptions options;
    options.devices = std::move(devices);
    try {
      assign_ranks(reports, options);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal({0}).find("rank 1 is number 2"), std::string::npos) << refusal({0});
  EXPECT_NE(refusal({0, 2}).find("rank 1 GPU 2"), std::string::npos) << refusal({0, 2});
  EXPECT_NE(refusal({1, 1}).find("same GPU"), std::string::npos) << refusal({1, 1});
}

}  // namespace
}  // namespace gpuxfer::run
