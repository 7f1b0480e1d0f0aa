#include "run/records.hpp"

#include <gtest/gtest.h>

#include <future>

#include "core/error.hpp"

namespace gpuxfer::run {
namespace {

/// Writes down what it is told; may refuse to hear of new rows.
class Scribe final : public Observer {
 public:
  void begun(const Results&, Extent) override { heard_ += "begun "; }
  void measured(const Results& results, std::size_t first, Extent) override {
    if (refuses) throw MachineError("the disk is full");
    heard_ += std::to_string(first) + "-" + std::to_string(results.rows.size()) + " ";
  }
  void ended(const Results& results) override {
    heard_ += (results.complete ? "complete: " : "early: ") + results.end;
  }
  std::string heard() const { return heard_; }
  bool refuses = false;

 private:
  std::string heard_;
};

Results with_rows(std::size_t count) {
  Results results;
  results.rows.resize(count);
  return results;
}

TEST(RecordsTest, ClosingGivesTheReason) {
  Scribe scribe;
  Records records({}, {&scribe});
  records.begun({}, {});
  records.measured(with_rows(2), 0, {});
  records.close("a transfer hung");
  EXPECT_EQ(scribe.heard(), "begun 0-2 early: a transfer hung");
}

TEST(RecordsTest, ObserversHearWhatAnotherOneKeptThemFromHearing) {
  Scribe full, other;
  Records records({}, {&full, &other});
  records.begun({}, {});
  records.measured(with_rows(1), 0, {});
  full.refuses = true;
  EXPECT_THROW(records.measured(with_rows(3), 1, {}), MachineError);
  records.close("the disk is full");
  EXPECT_EQ(full.heard(), "begun 0-1 early: the disk is full");
  EXPECT_EQ(other.heard(), "begun 0-1 1-3 early: the disk is full");
}

TEST(RecordsTest, WhatIsCompleteStaysSo) {
  Scribe scribe;
  Records records({}, {&scribe});
  Results results = with_rows(1);
  records.begun(results, {});
  records.measured(results, 0, {});
  results.complete = true;
  results.end = "done";
  records.ended(results);
  records.close("interrupted");
  records.close("interrupted again");
  EXPECT_EQ(scribe.heard(), "begun 0-1 complete: done");
}

TEST(RecordsTest, BeforeTheFirstRowTheReasonIsKeptToo) {
  Scribe scribe;
  Records records({}, {&scribe});
  records.close("no GPU");
  EXPECT_EQ(scribe.heard(), "early: no GPU");
}

/// Does not return from measured() before it is let go, as a stdout that nobody reads.
class Stuck final : public Observer {
 public:
  void begun(const Results&, Extent) override {}
  void measured(const Results&, std::size_t, Extent) override {
    entered.set_value();
    let_go.get_future().wait();
  }
  void ended(const Results&) override { ADD_FAILURE() << "it was still busy"; }
  std::promise<void> entered, let_go;
};

TEST(RecordsTest, AnObserverThatIsStuckIsPassedOver) {
  Scribe scribe;
  Stuck stuck;
  Records records({}, {&scribe, &stuck}, std::chrono::milliseconds(50));
  records.begun({}, {});
  auto measuring = std::async(std::launch::async, [&] { records.measured(with_rows(1), 0, {}); });
  stuck.entered.get_future().wait();
  records.close("interrupted");
  EXPECT_EQ(scribe.heard(), "begun 0-1 early: interrupted");
  stuck.let_go.set_value();
  measuring.get();
}

}  // namespace
}  // namespace gpuxfer::run
