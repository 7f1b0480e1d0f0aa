#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gpuxfer {

/// Implementations of `Interface` that add themselves under a name before main starts.
/// One file registers one implementation through a `Registration` at namespace scope; the files are linked as
/// objects, since a linker drops archive members that nothing refers to.
template <class Interface>
class Registry {
 public:
  struct Entry {
    std::string name;
    std::string description;  ///< one line for --list and --help
    int position = 0;         ///< where it stands in lists; the name decides between equals
    std::function<std::unique_ptr<Interface>()> make;
  };

  static const std::vector<Entry>& entries() { return mutable_entries(); }

  /// The entry of that name; null where there is none.
  static const Entry* find(const std::string& name) {
    const auto& all = entries();
    const auto found = std::ranges::find(all, name, &Entry::name);
    return found == all.end() ? nullptr : &*found;
  }

  static std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const Entry& entry : entries()) names.push_back(entry.name);
    return names;
  }

 private:
  template <class>
  friend class Registration;

  static std::vector<Entry>& mutable_entries() {
    static std::vector<Entry> entries;
    return entries;
  }

  static void add(Entry entry) {
    auto& all = mutable_entries();

    const auto before = [&](const Entry& a, const Entry& b) {
      return a.position != b.position ? a.position < b.position : a.name < b.name;
    };
    all.insert(std::ranges::upper_bound(all, entry, before), std::move(entry));
  }
};

template <class Interface>
class Registration {
 public:
  explicit Registration(typename Registry<Interface>::Entry entry) {
    Registry<Interface>::add(std::move(entry));
  }
};

}  // namespace gpuxfer
