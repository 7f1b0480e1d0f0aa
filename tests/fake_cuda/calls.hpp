#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuxfer::fake {

/// What goes wrong in one call.
struct Fault {
  std::optional<cudaError_t> error;  ///< the call does nothing and answers this
  bool flip = false;                 ///< one bit of what it writes is wrong
  bool hang = false;                 ///< the work that it queues never ends
};

/// Counts the calls by name, and picks those that go wrong.
class Calls {
 public:
  /// `faults` as GPUXFER_FAKE_FAULT has it. Dies where it can't be read.
  Calls(std::string_view faults, int rank);

  /// Counts a call, and says what is to go wrong in it.
  Fault next(const std::string& call);

  const std::map<std::string, std::uint64_t>& counts() const { return counts_; }

 private:
  struct Rule {
    std::string call;
    std::uint64_t nth = 0;  ///< counted from 1; 0 means every one
    Fault fault;
  };
  void add_rule(std::string_view text, int rank);

  std::map<std::string, std::uint64_t> counts_;
  std::vector<Rule> rules_;
};

}  // namespace gpuxfer::fake
