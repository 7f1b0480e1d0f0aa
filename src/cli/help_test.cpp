#include "cli/help.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "cli/definitions.hpp"
#include "cli/registered_fakes.hpp"
#include "core/version.hpp"

namespace gpuxfer::cli {
namespace {

class HelpTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_fakes(); }
};

void expect_tidy(const std::string& text) {
  EXPECT_TRUE(text.ends_with('\n'));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100u) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
}

TEST_F(HelpTest, HelpNamesEveryOptionWithItsDefault) {
  const std::string text = help_text();
  expect_tidy(text);
  for (const Definition& option : definitions()) {
    EXPECT_NE(text.find("\n  --" + option.name + " "), std::string::npos) << option.name;
  }
  for (const Inquiry& inquiry : inquiries()) EXPECT_NE(text.find("\n  --" + inquiry.name), std::string::npos);
  for (const char* word : {"info", "demo"})
    EXPECT_NE(text.find("\n  " + std::string(word) + "  "), std::string::npos);
  EXPECT_NE(text.find("[default: 1:4M]"), std::string::npos);
  EXPECT_NE(text.find("\n  2  bad options"), std::string::npos);
}

TEST_F(HelpTest, ListNamesWhatIsRegistered) {
  const std::string text = list_text();
  expect_tidy(text);
  for (const char* name :
       {"latency", "bandwidth", "direct", "staged", "device", "host", "table", "json", "csv"}) {
    EXPECT_NE(text.find("\n  " + std::string(name) + "  "), std::string::npos) << name;
  }
  EXPECT_NE(text.find("managed"), std::string::npos);
}

TEST_F(HelpTest, VersionIsOneLine) {
  EXPECT_EQ(version_text(), std::string("gpuxfer ") + version + "\n");
}

}  // namespace
}  // namespace gpuxfer::cli
