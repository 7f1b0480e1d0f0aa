// Text of --sizes: a list that is sorted and unique, or one line that says what is wrong.

#include "core/sizes.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/error.hpp"
#include "fuzz/expect.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t length) {
  using namespace gpuxfer;
  const std::string_view text(reinterpret_cast<const char*>(data), length);
  try {
    const auto sizes = parse_sizes(text);
    fuzz::expect(!sizes.empty());
    for (std::size_t i = 1; i < sizes.size(); ++i) fuzz::expect(sizes[i - 1].bytes < sizes[i].bytes);
    for (const Size& size : sizes) {
      // What is printed can be given back.
      std::string shown = format_size(size.bytes);
      std::erase(shown, ' ');
      if (shown.find('.') == std::string::npos) fuzz::expect(parse_size(shown) == size.bytes);
    }
  } catch (const UsageError& error) {
    fuzz::expect_one_line(error.what());
  }
  return 0;
}
