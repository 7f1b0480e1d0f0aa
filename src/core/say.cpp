#include "core/say.hpp"

#include <cstdio>

namespace gpuxfer {

void say(const std::string& line) {
  std::fputs(("gpuxfer: " + line + "\n").c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace gpuxfer
