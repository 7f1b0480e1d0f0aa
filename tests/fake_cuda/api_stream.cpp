#include "fake_cuda/runtime.hpp"

using namespace gpuxfer::fake;

namespace {

cudaError_t create(Runtime& runtime, cudaStream_t* handle, bool blocking) {
  if (handle == nullptr) return cudaErrorInvalidValue;
  const Id id = runtime.next_id++;
  runtime.streams.create(id, current_device(), blocking);
  *handle = reinterpret_cast<cudaStream_t>(id);
  return cudaSuccess;
}

/// For the calls that take a stream: `body` gets the Call and the stream's id.
template <typename Body>
cudaError_t call_on_stream(const char* name, cudaStream_t handle, Body body) {
  return call_in_context(name, [&](Call it) {
    const std::optional<Id> stream = it.runtime.stream(handle);
    return stream ? body(it, *stream) : cudaErrorInvalidResourceHandle;
  });
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* handle) {
  return call_in_context("cudaStreamCreate", [=](Call it) { return create(it.runtime, handle, true); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* handle, unsigned flags) {
  return call_in_context("cudaStreamCreateWithFlags", [=](Call it) {
    if (flags != cudaStreamDefault && flags != cudaStreamNonBlocking) return cudaErrorInvalidValue;
    return create(it.runtime, handle, flags == cudaStreamDefault);
  });
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  return call_on_stream("cudaStreamDestroy", handle, [=](Call it, Id stream) {
    if (handle == nullptr || handle == cudaStreamLegacy) return cudaErrorInvalidResourceHandle;
    it.runtime.streams.destroy(stream);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  return call_on_stream("cudaStreamSynchronize", handle, [](Call it, Id stream) {
    it.runtime.streams.wait(it.runtime.streams.last(stream), it.lock);
    return it.runtime.streams.failure();
  });
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
  return call_on_stream("cudaStreamQuery", handle, [](Call it, Id stream) {
    Streams& streams = it.runtime.streams;
    const Position end = streams.last(stream);
    if (streams.done(end)) return streams.failure();
    streams.step(stream);
    return streams.failure() != cudaSuccess ? streams.failure() : cudaErrorNotReady;
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned flags) {
  return call_on_stream("cudaStreamWaitEvent", handle, [=](Call it, Id stream) {
    const auto found = it.runtime.events.find(reinterpret_cast<Id>(event));
    if (found == it.runtime.events.end()) return cudaErrorInvalidResourceHandle;
    if (flags != 0) return cudaErrorInvalidValue;
    if (!found->second.recorded) return cudaSuccess;
    Work work;
    work.run = [] { return cudaSuccess; };
    work.after = {*found->second.recorded};
    it.runtime.streams.enqueue(stream, std::move(work));
    return cudaSuccess;
  });
}

}  // extern "C"
