#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <thread>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;
namespace fs = std::filesystem;

class OutputTest : public testing::Test {
 protected:
  OutputTest() { fs::create_directory(folder_); }
  ~OutputTest() override { fs::remove_all(folder_); }

  std::string file(const std::string& name) const { return folder_ + '/' + name; }
  auto files() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

 private:
  std::string folder_ = temporary_file("");
};

std::string content_of(const std::string& name) {
  std::ifstream file(name);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A quick run over host memory with `more` options.
Words quick(const Words& more) {
  Words options{"--memory", "host", "--sizes", "1K,64K", "--samples", "20"};
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

/// A run that takes a minute, with rows all along.
Words slow(const std::string& output) {
  return {"--memory", "host", "--sizes",  "1K:64K:+1K", "--pattern",   "latency",
          "--output", output, "--format", "csv",        "--precision", "0.001%"};
}

/// What Python's csv makes of the file: an object a row.
Json read_by_python(const std::string& name) {
  const char* const script =
      "import csv, json, sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline='')))))";
  const Outcome outcome = run({"/usr/bin/python3", "-c", script, name});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return Json::parse(outcome.out, nullptr, false);
}

/// The file once it holds `rows` rows; null where that takes too long.
Json wait_for_rows(const std::string& name, std::size_t rows) {
  for (int i = 0; i < 3000; ++i) {
    const Json results = Json::parse(content_of(name), nullptr, false);
    if (results.is_object() && results["rows"].size() >= rows) return results;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return nullptr;
}

void expect_one_line_and_no_result(const Outcome& outcome, const std::string& words) {
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
}

TEST_F(OutputTest, TheFileIsWhatStdoutGets) {
  const Outcome outcome = launch(2, quick({"--format", "json", "--output", file("a.json")}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string text = content_of(file("a.json"));
  EXPECT_EQ(text, outcome.out);
  const Json results = valid_json(text);
  EXPECT_EQ(results["complete"], true);
  EXPECT_EQ(results["rows"].size(), 4U);
  EXPECT_EQ(results["options"]["output"], file("a.json"));
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputTest, CsvHoldsTheFiguresOfTheJson) {
  const Outcome outcome = launch(2, quick({"--format", "csv", "--output", file("a.json")}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  std::ofstream(file("stdout")) << outcome.out;
  const Json lines = read_by_python(file("stdout"));
  const Json rows = valid_json(content_of(file("a.json")))["rows"];
  ASSERT_EQ(lines.size(), rows.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto number = [&](const char* column) { return std::stod(lines[i][column].get<std::string>()); };
    EXPECT_EQ(lines[i]["pattern"], rows[i]["pattern"]);
    EXPECT_EQ(lines[i]["verified"], "true");
    EXPECT_EQ(lines[i]["skipped"], "");
    EXPECT_EQ(number("bytes"), rows[i]["bytes"]);
    EXPECT_EQ(number("n"), 20);
    EXPECT_EQ(number("seconds_median"), rows[i]["seconds"]["median"]);
    EXPECT_EQ(number("bandwidth_bytes_per_second_ci95_low"),
              rows[i]["bandwidth_bytes_per_second"]["ci95"][0]);
    EXPECT_EQ(lines[i]["latency_seconds_median"] == "", rows[i]["latency_seconds"].is_null());
  }
}

TEST_F(OutputTest, ANameThatEndsInCsvGetsCsv) {
  const Outcome outcome = launch(2, quick({"--format", "csv", "--output", file("a.csv")}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(content_of(file("a.csv")), outcome.out);
  EXPECT_EQ(read_by_python(file("a.csv")).size(), 4U);
}

TEST_F(OutputTest, ARunThatIsKilledLeavesItsRows) {
  const std::string name = file("a.json");
  auto run = std::async(std::launch::async, [&] { return launch(2, slow(name)); });
  const Json before = wait_for_rows(name, 3);
  ASSERT_TRUE(before.is_object());
  for (const Json& rank : before["environment"]["ranks"]) kill(rank["process"].get<pid_t>(), SIGKILL);
  EXPECT_NE(run.get().code, 0);

  const Json after = valid_json(content_of(name));
  EXPECT_EQ(after["complete"], false);
  EXPECT_EQ(after["end"], "running");
  ASSERT_GE(after["rows"].size(), before["rows"].size());
  EXPECT_LT(after["rows"].size(), 64U);
  for (std::size_t i = 0; i < before["rows"].size(); ++i) EXPECT_EQ(after["rows"][i], before["rows"][i]);
}

TEST_F(OutputTest, AFileLostOnTheWayEndsTheRunAndKeepsTheRows) {
  fs::create_directory(file("deep"));
  const std::string name = file("deep/a.json");
  auto run = std::async(std::launch::async, [&] { return launch(2, slow(name)); });
  const bool started = wait_for_rows(name, 2).is_object();
  fs::rename(file("deep"), file("moved"));
  const Outcome outcome = run.get();
  ASSERT_TRUE(started) << outcome.err;
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  // The folder may vanish at any step of the writing.
  EXPECT_NE(outcome.err.find(name + "': can't "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find(": No such file"), std::string::npos) << outcome.err;
  EXPECT_GE(valid_json(content_of(file("moved/a.json")))["rows"].size(), 2U);
}

TEST_F(OutputTest, AMissingFolderIsToldBeforeAnythingIsMeasured) {
  const std::string name = file("missing/a.json");
  expect_one_line_and_no_result(launch(4, quick({"--output", name})), name);
  EXPECT_EQ(files(), 0);
}

TEST_F(OutputTest, StdoutIsForFormat) {
  expect_one_line_and_no_result(launch(2, quick({"--output", "/dev/stdout"})), "use --format");
}

TEST_F(OutputTest, ARunThatCannotStartLeavesAFileThatSaysSo) {
  std::ofstream(file("a.json")) << "of an earlier run";
  const Outcome outcome = launch(2, quick({"--pair", "0:5", "--output", file("a.json")}));
  EXPECT_EQ(outcome.code, 2);
  const Json results = valid_json(content_of(file("a.json")));
  EXPECT_EQ(results["complete"], false);
  EXPECT_EQ(results["rows"].size(), 0U);
}

}  // namespace
}  // namespace gpuxfer::program
