#include "report/implausible.hpp"

#include <gtest/gtest.h>

#include "report/test_results.hpp"

namespace gpuxfer::report {
namespace {

TEST(ImplausibleTest, BothNumbersAreTold) {
  Results results = made_up_results({"direct"});
  results.environment.limit = Limit{.bytes_per_second = 50e9, .duplex = true, .of = "PCIe 5.0 x16"};
  results.rows = {made_up_row("bandwidth", "direct", 1 << 20, 1e-3),
                  made_up_row("bandwidth", "direct", 1 << 21, 1e-3)};
  EXPECT_EQ(implausible_line(results), "");
  for (Row& row : results.rows) row.flags = {"implausible"};
  const std::string line = implausible_line(results);
  EXPECT_NE(line.find("134.2 GB/s (bandwidth, direct, 2 MiB)"), std::string::npos) << line;
  EXPECT_NE(line.find("PCIe 5.0 x16 can carry 50 GB/s\n              each way."), std::string::npos) << line;
  const std::string table = printed("table", results);
  EXPECT_NE(table.find("  implausible more than"), std::string::npos) << table;
  EXPECT_NE(table.find(line), std::string::npos) << table;
}

TEST(ImplausibleTest, WithoutALimitTheMeasuredCeilingIsTheOtherNumber) {
  Results results = made_up_results({"direct"});
  results.rows = {made_up_row("bandwidth", "direct", 1 << 20, 64e-5)};
  results.rows[0].flags = {"implausible"};
  results.rows[0].bound = Bound{.ceiling = "on_device", .share = 4};
  const std::string text = implausible_line(results);
  EXPECT_NE(text.find("104.9 GB/s"), text.npos) << text;
  EXPECT_NE(text.find("26.21"), text.npos) << text;
}

}  // namespace
}  // namespace gpuxfer::report
