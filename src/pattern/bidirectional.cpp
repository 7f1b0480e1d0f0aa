#include "pattern/pattern.hpp"

namespace gpuxfer::pattern {
namespace {

/// Both ends post a window of sends and a window of receives at once, and acknowledge both ways.
class Bidirectional final : public Pattern {
 public:
  Figure figure() const override { return Figure::bandwidth; }
  std::string title() const override {
    return "Bidirectional bandwidth: a window of messages each way at once, summed";
  }
  bool windowed() const override { return true; }
  SlotCounts slots(Role, int window) const override { return {.send = window, .receive = window}; }
  int messages(int window) const override { return 2 * window; }

  void lead(path::Path& path, Control& control, int window) const override {
    exchange(path, control, window);
  }
  void follow(path::Path& path, Control& control, int window) const override {
    exchange(path, control, window);
  }

 private:
  static void exchange(path::Path& path, Control& control, int window) {
    for (int slot = 0; slot < window; ++slot) path.post_receive(slot);
    for (int slot = 0; slot < window; ++slot) path.post_send(slot);
    path.complete();
    control.meet();
  }
};

const Registration<Pattern> registration{
    {.name = "bidirectional",
     .description = "a window of messages each way at once, both directions summed",
     .position = 2,
     .make = [] { return std::make_unique<Bidirectional>(); }}};

}  // namespace
}  // namespace gpuxfer::pattern
