#pragma once

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Values as bytes for a message between ranks of one program, and back, bit for bit. Whoever reads asks for
/// the types that were written, in the same order.
namespace gpuxfer {

class Writer {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void put(const T& value) { text_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void put(const std::string& value) {
    put(value.size());
    text_ += value;
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(values.size());
    for (const T& value : values) put(value);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

class Reader {
 public:
  /// A view of `text`.
  explicit Reader(std::string_view text) : rest_(text) {}

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void get(T& value) { std::memcpy(static_cast<void*>(&value), next(sizeof value), sizeof value); }
  void get(std::string& value) {
    const auto length = size();
    value.assign(next(length), length);
  }
  template <class T>
  void get(std::vector<T>& values) {
    values.resize(size());
    for (T& value : values) get(value);
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

}  // namespace gpuxfer
