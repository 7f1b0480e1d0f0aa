#include "pattern/pattern.hpp"

namespace gpuxfer::pattern {
namespace {

/// A window of messages one way, each in its own slots, then an empty acknowledgement back.
class Stream final : public Pattern {
 public:
  Figure figure() const override { return Figure::bandwidth; }
  std::string title() const override {
    return "Bandwidth: a window of messages one way, then an acknowledgement";
  }
  bool windowed() const override { return true; }
  SlotCounts slots(Role role, int window) const override {
    return role == Role::leader ? SlotCounts{.send = window, .receive = 0}
                                : SlotCounts{.send = 0, .receive = window};
  }
  int messages(int window) const override { return window; }

  void lead(path::Path& path, Control& control, int window) const override {
    for (int slot = 0; slot < window; ++slot) path.post_send(slot);
    path.complete();
    control.await_acknowledgement();
  }
  void follow(path::Path& path, Control& control, int window) const override {
    for (int slot = 0; slot < window; ++slot) path.post_receive(slot);
    path.complete();
    control.acknowledge();
  }
};

const Registration<Pattern> registration{
    {.name = "bandwidth",
     .description = "a window of messages one way, then an acknowledgement",
     .position = 1,
     .make = [] { return std::make_unique<Stream>(); }}};

}  // namespace
}  // namespace gpuxfer::pattern
