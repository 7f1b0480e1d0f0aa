#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "run/observer.hpp"

namespace gpuxfer::run {

/// The results so far, and who is told of them. Whoever ends the run early, from whichever thread, can have
/// every observer told all that was measured, and why it ended.
class Records final : public Observer {
 public:
  /// `observers` outlive it and are told in this order. `results` is what stands before anything is measured.
  /// `patience`: how long close() waits for one that is being told something.
  Records(const Results& results, const std::vector<Observer*>& observers,
          std::chrono::milliseconds patience = std::chrono::seconds(5));

  void opened(const Results& results) override;
  void begun(const Results& results, Extent extent) override;
  void measured(const Results& results, std::size_t first, Extent extent) override;
  void ended(const Results& results) override;

  /// Tells each observer what it has not heard and that the run has ended, with `end` as the reason unless
  /// everything had been measured. From then on nobody else can tell them anything: who tries waits for ever.
  /// One that is still busy when patience ends is passed over. A second
  /// call waits for the first and does nothing. Never throws.
  void close(const std::string& end);

 private:
  /// An observer and what it has heard.
  struct Station {
    Observer* observer = nullptr;
    std::timed_mutex mutex;
    bool begun = false;
    bool ended = false;
    std::size_t rows = 0;
  };
  struct State {
    Results results;
    Extent extent;
    bool begun = false;
  };

  void remember(const Results& results);
  static void catch_up(Station& station, const State& state);

  std::chrono::milliseconds patience_;
  std::vector<std::unique_ptr<Station>> stations_;
  std::mutex mutex_;
  State state_;
  std::mutex closing_;
  bool closed_ = false;
  std::vector<std::unique_lock<std::timed_mutex>> kept_;  ///< by close()
};

}  // namespace gpuxfer::run
