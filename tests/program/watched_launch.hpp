#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "program/launch.hpp"

/// For tests of runs that end early.
namespace gpuxfer::program {

inline std::string content_of(const std::string& name) {
  std::ifstream file(name);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The shim's faults, over host memory.
inline Environment shim(const std::string& variable, const std::string& value) {
  return {{"LD_PRELOAD", GPUXFER_FAKE "/libgpuxfer_mpi_shim.so"},
          {"ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0"},
          {variable, value}};
}

/// Ranks whose own exit statuses are kept, since mpirun ends the others as soon as one has left.
class WatchedLaunch : public testing::Test {
 protected:
  WatchedLaunch() { std::filesystem::create_directory(folder_); }
  ~WatchedLaunch() override { std::filesystem::remove_all(folder_); }

  std::string output() const { return folder_ + "/results.json"; }

  /// JSON on stdout and in the file, from ranks whose own exit statuses are kept.
  Outcome launch_watched(int ranks, const std::vector<std::string>& more, Environment environment = {}) {
    std::filesystem::create_directory(folder_ + "/status");
    environment["STATUS_FOLDER"] = folder_ + "/status";
    std::vector<std::string> options{alone_in_shell(), "--format", "json", "--output", output()};
    options.insert(options.end(), more.begin(), more.end());
    Outcome outcome =
        launch_program(GPUXFER_SOURCE "/tests/program/rank_status.sh", ranks, options, environment);
    outcome.out = content_of(folder_ + "/stdout.0");  // the launcher has its own to say on stdout
    return outcome;
  }

  /// By rank.
  std::vector<int> statuses(int ranks) const {
    std::vector<int> all;
    for (int rank = 0; rank < ranks; ++rank) {
      const std::string text = content_of(folder_ + "/status/" + std::to_string(rank));
      all.push_back(text.empty() ? -1 : std::stoi(text));
    }
    return all;
  }

  /// All `ranks` left with `code`; one line has all `words`, and so has the reason in both documents.
  void expect_hung(const Outcome& outcome, int ranks, const std::vector<std::string>& words) const {
    EXPECT_EQ(statuses(ranks), std::vector<int>(static_cast<std::size_t>(ranks), 5)) << outcome.err;
    ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
    const nlohmann::json results = expect_ended_early(outcome);
    for (const std::string& word : words) {
      EXPECT_NE(outcome.err.find(word), std::string::npos) << word << '\n' << outcome.err;
      EXPECT_NE(results["end"].get<std::string>().find(word), std::string::npos) << word << results["end"];
    }
  }

  nlohmann::json expect_ended_early(const Outcome& outcome) const {
    EXPECT_EQ(outcome.out, content_of(output()));
    const nlohmann::json results = valid_json(outcome.out);
    EXPECT_EQ(results["complete"], false);
    return results;
  }

  std::string folder_ = temporary_file("");
};

}  // namespace gpuxfer::program
