#include "core/sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <tuple>

#include "core/error.hpp"
#include "core/quote.hpp"

namespace gpuxfer {
namespace {

constexpr std::uint64_t max_bytes = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t max_sizes = 10000;
constexpr std::array<char, 4> prefixes{'K', 'M', 'G', 'T'};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Reads the text from left to right; what it can't read it points at.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::size_t position() const { return at_; }
  bool done() const { return at_ == text_.size(); }
  bool take(char c) {
    if (done() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  /// `wanted` says what stands where a number should, such as "a size such as 64K".
  std::uint64_t number(const std::string& wanted);
  std::uint64_t size();

  [[noreturn]] void expected(const std::string& wanted) const {
    fail(fmt::format("expected {}, found {}", wanted, done() ? "the end" : piece(at_, next_piece())));
  }
  /// What was read from `begin` up to here is wrong.
  [[noreturn]] void reject(std::size_t begin, const std::string& why) const {
    fail(piece(begin, at_) + " " + why);
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw UsageError(quote(text_) + ": " + problem);
  }

  std::string piece(std::size_t begin, std::size_t end) const {
    return fmt::format("{} at position {}", quote(text_.substr(begin, end - begin)), begin + 1);
  }
  /// The end of the word at the current place, or of the single character that is no part of a word.
  std::size_t next_piece() const {
    const auto in_word = [](char c) { return is_digit(c) || is_letter(c); };
    const auto end = std::find_if_not(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.end(), in_word);
    return std::max(at_ + 1, static_cast<std::size_t>(end - text_.begin()));
  }
  std::uint64_t unit();

  std::string_view text_;
  std::size_t at_ = 0;
};

std::uint64_t Reader::number(const std::string& wanted) {
  if (done() || !is_digit(text_[at_])) expected(wanted);
  const std::size_t begin = at_;
  std::uint64_t value = 0;
  bool too_large = false;
  for (; !done() && is_digit(text_[at_]); ++at_) {
    const auto digit = static_cast<std::uint64_t>(text_[at_] - '0');
    too_large = too_large || value > (max_bytes - digit) / 10;
    value = value * 10 + digit;
  }
  if (too_large) reject(begin, "is over 2^63 - 1");
  return value;
}

/// The bytes of a unit: none or B, K, KB or KiB, and so on.
std::uint64_t Reader::unit() {
  const std::size_t begin = at_;
  std::string name;
  for (; !done() && is_letter(text_[at_]); ++at_) {
    name += static_cast<char>(std::toupper(static_cast<unsigned char>(text_[at_])));
  }
  if (name.empty() || name == "B") return 1;

  std::uint64_t bytes = 1;
  for (const char prefix : prefixes) {
    bytes *= 1024;
    const std::string suffix = name.substr(1);
    if (name.front() == prefix && (suffix.empty() || suffix == "B" || suffix == "IB")) return bytes;
  }
  reject(begin, "is no unit: use B, K, M, G or T (1024-based)");
}

std::uint64_t Reader::size() {
  const std::size_t begin = at_;
  const std::uint64_t count = number("a size such as 64K");
  if (take('.')) reject(at_ - 1, "is too much: a size is a whole number and a unit, such as 1536K");
  const std::uint64_t bytes = unit();
  if (count > max_bytes / bytes) reject(begin, "is over 2^63 - 1 bytes");
  return count * bytes;
}

/// The sizes of a list so far.
class List {
 public:
  explicit List(Reader& reader) : reader_(reader) {}

  /// Reads a size or a range.
  void item() {
    begin_ = reader_.position();
    const std::uint64_t first = reader_.size();
    if (!reader_.take(':')) return add(first, true);
    const std::uint64_t last = reader_.size();
    if (first > last) reader_.reject(begin_, "ends below its start: write the smaller size first");
    if (!reader_.take(':')) return multiply(first, last, 2);
    if (reader_.take('*')) return multiply(first, last, factor());
    if (reader_.take('+')) return step(first, last);
    reader_.expected("'*' and a factor, or '+' and a step");
  }

  std::vector<Size> sorted() && {
    std::ranges::sort(sizes_, {}, [](const Size& size) { return std::tuple(size.bytes, !size.named); });
    const auto repeated = std::ranges::unique(sizes_, {}, &Size::bytes);
    sizes_.erase(repeated.begin(), repeated.end());
    return std::move(sizes_);
  }

 private:
  std::uint64_t factor() {
    const std::size_t begin = reader_.position();
    const std::uint64_t factor = reader_.number("a factor such as 4");
    if (factor < 2) reader_.reject(begin, "is no factor: use a whole number from 2 up");
    return factor;
  }

  void multiply(std::uint64_t first, std::uint64_t last, std::uint64_t factor) {
    if (first == 0)
      reader_.reject(begin_, "starts at 0, which no factor changes: write 0 apart, such as 0,1:1K");
    for (std::uint64_t bytes = first;; bytes *= factor) {
      add(bytes, false);
      if (bytes > last / factor) return;
    }
  }

  void step(std::uint64_t first, std::uint64_t last) {
    const std::size_t begin = reader_.position();
    const std::uint64_t step = reader_.size();
    if (step == 0) reader_.reject(begin, "is no step: use 1 or more");
    for (std::uint64_t bytes = first;; bytes += step) {
      add(bytes, false);
      if (step > last - bytes) return;
    }
  }

  void add(std::uint64_t bytes, bool named) {
    if (sizes_.size() == max_sizes) {
      reader_.reject(begin_, fmt::format("makes more than {} sizes in all", max_sizes));
    }
    sizes_.push_back({.bytes = bytes, .named = named});
  }

  Reader& reader_;
  std::size_t begin_ = 0;  ///< of the item
  std::vector<Size> sizes_;
};

}  // namespace

std::vector<Size> parse_sizes(std::string_view text) {
  Reader reader(text);
  List list(reader);
  do {
    list.item();
  } while (reader.take(','));
  if (!reader.done()) reader.expected("',' or ':'");
  return std::move(list).sorted();
}

std::uint64_t parse_size(std::string_view text) {
  Reader reader(text);
  const std::uint64_t bytes = reader.size();
  if (!reader.done()) reader.expected("the end");
  return bytes;
}

std::string format_size(std::uint64_t bytes) {
  // Of all tenths of a power of two only a half is a whole number of bytes.
  for (std::size_t power = prefixes.size(); power > 0; --power) {
    const std::uint64_t unit = std::uint64_t{1} << (10 * power);
    const std::uint64_t rest = bytes % unit;
    if (bytes < unit || (rest != 0 && rest != unit / 2)) continue;
    return fmt::format("{}{} {}iB", bytes / unit, rest == 0 ? "" : ".5", prefixes[power - 1]);
  }
  return fmt::format("{} B", bytes);
}

}  // namespace gpuxfer
