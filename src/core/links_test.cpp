#include "core/links.hpp"

#include <gtest/gtest.h>

namespace gpuxfer {
namespace {

PcieLink pcie(double gigatransfers, int width) {
  return {.transfers_per_second = 2.5e9,
          .max_transfers_per_second = gigatransfers * 1e9,
          .width = width,
          .max_width = 16};
}

TEST(LinksTest, APcieLinkCarriesItsRateWithoutTheLineCode) {
  EXPECT_NEAR(bytes_per_second(pcie(2.5, 16)), 4.0e9, 1);
  EXPECT_NEAR(bytes_per_second(pcie(8, 16)), 15.75e9, 0.01e9);
  EXPECT_NEAR(bytes_per_second(pcie(32, 16)), 63.0e9, 0.1e9);
  EXPECT_NEAR(bytes_per_second(pcie(32, 8)), 31.5e9, 0.1e9);
  EXPECT_NEAR(bytes_per_second(pcie(64, 16)), 118.0e9, 0.1e9);
}

TEST(LinksTest, LinksHaveNames) {
  EXPECT_EQ(to_string(pcie(2.5, 1)), "PCIe 1.0 x1");
  EXPECT_EQ(to_string(pcie(32, 16)), "PCIe 5.0 x16");
  EXPECT_EQ(to_string(pcie(64, 8)), "PCIe 6.0 x8");
  EXPECT_EQ(to_string(NvLinks{.count = 18}), "18 NVLinks");
  EXPECT_EQ(to_string(NvLinks{.count = 1}), "1 NVLink");
}

}  // namespace
}  // namespace gpuxfer
