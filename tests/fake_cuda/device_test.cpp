#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstring>

#include "fake_cuda/child.hpp"

namespace {

cudaDeviceProp properties(int ordinal) {
  cudaDeviceProp properties{};
  EXPECT_EQ(cudaGetDeviceProperties(&properties, ordinal), cudaSuccess);
  return properties;
}

std::string uuid(int ordinal) {
  std::string text;
  char digits[3];
  for (const char byte : properties(ordinal).uuid.bytes) {
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    text += digits;
  }
  return text;
}

int gpu_count() {
  int count = -1;
  cudaGetDeviceCount(&count);
  return count;
}

int attribute(cudaDeviceAttr which) {
  int value = -1;
  EXPECT_EQ(cudaDeviceGetAttribute(&value, which, 0), cudaSuccess);
  return value;
}

/// The ordinal's bus tells which GPU of the node it is.
int physical(int ordinal) {
  return properties(ordinal).pciBusID - 0x10;
}

TEST(FakeDevices, AreThisLibrary) {
  in_child({}, [] {
    EXPECT_STREQ(properties(0).name, "Fake GPU");
    EXPECT_EQ(gpu_count(), 2);
    char bus[16];
    EXPECT_EQ(cudaDeviceGetPCIBusId(bus, sizeof bus, 1), cudaSuccess);
    EXPECT_STREQ(bus, "0000:11:00.0");
  });
}

TEST(FakeDevices, UuidsDifferAndAreTheSameInEveryProcess) {
  in_child({}, [] {
    EXPECT_NE(uuid(0), uuid(1));
    EXPECT_EQ(probe("uuid"), uuid(0));
    EXPECT_EQ(probe("uuid", "CUDA_VISIBLE_DEVICES=1"), uuid(1));
    EXPECT_NE(probe("uuid", "GPUXFER_FAKE_NODE=elsewhere"), uuid(0));
  });
}

TEST(FakeDevices, MaskSelectsAndOrders) {
  in_child({{"GPUXFER_FAKE_GPUS", "4"}, {"CUDA_VISIBLE_DEVICES", "3,1"}}, [] {
    ASSERT_EQ(gpu_count(), 2);
    EXPECT_EQ(physical(0), 3);
    EXPECT_EQ(physical(1), 1);
    EXPECT_EQ(cudaSetDevice(2), cudaErrorInvalidDevice);
  });
}

TEST(FakeDevices, MaskEndsAtTheFirstEntryThatNamesNoGpu) {
  in_child({{"CUDA_VISIBLE_DEVICES", "1,7,0"}}, [] {
    ASSERT_EQ(gpu_count(), 1);
    EXPECT_EQ(physical(0), 1);
  });
}

TEST(FakeDevices, MaskOfNothingOrOfTheSameTwiceHidesAll) {
  for (const char* mask : {"", "NoDevFiles", "-1", "0,0"}) {
    in_child({{"CUDA_VISIBLE_DEVICES", mask}}, [] {
      int count = -1;
      EXPECT_EQ(cudaGetDeviceCount(&count), cudaErrorNoDevice);
      EXPECT_EQ(count, 0);
      EXPECT_EQ(cudaFree(nullptr), cudaErrorNoDevice);
    });
  }
}

TEST(FakeDevices, MaskTakesShortenedUuids) {
  in_child({}, [] {
    const std::string mask = "CUDA_VISIBLE_DEVICES=GPU-" + uuid(1).substr(0, 8);
    EXPECT_EQ(probe("uuid", mask), uuid(1));
    EXPECT_EQ(probe("uuid", "CUDA_VISIBLE_DEVICES=GPU-"), "cudaErrorNoDevice");
  });
}

TEST(FakeDevices, NoGpuAndNoDriverAreToldApart) {
  in_child({{"GPUXFER_FAKE_GPUS", "0"}}, [] {
    int count = -1;
    EXPECT_EQ(cudaGetDeviceCount(&count), cudaErrorNoDevice);
    EXPECT_EQ(cudaGetLastError(), cudaErrorNoDevice);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  });
  for (const char* driver : {"0", "12080"}) {
    in_child({{"GPUXFER_FAKE_DRIVER", driver}}, [driver] {
      int version = -1;
      EXPECT_EQ(cudaDriverGetVersion(&version), cudaSuccess);
      EXPECT_EQ(version, std::stoi(driver));
      EXPECT_EQ(cudaSetDevice(0), cudaErrorInsufficientDriver);
      EXPECT_EQ(cudaFree(nullptr), cudaErrorInsufficientDriver);
    });
  }
}

TEST(FakeDevices, ExclusiveModeKeepsOthersOut) {
  in_child({{"GPUXFER_FAKE_EXCLUSIVE", "1"}}, [] {
    EXPECT_EQ(attribute(cudaDevAttrComputeMode), cudaComputeModeExclusiveProcess);
    EXPECT_EQ(probe("context"), "cudaSuccess") << "asking about a GPU takes nothing";
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
    EXPECT_EQ(probe("context"), "cudaErrorDevicesUnavailable");
    EXPECT_EQ(probe("context", "CUDA_VISIBLE_DEVICES=1"), "cudaSuccess");
    EXPECT_EQ(probe("context", "GPUXFER_FAKE_MPS=1"), "cudaSuccess");
    ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
    EXPECT_EQ(probe("context"), "cudaSuccess");
  });
}

TEST(FakeDevices, MpsAttribute) {
  in_child({}, [] { EXPECT_EQ(attribute(cudaDevAttrMpsEnabled), 0); });
  in_child({{"GPUXFER_FAKE_MPS", "1"}}, [] { EXPECT_EQ(attribute(cudaDevAttrMpsEnabled), 1); });
}

TEST(FakeDevices, MigShowsAProcessOneInstance) {
  in_child({{"GPUXFER_FAKE_MIG", "1"}, {"GPUXFER_FAKE_GPUS", "3"}}, [] {
    EXPECT_EQ(gpu_count(), 1);
    EXPECT_NE(std::strstr(properties(0).name, "MIG"), nullptr);
    EXPECT_NE(probe("uuid", "CUDA_VISIBLE_DEVICES=2"), uuid(0));
  });
}

TEST(FakeDevices, PeerAccess) {
  in_child({}, [] {
    int can = -1;
    EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 1), cudaSuccess);
    EXPECT_EQ(can, 1);
    EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaSuccess);
    EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
    EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 0), cudaErrorInvalidDevice);
  });
  in_child({{"GPUXFER_FAKE_PEER", "0"}}, [] {
    int value = -1;
    EXPECT_EQ(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1), cudaSuccess);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessUnsupported);
  });
}

}  // namespace
