#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "fake_cuda/child.hpp"

namespace {

std::string hexadecimal(const cudaIpcMemHandle_t& handle) {
  std::string text;
  char digits[3];
  for (const char byte : handle.reserved) {
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    text += digits;
  }
  return text;
}

/// A byte of GPU 0 that holds 41, and its handle.
struct Exported {
  unsigned char* memory = nullptr;
  cudaIpcMemHandle_t handle{};

  Exported() {
    EXPECT_EQ(cudaMalloc(reinterpret_cast<void**>(&memory), 1), cudaSuccess);
    *memory = 41;
    EXPECT_EQ(cudaIpcGetMemHandle(&handle, memory), cudaSuccess);
  }
  std::string increment(const std::string& environment = "") const {
    return probe("increment " + hexadecimal(handle), environment);
  }
};

TEST(FakeIpc, AnotherProcessReadsAndWritesTheMemory) {
  in_child({}, [] {
    const Exported exported;
    EXPECT_EQ(exported.increment(), "41");
    EXPECT_EQ(*exported.memory, 42);
    EXPECT_EQ(exported.increment("CUDA_VISIBLE_DEVICES=1"), "42") << "from a GPU to one that its mask hides";
    EXPECT_EQ(*exported.memory, 43);
  });
}

TEST(FakeIpc, RefusesWhatItMust) {
  in_child({}, [] {
    const Exported exported;
    void* opened = nullptr;
    EXPECT_EQ(cudaIpcOpenMemHandle(&opened, exported.handle, cudaIpcMemLazyEnablePeerAccess),
              cudaErrorDeviceUninitialized)
        << "no process opens its own handles";
    EXPECT_EQ(exported.increment("GPUXFER_FAKE_PEER=0 CUDA_VISIBLE_DEVICES=1"),
              "cudaErrorPeerAccessUnsupported");
    EXPECT_EQ(exported.increment("GPUXFER_FAKE_NODE=elsewhere"), "cudaErrorInvalidValue");
    EXPECT_EQ(exported.increment("GPUXFER_FAKE_FAULT=cudaIpcOpenMemHandle@1=cudaErrorNotSupported"),
              "cudaErrorNotSupported");
    EXPECT_EQ(cudaFree(exported.memory), cudaSuccess);
    EXPECT_EQ(exported.increment(), "cudaErrorMapBufferObjectFailed");
  });
}

TEST(FakeIpc, ExportsDeviceMemoryAlone) {
  in_child({}, [] {
    void* managed = nullptr;
    ASSERT_EQ(cudaMallocManaged(&managed, 8, cudaMemAttachGlobal), cudaSuccess);
    cudaIpcMemHandle_t handle;
    int local = 0;
    EXPECT_EQ(cudaIpcGetMemHandle(&handle, managed), cudaErrorInvalidValue);
    EXPECT_EQ(cudaIpcGetMemHandle(&handle, &local), cudaErrorInvalidValue);
    EXPECT_EQ(cudaIpcCloseMemHandle(managed), cudaErrorInvalidValue);
  });
}

}  // namespace
