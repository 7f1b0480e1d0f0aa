#include "report/flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "path/path.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> meanings{
    {{"bimodal", "the times fall into two clusters: the median may stand in either, or jump between runs"},
     {"capped", "time or samples ran out before the interval was narrow enough, on 50 independent samples"},
     {"few", "fewer than 6 samples: ± spans them all and covers less than 95 %"},
     {"implausible", "more than the hardware can carry, by its own description: don't trust the figure"},
     {"outliers", "some samples lie over 14.8 median absolute deviations from the median; all are kept"},
     {"unsettled", "the times were still drifting when the warm-up ended"},
     {"window", "fewer messages in flight than asked for, to fit the memory"}}};

bool is_batch(std::string_view word) {
  return word.size() > 1 && word.front() == 'x' && word.find_first_not_of("0123456789", 1) == word.npos;
}

/// Modes explain the words that are theirs.
std::string meaning(const std::string& word) {
  const auto known = std::ranges::find(meanings, word, &std::pair<std::string_view, std::string_view>::first);
  if (known != meanings.end()) return std::string(known->second);
  for (const path::Paths::Entry& mode : path::Paths::entries()) {
    const auto own = mode.make()->flag_meanings();
    if (const auto found = own.find(word); found != own.end()) return found->second;
  }
  return "see docs/measurement.md";
}

std::string join(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> without(const std::vector<std::string>& words,
                                 const std::vector<std::string>& others) {
  std::vector<std::string> rest;
  std::ranges::copy_if(words, std::back_inserter(rest),
                       [&](const std::string& word) { return std::ranges::count(others, word) == 0; });
  return rest;
}

}  // namespace

std::vector<std::string> flag_words(const Row& row) {
  if (row.mismatch || row.skipped) return {};
  std::vector<std::string> words;
  const auto add = [&](const std::string& word) {
    if (std::ranges::count(words, word) == 0) words.push_back(word);
  };
  if (row.stop == Stop::capped) add("capped");
  for (const std::string& flag : row.flags) add(flag);
  if (row.batch > 1) add(fmt::format("x{}", row.batch));
  return words;
}

std::string flag_text(const Row& row) {
  return join(flag_words(row));
}

std::string flag_text(const Row& first, const Row& second) {
  const std::vector<std::string> a = flag_words(first);
  const std::vector<std::string> b = flag_words(second);
  std::vector<std::string> parts{join(without(a, without(a, b)))};
  if (const auto own = without(a, b); !own.empty()) parts.push_back(first.mode + ": " + join(own));
  if (const auto own = without(b, a); !own.empty()) parts.push_back(second.mode + ": " + join(own));
  std::erase(parts, "");
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string legend(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!is_batch(word)) text += wrap("  " + left(word + " ", 10), meaning(word));
  }
  if (std::ranges::any_of(words, is_batch)) {
    text += wrap("  " + left("xN", 10),
                 "N operations in a row make one sample, because one is too short for the clock");
  }
  return text;
}

}  // namespace gpuxfer::report
