#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/error.hpp"
#include "report/test_results.hpp"

namespace gpuxfer::report {
namespace {

using Json = nlohmann::ordered_json;

/// A bit of everything that the schema knows.
Results everything() {
  Results results = made_up_results({"direct", "staged"});
  results.environment.mpi.control_variables = {{"MPIR_CVAR_ENABLE_GPU", "1"}};
  results.environment.variables = {{"CUDA_VISIBLE_DEVICES", "0,1"}};
  results.environment.ranks.push_back(made_up_sleeper(2));
  results.options.insert(results.options.end(), {{"sizes", std::vector<std::int64_t>{8, 1024, 1LL << 40}},
                                                 {"precision", 0.01},
                                                 {"format", std::string("json")}});
  results.rows = {made_up_row("latency", "direct", 8, 1.0 / 3e6, 400),
                  made_up_row("latency", "staged", 8, 9e-6),
                  made_up_skip("latency", "direct", 1ULL << 40, "needs 2 TiB"),
                  made_up_wrong_data("bandwidth", "direct", 8)};
  results.rows[0].flags = {"outliers"};
  results.rows[0].outliers = 3;
  results.rows[0].path = "peer copy";
  results.rows[0].evidence =
      Evidence{.ranks = {{.rank = 0, .work = {{.kind = GpuWorkKind::peer_to_peer, .count = 1, .bytes = 8}}},
                         {.rank = 1, .work = {{.kind = GpuWorkKind::kernel, .own = true}}, .dropped = 2}},
               .problem = {},
               .verified = true,
               .mismatch = {}};
  results.rows[1].evidence =
      Evidence{.ranks = {}, .problem = "rank 0: no library", .verified = {}, .mismatch = {}};
  results.rows[0].batch = 16;
  results.rows[1].stages = StageTimes{1e-6, 6e-6, 1.5e-6};
  results.rows[1].bound = Bound{.ceiling = "mpi_host", .share = 0.75};
  results.reference = "ipc";
  results.ceilings = {made_up_row("latency", "mpi_host", 8, 6.75e-6)};
  results.comparisons = {made_up_comparison(results.rows[1], "direct", 27, Verdict::slower)};
  results.fits = {
      {.pattern = "latency",
       .mode = "direct",
       .segments = {
           {.from_bytes = 0,
            .to_bytes = 64,
            .line = FitLine{.alpha_seconds = 1.5e-6, .beta_seconds_per_byte = 2e-9, .n_half_bytes = 750},
            .largest_relative_residual = 0.02},
           {.from_bytes = 128,
            .to_bytes = 1024,
            .line = FitLine{.alpha_seconds = -1e-6, .beta_seconds_per_byte = 3e-9},
            .largest_relative_residual = 0.03},
           {.from_bytes = 2048, .to_bytes = 16384, .line = {}, .largest_relative_residual = 0.25}}}};
  return results;
}

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [key, value] : object.items()) names.push_back(key);
  return names;
}

TEST(JsonTest, KeysStandInTheDocumentedOrder) {
  const Json document = Json::parse(printed("json", everything()));
  const std::vector<std::string> top{"schema", "complete",    "end",  "environment", "options",
                                     "rows",   "comparisons", "fits", "reference",   "ceilings"};
  EXPECT_EQ(keys(document), top);
  const std::vector<std::string> row{"pattern",
                                     "mode",
                                     "memory",
                                     "from",
                                     "to",
                                     "bytes",
                                     "window",
                                     "batch",
                                     "messages",
                                     "n",
                                     "samples_seconds",
                                     "seconds",
                                     "latency_seconds",
                                     "bandwidth_bytes_per_second",
                                     "messages_per_second",
                                     "outliers",
                                     "stop",
                                     "flags",
                                     "verified",
                                     "mismatch",
                                     "stages_seconds",
                                     "bound",
                                     "path",
                                     "evidence",
                                     "skipped"};
  EXPECT_EQ(keys(document["rows"][0]), row);
}

TEST(JsonTest, NumbersComeBackAsTheyWere) {
  const Results results = everything();
  const Json document = Json::parse(printed("json", results));
  EXPECT_EQ(document["schema"], "gpuxfer/1");
  const Json& row = document["rows"][0];
  EXPECT_EQ(row["samples_seconds"].get<std::vector<double>>(), results.rows[0].samples_seconds);
  EXPECT_EQ(row["n"], 400);
  EXPECT_EQ(row["seconds"]["p99"].get<double>(), results.rows[0].seconds->p99);
  EXPECT_EQ(row["seconds"]["ci95"][1].get<double>(), results.rows[0].seconds->ci95.upper);
  EXPECT_EQ(row["latency_seconds"]["median"].get<double>(), results.rows[0].latency->median);
  EXPECT_EQ(row["bandwidth_bytes_per_second"]["ci95"][0].get<double>(),
            results.rows[0].bandwidth->ci95.lower);
  EXPECT_EQ(row["stop"], "converged");
  EXPECT_EQ(row["path"], "peer copy");
  EXPECT_EQ(document["options"]["sizes"][2], 1LL << 40);
  EXPECT_EQ(document["options"]["memory"], Json::array({"device", "device"}));
  EXPECT_EQ(document["comparisons"][0]["verdict"], "slower");
  EXPECT_EQ(document["comparisons"][0]["block_ratios"].size(), 3u);
  EXPECT_EQ(document["environment"]["ranks"][1]["gpu"]["pci"], "0000:61:00.0");
}

