#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "fake_cuda/settings.hpp"

namespace gpuxfer::fake {

/// Owns a file descriptor; move-only.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_ = -1;
};

/// What the processes of one node share of its GPUs. It lives in kernel objects that vanish with the
/// processes that hold them, however these end: a GPU's memory in named memfds that /proc shows, exclusive
/// ownership in an abstract socket's name.
class Node {
 public:
  explicit Node(const Settings& settings);

  /// Tells this node from others.
  std::uint64_t id() const;

  /// A file of `bytes` that counts against GPU `gpu` as long as it is held; none where the GPU has too little
  /// left.
  Descriptor allocate(int gpu, std::size_t bytes) const;
  /// Bytes that all processes of the node hold of GPU `gpu`.
  std::size_t used_bytes(int gpu) const;

  /// Takes GPU `gpu` for this process alone; false where another one has it.
  bool claim(int gpu);
  void release(int gpu) { claims_.erase(gpu); }

 private:
  std::string object_name(int gpu) const;

  std::size_t capacity_bytes_;
  std::string name_;
  std::map<int, Descriptor> claims_;
};

}  // namespace gpuxfer::fake
