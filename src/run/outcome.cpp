#include "run/outcome.hpp"

#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

namespace gpuxfer::run {
namespace {

class Writer {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void put(const T& value) { text_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void put(const std::string& value) {
    put(value.size());
    text_ += value;
  }
  void put(const std::vector<double>& values) {
    put(values.size());
    text_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  }
  void put(const std::vector<std::string>& words) {
    put(words.size());
    for (const std::string& word : words) put(word);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

class Reader {
 public:
  explicit Reader(const std::string& text) : rest_(text) {}

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void get(T& value) { std::memcpy(&value, next(sizeof value), sizeof value); }
  void get(std::string& value) {
    const auto length = size();
    value.assign(next(length), length);
  }
  void get(std::vector<double>& values) {
    values.resize(size());
    if (!values.empty())
      std::memcpy(values.data(), next(values.size() * sizeof(double)), values.size() * sizeof(double));
  }
  void get(std::vector<std::string>& words) {
    words.resize(size());
    for (std::string& word : words) get(word);
  }
  std::size_t size() {
    std::size_t value = 0;
    get(value);
    return value;
  }

 private:
  const char* next(std::size_t bytes) {
    const char* const here = rest_.substr(0, bytes).data();
    rest_.remove_prefix(bytes);
    return here;
  }

  std::string_view rest_;
};

/// One list of fields for both directions.
template <class Fields, class Put>
void visit_mismatch(Fields& mismatch, Put put) {
  put(mismatch.rank);
  put(mismatch.slot);
  put(mismatch.offset);
  put(mismatch.expected);
  put(mismatch.got);
  put(mismatch.count);
  put(mismatch.hint);
  put(mismatch.when);
}

template <class Fields, class Put>
void visit_samples(Fields& samples, Put put) {
  put(samples.seconds);
  put(samples.batch);
  put(samples.stop);
  put(samples.settled);
  put(samples.block_medians);
}

}  // namespace

std::string encode(const std::vector<Outcome>& outcomes) {
  Writer writer;
  const auto put = [&](const auto& value) { writer.put(value); };
  put(outcomes.size());
  for (const Outcome& outcome : outcomes) {
    put(outcome.refused);
    put(outcome.flags);
    visit_samples(outcome.samples, put);
    put(outcome.mismatch.has_value());
    if (outcome.mismatch) visit_mismatch(*outcome.mismatch, put);
  }
  return writer.take();
}

std::vector<Outcome> decode_outcomes(const std::string& text) {
  Reader reader(text);
  const auto get = [&](auto& value) { reader.get(value); };
  std::vector<Outcome> outcomes(reader.size());
  for (Outcome& outcome : outcomes) {
    get(outcome.refused);
    get(outcome.flags);
    visit_samples(outcome.samples, get);
    bool wrong = false;
    get(wrong);
    if (wrong) visit_mismatch(outcome.mismatch.emplace(), get);
  }
  return outcomes;
}

}  // namespace gpuxfer::run
