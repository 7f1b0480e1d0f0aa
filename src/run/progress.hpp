#pragma once

#include <cstdio>

#include "core/clock.hpp"
#include "run/observer.hpp"

namespace gpuxfer::run {

/// Says on stderr how far the run is and how long it may still take: one line that is rewritten on a
/// terminal, a line a row elsewhere.
class Progress final : public Observer {
 public:
  /// `wanted`: shown even where stderr is no terminal.
  Progress(bool wanted, Clock& clock);

  void begun(const Results& results, Extent extent) override;
  void measured(const Results& results, std::size_t first, Extent extent) override;
  void ended(const Results& results) override;

 private:
  Clock& clock_;
  bool terminal_;
  bool shown_;
  double start_seconds_ = 0;
};

}  // namespace gpuxfer::run
