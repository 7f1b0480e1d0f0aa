// --ceilings and the stages of a message, on fake GPUs: docs/fake-gpus.md.

#include <gtest/gtest.h>

#include <set>

#include "program/host_paths.hpp"

namespace gpuxfer::program {
namespace {

const std::set<std::string> names{"to_host",       "to_device", "both_copies", "to_pageable",
                                  "from_pageable", "mpi_host",  "on_device"};

nlohmann::json measured(const std::vector<std::string>& options, const Environment& environment) {
  const Outcome outcome = launch(2, options, environment);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return valid_json(outcome.out);
}

TEST(CeilingsTest, EachIsMeasuredBesideEveryRowAndBoundsIt) {
  const auto results =
      measured(brief("direct,staged,pipelined,shm,ipc", "8,1M",
                     {"--ceilings", "--pattern", "latency,bandwidth,bidirectional"}, {"--window", "4"}),
               fake_gpus(2));
  std::map<std::pair<std::string, std::uint64_t>, std::set<std::string>> found;
  for (const auto& ceiling : results["ceilings"]) {
    EXPECT_GT(ceiling["seconds"]["median"], 0) << ceiling;
    EXPECT_TRUE(ceiling["verified"].is_null());
    found[{ceiling["pattern"], ceiling["bytes"]}].insert(ceiling["mode"].get<std::string>());
  }
  ASSERT_EQ(found.size(), 6U);
  for (const auto& [row, ceilings] : found) EXPECT_EQ(ceilings, names) << row.first << row.second;

  const std::map<std::string, std::set<std::string>> allowed{
      {"direct", {"on_device"}},
      {"staged", {"to_host", "mpi_host", "to_device"}},
      {"pipelined", {"to_host", "mpi_host", "to_device"}},
      {"shm", {"both_copies"}},
      {"ipc", {"on_device"}}};
  for (const auto& row : results["rows"]) {
    EXPECT_EQ(row["verified"], true);
    EXPECT_TRUE(allowed.at(row["mode"]).contains(row["bound"]["ceiling"])) << row["mode"] << row["bound"];
    EXPECT_GT(row["bound"]["share"], 0);
  }
  EXPECT_EQ(results["reference"], "ipc");
}

TEST(CeilingsTest, PageableStagingIsHeldToPageableCopies) {
  const auto results =
      measured(brief("staged", "1M", {"--ceilings", "--pattern", "bandwidth", "--host-memory", "pageable"}),
               fake_gpus(2));
  const std::set<std::string> allowed{"to_pageable", "mpi_host", "from_pageable"};
  for (const auto& row : results["rows"])
    EXPECT_TRUE(allowed.contains(row["bound"]["ceiling"])) << row["bound"];
}

TEST(CeilingsTest, MemoryThatIsRefusedIsAReasonAndTheModesGoOn) {
  for (const char* rank : {"#0", "#1"}) {
    const std::string log = temporary_file(".log");
    const auto results = measured(brief("direct", "1M", {"--ceilings", "--pattern", "latency"}),
                                  with_fault("cudaHostAlloc", rank, "cudaErrorMemoryAllocation", log));
    EXPECT_EQ(results["rows"][0]["verified"], true);
    std::set<std::string> skipped;
    for (const auto& ceiling : results["ceilings"]) {
      if (ceiling["skipped"].is_null()) continue;
      skipped.insert(ceiling["mode"].get<std::string>());
      EXPECT_NE(ceiling["skipped"].get<std::string>().find("pinning"), std::string::npos)
          << ceiling["skipped"];
    }
    EXPECT_EQ(skipped, (std::set<std::string>{"to_host", "to_device", "both_copies", "mpi_host"}));
    expect_nothing_leaked(log);
  }
}

TEST(CeilingsTest, EitherEndOfAPairAmongOthers) {
  const Outcome outcome = launch(
      3, brief("staged", "5000", {"--ceilings", "--pair", "1:2", "--pattern", "latency"}), fake_gpus(3));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(valid_json(outcome.out)["ceilings"].size(), names.size());
}

TEST(CeilingsTest, ABudgetIsKept) {
  const auto results = measured(
      {"--mode", "direct,staged", "--sizes", "1K:1M", "--ceilings", "--budget", "4", "--format", "json"},
      fake_gpus(2));
  double seconds = 0;
  for (const char* list : {"rows", "ceilings"}) {
    for (const auto& row : results[list]) {
      if (row["samples_seconds"].is_null()) continue;
      for (const double sample : row["samples_seconds"]) seconds += sample * row["batch"].get<int>();
    }
  }
  EXPECT_LT(seconds, 4);
}

TEST(CeilingsTest, HostMemoryHasNone) {
  const Outcome outcome = alone({"--ceilings", "--memory", "host"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("--ceilings"), std::string::npos) << outcome.err;
}

TEST(StagesTest, OnlyStagedLatencyRowsHaveThem) {
  const auto results =
      measured(brief("direct,staged", "5000,1M", {"--pattern", "latency,bandwidth"}), fake_gpus(2));
  int found = 0;
  for (const auto& row : results["rows"]) {
    const bool expected = row["mode"] == "staged" && row["pattern"] == "latency";
    EXPECT_EQ(row["stages_seconds"].is_object(), expected) << row["mode"] << row["pattern"];
    if (!expected) continue;
    ++found;
    EXPECT_GT(row["stages_seconds"]["to_host"], 0);
    EXPECT_GT(row["stages_seconds"]["to_device"], 0);
  }
  EXPECT_EQ(found, 2);
}

TEST(StagesTest, TheirSumIsTheLatencyAndTheWireHoldsNoCopy) {
  constexpr double copy_seconds = 0.002;
  const auto results = measured(brief("staged", "5000", {"--pattern", "latency"}),
                                fake_gpus(2, {{"GPUXFER_FAKE_COPY_MICROSECONDS", "2000"}}));
  const auto& row = results["rows"][0];
  const auto& stages = row["stages_seconds"];
  const double to_host = stages["to_host"], wire = stages["wire"], to_device = stages["to_device"];
  EXPECT_GE(to_host, copy_seconds);
  EXPECT_GE(to_device, copy_seconds);
  EXPECT_LT(wire, copy_seconds);
  const double latency = row["latency_seconds"]["median"];
  EXPECT_NEAR(to_host + wire + to_device, latency, 0.2 * latency);
}

}  // namespace
}  // namespace gpuxfer::program
