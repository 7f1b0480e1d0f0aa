#include "cli/values.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "core/error.hpp"

namespace gpuxfer::cli {
namespace {

using device::HostMemory;
using device::MemoryKind;

std::string error_of(const std::function<void()>& convert) {
  try {
    convert();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ValuesTest, NumbersAreWholeAndInRange) {
  EXPECT_EQ(to_number("1", 1, 64), 1u);
  EXPECT_EQ(to_number("64", 1, 64), 64u);
  EXPECT_EQ(to_number("18446744073709551615", 0, std::numeric_limits<std::uint64_t>::max()),
            std::numeric_limits<std::uint64_t>::max());
  for (const char* text :
       {"", "0", "65", "-1", "+1", " 1", "1 ", "1.0", "1e1", "0x1", "18446744073709551616"}) {
    EXPECT_THROW(to_number(text, 1, 64), UsageError) << text;
  }
  EXPECT_EQ(error_of([] { to_number("0", 1, 64); }), "'0': use a whole number from 1 to 64");
}

TEST(ValuesTest, PrecisionIsAPercentage) {
  EXPECT_DOUBLE_EQ(to_precision("1%"), 0.01);
  EXPECT_DOUBLE_EQ(to_precision("0.5%"), 0.005);
  EXPECT_DOUBLE_EQ(to_precision("50%"), 0.5);
  for (const char* text :
       {"", "%", "1", "0%", "-1%", "50.1%", "1 %", "1%%", "nan%", "inf%", "1e0%", "0x1%"}) {
    EXPECT_THROW(to_precision(text), UsageError) << text;
  }
  EXPECT_EQ(error_of([] { to_precision("1"); }),
            "'1': use a percentage above 0% and at most 50%, such as 0.5%");
}

TEST(ValuesTest, TimesAreSeconds) {
  EXPECT_DOUBLE_EQ(to_seconds("2"), 2);
  EXPECT_DOUBLE_EQ(to_seconds("0.25s"), 0.25);
  EXPECT_DOUBLE_EQ(to_seconds("86400"), 86400);
  for (const char* text : {"", "s", "0", "-1", "86401", "1m", "1ss", "1 s", "nan", "inf", "infs", "1e3"}) {
    EXPECT_THROW(to_seconds(text), UsageError) << text;
  }
}

TEST(ValuesTest, NamesAreKnownAndStandOnce) {
  const std::vector<std::string> known{"direct", "staged"};
  EXPECT_EQ(to_names("staged,direct", "mode", known), (std::vector<std::string>{"staged", "direct"}));
  EXPECT_EQ(to_name("staged", "mode", known), "staged");
  EXPECT_EQ(error_of([&] { to_names("direct,stagd", "mode", known); }),
            "'stagd' is no mode in 'direct,stagd': use a comma list of direct, staged");
  EXPECT_EQ(error_of([&] { to_names("direct,direct", "mode", known); }),
            "'direct' stands twice in 'direct,direct': name each mode once");
  EXPECT_EQ(error_of([&] { to_names("", "mode", known); }),
            "'' is no mode: use a comma list of direct, staged");
  EXPECT_THROW(to_names("direct,", "mode", known), UsageError);
  EXPECT_EQ(error_of([&] { to_name("Direct", "mode", known); }), "'Direct' is no mode: use direct or staged");
}

TEST(ValuesTest, MemoryIsOneKindOrOneForEachEnd) {
  EXPECT_EQ(to_memory("host"), (std::array{MemoryKind::host, MemoryKind::host}));
  EXPECT_EQ(to_memory("device:host"), (std::array{MemoryKind::device, MemoryKind::host}));
  EXPECT_EQ(
      error_of([] { to_memory("device:hst"); }),
      "'hst' is no kind of memory in 'device:hst': use device or managed or host, or two of them as A:B");
  for (const char* text : {"", ":", "host:", "mapped", "host:host:host", "Host"}) {
    EXPECT_THROW(to_memory(text), UsageError) << text;
  }
  EXPECT_EQ(to_host_memory("pageable"), HostMemory::pageable);
  EXPECT_EQ(to_host_memory("pinned"), HostMemory::pinned);
  EXPECT_THROW(to_host_memory("paged"), UsageError);
}

TEST(ValuesTest, AChunkIsASizeFrom4KTo1G) {
  EXPECT_EQ(to_chunk("4K"), 4096U);
  EXPECT_EQ(to_chunk("5000"), 5000U);
  EXPECT_EQ(to_chunk("1G"), std::uint64_t{1} << 30);
  for (const char* text : {"4095", "0", "1025M", "", "x", "-4K"})
    EXPECT_THROW(to_chunk(text), UsageError) << text;
}

TEST(ValuesTest, PairsPutTheLowerRankFirst) {
  EXPECT_EQ(to_pair("0:1"), (std::array{0, 1}));
  EXPECT_EQ(to_pair("7:3"), (std::array{3, 7}));
  for (const char* text : {"", "1", ":", "1:", ":1", "1:1", "-1:0", "0:1:2", "0,1", "0:2147483648"}) {
    EXPECT_THROW(to_pair(text), UsageError) << text;
  }
}

TEST(ValuesTest, DevicesAreOrdinalsInOrder) {
  EXPECT_EQ(to_devices("0,2,1"), (std::vector{0, 2, 1}));
  EXPECT_EQ(to_devices("1023"), std::vector{1023});
  EXPECT_EQ(error_of([] { to_devices("0,1024"); }),
            "'1024' is no GPU in '0,1024': use a comma list of ordinals from 0 to 1023, such as 0,2,1");
  for (const char* text : {"", ",", "0,", "-1", "0;1", "0 ,1"})
    EXPECT_THROW(to_devices(text), UsageError) << text;
}

}  // namespace
}  // namespace gpuxfer::cli
