#include "report/output_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

#include "core/error.hpp"
#include "report/documents.hpp"
#include "report/test_folder.hpp"
#include "report/test_results.hpp"

namespace gpuxfer::report {
namespace {

/// Before the first row, and before anything is known of the machine.
Results at_the_start() {
  Results results;
  results.options = {{"output", std::string("a.json")}};
  return results;
}

/// What start() says of `name`.
std::string refusal(const std::string& name) {
  try {
    OutputFile(name).opened(at_the_start());
  } catch (const MachineError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(OutputFileTest, GrowsWithTheResults) {
  const TestFolder folder;
  OutputFile file(folder.file("a.json"));
  EXPECT_EQ(folder.count(), 0);

  Results results = at_the_start();
  file.opened(results);
  EXPECT_EQ(content_of(folder.file("a.json")), json_document(results));

  results = made_up_results({"direct"});
  results.complete = false;
  file.begun(results, {.done = 0, .all = 1});
  EXPECT_EQ(content_of(folder.file("a.json")), json_document(results));

  results.rows = {made_up_row("latency", "direct", 8, 1e-6)};
  file.measured(results, 0, {.done = 1, .all = 1});
  EXPECT_EQ(content_of(folder.file("a.json")), json_document(results));

  results.complete = true;
  file.ended(results);
  EXPECT_EQ(content_of(folder.file("a.json")), json_document(results));
  EXPECT_EQ(folder.count(), 1);
}

TEST(OutputFileTest, TheEndingDecides) {
  const TestFolder folder;
  Results results = made_up_results({"direct"});
  results.rows = {made_up_row("latency", "direct", 8, 1e-6)};
  for (const char* name : {"a.csv", "a.json", "csv"}) OutputFile(folder.file(name)).opened(results);
  EXPECT_EQ(content_of(folder.file("a.csv")), csv_document(results));
  EXPECT_EQ(content_of(folder.file("a.json")), json_document(results));
  EXPECT_EQ(content_of(folder.file("csv")), json_document(results));
}

TEST(OutputFileTest, NothingHappensWithoutAName) {
  OutputFile file("");
  EXPECT_NO_THROW(file.opened(at_the_start()));
  EXPECT_NO_THROW(file.ended(at_the_start()));
}

TEST(OutputFileTest, ASymbolicLinkStays) {
  const TestFolder folder;
  std::filesystem::create_symlink("target", folder.file("link"));
  OutputFile(folder.file("link")).opened(at_the_start());
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(content_of(folder.file("target")), json_document(at_the_start()));
}

TEST(OutputFileTest, WhatCannotBeWrittenIsToldWithItsName) {
  const TestFolder folder;
  const std::string missing = folder.file(std::string(90, 'm') + "/a.json");
  EXPECT_EQ(refusal(missing),
            "--output '" + missing + "': can't make a file in its folder: No such file or directory");
  EXPECT_NE(refusal("/dev/null/a").find("Not a directory"), std::string::npos);
  EXPECT_NE(refusal("missing\n/a").find("'missing?/a'"), std::string::npos);
  EXPECT_EQ(folder.count(), 0);
}

TEST(OutputFileTest, OnlyRegularFilesAreReplaced) {
  const TestFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& name : {pipe, std::string("/dev/null"), std::string("/dev/stdout")}) {
    EXPECT_NE(refusal(name).find("use --format"), std::string::npos) << name << ": " << refusal(name);
  }
  EXPECT_EQ(refusal(folder.file("")),
            "--output '" + folder.file("") + "': it is a folder: name a file in it");
}

TEST(OutputFileTest, AFileThatStdoutGoesToIsNotReplaced) {
  const TestFolder folder;
  const std::string name = folder.file("out");
  const int saved = dup(STDOUT_FILENO);
  ASSERT_NE(std::freopen(name.c_str(), "w", stdout), nullptr);
  const std::string said = refusal(name);
  std::fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  close(saved);
  EXPECT_NE(said.find("use --format"), std::string::npos) << said;
}

TEST(OutputFileTest, AFolderThatVanishesIsToldAtTheNextRow) {
  const TestFolder folder;
  std::filesystem::create_directory(folder.file("deep"));
  OutputFile file(folder.file("deep/a.json"));
  file.opened(at_the_start());
  std::filesystem::rename(folder.file("deep"), folder.file("moved"));
  EXPECT_THROW(file.ended(at_the_start()), MachineError);
  EXPECT_EQ(content_of(folder.file("moved/a.json")), json_document(at_the_start()));
}

}  // namespace
}  // namespace gpuxfer::report
