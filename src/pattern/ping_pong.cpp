#include "pattern/pattern.hpp"

namespace gpuxfer::pattern {
namespace {

/// One message there and one back.
class PingPong final : public Pattern {
 public:
  Figure figure() const override { return Figure::latency; }
  std::string title() const override { return "Latency: ping-pong, half the round trip"; }
  bool windowed() const override { return false; }
  SlotCounts slots(Role, int) const override { return {.send = 1, .receive = 1}; }
  int messages(int) const override { return 1; }

  void lead(path::Path& path, Control&, int) const override {
    path.send(0);
    path.receive(0);
  }
  void follow(path::Path& path, Control&, int) const override {
    path.receive(0);
    path.send(0);
  }
};

const Registration<Pattern> registration{
    {.name = "latency", .description = "ping-pong, half the round trip", .position = 0, .make = [] {
       return std::make_unique<PingPong>();
     }}};

}  // namespace
}  // namespace gpuxfer::pattern
