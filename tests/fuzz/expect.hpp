#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>
#include <string>

/// What a fuzzer finds ends the process, which is how it tells.
namespace gpuxfer::fuzz {

inline void expect(bool held, std::source_location where = std::source_location::current()) {
  if (held) return;
  std::fprintf(stderr, "%s:%u: not as expected\n", where.file_name(), static_cast<unsigned>(where.line()));
  std::abort();
}

/// Text that a terminal shows as one line, whatever the input was.
inline void expect_one_line(const std::string& text,
                            std::source_location where = std::source_location::current()) {
  expect(!text.empty(), where);
  for (const char c : text) expect(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f, where);
}

}  // namespace gpuxfer::fuzz
