#include <gtest/gtest.h>

#include <map>

#include "cli/definitions.hpp"
#include "cli/options.hpp"
#include "cli/registered_fakes.hpp"

namespace gpuxfer::cli {
namespace {

class DescribeTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_fakes(); }
};

std::map<std::string, Value> described(const Options& options) {
  const auto values = describe(options);
  return {values.begin(), values.end()};
}

using Names = std::vector<std::string>;
using Integers = std::vector<std::int64_t>;

TEST_F(DescribeTest, NamesEveryOptionOnceInTheOrderOfHelp) {
  Names names;
  for (const auto& [name, value] : describe({})) names.push_back(name);
  EXPECT_EQ(names, (Names{"sizes",       "pattern",   "mode",      "memory",    "dtype",   "pair",
                          "window",      "precision", "max-time",  "samples",   "budget",  "warmup",
                          "host-memory", "chunk",     "devices",   "share-gpu", "format",  "output",
                          "timeout",     "seed",      "no-verify", "config",    "progress"}));
}

TEST_F(DescribeTest, GivesValuesInTheUnitsOfTheResults) {
  Options options;
  options.sweep.sizes = parse_sizes("1K,2K");
  options.sweep.memory = {device::MemoryKind::device, device::MemoryKind::host};
  options.sweep.pair = {2, 5};
  options.sweep.window = 16;
  options.sweep.devices = {1, 0};
  options.sweep.verify = false;
  auto values = described(options);
  EXPECT_EQ(values["sizes"], Value(Integers{1024, 2048}));
  EXPECT_EQ(values["pattern"], Value(Names{"latency", "bandwidth"}));
  EXPECT_EQ(values["memory"], Value(Names{"device", "host"}));
  EXPECT_EQ(values["pair"], Value(Integers{2, 5}));
  EXPECT_EQ(values["window"], Value(std::int64_t{16}));
  EXPECT_EQ(values["precision"], Value(0.01));
  EXPECT_EQ(values["samples"], Value());
  EXPECT_EQ(values["host-memory"], Value(std::string("pinned")));
  EXPECT_EQ(values["chunk"], Value());
  EXPECT_EQ(values["devices"], Value(Integers{1, 0}));
  EXPECT_EQ(values["no-verify"], Value(true));
  EXPECT_EQ(values["output"], Value());
  options.sweep.staging.chunk_bytes = 65536;
  EXPECT_EQ(described(options)["chunk"], Value(std::int64_t{65536}));
  options.output = "results.csv";
  EXPECT_EQ(described(options)["output"], Value(std::string("results.csv")));
}

TEST_F(DescribeTest, FixedSamplesPutTheStopRuleOutOfForce) {
  Options options;
  options.sweep.stop.samples = 7;
  auto values = described(options);
  EXPECT_EQ(values["samples"], Value(std::int64_t{7}));
  EXPECT_EQ(values["precision"], Value());
  EXPECT_EQ(values["max-time"], Value());
}

TEST_F(DescribeTest, SeedsOver63BitsKeepTheirDigits) {
  Options options;
  options.sweep.seed = (std::uint64_t{1} << 63) - 1;
  EXPECT_EQ(described(options)["seed"], Value(std::int64_t{9223372036854775807}));
  options.sweep.seed = ~std::uint64_t{0};
  EXPECT_EQ(described(options)["seed"], Value(std::string("18446744073709551615")));
}

TEST_F(DescribeTest, DefaultsThatHelpShowsAreTheOptionsDefaults) {
  const Names in_words{"window", "samples", "budget", "warmup", "chunk", "devices", "output", "config"};
  for (const Definition& option : definitions()) {
    if (option.argument.empty() || std::ranges::count(in_words, option.name) != 0) continue;
    Options options;
    ASSERT_NO_THROW(option.apply(options, option.default_text)) << option.name;
    EXPECT_EQ(option.value(options), option.value({})) << option.name;
  }
}

}  // namespace
}  // namespace gpuxfer::cli
