#include "report/text.hpp"

#include <algorithm>

namespace gpuxfer::report {
namespace {

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

/// Length of the UTF-8 sequence that `text` starts with; 0 where it starts with none.
std::size_t sequence_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length > text.size()) return 0;
  return std::ranges::all_of(text.substr(1, length > 0 ? length - 1 : 0), continues) ? length : 0;
}

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const bool control = (text.front() >= 0 && text.front() < ' ') || text.front() == '\x7F';
    if (is_space(text.front())) {
      result += ' ';
    } else if (length == 0 || control) {
      result += '?';
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

/// Bytes of the longest beginning of `text` that takes at most `width` columns.
std::size_t bytes_within(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  for (; bytes < text.size(); ++bytes) {
    if (!continues(text[bytes]) && width-- == 0) break;
  }
  return bytes;
}

/// Words of at most `width` columns.
std::vector<std::string> words(std::string_view text, std::size_t width) {
  std::vector<std::string> result;
  while (true) {
    const std::size_t start = text.find_first_not_of(' ');
    if (start == std::string_view::npos) return result;
    text.remove_prefix(start);
    const std::string_view word = text.substr(0, text.find(' '));
    const std::size_t taken = bytes_within(word, width);
    result.emplace_back(word.substr(0, taken));
    text.remove_prefix(taken);
  }
}

}  // namespace

std::size_t columns(std::string_view text) {
  text.remove_prefix(text.rfind('\n') + 1);  // npos + 1 is 0
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues));
}

std::string right(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, columns(text)), ' ').append(text);
}

std::string left(std::string_view text, std::size_t width) {
  return std::string(text).append(width - std::min(width, columns(text)), ' ');
}

std::string line(std::string_view text) {
  return std::string(text.substr(0, text.find_last_not_of(' ') + 1)) + '\n';
}

std::string wrap(std::string_view lead, std::string_view text) {
  const std::size_t indent = columns(lead);
  std::string result;
  std::string current(lead);
  bool fresh = true;
  for (const std::string& word : words(printable(text), page_columns - indent)) {
    if (!fresh && columns(current) + 1 + columns(word) > page_columns) {
      result += line(current);
      current = std::string(indent, ' ');
      fresh = true;
    }
    current += (fresh ? "" : " ") + word;
    fresh = false;
  }
  return result + line(current);
}

std::string enumerate(const std::vector<std::string>& items) {
  std::string result;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) result += i + 1 == items.size() ? " and " : ", ";
    result += items[i];
  }
  return result;
}

std::string ranks_text(const std::vector<int>& ranks) {
  std::vector<std::string> numbers;
  for (const int rank : ranks) numbers.push_back(std::to_string(rank));
  return (ranks.size() == 1 ? "rank " : "ranks ") + enumerate(numbers);
}

}  // namespace gpuxfer::report
