#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/results.hpp"
#include "report/report.hpp"

/// Made-up results for tests.
namespace gpuxfer::report {

inline Gpu made_up_gpu(int ordinal) {
  return {.ordinal = ordinal,
          .name = "NVIDIA H200",
          .uuid = "GPU-" + std::to_string(ordinal),
          .pci = "0000:6" + std::to_string(ordinal) + ":00.0",
          .memory_bytes = 150'754'820'096};
}

inline RankInfo made_up_rank(int rank) {
  RankInfo info;
  info.limits = {.shared_memory_bytes = std::uint64_t{64} << 30,
                 .shared_memory_free_bytes = std::uint64_t{63} << 30,
                 .locked_memory_bytes = {}};
  info.rank = rank;
  info.host = "node17";
  info.process = 4711 + rank;
  info.cores = {rank};
  info.gpu = made_up_gpu(rank);
  return info;
}

inline RankInfo made_up_sleeper(int rank) {
  RankInfo info = made_up_rank(rank);
  info.active = false;
  info.gpu.reset();
  return info;
}

/// Two bound ranks of one host, a GPU each, and no rows.
inline Results made_up_results(const std::vector<std::string>& modes) {
  Results results;
  results.complete = true;
  results.end = "done";
  Environment& environment = results.environment;
  environment.gpuxfer = "0.1.0";
  environment.started = "2026-12-01T22:47:04Z";
  environment.mpi = {
      .library = "MPICH 4.3.0", .standard = "4.1", .cuda_aware = "yes", .control_variables = {}};
  environment.cuda = CudaInfo{.runtime = "13.0", .driver = "13.1"};
  environment.clock_step_seconds = 2e-8;
  environment.ranks = {made_up_rank(0), made_up_rank(1)};
  results.options = {{"pattern", std::vector<std::string>{"latency", "bandwidth"}},
                     {"mode", modes},
                     {"memory", std::vector<std::string>{"device", "device"}},
                     {"window", std::monostate{}},
                     {"no-verify", false}};
  return results;
}

inline Row blank_row(const std::string& pattern, const std::string& mode, std::uint64_t bytes) {
  Row row;
  row.pattern = pattern;
  row.mode = mode;
  row.memory = {"device", "device"};
  row.bytes = bytes;
  return row;
}

/// `count` operations that all took `seconds`, with an interval of +-1 %.
inline Row made_up_row(const std::string& pattern, const std::string& mode, std::uint64_t bytes,
                       double seconds, std::size_t count = 48) {
  const bool latency = pattern == "latency";
  Row row = blank_row(pattern, mode, bytes);
  row.window = latency ? 1 : 64;
  row.messages = static_cast<std::uint64_t>(row.window);
  row.samples_seconds.assign(count, seconds);
  row.seconds = Distribution{.min = 0.9 * seconds,
                             .mean = 1.01 * seconds,
                             .median = seconds,
                             .ci95 = {0.99 * seconds, 1.01 * seconds},
                             .iqr = {0.95 * seconds, 1.05 * seconds},
                             .p99 = count < 300 ? std::nullopt : std::optional(2 * seconds),
                             .max = 3 * seconds};
  if (latency)
    row.latency = Latency{seconds / 2, 1.01 * seconds / 2, {0.99 * seconds / 2, 1.01 * seconds / 2}};
  const double messages_per_second = static_cast<double>(row.messages) / seconds;
  const double rate = static_cast<double>(bytes) * messages_per_second;
  row.bandwidth = Bandwidth{rate, {rate / 1.01, rate / 0.99}};
  row.messages_per_second = messages_per_second;
  row.stop = Stop::converged;
  row.verified = true;
  return row;
}

inline Row made_up_skip(const std::string& pattern, const std::string& mode, std::uint64_t bytes,
                        const std::string& reason) {
  Row row = blank_row(pattern, mode, bytes);
  row.skipped = reason;
  return row;
}

inline Row made_up_wrong_data(const std::string& pattern, const std::string& mode, std::uint64_t bytes) {
  Row row = blank_row(pattern, mode, bytes);
  row.verified = false;
  row.mismatch = Mismatch{.rank = 1,
                          .slot = 3,
                          .offset = 4096,
                          .expected = 0x5a,
                          .got = 0,
                          .count = 12288,
                          .hint = "zeros",
                          .when = "after the timing"};
  return row;
}

inline Comparison made_up_comparison(const Row& row, const std::string& base, double ratio, Verdict verdict) {
  return {.pattern = row.pattern,
          .mode = row.mode,
          .base = base,
          .bytes = row.bytes,
          .ratio = ratio,
          .ci95 = {0.98 * ratio, 1.02 * ratio},
          .verdict = verdict,
          .block_ratios = {0.99 * ratio, ratio, 1.01 * ratio}};
}

/// What the report of that name prints for `results`, whose rows come one pattern and size at a time.
inline std::string printed(const std::string& report_name, const Results& results) {
  const auto report = Reports::find(report_name)->make();
  Results so_far = results;
  so_far.rows.clear();
  std::string text = report->begin(so_far);
  for (std::size_t i = 0; i < results.rows.size();) {
    const std::size_t first = i;
    const auto belongs = [&](const Row& row) {
      return row.pattern == results.rows[first].pattern && row.bytes == results.rows[first].bytes;
    };
    while (i < results.rows.size() && belongs(results.rows[i])) so_far.rows.push_back(results.rows[i++]);
    text += report->rows(so_far, first);
  }
  return text + report->end(so_far);
}

}  // namespace gpuxfer::report
