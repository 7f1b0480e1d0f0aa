#include "program/host_paths.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace gpuxfer::program {

std::vector<std::string> brief(const std::string& modes, const std::string& sizes,
                               const std::vector<std::string>& more,
                               const std::vector<std::string>& yet_more) {
  std::vector<std::string> options{"--mode", modes,      "--sizes", sizes,      "--samples",
                                   "6",      "--warmup", "1",       "--format", "json"};
  options.insert(options.end(), more.begin(), more.end());
  options.insert(options.end(), yet_more.begin(), yet_more.end());
  return options;
}

Environment with_fault(const std::string& call, const std::string& rank, const std::string& error,
                       const std::string& log) {
  const std::string rule = call + "@*" + rank + "=" + error;
  Environment environment = fake_gpus(2, {{"GPUXFER_FAKE_FAULT", rule}});
  if (!log.empty()) environment["GPUXFER_FAKE_LOG"] = log;
  return environment;
}

void expect_verified(const Outcome& outcome, std::size_t rows) {
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = valid_json(outcome.out);
  ASSERT_EQ(results["rows"].size(), rows);
  for (const auto& row : results["rows"]) {
    EXPECT_TRUE(row["skipped"].is_null()) << row["skipped"];
    EXPECT_EQ(row["verified"], true) << row;
  }
}

void expect_refused(const Outcome& outcome, const std::string& mode, std::size_t rows,
                    const std::string& words) {
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = valid_json(outcome.out);
  std::size_t refused = 0;
  for (const auto& row : results["rows"]) {
    if (row["mode"] != mode) {
      EXPECT_EQ(row["verified"], true) << row;
      continue;
    }
    ++refused;
    ASSERT_TRUE(row["skipped"].is_string()) << row;
    EXPECT_NE(row["skipped"].get<std::string>().find(words), std::string::npos) << row["skipped"];
  }
  EXPECT_EQ(refused, rows);
}

void expect_nothing_leaked(const std::string& name) {
  std::ifstream file(name);
  std::size_t kinds = 0;
  for (std::string rank, what, kind, count; file >> rank >> what >> kind >> count;) {
    if (what != "leak") continue;
    ++kinds;
    EXPECT_EQ(count, "0") << "rank " << rank << " leaks " << kind;
  }
  EXPECT_EQ(kinds, 14U) << "seven kinds at each rank";
  unlink(name.c_str());
}

}  // namespace gpuxfer::program
