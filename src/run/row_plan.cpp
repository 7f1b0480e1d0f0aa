#include "run/row_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "path/ceilings.hpp"

namespace gpuxfer::run {
namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t fewest_guard_bytes = 64;
constexpr int default_window = 64;
constexpr std::uint64_t default_window_bytes = std::uint64_t{256} << 20;

/// One bandwidth message at a time takes a slot at one end alone, and first messages (trial.hpp) one each
/// way.
constexpr std::uint64_t largest_first_message = 1 << 20;

int wanted_window(const SweepOptions& options, std::uint64_t bytes) {
  if (options.window) return *options.window;
  const std::uint64_t held =
      std::max<std::uint64_t>(1, default_window_bytes / std::max<std::uint64_t>(1, bytes));
  return static_cast<int>(std::min<std::uint64_t>(default_window, held));
}

/// What rows of one pattern and size need of each end, and whether it is there.
class Need {
 public:
  Need(const pattern::Pattern& pattern, std::uint64_t bytes, const SweepOptions& options,
       const std::array<Budget, 2>& budgets)
      : pattern_(pattern), stride_(slot_stride(bytes)), options_(options), budgets_(budgets) {}

  std::uint64_t arena(std::size_t end, int window) const {
    const auto role = end == 0 ? pattern::Role::leader : pattern::Role::follower;
    const pattern::SlotCounts slots = pattern_.slots(role, window);
    const auto count = static_cast<std::uint64_t>(slots.send) + static_cast<std::uint64_t>(slots.receive);
    std::uint64_t bytes = 0;
    return __builtin_mul_overflow(count, stride_, &bytes) ? std::numeric_limits<std::uint64_t>::max() : bytes;
  }

  /// Why `window` messages do not fit with `staging` host bytes for `arenas` arenas; absent where they do.
  template <class Staging>
  std::optional<std::string> refusal(int window, Staging staging, std::uint64_t arenas = 1) const {
    for (std::size_t end = 0; end < 2; ++end) {
      std::uint64_t own = 0;
      if (__builtin_mul_overflow(arenas, arena(end, window), &own))
        own = std::numeric_limits<std::uint64_t>::max();
      const bool on_host = options_.memory[end] == device::MemoryKind::host;
      if (own > budgets_[end].arena) {
        return fmt::format(
            "needs {} of {} memory a rank; {} may be used (half of what is free, shared by its ranks)",
            format_size(own), to_string(options_.memory[end]), format_rounded(budgets_[end].arena));
      }
      const std::uint64_t host = staging(own) + (on_host ? own : 0);
      if (host > budgets_[end].host) {
        return fmt::format("needs {} of host memory a rank to stage in; {} may be used", format_size(host),
                           format_rounded(budgets_[end].host));
      }
    }
    return std::nullopt;
  }

 private:
  static std::string format_rounded(std::uint64_t bytes) {
    const std::uint64_t unit = bytes >= std::uint64_t{10} << 20 ? std::uint64_t{1} << 20 : 1;
    return format_size(bytes / unit * unit);
  }

  const pattern::Pattern& pattern_;
  std::uint64_t stride_;
  const SweepOptions& options_;
  const std::array<Budget, 2>& budgets_;
};

RowGroup plan_group(const SweepOptions& options, const std::vector<Mode>& modes,
                    const std::array<Budget, 2>& budgets, const std::string& name, std::uint64_t bytes) {
  const auto pattern = pattern::Patterns::find(name)->make();
  RowGroup group{.pattern = name, .bytes = bytes, .skipped = {}};
  const Need need(*pattern, bytes, options, budgets);
  const auto staging_of = [](const Mode& mode) {
    return [&mode](std::uint64_t arena) { return mode.path->host_bytes(arena); };
  };

  for (const Mode& mode : modes) {
    auto& reason = group.skipped.emplace_back();
    if (!mode.unavailable.empty()) {
      reason = mode.unavailable;
    } else if (bytes == 0 && pattern->figure() == pattern::Figure::bandwidth) {
      reason = "an empty message has no bandwidth";
    } else {
      reason = need.refusal(1, staging_of(mode));
    }
  }

  const auto all_staging = [&](std::uint64_t arena) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < modes.size(); ++i)
      sum += group.measures(i) ? modes[i].path->host_bytes(arena) : 0;
    return sum;
  };
  const int wanted = pattern->windowed() ? wanted_window(options, bytes) : 1;
  int window = wanted;
  while (window > 1 && need.refusal(window, all_staging)) window -= std::max(1, window / 16);
  group.window = window;
  group.window_shrunk = window < wanted;
  // Modes that fit one by one may not fit together; the last ones that stage give way.
  for (std::size_t i = modes.size(); i-- > 0;) {
    const auto reason = need.refusal(window, all_staging);
    if (!reason) break;
    if (group.measures(i) && modes[i].path->host_bytes(need.arena(0, window)) > 0) group.skipped[i] = reason;
  }
  // Ceilings have a mirror of the slots beside them; they give way to everything else.
  group.no_ceilings = need.refusal(
      window,
      [&](std::uint64_t arenas) { return all_staging(arenas / 2) + path::ceilings_host_bytes(arenas / 2); },
      2);
  if (std::ranges::none_of(group.skipped, [](const auto& reason) { return !reason.has_value(); }))
    group.no_ceilings = "no mode is measured at this size";
  return group;
}

}  // namespace

std::uint64_t slot_stride(std::uint64_t message_bytes) {
  return (message_bytes + fewest_guard_bytes + page - 1) / page * page;
}

device::SlotLayout slots_at(unsigned char* base, std::uint64_t message_bytes, int slots) {
  return {.base = base,
          .stride = slot_stride(message_bytes),
          .bytes = message_bytes,
          .slots = static_cast<std::uint32_t>(slots)};
}

RowGroup group_of(const std::string& pattern, std::uint64_t bytes, std::size_t mode, std::size_t modes) {
  RowGroup group{.pattern = pattern, .bytes = bytes, .skipped = {}};
  group.skipped.assign(modes, std::optional<std::string>(""));
  group.skipped[mode].reset();
  return group;
}

RowPlan plan_rows(const SweepOptions& options, const std::vector<Mode>& modes,
                  const std::array<Budget, 2>& budgets) {
  RowPlan plan;
  plan.arena_bytes_by_mode.resize(modes.size());
  for (const std::string& name : options.patterns) {
    const auto pattern = pattern::Patterns::find(name)->make();
    for (const Size& size : options.sizes) {
      RowGroup group = plan_group(options, modes, budgets, name, size.bytes);
      const Need need(*pattern, size.bytes, options, budgets);
      for (std::size_t end = 0; end < 2; ++end) {
        const std::uint64_t arena = need.arena(end, group.window);
        const std::uint64_t round_trip = 2 * slot_stride(std::min(size.bytes, largest_first_message));
        if (!group.no_ceilings) {
          plan.arena_bytes_of_ceilings[end] = std::max(plan.arena_bytes_of_ceilings[end], arena);
        }
        for (std::size_t i = 0; i < modes.size(); ++i) {
          if (!group.measures(i)) continue;
          plan.arena_bytes[end] = std::max({plan.arena_bytes[end], arena, round_trip});
          plan.arena_bytes_by_mode[i][end] = std::max(plan.arena_bytes_by_mode[i][end], arena);
        }
      }
      plan.groups.push_back(std::move(group));
    }
  }
  return plan;
}

}  // namespace gpuxfer::run
