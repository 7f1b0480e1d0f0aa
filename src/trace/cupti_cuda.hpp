#pragma once

#include <cupti.h>

#include <string_view>

namespace gpuxfer::trace {

/// The functions of CUDA's profiling interface that gpuxfer calls, found when they are first wanted: a
/// machine without the library runs gpuxfer all the same.
struct Cupti {
  decltype(&cuptiActivityRegisterCallbacks) register_callbacks = nullptr;
  decltype(&cuptiActivityEnable) enable = nullptr;
  decltype(&cuptiActivityDisable) disable = nullptr;
  decltype(&cuptiActivityFlushAll) flush_all = nullptr;
  decltype(&cuptiActivityGetNextRecord) next_record = nullptr;
  decltype(&cuptiActivityGetNumDroppedRecords) dropped_records = nullptr;
  decltype(&cuptiGetStreamIdEx) stream_id = nullptr;
  decltype(&cuptiGetResultString) result_string = nullptr;

  /// Throws MachineError naming `what` was tried and the library's own words where it failed.
  void check(CUptiResult result, std::string_view what) const;
};

/// Loads the library, for good. The environment variable GPUXFER_CUPTI names it where it lies in no usual
/// place. Throws MachineError where there is none, or where it lacks a function.
Cupti load_cupti();

}  // namespace gpuxfer::trace
