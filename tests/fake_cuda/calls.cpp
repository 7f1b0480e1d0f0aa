#include "fake_cuda/calls.hpp"

#include <array>
#include <charconv>
#include <utility>

#include "fake_cuda/errors.hpp"
#include "fake_cuda/settings.hpp"

namespace gpuxfer::fake {
namespace {

[[noreturn]] void refuse(std::string_view rule) {
  die("GPUXFER_FAKE_FAULT is not [flip:|hang:]CALL@(N|*)[#RANK][=cudaError...]: '" + std::string(rule) + "'");
}

/// The text before the first `separator`, which goes too; `rest` keeps what follows.
std::string_view take_until(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view head = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  return head;
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

template <typename Number>
Number parse(std::string_view text, std::string_view rule) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) refuse(rule);
  return number;
}

template <std::size_t N>
bool is_one_of(std::string_view call, const std::array<std::string_view, N>& calls) {
  for (const std::string_view known : calls) {
    if (call == known) return true;
  }
  return false;
}

constexpr std::array<std::string_view, 4> writers{"cudaMemcpy", "cudaMemcpyAsync", "cudaMemset",
                                                  "cudaMemsetAsync"};
constexpr std::array<std::string_view, 5> workers{"cudaMemcpy", "cudaMemcpyAsync", "cudaMemset",
                                                  "cudaMemsetAsync", "cudaLaunchKernel"};

}  // namespace

Calls::Calls(std::string_view faults, int rank) {
  while (!faults.empty()) {
    const std::string_view rule = take_until(faults, ';');
    if (!rule.empty()) add_rule(rule, rank);
  }
}

void Calls::add_rule(std::string_view text, int rank) {
  std::string_view place = text;
  Rule rule;
  rule.fault.flip = take_prefix(place, "flip:");
  rule.fault.hang = !rule.fault.flip && take_prefix(place, "hang:");
  std::string_view error = place;
  place = take_until(error, '=');
  std::string_view only_rank = place;
  place = take_until(only_rank, '#');
  std::string_view nth = place;
  rule.call = std::string(take_until(nth, '@'));
  if (nth != "*") rule.nth = parse<std::uint64_t>(nth, text);
  if (nth != "*" && rule.nth == 0) refuse(text);

  const bool fails = !rule.fault.flip && !rule.fault.hang;
  if (fails) rule.fault.error = error_named(error);
  if (fails != rule.fault.error.has_value() || (!fails && !error.empty())) refuse(text);
  if (rule.fault.flip && !is_one_of(rule.call, writers)) refuse(text);
  if (rule.fault.hang && !is_one_of(rule.call, workers)) refuse(text);
  if (only_rank.empty() || parse<int>(only_rank, text) == rank) rules_.push_back(std::move(rule));
}

Fault Calls::next(const std::string& call) {
  const std::uint64_t count = ++counts_[call];
  Fault fault;
  for (const Rule& rule : rules_) {
    if (rule.call != call || (rule.nth != 0 && rule.nth != count)) continue;
    if (rule.fault.error) fault.error = rule.fault.error;
    fault.flip = fault.flip || rule.fault.flip;
    fault.hang = fault.hang || rule.fault.hang;
  }
  return fault;
}

}  // namespace gpuxfer::fake
