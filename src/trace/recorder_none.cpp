#include "core/error.hpp"
#include "trace/recorder.hpp"

namespace gpuxfer::trace {

std::unique_ptr<Recorder> make_recorder(const device::Device&) {
  throw MachineError("this gpuxfer was built without CUDA's profiling interface");
}

}  // namespace gpuxfer::trace
