#include "trace/library.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace gpuxfer::trace {
namespace {

using Names = std::vector<std::string>;

TEST(LibraryTest, TheLoadersOwnPathComesFirst) {
  const Names names = library_names(13, "/opt/run", "/opt/cuda");
  ASSERT_EQ(names.size(), 10U);
  EXPECT_EQ(names[0], "libcupti.so.13");
  EXPECT_EQ(names[1], "libcupti.so");
  EXPECT_EQ(names[2], "/opt/run/libcupti.so.13");
  EXPECT_EQ(names[4], "/opt/cuda/extras/CUPTI/lib64/libcupti.so.13");
}

TEST(LibraryTest, UnknownFoldersAreLeftOut) {
  const Names names = library_names(13, "", "");
  ASSERT_EQ(names.size(), 6U);
  EXPECT_EQ(names[2], "/usr/local/cuda-13/extras/CUPTI/lib64/libcupti.so.13");
}

TEST(LibraryTest, TheFirstThatLoadsIsTaken) {
  EXPECT_NE(load_library({"/nowhere/libcupti.so", "libc.so.6"}), nullptr);
}

TEST(LibraryTest, TheReasonIsTheFirstOnes) {
  try {
    load_library({"/nowhere/libcupti.so", "/neither/here.so"});
    FAIL();
  } catch (const MachineError& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "no CUDA profiling library: /nowhere/libcupti.so: cannot open shared object file: No such file or "
        "directory");
  }
}

}  // namespace
}  // namespace gpuxfer::trace
