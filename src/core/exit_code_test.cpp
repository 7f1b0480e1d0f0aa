#include "core/exit_code.hpp"

#include <gtest/gtest.h>

namespace gpuxfer {
namespace {

TEST(ExitCodeTest, TheGraverCodePrevailsWhateverTheOrder) {
  EXPECT_EQ(prevailing(ExitCode::done, ExitCode::worse), ExitCode::worse);
  EXPECT_EQ(prevailing(ExitCode::machine, ExitCode::wrong_data), ExitCode::wrong_data);
  EXPECT_EQ(prevailing(ExitCode::interrupted, ExitCode::hung), ExitCode::hung);
  EXPECT_EQ(prevailing(ExitCode::wrong_data, ExitCode::fault), ExitCode::fault);
  EXPECT_EQ(prevailing(ExitCode::machine, ExitCode::interrupted), ExitCode::interrupted);
}

}  // namespace
}  // namespace gpuxfer
