#include "cli/config.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "cli/parse.hpp"
#include "cli/registered_fakes.hpp"

namespace gpuxfer::cli {
namespace {

class ConfigTest : public testing::Test {
 protected:
  ConfigTest() { register_fakes(); }
  ~ConfigTest() override { std::remove(file.c_str()); }

  Command parse_with(const std::string& text, std::vector<const char*> more = {}) {
    std::ofstream(file) << text;
    std::vector<const char*> arguments{"gpuxfer", "--config", file.c_str()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return parse(static_cast<int>(arguments.size()), arguments.data());
  }

  std::string refusal(const std::string& text) {
    const Command command = parse_with(text);
    if (!command.answer) return "accepted";
    EXPECT_EQ(command.answer->code, ExitCode::usage);
    EXPECT_EQ(std::count(command.answer->text.begin(), command.answer->text.end(), '\n'), 1);
    return command.answer->text;
  }

  std::string file = testing::TempDir() + "gpuxfer-config-test.ini";
};

TEST_F(ConfigTest, LinesAreOptionsWithoutDashes) {
  const Command command =
      parse_with("# mine\nsizes = 1K:4K,1M\nmemory=host\n\nno-verify = true\nprogress = false\n");
  ASSERT_FALSE(command.answer) << command.answer->text;
  EXPECT_EQ(command.options.sweep.sizes, parse_sizes("1K:4K,1M"));
  EXPECT_EQ(command.options.sweep.memory[1], device::MemoryKind::host);
  EXPECT_FALSE(command.options.sweep.verify);
  EXPECT_FALSE(command.options.progress);
}

TEST_F(ConfigTest, TheCommandLineWins) {
  const Command command = parse_with("sizes = 1K\nseed = 7\n", {"--sizes", "2K"});
  ASSERT_FALSE(command.answer);
  EXPECT_EQ(command.options.sweep.sizes, parse_sizes("2K"));
  EXPECT_EQ(command.options.sweep.seed, 7U);
}

TEST_F(ConfigTest, AnEmptyFileGivesNothing) {
  EXPECT_EQ(refusal(""), "accepted");
}

TEST_F(ConfigTest, WhatIsWrongNamesTheFileAndTheOption) {
  EXPECT_NE(refusal("szes = 1K\n").find("has an unknown option 'szes': did you mean 'sizes'?"),
            std::string::npos);
  EXPECT_NE(refusal("config = other.ini\n").find("unknown option 'config'"), std::string::npos);
  EXPECT_NE(refusal("no-verify = maybe\n").find("no-verify = 'maybe': use true or false"), std::string::npos);
  EXPECT_NE(refusal("sizes = 1X\n").find("'X' at position 2"), std::string::npos);
}

TEST_F(ConfigTest, AFileWithoutEndIsTold) {
  const char* const arguments[]{"gpuxfer", "--config", "/dev/zero"};
  const Command command = parse(3, arguments);
  ASSERT_TRUE(command.answer);
  EXPECT_EQ(command.answer->text, "gpuxfer: --config '/dev/zero' is too long for a list of options\n");
}

TEST_F(ConfigTest, AFileThatIsNotThereIsTold) {
  const char* const arguments[]{"gpuxfer", "--config", "/no/such/file"};
  const Command command = parse(3, arguments);
  ASSERT_TRUE(command.answer);
  EXPECT_EQ(command.answer->text, "gpuxfer: --config '/no/such/file': No such file or directory\n");
}

TEST_F(ConfigTest, AFolderIsTold) {
  const char* const arguments[]{"gpuxfer", "--config", "/tmp"};
  ASSERT_TRUE(parse(3, arguments).answer);
}

}  // namespace
}  // namespace gpuxfer::cli
