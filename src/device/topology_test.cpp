#include "device/topology.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace gpuxfer::device {
namespace {

namespace fs = std::filesystem;

/// A /sys of our own.
class TopologyTest : public testing::Test {
 protected:
  ~TopologyTest() override { fs::remove_all(sys_); }

  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((sys_ / file).parent_path());
    std::ofstream(sys_ / file) << text << '\n';
  }
  void write_link(const std::string& speed, const std::string& width) const {
    write(gpu_ / "current_link_speed", speed);
    write(gpu_ / "current_link_width", width);
  }

  const std::string pci_ = "0000:65:00.0";
  const fs::path gpu_ = fs::path("bus/pci/devices") / pci_;
  const fs::path sys_ = fs::path(testing::TempDir()) / ("gpuxfer-sys-" + std::to_string(getpid()));
};

TEST_F(TopologyTest, AnIdleLinkIsKnownByWhatItCanDo) {
  write_link("2.5 GT/s PCIe", "8");
  write(gpu_ / "max_link_speed", "32.0 GT/s PCIe");
  write(gpu_ / "max_link_width", "16");
  const auto link = pcie_link(pci_, sys_);
  ASSERT_TRUE(link);
  EXPECT_EQ(link->transfers_per_second, 2.5e9);
  EXPECT_EQ(link->max_transfers_per_second, 32e9);
  EXPECT_EQ(link->width, 8);
  EXPECT_EQ(link->max_width, 16);
}

TEST_F(TopologyTest, WhatAVirtualMachineShowsIsNoLink) {
  EXPECT_FALSE(pcie_link(pci_, sys_));
  write_link("Unknown", "16");
  EXPECT_FALSE(pcie_link(pci_, sys_));
  write_link("32.0 GT/s PCIe", "0");
  EXPECT_FALSE(pcie_link(pci_, sys_));
  write_link("32.0 GT/s PCIe", "255");
  EXPECT_FALSE(pcie_link(pci_, sys_));
}

TEST_F(TopologyTest, ANegativeNumaNodeIsNone) {
  EXPECT_FALSE(numa_node(pci_, sys_));
  write(gpu_ / "numa_node", "-1");
  EXPECT_FALSE(numa_node(pci_, sys_));
  write(gpu_ / "numa_node", "1");
  EXPECT_EQ(numa_node(pci_, sys_), 1);
}

TEST_F(TopologyTest, CoresLieOnNodes) {
  EXPECT_TRUE(numa_nodes({0}, sys_).empty());
  write("devices/system/node/node0/cpulist", "0-3,8-11");
  write("devices/system/node/node1/cpulist", "4-7");
  write("devices/system/node/has_cpu", "0-1");
  EXPECT_EQ(numa_nodes({9}, sys_), std::vector{0});
  EXPECT_EQ(numa_nodes({4, 0}, sys_), (std::vector{0, 1}));
  EXPECT_TRUE(numa_nodes({64}, sys_).empty());
}

TEST_F(TopologyTest, CpuLists) {
  EXPECT_EQ(parse_cpu_list("0-2,5"), (std::vector{0, 1, 2, 5}));
  EXPECT_TRUE(parse_cpu_list("").empty());
  EXPECT_TRUE(parse_cpu_list("none").empty());
}

}  // namespace
}  // namespace gpuxfer::device
