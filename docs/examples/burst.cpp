#include "pattern/pattern.hpp"

namespace gpuxfer::pattern {
namespace {

/// A window of messages there, then the same window back: the exchange of two halves of a program that take
/// turns. Between the stream, which sends one way, and bidirectional, which sends both ways at once.
class Burst final : public Pattern {
 public:
  Figure figure() const override { return Figure::bandwidth; }
  std::string title() const override { return "Burst: a window of messages there, then the window back"; }
  bool windowed() const override { return true; }
  SlotCounts slots(Role, int window) const override { return {.send = window, .receive = window}; }
  int messages(int window) const override { return 2 * window; }

  /// The window that comes back is the acknowledgement: it starts once the first one has arrived whole.
  void lead(path::Path& path, Control&, int window) const override {
    post_receives(path, window);  // before the sends, so that what comes back finds its slots
    post_sends(path, window);
    path.complete();
  }
  void follow(path::Path& path, Control&, int window) const override {
    post_receives(path, window);
    path.complete();
    post_sends(path, window);
    path.complete();
  }

 private:
  static void post_sends(path::Path& path, int window) {
    for (int slot = 0; slot < window; ++slot) path.post_send(slot);
  }
  static void post_receives(path::Path& path, int window) {
    for (int slot = 0; slot < window; ++slot) path.post_receive(slot);
  }
};

const Registration<Pattern> registration{{.name = "burst",
                                          .description = "a window of messages there, then the window back",
                                          .position = 100,
                                          .make = [] { return std::make_unique<Burst>(); }}};

}  // namespace
}  // namespace gpuxfer::pattern
