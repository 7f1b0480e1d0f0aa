#include "fake_cuda/runtime.hpp"

using namespace gpuxfer::fake;

namespace {

cudaError_t create(Runtime& runtime, cudaEvent_t* handle, unsigned flags) {
  constexpr unsigned known = cudaEventBlockingSync | cudaEventDisableTiming;
  if (handle == nullptr || (flags & ~known) != 0) return cudaErrorInvalidValue;
  const Id id = runtime.next_id++;
  runtime.events[id] = {current_device(), (flags & cudaEventDisableTiming) == 0, {}, {}};
  *handle = reinterpret_cast<cudaEvent_t>(id);
  return cudaSuccess;
}

/// For the calls that take an event: `body` gets the Call and the Event.
template <typename Body>
cudaError_t call_on_event(const char* name, cudaEvent_t handle, Body body) {
  return call_in_context(name, [&](Call it) {
    const auto found = it.runtime.events.find(reinterpret_cast<Id>(handle));
    if (found == it.runtime.events.end()) return cudaErrorInvalidResourceHandle;
    return body(it, found->second);
  });
}

cudaError_t record(Runtime& runtime, Event& event, Id stream) {
  if (runtime.streams.device(stream) != event.device) return cudaErrorInvalidResourceHandle;
  event.when = std::make_shared<std::optional<Clock::time_point>>();
  Work work;
  work.run = [when = event.when] {
    *when = Clock::now();
    return cudaSuccess;
  };
  event.recorded = runtime.streams.enqueue(stream, std::move(work));
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaEventCreate(cudaEvent_t* handle) {
  return call_in_context("cudaEventCreate", [=](Call it) { return create(it.runtime, handle, 0); });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* handle, unsigned flags) {
  return call_in_context("cudaEventCreateWithFlags",
                         [=](Call it) { return create(it.runtime, handle, flags); });
}

cudaError_t cudaEventDestroy(cudaEvent_t handle) {
  return call_on_event("cudaEventDestroy", handle, [=](Call it, Event&) {
    it.runtime.events.erase(reinterpret_cast<Id>(handle));
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t handle, cudaStream_t stream_handle) {
  return call_on_event("cudaEventRecord", handle, [=](Call it, Event& event) {
    const std::optional<Id> stream = it.runtime.stream(stream_handle);
    return stream ? record(it.runtime, event, *stream) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
  return call_on_event("cudaEventQuery", handle, [](Call it, Event& event) {
    Streams& streams = it.runtime.streams;
    if (!event.recorded || streams.done(*event.recorded)) return streams.failure();
    streams.step(event.recorded->stream);
    return streams.failure() != cudaSuccess ? streams.failure() : cudaErrorNotReady;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  return call_on_event("cudaEventSynchronize", handle, [](Call it, Event& event) {
    if (event.recorded) it.runtime.streams.wait(Position(*event.recorded), it.lock);
    return it.runtime.streams.failure();
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return call_on_event("cudaEventElapsedTime", start, [=](Call it, Event& first) {
    if (milliseconds == nullptr) return cudaErrorInvalidValue;
    const auto found = it.runtime.events.find(reinterpret_cast<Id>(end));
    if (found == it.runtime.events.end()) return cudaErrorInvalidResourceHandle;
    const Event& last = found->second;
    const bool usable = first.timed && last.timed && first.recorded && last.recorded;
    if (!usable || first.device != last.device) return cudaErrorInvalidResourceHandle;
    if (!*first.when || !*last.when) return cudaErrorNotReady;
    *milliseconds = std::chrono::duration<float, std::milli>(**last.when - **first.when).count();
    return cudaSuccess;
  });
}

}  // extern "C"
