#include "cli/subcommands.hpp"

#include <gtest/gtest.h>

#include "cli/parse.hpp"
#include "cli/registered_fakes.hpp"

namespace gpuxfer::cli {
namespace {

class SubcommandTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_fakes(); }

  static Command parse_words(std::vector<const char*> words) {
    words.insert(words.begin(), "gpuxfer");
    return parse(static_cast<int>(words.size()), words.data());
  }
  static std::string refusal(const std::vector<const char*>& words) {
    const Command command = parse_words(words);
    if (!command.answer) return "accepted";
    EXPECT_EQ(command.answer->code, ExitCode::usage);
    return command.answer->text;
  }
};

TEST_F(SubcommandTest, TheFirstWordIsTheTask) {
  EXPECT_EQ(parse_words({"--sizes", "1K"}).task, Task::measure);
  const Command info = parse_words({"info", "--format", "json", "--devices", "1,0", "--share-gpu"});
  ASSERT_FALSE(info.answer) << info.answer->text;
  EXPECT_EQ(info.task, Task::info);
  EXPECT_EQ(info.options.format, "json");
  EXPECT_EQ(info.options.sweep.devices, (std::vector{1, 0}));
  EXPECT_TRUE(info.options.sweep.share_gpu);
  const Command demo = parse_words({"demo"});
  ASSERT_FALSE(demo.answer);
  EXPECT_EQ(demo.task, Task::demo);
}

TEST_F(SubcommandTest, HelpIsGivenToWhoeverAsks) {
  const Command command = parse_words({"demo", "--sizes", "1K", "--help"});
  ASSERT_TRUE(command.answer);
  EXPECT_EQ(command.answer->code, ExitCode::done);
}

TEST_F(SubcommandTest, AnOptionThatItDoesNotUseIsRefused) {
  EXPECT_EQ(refusal({"info", "--sizes", "1K"}),
            "gpuxfer: info does not use --sizes: it takes --format, --devices, --share-gpu\n");
  EXPECT_EQ(refusal({"demo", "--format", "json"}),
            "gpuxfer: demo does not use --format: it takes --devices, --share-gpu\n");
  EXPECT_EQ(refusal({"info", "--format", "csv"}), "gpuxfer: --format 'csv': info gives table or json\n");
}

TEST_F(SubcommandTest, ItStandsFirstAndAlone) {
  EXPECT_EQ(refusal({"--share-gpu", "demo"}),
            "gpuxfer: unexpected argument 'demo': 'demo' comes first and alone, as in gpuxfer demo\n");
  EXPECT_EQ(refusal({"info", "demo"}),
            "gpuxfer: unexpected argument 'demo': 'demo' comes first and alone, as in gpuxfer demo\n");
}

TEST_F(SubcommandTest, AMisspelledOneIsGuessed) {
  EXPECT_EQ(refusal({"inof"}), "gpuxfer: unexpected argument 'inof': did you mean gpuxfer info?\n");
  EXPECT_EQ(refusal({"bench"}),
            "gpuxfer: unexpected argument 'bench': every argument is an option; see gpuxfer --help\n");
}

}  // namespace
}  // namespace gpuxfer::cli
