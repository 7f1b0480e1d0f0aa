#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace gpuxfer {

/// A confidence interval or a pair of quartiles, in the unit of the figure that it belongs to.
struct Interval {
  double lower = 0;
  double upper = 0;
};

/// How a row's sampling ended.
enum class Stop {
  converged,  ///< the interval came within the precision that was asked for
  capped,     ///< time or samples ran out first
  fixed,      ///< --samples asked for this number
  blocks      ///< several modes shared blocks, whose number is planned beforehand
};

/// The times of single operations, in seconds.
struct Distribution {
  double min = 0;
  double mean = 0;
  double median = 0;
  Interval ci95;              ///< of the median
  Interval iqr;               ///< first and third quartile
  std::optional<double> p99;  ///< where n >= 300 and no sample is a batch
  double max = 0;
};

/// One-way time of a message, in seconds; half the round trip.
struct Latency {
  double median = 0;
  double mean = 0;
  Interval ci95;
};

/// Bytes per second, over the median time.
struct Bandwidth {
  double median = 0;
  Interval ci95;
};

/// Wrong bytes in a receive slot, or behind it.
struct Mismatch {
  int rank = 0;  ///< the receiver
  int slot = 0;
  std::uint64_t offset =
      0;  ///< of the first wrong byte, from the slot's start; past the message: a guard byte
  std::uint8_t expected = 0;
  std::uint8_t got = 0;
  std::uint64_t count = 0;  ///< wrong bytes in all slots
  std::string hint;         ///< what the bytes look like, in words; empty where that is nothing known
  std::string when;         ///< "before the timing", "after the timing", "left by the timed operations"
};

/// Where the time of one message goes that passes stages one after the other: medians, one way.
struct StageTimes {
  double to_host_seconds = 0;
  double wire_seconds = 0;
  double to_device_seconds = 0;
};

/// What holds a row back.
struct Bound {
  std::string ceiling;  ///< the slowest one that its messages have to pass
  double share = 0;     ///< of that ceiling's rate that the row reaches
};

/// What a GPU does that CUDA's profiling interface tells apart.
enum class GpuWorkKind : std::uint8_t {
  device_to_host,
  host_to_device,
  device_to_device,  ///< within one GPU, memory of another process that is mapped here included
  peer_to_peer,      ///< between GPUs
  host_to_host,
  other_copy,
  kernel
};

/// All work of one kind.
struct GpuWork {
  GpuWorkKind kind = GpuWorkKind::other_copy;
  bool own = false;  ///< on gpuxfer's own streams; else some library's in the same process
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;  ///< copied; 0 of kernels
};

/// What one rank's GPU work was while one message travelled.
struct RankEvidence {
  int rank = 0;
  std::vector<GpuWork> work;  ///< the kinds that occurred
  std::uint64_t dropped = 0;  ///< records that the profiling interface lost
};

/// What --explain saw of one message.
struct Evidence {
  std::vector<RankEvidence> ranks;   ///< the sender, then the receiver
  std::string problem;               ///< why nothing was seen; empty where the recording went well
  std::optional<bool> verified;      ///< whether this very message arrived; absent where nobody looked
  std::optional<Mismatch> mismatch;  ///< in this very message
};

/// One line of the result: a pattern over one mode at one size.
struct Row {
  std::string pattern;
  std::string mode;
  std::array<std::string, 2> memory;  ///< kind at `from` and at `to`
  int from = 0;                       ///< ranks
  int to = 1;
  std::uint64_t bytes = 0;  ///< of one message
  int window = 1;           ///< messages in flight
  int batch = 1;            ///< operations per sample
  std::uint64_t messages =
      1;  ///< messages that `bandwidth` counts per operation, both directions summed where they are
  std::vector<double>
      samples_seconds;  ///< one operation each (a batch's time divided by its operations), in order
  std::optional<Distribution>
      seconds;  ///< of an operation; absent where nothing was measured or data was wrong
  std::optional<Latency> latency;
  std::optional<Bandwidth> bandwidth;
  std::optional<double> messages_per_second;
  std::uint64_t outliers = 0;  ///< counted, never dropped
  std::optional<Stop> stop;
  std::vector<std::string> flags;  ///< short words; docs/measurement.md explains each
  std::optional<bool> verified;    ///< absent where verification was off or nothing was measured
  std::optional<Mismatch> mismatch;
  std::optional<StageTimes> stages;    ///< of rows of one message at a time, where the mode has stages
  std::optional<Bound> bound;          ///< where ceilings were measured
  std::optional<std::string> path;     ///< the label that --explain found
  std::optional<Evidence> evidence;    ///< behind the label; absent where --explain did not look
  std::optional<std::string> skipped;  ///< why nothing was measured
};

enum class Verdict { faster, slower, same, unclear };

