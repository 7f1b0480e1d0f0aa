#include "core/sizes.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/error.hpp"

namespace gpuxfer {
namespace {

std::vector<std::uint64_t> bytes_of(std::string_view text) {
  std::vector<std::uint64_t> bytes;
  for (const Size& size : parse_sizes(text)) bytes.push_back(size.bytes);
  return bytes;
}

std::string error_of(std::string_view text) {
  try {
    parse_sizes(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

using Bytes = std::vector<std::uint64_t>;

TEST(SizesTest, ListsAreSortedAndUnique) {
  EXPECT_EQ(bytes_of("1M,4K,64K,4096"), (Bytes{4096, 65536, 1048576}));
  EXPECT_EQ(bytes_of("0"), (Bytes{0}));
}

TEST(SizesTest, RangesHoldTheirFirstSizeAndWhatTheStepReaches) {
  EXPECT_EQ(bytes_of("1K:8K"), (Bytes{1024, 2048, 4096, 8192}));
  EXPECT_EQ(bytes_of("3:13"), (Bytes{3, 6, 12}));
  EXPECT_EQ(bytes_of("1K:1M:*32"), (Bytes{1024, 32768, 1048576}));
  EXPECT_EQ(bytes_of("1M:3M:+1M"), (Bytes{1048576, 2097152, 3145728}));
  EXPECT_EQ(bytes_of("0:5:+2"), (Bytes{0, 2, 4}));
  EXPECT_EQ(bytes_of("7:7"), (Bytes{7}));
  EXPECT_EQ(bytes_of("0,1:4,3"), (Bytes{0, 1, 2, 3, 4}));
  EXPECT_EQ(bytes_of("1:4M").size(), 23u);
}

TEST(SizesTest, RangesReachTheLargestSizeWithoutOverflow) {
  const std::uint64_t largest = (std::uint64_t{1} << 63) - 1;
  EXPECT_EQ(bytes_of("1:9223372036854775807").back(), std::uint64_t{1} << 62);
  EXPECT_EQ(bytes_of("9223372036854775806:9223372036854775807:+1"), (Bytes{largest - 1, largest}));
  EXPECT_EQ(bytes_of("2:9223372036854775807:*9223372036854775807"), (Bytes{2}));
  EXPECT_EQ(bytes_of("8388607T"), (Bytes{std::uint64_t{8388607} << 40}));
}

TEST(SizesTest, OnlySizesThatTheUserNamedAreNamed) {
  EXPECT_EQ(parse_sizes("1:4,2"), (std::vector<Size>{{1, false}, {2, true}, {4, false}}));
  EXPECT_EQ(parse_sizes("2,1:2"), (std::vector<Size>{{1, false}, {2, true}}));
}

TEST(SizesTest, UnitsAre1024BasedInAnyCase) {
  for (const char* text : {"1K", "1k", "1KB", "1kib", "1KiB", "1024", "1024B", "1024b"}) {
    EXPECT_EQ(parse_size(text), 1024u) << text;
  }
  EXPECT_EQ(parse_size("3m"), std::uint64_t{3} << 20);
  EXPECT_EQ(parse_size("3GiB"), std::uint64_t{3} << 30);
  EXPECT_EQ(parse_size("3tb"), std::uint64_t{3} << 40);
}

TEST(SizesTest, AnErrorQuotesTheTextAndPointsAtThePlace) {
  EXPECT_EQ(error_of("1K,2X"), "'1K,2X': 'X' at position 5 is no unit: use B, K, M, G or T (1024-based)");
  EXPECT_EQ(error_of("1K,,2K"), "'1K,,2K': expected a size such as 64K, found ',' at position 4");
  EXPECT_EQ(error_of("1K,"), "'1K,': expected a size such as 64K, found the end");
  EXPECT_EQ(error_of(""), "'': expected a size such as 64K, found the end");
  EXPECT_EQ(error_of("-1"), "'-1': expected a size such as 64K, found '-' at position 1");
  EXPECT_EQ(error_of("1K 2K"), "'1K 2K': expected ',' or ':', found ' ' at position 3");
  EXPECT_EQ(error_of("1.5M"),
            "'1.5M': '.' at position 2 is too much: a size is a whole number and a unit, such as 1536K");
  EXPECT_EQ(error_of("4,1M:1K"),
            "'4,1M:1K': '1M:1K' at position 3 ends below its start: write the smaller size first");
  EXPECT_EQ(error_of("1:8:*1"), "'1:8:*1': '1' at position 6 is no factor: use a whole number from 2 up");
  EXPECT_EQ(error_of("1:8:+0K"), "'1:8:+0K': '0K' at position 6 is no step: use 1 or more");
  EXPECT_EQ(error_of("1:8:4"),
            "'1:8:4': expected '*' and a factor, or '+' and a step, found '4' at position 5");
  EXPECT_EQ(error_of("1:8:*4K"), "'1:8:*4K': expected ',' or ':', found 'K' at position 7");
  EXPECT_EQ(error_of("0:8"),
            "'0:8': '0:8' at position 1 starts at 0, which no factor changes: write 0 apart, such as 0,1:1K");
}

TEST(SizesTest, SizesOver63BitsAreErrors) {
  EXPECT_EQ(parse_size("9223372036854775807"), (std::uint64_t{1} << 63) - 1);
  EXPECT_EQ(error_of("9223372036854775808"),
            "'9223372036854775808': '9223372036854775808' at position 1 is over 2^63 - 1");
  EXPECT_EQ(error_of("1,8388608T"), "'1,8388608T': '8388608T' at position 3 is over 2^63 - 1 bytes");
  EXPECT_NE(error_of("18446744073709551617").find("is over 2^63 - 1"), std::string::npos);
}

TEST(SizesTest, TenThousandSizesAreTheMost) {
  EXPECT_EQ(bytes_of("1:10000:+1").size(), 10000u);
  EXPECT_EQ(error_of("1:10001:+1"),
            "'1:10001:+1': '1:10001:+1' at position 1 makes more than 10000 sizes in all");
  EXPECT_NE(error_of("0:1T:+1").find("more than 10000 sizes"), std::string::npos);
  EXPECT_NE(error_of("1:10000:+1,20000").find("'20000' at position 12"), std::string::npos);
}

TEST(SizesTest, ParseSizeTakesOneSizeAlone) {
  EXPECT_THROW(parse_size("1K,2K"), UsageError);
  EXPECT_THROW(parse_size("1K:2K"), UsageError);
  EXPECT_THROW(parse_size(""), UsageError);
}

TEST(SizesTest, FormatPicksTheLargestUnitThatIsExact) {
  EXPECT_EQ(format_size(0), "0 B");
  EXPECT_EQ(format_size(512), "512 B");
  EXPECT_EQ(format_size(1000), "1000 B");
  EXPECT_EQ(format_size(1024), "1 KiB");
  EXPECT_EQ(format_size(1536), "1.5 KiB");
  EXPECT_EQ(format_size(1025), "1025 B");
  EXPECT_EQ(format_size(3 << 19), "1.5 MiB");
  EXPECT_EQ(format_size((1 << 20) + 1024), "1025 KiB");
  EXPECT_EQ(format_size(std::uint64_t{2} << 40), "2 TiB");
  EXPECT_EQ(format_size((std::uint64_t{1} << 63) - 1), "9223372036854775807 B");
}

TEST(SizesTest, RandomTextIsParsedOrRefusedInOneLine) {
  constexpr std::string_view alphabet = "0123456789KMGTBikb,:*+. -\n\x80";
  std::mt19937 random(20261201);
  std::uniform_int_distribution<std::size_t> letter(0, alphabet.size() - 1), length(0, 12);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (std::size_t n = length(random); n > 0; --n) text += alphabet[letter(random)];
    const std::string error = error_of(text);
    if (error == "accepted") ++accepted;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace gpuxfer
