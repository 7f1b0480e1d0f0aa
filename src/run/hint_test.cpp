#include "run/hint.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "device/test_pattern.hpp"

namespace gpuxfer::run {
namespace {

constexpr std::uint64_t key = 11, previous = 12, poison = 13;

std::vector<unsigned char> pattern(std::uint64_t of, std::uint32_t slot, std::uint64_t offset,
                                   std::size_t count = 16) {
  std::vector<unsigned char> bytes;
  for (std::size_t i = 0; i < count; ++i) {
    bytes.push_back(device::pattern_byte(device::slot_key(of, slot), offset + i));
  }
  return bytes;
}

std::string hint_of(const std::vector<unsigned char>& got, std::uint64_t count = 16,
                    std::uint64_t offset = 100) {
  return hint({.got = got,
               .count = count,
               .slot = 2,
               .offset = offset,
               .message_bytes = 5000,
               .slots = 4,
               .key = key,
               .previous_key = previous,
               .poison_key = poison});
}

void expect_begins(const std::string& text, const std::string& words) {
  EXPECT_EQ(text.substr(0, words.size()), words);
}

TEST(HintTest, KnowsWhatBytesLookLike) {
  expect_begins(hint_of(std::vector<unsigned char>(16)), "zeros");
  expect_begins(hint_of(pattern(poison, 2, 100)), "nothing had arrived");
  expect_begins(hint_of(pattern(previous, 2, 100)), "the bytes of the message before");
  expect_begins(hint_of(pattern(key, 3, 100)), "the bytes of slot 3");
  expect_begins(hint_of(pattern(key, 2, 108)), "bytes that belong 8 later");
  expect_begins(hint_of(pattern(key, 2, 99)), "bytes that belong 1 earlier");
  expect_begins(hint_of(pattern(previous, 2, 5000), 1, 5000), "bytes behind the message");
}

TEST(HintTest, OneBit) {
  std::vector<unsigned char> got = pattern(key, 2, 100);
  got[0] ^= 0x20;
  expect_begins(hint_of(got, 1), "one bit is wrong");
  EXPECT_EQ(hint_of(got, 2), "") << "more are wrong, wherever they are";
  got[0] ^= 0x01;
  EXPECT_EQ(hint_of(got, 1), "") << "two bits";
}

TEST(HintTest, DoesNotGuessFromAFewBytesOrFromNoise) {
  EXPECT_EQ(hint_of({0, 0, 0}), "");
  EXPECT_EQ(hint_of({}), "");
  EXPECT_EQ(hint_of(pattern(99, 2, 100)), "");
}

}  // namespace
}  // namespace gpuxfer::run
