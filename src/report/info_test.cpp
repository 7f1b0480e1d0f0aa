#include "report/info.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/test_info.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

void expect_in(const std::string& text, const std::string& words) {
  EXPECT_NE(text.find(words), std::string::npos) << words << "\nin\n" << text;
}

TEST(InfoTest, TheTableTellsOfRanksGpusAndLinks) {
  const std::string text = info_table(made_up_info());
  expect_in(text, "MPI         MPICH 4.3.0, standard 4.1; CUDA-aware (MPIX_GPU_query_support says so)\n");
  expect_in(text, "Rank 1      node17, process 4712, bound to core 1, NUMA node 0\n");
  expect_in(text, "NVIDIA H200 (2 visible), GPU-1, 0000:61:00.0, 140.4 GiB");
  expect_in(text, "PCIe 5.0 x16, 63.02 GB/s each way (now at 1.0); 18 NVLinks, 478.1 GB/s each way");
  expect_in(text, "/dev/shm 64 GiB, 63 GiB of it free; locked memory unlimited");
  expect_in(text, "0 <-> 1     NVLink, peer access, CUDA IPC opens\n");
  expect_in(text, "CUDA_VISIBLE_DEVICES=0,1\n");
  EXPECT_TRUE(text.ends_with("\nNo warnings.\n"));
}

TEST(InfoTest, DirectionsThatDifferHaveALineEach) {
  Info info = made_up_info();
  info.pairs[1].ipc = false;
  info.pairs[1].ipc_problem = "not here";
  const std::string text = info_table(info);
  expect_in(text, "0 -> 1      NVLink, peer access, CUDA IPC opens\n");
  expect_in(text, "1 -> 0      NVLink, peer access, CUDA IPC refused\n");
  expect_in(text, "\nWarnings\n  - CUDA IPC is refused from rank 1 to 0: not here.\n    -> ");
}

TEST(InfoTest, WhatIsUnknownIsCalledSo) {
  Info info = made_up_info();
  info.ranks[0].gpu = {};
  info.ranks[1].rank.gpu.reset();
  info.ranks[1].problem = "no GPU";
  info.cuda->driver = "";
  const std::string text = info_table(info);
  expect_in(text, "compute mode unknown");
  expect_in(text, "PCIe link unknown; NVLink unknown");
  expect_in(text, "  GPU       none: no GPU\n");
  expect_in(text, "no driver");
}

TEST(InfoTest, NoLineIsLongerThanAPage) {
  Info info = made_up_sharers(false);
  info.share_gpu = false;
  info.mpi.cuda_aware = "no";
  info.pairs[0].ipc = false;
  info.pairs[0].ipc_problem = std::string(300, 'x');
  std::istringstream lines(info_table(info));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), page_columns) << line;
}

TEST(InfoTest, TheJsonHoldsTheSame) {
  const auto json = nlohmann::json::parse(info_json(made_up_info()));
  EXPECT_EQ(json["schema"], "gpuxfer-info/1");
  EXPECT_EQ(json["ranks"][1]["gpu"]["uuid"], "GPU-1");
  EXPECT_EQ(json["ranks"][1]["gpu"]["nvlink"]["count"], 18);
  EXPECT_TRUE(json["ranks"][1]["limits"]["locked_memory_bytes"].is_null());
  EXPECT_EQ(json["pairs"].size(), 2U);
  EXPECT_TRUE(json["warnings"].empty());
  EXPECT_EQ(nlohmann::json::parse(info_json(made_up_sharers(false)))["warnings"].size(), 1U);
}

/// For scripts/validate.py: a machine where much is known, and after it one where nothing is.
TEST(InfoTest, WritesFilesToValidate) {
  const char* const name = std::getenv("GPUXFER_TEST_INFO_JSON");
  if (name == nullptr) GTEST_SKIP() << "GPUXFER_TEST_INFO_JSON names no file";
  std::ofstream(name) << info_json(made_up_sharers(false));
  Info bare;
  bare.mpi.cuda_aware = "unknown";
  bare.ranks.resize(1);
  bare.ranks[0].problem = "no GPU";
  std::ofstream(name + std::string(".bare")) << info_json(bare);
  EXPECT_TRUE(std::ifstream(name + std::string(".bare")).good());
}

}  // namespace
}  // namespace gpuxfer::report
