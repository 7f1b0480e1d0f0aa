#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>

#include "fake_cuda/child.hpp"

namespace {

cudaError_t allocate() {
  void* pointer = nullptr;
  return cudaMalloc(&pointer, 8);
}

TEST(FakeFaults, NthCallFails) {
  in_child({{"GPUXFER_FAKE_FAULT", "cudaMalloc@2=cudaErrorMemoryAllocation"}}, [] {
    EXPECT_EQ(allocate(), cudaSuccess);
    EXPECT_EQ(allocate(), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
    EXPECT_EQ(allocate(), cudaSuccess);
    EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  });
}

TEST(FakeFaults, EveryCallFailsOnOneRank) {
  const Environment faults{
      {"GPUXFER_FAKE_FAULT", "cudaFree@1=cudaErrorUnknown;cudaMalloc@*#1=cudaErrorLaunchFailure"},
      {"PMI_RANK", "1"}};
  in_child(faults, [] {
    EXPECT_EQ(allocate(), cudaErrorLaunchFailure);
    EXPECT_EQ(allocate(), cudaErrorLaunchFailure);
    EXPECT_EQ(cudaFree(nullptr), cudaErrorUnknown);
  });
  in_child({faults[0], {"PMI_RANK", "0"}}, [] { EXPECT_EQ(allocate(), cudaSuccess); });
}

TEST(FakeFaults, FlipSpoilsOneCopy) {
  in_child({{"GPUXFER_FAKE_FAULT", "flip:cudaMemcpyAsync@2"}}, [] {
    void* memory = nullptr;
    ASSERT_EQ(cudaMalloc(&memory, 3), cudaSuccess);
    ASSERT_EQ(cudaMemset(memory, 8, 3), cudaSuccess);
    unsigned char host[3][3] = {};
    for (auto& copy : host) cudaMemcpyAsync(copy, memory, 3, cudaMemcpyDeviceToHost, nullptr);
    ASSERT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
    EXPECT_EQ(host[0][1], 8);
    EXPECT_EQ(host[1][0], 8);
    EXPECT_EQ(host[1][1], 9);
    EXPECT_EQ(host[2][1], 8);
  });
}

TEST(FakeFaults, HangingCopyIsNeverReadyAndNeverWaitedOut) {
  const Environment faults{{"GPUXFER_FAKE_FAULT", "hang:cudaMemcpyAsync@1"}};
  const auto start = [] {
    void* memory = nullptr;
    void* pinned = nullptr;
    cudaMalloc(&memory, 8);
    cudaMallocHost(&pinned, 8);
    EXPECT_EQ(cudaMemcpyAsync(memory, pinned, 8, cudaMemcpyHostToDevice, nullptr), cudaSuccess);
  };
  in_child(faults, [&] {
    start();
    for (int i = 0; i < 100; ++i) ASSERT_EQ(cudaStreamQuery(nullptr), cudaErrorNotReady);
  });
  const int signal = signal_of_child(faults, [&] {
    start();
    alarm(1);
    cudaStreamSynchronize(nullptr);
  });
  EXPECT_EQ(signal, SIGALRM);
}

TEST(FakeFaults, NonsenseIsRefused) {
  for (const char* rule :
       {"cudaMalloc", "cudaMalloc@0=cudaErrorUnknown", "cudaMalloc@x=cudaErrorUnknown",
        "cudaMalloc@1=cudaErrorNoSuch", "flip:cudaMalloc@1", "hang:cudaMemcpy@1=cudaErrorUnknown"}) {
    const int signal = signal_of_child({{"GPUXFER_FAKE_FAULT", rule}}, [] { allocate(); });
    EXPECT_EQ(signal, SIGABRT) << rule;
  }
}

TEST(FakeLog, CountsCallsAndWhatIsLeft) {
  const std::string name = testing::TempDir() + "gpuxfer_fake_log_" + std::to_string(getpid());
  in_child({{"GPUXFER_FAKE_LOG", name}, {"PMI_RANK", "3"}}, [] {
    void* memory = nullptr;
    cudaMalloc(&memory, 8);
    cudaMalloc(&memory, 8);
    cudaFree(memory);
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
  });
  std::ifstream file(name);
  std::stringstream text;
  text << file.rdbuf();
  unlink(name.c_str());
  EXPECT_EQ(text.str(),
            "3 call cudaFree 1\n3 call cudaMalloc 2\n3 call cudaStreamCreate 1\n3 live contexts 1\n3 leak "
            "device 1\n"
            "3 leak managed 0\n3 leak pinned 0\n3 leak registered 0\n3 leak ipc 0\n3 leak streams 1\n3 leak "
            "events 0\n");
}

TEST(FakeErrors, HaveCudasNamesAndWords) {
  EXPECT_STREQ(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
  EXPECT_STREQ(cudaGetErrorString(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

}  // namespace
