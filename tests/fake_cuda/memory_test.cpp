#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include "fake_cuda/child.hpp"

namespace {

constexpr std::size_t kib = 1024;
constexpr std::size_t mib = 1024 * kib;

unsigned char* allocate(std::size_t bytes) {
  void* pointer = nullptr;
  EXPECT_EQ(cudaMalloc(&pointer, bytes), cudaSuccess);
  return static_cast<unsigned char*>(pointer);
}

std::size_t free_bytes() {
  std::size_t free = 0;
  std::size_t total = 0;
  EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  return free;
}

TEST(FakeMemory, IsReadAndWrittenInPlace) {
  in_child({}, [] {
    unsigned char* const memory = allocate(kib);
    memory[kib - 1] = 42;
    unsigned char value = 0;
    EXPECT_EQ(cudaMemcpy(&value, memory + kib - 1, 1, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(value, 42);
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
  });
}

TEST(FakeMemory, SmallAllocationsAreAlignedNoBetterThanCudas) {
  in_child({}, [] {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(allocate(kib)) % 4096, 512U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(allocate(2 * mib)) % 4096, 0U);
  });
}

TEST(FakeMemory, IsCountedOverAllProcesses) {
  in_child({{"GPUXFER_FAKE_MEMORY", std::to_string(4 * mib)}}, [] {
    EXPECT_EQ(free_bytes(), 4 * mib);
    unsigned char* const memory = allocate(3 * mib);
    EXPECT_EQ(free_bytes(), mib);
    EXPECT_EQ(probe("free"), std::to_string(mib));
    EXPECT_EQ(probe("free", "CUDA_VISIBLE_DEVICES=1"), std::to_string(4 * mib));
    EXPECT_EQ(probe("free", "GPUXFER_FAKE_NODE=elsewhere"), std::to_string(4 * mib));
    void* more = nullptr;
    EXPECT_EQ(cudaMalloc(&more, 2 * mib), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaMalloc(&more, SIZE_MAX), cudaErrorMemoryAllocation);
    EXPECT_EQ(free_bytes(), mib);
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
    EXPECT_EQ(free_bytes(), 4 * mib);
  });
}

TEST(FakeMemory, FreeTakesOnlyWhatCudaMallocGave) {
  in_child({}, [] {
    unsigned char* const memory = allocate(kib);
    int local = 0;
    EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
    EXPECT_EQ(cudaFree(memory + 1), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(&local), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFreeHost(memory), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
    EXPECT_EQ(cudaFree(memory), cudaErrorInvalidValue);
  });
}

TEST(FakeMemory, CopiesMustStayInside) {
  in_child({}, [] {
    unsigned char* const memory = allocate(kib);
    std::vector<unsigned char> host(2 * kib);
    EXPECT_EQ(cudaMemcpy(memory, host.data(), kib, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(memory, host.data(), kib + 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(memory - 1, host.data(), 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(nullptr, host.data(), 1, cudaMemcpyDefault), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(memory, host.data(), 1, static_cast<cudaMemcpyKind>(7)),
              cudaErrorInvalidMemcpyDirection);
    EXPECT_EQ(cudaMemcpy(host.data(), memory, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(host.data(), host.data() + 1, 1, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemset(host.data(), 0, 1), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(memory, host.data(), 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  });
}

TEST(FakeMemory, TouchingFreedMemoryEndsTheProcess) {
  const int signal = signal_of_child({}, [] {
    unsigned char* const memory = allocate(kib);
    cudaFree(memory);
    *static_cast<volatile unsigned char*>(memory) = 1;
  });
  EXPECT_EQ(signal, SIGSEGV);
}

TEST(FakeMemory, HostMemoryIsRegisteredOnce) {
  in_child({}, [] {
    std::vector<unsigned char> host(kib);
    void* seen = nullptr;
    EXPECT_EQ(cudaHostUnregister(host.data()), cudaErrorHostMemoryNotRegistered);
    EXPECT_EQ(cudaHostRegister(host.data(), kib, cudaHostRegisterDefault), cudaSuccess);
    EXPECT_EQ(cudaHostRegister(host.data() + 8, 8, cudaHostRegisterDefault),
              cudaErrorHostMemoryAlreadyRegistered);
    EXPECT_EQ(cudaHostGetDevicePointer(&seen, host.data(), 0), cudaSuccess);
    EXPECT_EQ(seen, host.data());
    EXPECT_EQ(cudaHostUnregister(host.data()), cudaSuccess);
    EXPECT_EQ(cudaHostGetDevicePointer(&seen, host.data(), 0), cudaErrorInvalidValue);
  });
}

TEST(FakeMemory, PointersTellTheirType) {
  in_child({}, [] {
    void* pinned = nullptr;
    void* managed = nullptr;
    int local = 0;
    ASSERT_EQ(cudaHostAlloc(&pinned, kib, cudaHostAllocDefault), cudaSuccess);
    ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
    ASSERT_EQ(cudaMallocManaged(&managed, kib, cudaMemAttachGlobal), cudaSuccess);
    cudaPointerAttributes attributes;
    const auto type = [&](const void* pointer) {
      EXPECT_EQ(cudaPointerGetAttributes(&attributes, pointer), cudaSuccess);
      return attributes.type;
    };
    EXPECT_EQ(type(&local), cudaMemoryTypeUnregistered);
    EXPECT_EQ(type(pinned), cudaMemoryTypeHost);
    EXPECT_EQ(type(managed), cudaMemoryTypeManaged);
    EXPECT_EQ(type(allocate(kib) + 5), cudaMemoryTypeDevice);
    EXPECT_EQ(attributes.device, 1);
    EXPECT_EQ(attributes.hostPointer, nullptr);
  });
}

}  // namespace
