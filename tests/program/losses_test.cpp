// Whatever ends a run, the file of --output is readable and no row that was finished is missing from it.

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <future>
#include <random>
#include <sstream>
#include <thread>

#include "program/watched_launch.hpp"

namespace gpuxfer::program {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;
using std::chrono::milliseconds;

class LossesTest : public WatchedLaunch {
 protected:
  /// A minute over host memory, in quick rows.
  Words long_run(const Words& more) const {
    Words options{"--memory", "host",     "--sizes", "1K:64K:+64", "--pattern", "latency",  "--samples",
                  "6",        "--warmup", "3",       "--format",   "csv",       "--output", output()};
    options.insert(options.end(), more.begin(), more.end());
    return options;
  }

  Json file() const { return Json::parse(content_of(output()), nullptr, false); }

  Json wait_for_a_row() const {
    for (int i = 0; i < 3000; ++i) {
      const Json results = file();
      if (results.is_object() && !results["rows"].empty()) return results;
      std::this_thread::sleep_for(milliseconds(5));
    }
    return nullptr;
  }
};

/// The sizes of the rows that CSV on stdout holds whole, in order.
std::vector<std::string> sizes_in(const std::string& csv) {
  std::vector<std::string> sizes;
  std::istringstream lines(csv.substr(0, csv.rfind('\n') + 1));
  std::string line;
  std::getline(lines, line);
  std::size_t column = 0;
  for (std::istringstream names(line); std::getline(names, line, ',') && line != "bytes";) ++column;
  while (std::getline(lines, line) && !line.empty()) {  // then the launcher may speak
    std::istringstream cells(line);
    for (std::size_t i = 0; i <= column; ++i) std::getline(cells, line, ',');
    sizes.push_back(line);
  }
  return sizes;
}

TEST_F(LossesTest, ARandomRankKilledAtARandomMomentCostsNoFinishedRow) {
  const char* const wanted = std::getenv("GPUXFER_KILLS");
  const int runs = wanted != nullptr ? std::atoi(wanted) : 10;
  std::mt19937 random(std::random_device{}());
  for (int i = 0; i < runs; ++i) {
    std::filesystem::remove(output());
    const Words pair = i % 3 == 2 ? Words{"--pair", "1:2"} : Words{};
    auto run = std::async(std::launch::async, [&] { return launch(3, long_run(pair)); });
    const Json before = wait_for_a_row();
    ASSERT_TRUE(before.is_object());
    std::this_thread::sleep_for(milliseconds(random() % 300));
    const auto victim = random() % 3;
    kill(before["environment"]["ranks"][victim]["process"].get<pid_t>(), SIGKILL);
    const Outcome outcome = run.get();
    EXPECT_NE(outcome.code, 0);

    const Json after = file();
    ASSERT_TRUE(after.is_object()) << "rank " << victim << '\n' << content_of(output());
    EXPECT_EQ(after["complete"], false);
    const auto shown = sizes_in(outcome.out);
    ASSERT_LE(shown.size(), after["rows"].size()) << "rank " << victim;
    for (std::size_t row = 0; row < shown.size(); ++row) {
      EXPECT_EQ(std::stoull(shown[row]), after["rows"][row]["bytes"]);
    }
    if (i == 0) valid_json(content_of(output()));
  }
}

TEST_F(LossesTest, AFullDiskIsToldAndKeepsTheFileThatWasThere) {
  Words options = long_run({});
  std::ranges::replace(options, "csv", "json");
  auto run = std::async(std::launch::async, [&] { return launch(2, options); });
  const Json before = wait_for_a_row();
  ASSERT_TRUE(before.is_object());
  // From here on its files may grow no larger than this one is.
  const rlimit limit{.rlim_cur = content_of(output()).size(), .rlim_max = RLIM_INFINITY};
  EXPECT_EQ(prlimit(before["environment"]["ranks"][0]["process"].get<pid_t>(), RLIMIT_FSIZE, &limit, nullptr),
            0);
  const Outcome outcome = run.get();
  EXPECT_EQ(outcome.code, 3);
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find(output() + "': can't write it: File too large"), std::string::npos)
      << outcome.err;
  const Json kept = valid_json(content_of(output()));
  const Json shown = valid_json(outcome.out);
  EXPECT_GE(kept["rows"].size(), before["rows"].size());
  EXPECT_EQ(shown["complete"], false);
  EXPECT_NE(shown["end"].get<std::string>().find("File too large"), std::string::npos) << shown["end"];
  EXPECT_EQ(shown["rows"].size(), kept["rows"].size() + 1) << "stdout gets the row that the file could not";
}

TEST_F(LossesTest, AReaderThatLeftIsToldAndCostsTheFileNothing) {
  std::string command = alone_in_shell();
  for (const std::string& word : long_run({})) command += ' ' + word;
  command += " | true";
  const Outcome outcome = launch_program("/bin/sh", 2, {"-c", command});
  EXPECT_EQ(outcome.code, 3);
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("writing the results failed: Broken pipe"), std::string::npos) << outcome.err;
  const Json results = valid_json(content_of(output()));
  EXPECT_EQ(results["complete"], false);
  EXPECT_NE(results["end"].get<std::string>().find("Broken pipe"), std::string::npos) << results["end"];
}

}  // namespace
}  // namespace gpuxfer::program
