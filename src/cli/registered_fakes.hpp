#pragma once

#include <memory>
#include <string>

#include "path/idle_path.hpp"
#include "pattern/pattern.hpp"
#include "report/report.hpp"

/// For tests of the command line: names to choose from, whatever else the test program links.
namespace gpuxfer::cli {

class FakePath final : public path::IdlePath {
 public:
  explicit FakePath(bool needs_device) : needs_device_(needs_device) {}
  bool needs_device() const override { return needs_device_; }

 private:
  bool needs_device_;
};

class FakePattern final : public pattern::Pattern {
 public:
  pattern::Figure figure() const override { return pattern::Figure::latency; }
  std::string title() const override { return "fake"; }
  bool windowed() const override { return false; }
  pattern::SlotCounts slots(pattern::Role, int) const override { return {}; }
  int messages(int) const override { return 1; }
  void lead(path::Path&, pattern::Control&, int) const override {}
  void follow(path::Path&, pattern::Control&, int) const override {}
};

class FakeReport final : public report::Report {
 public:
  std::string begin(const Results&) override { return ""; }
  std::string rows(const Results&, std::size_t) override { return ""; }
  std::string end(const Results&) override { return ""; }
};

template <class Interface>
void register_missing(const std::string& name, int position,
                      std::function<std::unique_ptr<Interface>()> make) {
  if (Registry<Interface>::find(name) != nullptr) return;
  Registration<Interface>(
      {.name = name, .description = "a stand-in", .position = position, .make = std::move(make)});
}

/// Patterns latency and bandwidth, modes direct and staged (which needs a device), reports table and json:
/// those not there yet.
inline void register_fakes() {
  register_missing<pattern::Pattern>("latency", 0, [] { return std::make_unique<FakePattern>(); });
  register_missing<pattern::Pattern>("bandwidth", 1, [] { return std::make_unique<FakePattern>(); });
  register_missing<path::Path>("direct", 0, [] { return std::make_unique<FakePath>(false); });
  register_missing<path::Path>("staged", 1, [] { return std::make_unique<FakePath>(true); });
  register_missing<report::Report>("table", 0, [] { return std::make_unique<FakeReport>(); });
  register_missing<report::Report>("json", 1, [] { return std::make_unique<FakeReport>(); });
}

}  // namespace gpuxfer::cli
