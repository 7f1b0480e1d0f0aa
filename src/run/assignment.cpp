#include "run/assignment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/error.hpp"

namespace gpuxfer::run {
namespace {

using Uuids = std::vector<std::string>;

/// Ranks matched to GPUs that hold up to `capacity` ranks each.
class Matching {
 public:
  Matching(const std::vector<Uuids>& visible, std::size_t capacity)
      : visible_(visible), capacity_(capacity), gpu_of_(visible.size()) {}

  bool place(std::size_t rank) {
    std::set<std::string> tried;
    return place(rank, tried);
  }

  std::size_t index(std::size_t rank) const {
    return static_cast<std::size_t>(std::ranges::find(visible_[rank], gpu_of_[rank]) -
                                    visible_[rank].begin());
  }

 private:
  bool place(std::size_t rank, std::set<std::string>& tried) {
    const auto emptiest = std::ranges::min_element(
        visible_[rank], {}, [this](const std::string& gpu) { return holders_[gpu].size(); });
    if (emptiest != visible_[rank].end() && holders_[*emptiest].size() < capacity_)
      return take(rank, *emptiest);
    for (const std::string& gpu : visible_[rank]) {
      if (!tried.insert(gpu).second) continue;
      for (const std::size_t holder : Ranks(holders_[gpu])) {
        if (!place(holder, tried)) continue;
        std::erase(holders_[gpu], holder);
        return take(rank, gpu);
      }
    }
    return false;
  }

  bool take(std::size_t rank, const std::string& gpu) {
    holders_[gpu].push_back(rank);
    gpu_of_[rank] = gpu;
    return true;
  }

  using Ranks = std::vector<std::size_t>;
  const std::vector<Uuids>& visible_;
  std::size_t capacity_;
  std::vector<std::string> gpu_of_;
  std::map<std::string, Ranks> holders_;
};

std::optional<std::vector<std::size_t>> match(const std::vector<Uuids>& visible, std::size_t capacity) {
  Matching matching(visible, capacity);
  std::vector<std::size_t> indices;
  for (std::size_t rank = 0; rank < visible.size(); ++rank) {
    if (!matching.place(rank)) return std::nullopt;
  }
  for (std::size_t rank = 0; rank < visible.size(); ++rank) indices.push_back(matching.index(rank));
  return indices;
}

}  // namespace

std::vector<std::size_t> assign_gpus(const std::vector<Uuids>& visible, bool share) {
  std::set<std::string> distinct;
  for (const Uuids& own : visible) distinct.insert(own.begin(), own.end());
  const std::size_t most = share ? visible.size() : 1;
  for (std::size_t capacity = 1; capacity <= most; ++capacity) {
    if (const auto indices = match(visible, capacity)) return *indices;
  }
  if (share || std::ranges::any_of(visible, &Uuids::empty)) {
    throw MachineError(
        fmt::format("every rank needs a GPU, and some see none ({} distinct visible in all): "
                    "check CUDA_VISIBLE_DEVICES and the launcher's GPU binding",
                    distinct.size()));
  }
  throw MachineError(
      fmt::format("at least {} GPUs required, {} distinct visible: use --share-gpu to let ranks share one, "
                  "--memory host to measure host memory, or let every rank see more GPUs",
                  visible.size(), distinct.size()));
}

}  // namespace gpuxfer::run
