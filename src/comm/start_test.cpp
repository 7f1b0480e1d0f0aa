#include "comm/start.hpp"

#include <gtest/gtest.h>

namespace gpuxfer::comm {
namespace {

constexpr const char* plain = "MPICH Version:\t4.0.2\nMPICH Configure:\t--prefix=/usr\n";
constexpr const char* with_cuda = "MPICH Version:\t4.0.2\nMPICH Configure:\t--with-cuda=/usr/local/cuda\n";

void expect_words(const StartFacts& facts, const std::string& words) {
  const std::string why = why_start_died(facts);
  EXPECT_EQ(why.find("MPI_Init of MPICH 4.0.2 ended the process"), 0U) << why;
  EXPECT_NE(why.find(words), std::string::npos) << why;
  EXPECT_EQ(why.find_first_of("\n\t"), std::string::npos) << why;
}

TEST(StartTest, NamesWhatIsKnownToTripALibrary) {
  const HostLimits full{
      .shared_memory_bytes = 64 << 20, .shared_memory_free_bytes = 4096, .locked_memory_bytes = {}};
  expect_words({.library = plain, .limits = full}, "/dev/shm has 4 KiB left");
  expect_words({.library = with_cuda, .no_device = true}, "CUDA_VISIBLE_DEVICES is empty");
  expect_words({.library = with_cuda, .driver = false}, "no GPU driver; MPIR_CVAR_ENABLE_GPU=0");
  expect_words({.library = with_cuda, .unversioned = false}, "libcudart.so under these names");
  expect_words({.library = with_cuda, .visible_devices = "1"}, "(CUDA_VISIBLE_DEVICES is 1 here)");
}

TEST(StartTest, ClaimsNothingElse) {
  expect_words({.library = with_cuda}, "is above");
  expect_words({.library = plain, .visible_devices = "1", .driver = false}, "is above");
  const std::string newer = "MPICH Version:\t4.1\nMPICH Configure:\t--with-cuda=/usr/local/cuda\n";
  EXPECT_EQ(why_start_died({.library = newer, .visible_devices = "1"}),
            "MPI_Init of MPICH 4.1 ended the process; what the library says of it is above");
}

}  // namespace
}  // namespace gpuxfer::comm
