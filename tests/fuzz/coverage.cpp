// Tells libFuzzer which code an input reached. GCC calls this function on each edge of the code it
// instruments; what libFuzzer of clang 14 reads is counters in a section of this name.

#include <cstddef>
#include <cstdint>

extern "C" {

extern const char __executable_start;

constexpr std::size_t counters = std::size_t{1} << 16;
[[gnu::section("__libfuzzer_extra_counters")]] std::uint8_t gpuxfer_fuzz_counters[counters];

void __sanitizer_cov_trace_pc() {
  const auto place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) -
                     reinterpret_cast<std::uintptr_t>(&__executable_start);
  ++gpuxfer_fuzz_counters[(place * 0x9E3779B97F4A7C15) >> 48];
}

// Comparisons of floating-point numbers, which GCC tells of and libFuzzer does not listen to.
void __sanitizer_cov_trace_cmpf(float, float) {}
void __sanitizer_cov_trace_cmpd(double, double) {}
}
