#include "run/records.hpp"

#include <exception>
#include <utility>

namespace gpuxfer::run {

Records::Records(const Results& results, const std::vector<Observer*>& observers,
                 std::chrono::milliseconds patience)
    : patience_(patience) {
  state_.results = results;
  for (Observer* observer : observers) {
    stations_.push_back(std::make_unique<Station>());
    stations_.back()->observer = observer;
  }
}

void Records::remember(const Results& results) {
  const std::lock_guard lock(mutex_);
  state_.results = results;
}

void Records::opened(const Results& results) {
  remember(results);
  for (const auto& station : stations_) {
    const std::lock_guard lock(station->mutex);
    station->observer->opened(results);
  }
}

void Records::begun(const Results& results, Extent extent) {
  remember(results);
  {
    const std::lock_guard lock(mutex_);
    state_.begun = true;
    state_.extent = extent;
  }
  for (const auto& station : stations_) {
    const std::lock_guard lock(station->mutex);
    station->begun = true;
    station->observer->begun(results, extent);
  }
}

void Records::measured(const Results& results, std::size_t first, Extent extent) {
  {
    const std::lock_guard lock(mutex_);
    state_.results = results;
    state_.extent = extent;
  }
  for (const auto& station : stations_) {
    const std::lock_guard lock(station->mutex);
    station->rows = results.rows.size();
    station->observer->measured(results, first, extent);
  }
}

void Records::ended(const Results& results) {
  remember(results);
  for (const auto& station : stations_) {
    const std::lock_guard lock(station->mutex);
    station->ended = true;
    station->observer->ended(results);
  }
}

void Records::catch_up(Station& station, const State& state) {
  if (state.begun && !station.begun) station.observer->begun(state.results, state.extent);
  if (station.rows < state.results.rows.size()) {
    station.observer->measured(state.results, station.rows, state.extent);
  }
  if (!station.ended) station.observer->ended(state.results);
}

void Records::close(const std::string& end) {
  const std::lock_guard only_one(closing_);
  if (closed_) return;
  closed_ = true;
  State state;
  {
    const std::lock_guard lock(mutex_);
    state = state_;
  }
  if (!state.results.complete) state.results.end = end;
  for (const auto& station : stations_) {
    std::unique_lock lock(station->mutex, patience_);
    if (!lock) continue;
    kept_.push_back(std::move(lock));
    try {
      catch_up(*station, state);
    } catch (const std::exception&) {
      // The run ends for another reason, which is told; the other observers still hear of it.
    }
  }
}

}  // namespace gpuxfer::run
