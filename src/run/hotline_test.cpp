#include "run/hotline.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::run {
namespace {

TEST(HotlineTest, ACallArrivesWhole) {
  const Hotline one, other;
  ASSERT_NE(one.address(), other.address());
  EXPECT_FALSE(one.take()) << "nobody has called";
  EXPECT_TRUE(other.call(one.address(), {.code = ExitCode::hung, .words = "rank 1: no progress"}));
  EXPECT_TRUE(other.call(one.address(), {.code = ExitCode::interrupted, .words = ""}));
  const auto first = one.take();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->code, ExitCode::hung);
  EXPECT_EQ(first->words, "rank 1: no progress");
  const auto second = one.take();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->code, ExitCode::interrupted);
  EXPECT_EQ(second->words, "");
  EXPECT_FALSE(one.take());
  EXPECT_FALSE(other.take());
}

TEST(HotlineTest, WhoHasLeftCannotBeCalled) {
  const Hotline one;
  std::string gone;
  {
    const Hotline other;
    gone = other.address();
  }
  EXPECT_FALSE(one.call(gone, {.code = ExitCode::hung, .words = "x"}));
  EXPECT_FALSE(one.call("", {.code = ExitCode::hung, .words = "x"}));
}

TEST(HotlineTest, WhoDoesNotKnowTheSecretIsNotHeard) {
  const Hotline one, stranger;
  const std::string address = one.address();
  const std::string guessed = address.substr(0, address.find('-')) + "-0123456789abcdef";
  EXPECT_TRUE(stranger.call(guessed, {.code = ExitCode::hung, .words = "x"}));
  EXPECT_FALSE(one.take());
}

}  // namespace
}  // namespace gpuxfer::run
