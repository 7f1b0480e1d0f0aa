#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "core/error.hpp"
#include "report/documents.hpp"
#include "report/test_results.hpp"

namespace gpuxfer::report {
namespace {

using Fields = std::vector<std::string>;

/// Reads RFC 4180 back: the lines' fields.
std::vector<Fields> parse(const std::string& text) {
  std::vector<Fields> lines(1, Fields(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted ? c == '"' && text[i + 1] != '"' : c == '"') {
      quoted = !quoted;
    } else if (quoted) {
      lines.back().back() += c;
      if (c == '"') ++i;
    } else if (c == ',') {
      lines.back().emplace_back();
    } else if (c == '\n') {
      lines.emplace_back(1);
    } else {
      lines.back().back() += c;
    }
  }
  lines.pop_back();
  return lines;
}

/// The rows that follow the header line, by column.
std::vector<std::map<std::string, std::string>> rows_of(const std::string& text) {
  const auto lines = parse(text);
  std::vector<std::map<std::string, std::string>> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].size(), lines[0].size());
    auto& row = rows.emplace_back();
    for (std::size_t column = 0; column < lines[i].size(); ++column)
      row[lines[0].at(column)] = lines[i][column];
  }
  return rows;
}

/// A measured row, its mode's comparison, one that was skipped and one with wrong data.
Results a_bit_of_all() {
  Results results = made_up_results({"direct", "staged"});
  results.rows = {made_up_row("latency", "direct", 8, 1.0 / 3e6, 400),
                  made_up_row("latency", "staged", 8, 9e-6),
                  made_up_skip("bandwidth", "direct", 1ULL << 40, "needs 2 TiB, has \"1\"\nat most"),
                  made_up_wrong_data("bandwidth", "staged", 1ULL << 40)};
  results.rows[0].flags = {"bimodal", "unsettled"};
  results.rows[0].path = "peer copy";
  results.comparisons = {made_up_comparison(results.rows[1], "direct", 27.5, Verdict::slower)};
  return results;
}

TEST(CsvTest, HasTheDocumentedColumns) {
  EXPECT_EQ(csv_document(made_up_results({"direct"})),
            "pattern,mode,memory_from,memory_to,from,to,bytes,window,batch,n,seconds_median,seconds_ci95_low,"
            "seconds_ci95_high,seconds_min,seconds_mean,seconds_p99,seconds_max,latency_seconds_median,"
            "bandwidth_bytes_per_second_median,bandwidth_bytes_per_second_ci95_low,"
            "bandwidth_bytes_per_second_ci95_high,messages_per_second,ratio_to_first_mode,verdict,stop,flags,"
            "verified,path,skipped\n");
}

TEST(CsvTest, NumbersComeBackAsTheyWere) {
  const Results results = a_bit_of_all();
  const Row& row = results.rows[0];
  const auto line = rows_of(printed("csv", results))[0];
  const auto expect_number = [&](const char* column, double value) {
    EXPECT_EQ(std::stod(line.at(column)), value) << column;
  };
  expect_number("bytes", 8);
  expect_number("n", 400);
  expect_number("seconds_median", row.seconds->median);
  expect_number("seconds_ci95_low", row.seconds->ci95.lower);
  expect_number("seconds_ci95_high", row.seconds->ci95.upper);
  expect_number("seconds_min", row.seconds->min);
  expect_number("seconds_mean", row.seconds->mean);
  expect_number("seconds_p99", *row.seconds->p99);
  expect_number("seconds_max", row.seconds->max);
  expect_number("latency_seconds_median", row.latency->median);
  expect_number("bandwidth_bytes_per_second_median", row.bandwidth->median);
  expect_number("bandwidth_bytes_per_second_ci95_low", row.bandwidth->ci95.lower);
  expect_number("bandwidth_bytes_per_second_ci95_high", row.bandwidth->ci95.upper);
  expect_number("messages_per_second", *row.messages_per_second);
}

TEST(CsvTest, WordsStandUnderTheirColumns) {
  Results results = a_bit_of_all();
  results.rows[0].memory = {"device", "host"};
  results.rows[0].from = 2;
  results.rows[0].to = 5;
  results.rows[0].batch = 16;
  const auto lines = rows_of(printed("csv", results));
  const std::map<std::string, std::string> expected{{"pattern", "latency"},
                                                    {"mode", "direct"},
                                                    {"memory_from", "device"},
                                                    {"memory_to", "host"},
                                                    {"from", "2"},
                                                    {"to", "5"},
                                                    {"window", "1"},
                                                    {"batch", "16"},
                                                    {"stop", "converged"},
                                                    {"verdict", ""},
                                                    {"flags", "bimodal unsettled"},
                                                    {"verified", "true"},
                                                    {"path", "peer copy"},
                                                    {"skipped", ""},
                                                    {"ratio_to_first_mode", ""}};
  for (const auto& [column, text] : expected) EXPECT_EQ(lines[0].at(column), text) << column;
  EXPECT_EQ(lines[1].at("ratio_to_first_mode"), "27.5");
  EXPECT_EQ(lines[1].at("verdict"), "slower");
}

TEST(CsvTest, WhatIsAbsentIsEmpty) {
  const auto lines = rows_of(printed("csv", a_bit_of_all()));
  EXPECT_EQ(lines[1].at("seconds_p99"), "");
  for (const auto& line : {lines[2], lines[3]}) {
    for (const char* column :
         {"seconds_median", "seconds_ci95_low", "seconds_p99", "latency_seconds_median",
          "bandwidth_bytes_per_second_median", "messages_per_second", "stop", "path", "flags", "verdict"}) {
      EXPECT_EQ(line.at(column), "") << column;
    }
    EXPECT_EQ(line.at("n"), "0");
  }
  EXPECT_EQ(lines[2].at("verified"), "");
  EXPECT_EQ(lines[3].at("verified"), "false");
}

TEST(CsvTest, TextThatWouldBeMisreadIsQuoted) {
  const std::string text = printed("csv", a_bit_of_all());
  EXPECT_NE(text.find(",\"needs 2 TiB, has \"\"1\"\"\nat most\"\n"), text.npos) << text;
  EXPECT_EQ(rows_of(text)[2].at("skipped"), "needs 2 TiB, has \"1\"\nat most");
  EXPECT_EQ(text.find("\"latency"), text.npos);
}

TEST(CsvTest, EachRowComesAsItIsMeasured) {
  const Results results = a_bit_of_all();
  const auto report = Reports::find("csv")->make();
  EXPECT_EQ(parse(report->begin(results)).size(), 1u);
  EXPECT_EQ(parse(report->rows(results, 2)).size(), 2u);
  EXPECT_EQ(report->end(results), "");
}

TEST(CsvTest, TheWholeDocumentIsWhatCameRowByRow) {
  const Results results = a_bit_of_all();
  EXPECT_EQ(csv_document(results), printed("csv", results));
}

TEST(CsvTest, ANumberThatIsNotFiniteIsAFault) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Results results = a_bit_of_all();
    results.rows[1].seconds->mean = bad;
    try {
      csv_document(results);
      FAIL() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::fault);
    }
  }
}

}  // namespace
}  // namespace gpuxfer::report