/// A mode against the first one, at one size, from interleaved blocks.
struct Comparison {
  std::string pattern;
  std::string mode;
  std::string base;
  std::uint64_t bytes = 0;
  double ratio = 1;  ///< of times, mode over base: the median over the blocks
  Interval ci95;
  Verdict verdict = Verdict::unclear;
  std::vector<double> block_ratios;  ///< in order
};

/// A message's time as a straight line over its size.
struct FitLine {
  double alpha_seconds = 0;          ///< of a message with no bytes; negative where the line bends below
  double beta_seconds_per_byte = 0;  ///< its reciprocal is the rate; 0: the size makes no difference
  /// alpha / beta: at this size half of the rate is reached. Absent where alpha is negative or beta 0.
  std::optional<double> n_half_bytes;
};

/// Adjacent sizes, both ends included, that one line was fitted to.
struct FitSegment {
  std::uint64_t from_bytes = 0;
  std::uint64_t to_bytes = 0;
  std::optional<FitLine> line;           ///< absent where the best one misses a time by over 10 % of it
  double largest_relative_residual = 0;  ///< of the best line, given or not
};

/// How a mode's time depends on the size: lines over at most 4 ranges of sizes, in ascending order.
struct Fit {
  std::string pattern;
  std::string mode;
  int window = 1;  ///< of the rows that were fitted
  std::vector<FitSegment> segments;
};

struct Gpu {
  int ordinal = 0;  ///< as this rank's CUDA runtime counts
  std::string name;
  std::string uuid;  ///< GPU-... or MIG-..., as CUDA_VISIBLE_DEVICES takes it
  std::string pci;   ///< 0000:65:00.0
  std::uint64_t memory_bytes = 0;
  bool mps = false;  ///< this rank reaches it through the Multi-Process Service
  int sharers = 1;   ///< ranks of this run on it
};

/// What a rank may use of its host; absent is unlimited.
struct HostLimits {
  std::uint64_t shared_memory_bytes = 0;       ///< size of /dev/shm; 0 where there is none
  std::uint64_t shared_memory_free_bytes = 0;  ///< of it
  std::optional<std::uint64_t> locked_memory_bytes;
};

struct RankInfo {
  int rank = 0;
  std::string host;
  int process = 0;         ///< operating-system process id
  std::vector<int> cores;  ///< that this rank may run on
  bool bound = false;      ///< to fewer cores than its host has
  bool active = true;      ///< false: sleeps through the run
  HostLimits limits{};
  std::optional<Gpu> gpu;
};

struct MpiInfo {
  std::string library;                        ///< first line of the library's own version
  std::string standard;                       ///< 4.0
  std::string cuda_aware;                     ///< yes, no or unknown
  std::string cuda_aware_source{};            ///< how that is known
  std::vector<std::uint64_t> proved_bytes{};  ///< of first messages on device pointers, which arrived
  std::map<std::string, std::string> control_variables;  ///< in force, from an allow-list
};

struct CudaInfo {
  std::string runtime;  ///< 13.0
  std::string driver;   ///< newest CUDA version that the driver supports; empty where there is none
};

/// What the hardware between the two ends can carry at most, by its own description; no figure can be above
/// it.
struct Limit {
  double bytes_per_second = 0;    ///< one way; or both together, where `duplex` is false
  bool duplex = false;            ///< each direction has as much of its own
  std::uint64_t cache_bytes = 0;  ///< messages that fit such a cache may never reach what the limit is of
  std::string of;                 ///< 18 NVLinks, PCIe 5.0 x16, ...
};

struct Environment {
  std::string gpuxfer;  ///< version
  std::string started;  ///< UTC, 2026-12-01T22:47:04Z
  MpiInfo mpi;
  std::optional<CudaInfo> cuda;                  ///< absent in a build without CUDA
  std::map<std::string, std::string> variables;  ///< environment variables that matter, from an allow-list
  std::vector<RankInfo> ranks;
  int hosts = 1;
  bool yields = false;            ///< more ranks than cores: waiting tests and yields instead of spinning
  std::optional<Limit> limit{};   ///< of messages between the pair's GPUs; absent where nobody tells
  double clock_step_seconds = 0;  ///< smallest step of the leader's clock
};

/// An option's value in force; monostate is "not given".
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::int64_t>,
                           std::vector<std::string>>;

struct Results {
  bool complete = false;
  std::string end = "running";  ///< "done", or why it ended early
  Environment environment;
  std::vector<std::pair<std::string, Value>> options;  ///< every option with the value in force
  std::vector<Row> rows;
  std::vector<Comparison> comparisons;
  std::vector<Fit> fits;  ///< of the patterns whose last row is in
  std::string reference;  ///< the mode that the others are held against; empty where it was not asked for
  /// What copies and MPI reach on their own, as rows whose mode is the ceiling's name; absent where nobody
  /// asked.
  std::optional<std::vector<Row>> ceilings;
};

std::string to_string(Stop stop);
std::string to_string(Verdict verdict);
std::string to_string(GpuWorkKind kind);

}  // namespace gpuxfer
