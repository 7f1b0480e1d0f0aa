#include "core/quote.hpp"

#include <fmt/format.h>

namespace gpuxfer {

std::string quote(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string quoted = "'";
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool printable = byte >= 0x20 && byte < 0x7F;
    quoted += printable ? std::string(1, c) : fmt::format("\\x{:02X}", byte);
  }
  return quoted + (text.size() > longest ? "...'" : "'");
}

}  // namespace gpuxfer
