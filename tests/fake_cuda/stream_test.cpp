#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include "fake_cuda/child.hpp"

namespace {

/// Two device bytes that start as 1 and 2, and streams to move them with.
struct Scene {
  unsigned char* memory = nullptr;
  unsigned char* pinned = nullptr;
  cudaStream_t first = nullptr;
  cudaStream_t second = nullptr;

  explicit Scene(unsigned flags = cudaStreamNonBlocking) {
    EXPECT_EQ(cudaMalloc(reinterpret_cast<void**>(&memory), 2), cudaSuccess);
    EXPECT_EQ(cudaMallocHost(reinterpret_cast<void**>(&pinned), 2), cudaSuccess);
    EXPECT_EQ(cudaStreamCreateWithFlags(&first, flags), cudaSuccess);
    EXPECT_EQ(cudaStreamCreateWithFlags(&second, flags), cudaSuccess);
    memory[0] = 1;
    memory[1] = 2;
    pinned[0] = pinned[1] = 0;
  }

  /// Queues a copy of byte `index` to pinned memory.
  void fetch(int index, cudaStream_t stream) {
    EXPECT_EQ(cudaMemcpyAsync(pinned + index, memory + index, 1, cudaMemcpyDeviceToHost, stream),
              cudaSuccess);
  }
  void set(int index, int value, cudaStream_t stream) {
    EXPECT_EQ(cudaMemsetAsync(memory + index, value, 1, stream), cudaSuccess);
  }
};

cudaEvent_t make_event(unsigned flags = cudaEventDisableTiming) {
  cudaEvent_t event = nullptr;
  EXPECT_EQ(cudaEventCreateWithFlags(&event, flags), cudaSuccess);
  return event;
}

TEST(FakeStreams, CopyRunsWhenWaitedFor) {
  in_child({}, [] {
    Scene scene;
    scene.fetch(0, scene.first);
    EXPECT_EQ(scene.pinned[0], 0);
    EXPECT_EQ(cudaStreamSynchronize(scene.second), cudaSuccess);
    EXPECT_EQ(scene.pinned[0], 0) << "another stream's wait is no wait for this one";
    EXPECT_EQ(cudaStreamSynchronize(scene.first), cudaSuccess);
    EXPECT_EQ(scene.pinned[0], 1);
  });
}

TEST(FakeStreams, SourceIsReadLate) {
  in_child({}, [] {
    Scene scene;
    scene.fetch(0, scene.first);
    scene.memory[0] = 9;
    cudaStreamSynchronize(scene.first);
    EXPECT_EQ(scene.pinned[0], 9);
  });
}

TEST(FakeStreams, QueryRunsOnePieceOfWork) {
  in_child({}, [] {
    Scene scene;
    scene.fetch(0, scene.first);
    scene.fetch(1, scene.first);
    EXPECT_EQ(cudaStreamQuery(scene.first), cudaErrorNotReady);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "not ready is no error";
    EXPECT_EQ(scene.pinned[0], 1);
    EXPECT_EQ(scene.pinned[1], 0);
    EXPECT_EQ(cudaStreamQuery(scene.first), cudaErrorNotReady);
    EXPECT_EQ(cudaStreamQuery(scene.first), cudaSuccess);
    EXPECT_EQ(scene.pinned[1], 2);
  });
}

TEST(FakeStreams, EventStandsForWhatWasQueuedBeforeIt) {
  in_child({}, [] {
    Scene scene;
    const cudaEvent_t event = make_event();
    EXPECT_EQ(cudaEventQuery(event), cudaSuccess) << "never recorded";
    scene.fetch(0, scene.first);
    EXPECT_EQ(cudaEventRecord(event, scene.first), cudaSuccess);
    scene.fetch(1, scene.first);
    EXPECT_EQ(cudaEventSynchronize(event), cudaSuccess);
    EXPECT_EQ(scene.pinned[0], 1);
    EXPECT_EQ(scene.pinned[1], 0);
  });
}

TEST(FakeStreams, WaitEventOrdersTwoStreams) {
  in_child({}, [] {
    Scene scene;
    const cudaEvent_t event = make_event();
    scene.set(0, 7, scene.first);
    cudaEventRecord(event, scene.first);
    EXPECT_EQ(cudaStreamWaitEvent(scene.second, event, 0), cudaSuccess);
    scene.fetch(0, scene.second);
    cudaStreamSynchronize(scene.second);
    EXPECT_EQ(scene.pinned[0], 7);
  });
}

TEST(FakeStreams, WithoutWaitEventTheOtherStreamOvertakes) {
  in_child({}, [] {
    Scene scene;
    scene.set(0, 7, scene.first);
    scene.fetch(0, scene.second);
    cudaStreamSynchronize(scene.second);
    EXPECT_EQ(scene.pinned[0], 1);
  });
}

TEST(FakeStreams, LegacyStreamIsOrderedWithBlockingStreamsAlone) {
  in_child({}, [] {
    Scene scene(cudaStreamDefault);
    scene.set(0, 7, scene.first);
    EXPECT_EQ(cudaMemcpy(scene.pinned, scene.memory, 1, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(scene.pinned[0], 7);
    EXPECT_EQ(cudaMemset(scene.memory, 8, 1), cudaSuccess);
    scene.fetch(0, scene.second);
    cudaStreamSynchronize(scene.second);
    EXPECT_EQ(scene.pinned[0], 8);
  });
  in_child({}, [] {
    Scene scene(cudaStreamNonBlocking);
    scene.set(0, 7, scene.first);
    cudaMemcpy(scene.pinned, scene.memory, 1, cudaMemcpyDeviceToHost);
    EXPECT_EQ(scene.pinned[0], 1);
  });
}

TEST(FakeStreams, BlockingCopiesPromiseNoMoreThanCudas) {
  in_child({}, [] {
    Scene scene;
    EXPECT_EQ(cudaMemcpy(scene.memory, scene.memory + 1, 1, cudaMemcpyDeviceToDevice), cudaSuccess);
    EXPECT_EQ(scene.memory[0], 1) << "a copy within the device isn't waited for";
    unsigned char local = 5;
    EXPECT_EQ(cudaMemcpy(scene.memory + 1, &local, 1, cudaMemcpyHostToDevice), cudaSuccess);
    local = 6;
    EXPECT_EQ(scene.memory[0], 2);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(scene.memory[1], 5) << "pageable memory may be written again at once";
  });
}

TEST(FakeStreams, FreeWaitsAndDestroyedStreamsFinish) {
  in_child({}, [] {
    Scene scene;
    scene.fetch(0, scene.first);
    EXPECT_EQ(cudaStreamDestroy(scene.first), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(scene.first), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(scene.pinned[0], 0);
    EXPECT_EQ(cudaFree(scene.memory), cudaSuccess);
    EXPECT_EQ(scene.pinned[0], 1);
  });
}

TEST(FakeStreams, CopiesTakeTheirTime) {
  in_child({{"GPUXFER_FAKE_COPY_MICROSECONDS", "2000"}, {"GPUXFER_FAKE_SLOW", "1:20000"}}, [] {
    const auto milliseconds = [] {
      Scene scene;
      const cudaEvent_t start = make_event(cudaEventDefault);
      const cudaEvent_t end = make_event(cudaEventDefault);
      cudaEventRecord(start, scene.first);
      scene.fetch(0, scene.first);
      cudaEventRecord(end, scene.first);
      float elapsed = 0;
      EXPECT_EQ(cudaEventElapsedTime(&elapsed, start, end), cudaErrorNotReady);
      cudaEventSynchronize(end);
      EXPECT_EQ(cudaEventElapsedTime(&elapsed, start, end), cudaSuccess);
      return elapsed;
    };
    EXPECT_GE(milliseconds(), 2);
    ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
    EXPECT_GE(milliseconds(), 20);
  });
}

TEST(FakeStreams, StreamsAndEventsBelongToTheirDevice) {
  in_child({}, [] {
    Scene scene;
    cudaSetDevice(1);
    EXPECT_EQ(cudaEventRecord(make_event(), scene.first), cudaErrorInvalidResourceHandle);
  });
}

}  // namespace
