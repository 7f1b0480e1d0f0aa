#pragma once

#include <cstddef>

#include "core/results.hpp"

namespace gpuxfer::run {

/// How far a run has come.
struct Extent {
  std::size_t done = 0;  ///< groups of rows: a pattern and size with all its modes
  std::size_t all = 0;
};

/// Is told of the results as they come, on rank 0 alone.
class Observer {
 public:
  virtual ~Observer() = default;
  /// Nothing but the options is known, and MPI may not have started. Can come twice.
  virtual void opened(const Results&) {}
  /// The environment is known; no row yet.
  virtual void begun(const Results& results, Extent extent) = 0;
  /// Rows from `first` on are new: all modes of one pattern and size.
  virtual void measured(const Results& results, std::size_t first, Extent extent) = 0;
  /// The last row is in, or the run ended early.
  virtual void ended(const Results& results) = 0;
};

}  // namespace gpuxfer::run