TEST(JsonTest, WhatIsAbsentIsNull) {
  const Json document = Json::parse(printed("json", everything()));
  EXPECT_TRUE(document["rows"][1]["seconds"]["p99"].is_null());
  EXPECT_TRUE(document["options"]["window"].is_null());
  EXPECT_TRUE(document["environment"]["ranks"][2]["gpu"].is_null());
  const Json bare = Json::parse(printed("json", made_up_results({"direct"})));
  EXPECT_TRUE(bare["ceilings"].is_null());
  EXPECT_TRUE(bare["reference"].is_null());
  const Json& skipped = document["rows"][2];
  EXPECT_EQ(skipped["skipped"], "needs 2 TiB");
  for (const char* key :
       {"samples_seconds", "seconds", "latency_seconds", "bandwidth_bytes_per_second", "stop", "verified",
        "mismatch", "stages_seconds", "bound", "path", "messages_per_second"}) {
    EXPECT_TRUE(skipped[key].is_null()) << key;
  }
  const Json wrong = {{"rank", 1}, {"slot", 3},      {"offset", 4096},  {"expected", 0x5a},
                      {"got", 0},  {"count", 12288}, {"hint", "zeros"}, {"when", "after the timing"}};
  EXPECT_EQ(document["rows"][3]["mismatch"], wrong);
}

TEST(JsonTest, StagesAndBoundsStandInTheirRowsAndCeilingsAreRows) {
  const Json document = Json::parse(printed("json", everything()));
  EXPECT_EQ(document["rows"][1]["stages_seconds"],
            (Json{{"to_host", 1e-6}, {"wire", 6e-6}, {"to_device", 1.5e-6}}));
  EXPECT_EQ(document["rows"][1]["bound"], (Json{{"ceiling", "mpi_host"}, {"share", 0.75}}));
  EXPECT_EQ(document["reference"], "ipc");
  ASSERT_EQ(document["ceilings"].size(), 1U);
  EXPECT_EQ(document["ceilings"][0]["mode"], "mpi_host");
  EXPECT_EQ(keys(document["ceilings"][0]), keys(document["rows"][0]));
}

TEST(JsonTest, AFitHasItsSegmentsAndNullsWhereThereIsNoLine) {
  const Json fits = Json::parse(printed("json", everything()))["fits"];
  ASSERT_EQ(fits.size(), 1u);
  EXPECT_EQ(fits[0]["pattern"], "latency");
  EXPECT_EQ(fits[0]["mode"], "direct");
  EXPECT_EQ(fits[0]["window"], 1);
  const Json whole = {{"from_bytes", 0},         {"to_bytes", 64},
                      {"alpha_seconds", 1.5e-6}, {"beta_seconds_per_byte", 2e-9},
                      {"n_half_bytes", 750.0},   {"largest_relative_residual", 0.02}};
  EXPECT_EQ(fits[0]["segments"][0], whole);
  EXPECT_EQ(fits[0]["segments"][1]["alpha_seconds"], -1e-6);
  EXPECT_TRUE(fits[0]["segments"][1]["n_half_bytes"].is_null());
  const Json none = {{"from_bytes", 2048},       {"to_bytes", 16384},
                     {"alpha_seconds", nullptr}, {"beta_seconds_per_byte", nullptr},
                     {"n_half_bytes", nullptr},  {"largest_relative_residual", 0.25}};
  EXPECT_EQ(fits[0]["segments"][2], none);
}

TEST(JsonTest, SamplesStandOnOneLine) {
  std::istringstream lines(printed("json", everything()));
  bool found = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("\"samples_seconds\": [") == line.npos) continue;
    found = true;
    EXPECT_EQ(line.substr(line.size() - 2), "],");
  }
  EXPECT_TRUE(found);
}

TEST(JsonTest, TextComesFromTheEndAlone) {
  const Results results = everything();
  const auto report = Reports::find("json")->make();
  EXPECT_EQ(report->begin(results), "");
  EXPECT_EQ(report->rows(results, 0), "");
  EXPECT_EQ(report->end(results).substr(0, 2), "{\n");
}

TEST(JsonTest, TextThatIsNoUtf8IsReplaced) {
  Results results = everything();
  results.environment.ranks[0].host = "node\xff";
  results.environment.variables = {{"LD_\xc3", "\"\n\xe9"}};
  const Json document = Json::parse(printed("json", results));
  EXPECT_EQ(document["environment"]["ranks"][0]["host"], "node\xef\xbf\xbd");
  EXPECT_EQ(document["environment"]["variables"]["LD_\xef\xbf\xbd"], "\"\n\xef\xbf\xbd");
}

TEST(JsonTest, ANumberThatIsNotFiniteIsAFault) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Results results = everything();
    results.rows[1].samples_seconds[7] = bad;
    try {
      printed("json", results);
      FAIL() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::fault);
      EXPECT_NE(std::string(error.what()).find("/rows/1/samples_seconds/7"), std::string::npos)
          << error.what();
    }
  }
}

/// For scripts/validate.py: the text goes to the file that GPUXFER_TEST_JSON names.
TEST(JsonTest, WritesAFileToValidate) {
  const char* path = std::getenv("GPUXFER_TEST_JSON");
  if (!path) GTEST_SKIP() << "GPUXFER_TEST_JSON names no file";
  std::ofstream file(path);
  file << printed("json", everything());
  file.close();
  EXPECT_TRUE(file);
}

}  // namespace
}  // namespace gpuxfer::report
