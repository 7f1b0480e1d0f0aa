#include "cli/definitions.hpp"

#include <limits>

#include "cli/joined.hpp"
#include "cli/values.hpp"
#include "core/error.hpp"
#include "core/quote.hpp"
#include "path/path.hpp"
#include "pattern/pattern.hpp"
#include "report/report.hpp"

namespace gpuxfer::cli {
namespace {

using Text = const std::string&;

/// A list of numbers as the results keep it.
template <class Numbers>
std::vector<std::int64_t> integers(const Numbers& numbers) {
  return {numbers.begin(), numbers.end()};
}

template <class Number>
Value integer_or_nothing(const std::optional<Number>& number) {
  return number ? Value(static_cast<std::int64_t>(*number)) : Value();
}

std::vector<std::int64_t> sizes_in_bytes(const Options& options) {
  std::vector<std::int64_t> bytes;
  for (const Size& size : options.sweep.sizes) bytes.push_back(static_cast<std::int64_t>(size.bytes));
  return bytes;
}

std::vector<std::string> memory_at_both_ends(const Options& options) {
  return {to_string(options.sweep.memory[0]), to_string(options.sweep.memory[1])};
}

/// The upper half of the seeds does not fit a Value's integer.
Value seed_value(std::uint64_t seed) {
  if (seed > std::numeric_limits<std::int64_t>::max()) return std::to_string(seed);
  return static_cast<std::int64_t>(seed);
}

/// Of the stop rule, which a fixed number of samples puts out of force.
Value unless_fixed(const Options& options, double value) {
  return options.sweep.stop.samples ? Value() : Value(value);
}

std::vector<std::string> datatype_names() {
  std::vector<std::string> names;
  for (const comm::Datatype& type : comm::datatypes()) names.emplace_back(type.name);
  return names;
}

std::string to_file(Text text) {
  if (text.empty()) throw UsageError(quote(text) + ": name a file");
  return text;
}

std::string listed(const std::vector<std::string>& names) {
  return joined(names, ", ");
}

Group what_to_measure() {
  return {
      "What to measure",
      {{"sizes", "LIST",
        "message sizes: 4K,64K,1M or a range, 1K:1G (powers of two), 1K:1G:*4, 1M:16M:+1M; mixed by commas; "
        "B K M G T are 1024-based; 0 for latency alone",
        "1:4M", [](Options& o, Text text) { o.sweep.sizes = parse_sizes(text); },
        [](const Options& o) { return Value(sizes_in_bytes(o)); }},
       {"pattern", "LIST", "who sends what to whom, a comma list of " + listed(pattern::Patterns::names()),
        "latency,bandwidth",
        [](Options& o, Text text) {
          o.sweep.patterns = to_names(text, "pattern", pattern::Patterns::names());
        },
        [](const Options& o) { return Value(o.sweep.patterns); }},
       {"mode", "LIST",
        "how a message travels, a comma list of " + listed(path::Paths::names()) +
            "; several are measured interleaved and compared with the first",
        "direct", [](Options& o, Text text) { o.sweep.modes = to_names(text, "mode", path::Paths::names()); },
        [](const Options& o) { return Value(o.sweep.modes); }},
       {"memory", "KIND",
        "where the messages live, device, managed or host; A:B for a different kind at each end of the pair",
        "device", [](Options& o, Text text) { o.sweep.memory = to_memory(text); },
        [](const Options& o) { return Value(memory_at_both_ends(o)); }},
       {"dtype", "NAME", "the MPI datatype that messages are sent as, one of " + listed(datatype_names()),
        "byte",
        [](Options& o, Text text) {
          o.sweep.datatype = *comm::find_datatype(to_name(text, "datatype", datatype_names()));
        },
        [](const Options& o) { return Value(std::string(o.sweep.datatype.name)); }},
       {"pair", "I:J", "the two ranks that take part; the lower one leads, the others sleep", "0:1",
        [](Options& o, Text text) { o.sweep.pair = to_pair(text); },
        [](const Options& o) { return Value(integers(o.sweep.pair)); }},
       {"window", "N", "messages in flight", "64, held to 256 MiB and at least one message",
        [](Options& o, Text text) { o.sweep.window = static_cast<int>(to_number(text, 1, 65536)); },
        [](const Options& o) { return integer_or_nothing(o.sweep.window); }}}};
}

Group when_to_stop() {
  return {
      "When to stop, for each row of the result",
      {{"precision", "P%", "stop once the 95 % confidence interval of the median is within +-P% of it", "1%",
        [](Options& o, Text text) { o.sweep.stop.precision = to_precision(text); },
        [](const Options& o) { return unless_fixed(o, o.sweep.stop.precision); }},
       {"max-time", "SECONDS", "stop sampling after this time in any case", "1",
        [](Options& o, Text text) { o.sweep.stop.max_seconds = to_seconds(text); },
        [](const Options& o) { return unless_fixed(o, o.sweep.stop.max_seconds); }},
       {"samples", "N", "take exactly N samples and no stop rule; excludes --precision and --max-time",
        "as many as the stop rule needs",
        [](Options& o, Text text) { o.sweep.stop.samples = to_number(text, 1, 1000000); },
        [](const Options& o) { return integer_or_nothing(o.sweep.stop.samples); }},
       {"budget", "SECONDS",
        "spend about this long on the whole run: the time is shared out among the rows, each of which has at "
        "most --max-time",
        "none", [](Options& o, Text text) { o.sweep.budget_seconds = to_seconds(text); },
        [](const Options& o) { return o.sweep.budget_seconds ? Value(*o.sweep.budget_seconds) : Value(); }},
       {"warmup", "N", "do exactly N operations before sampling", "until the times settle",
        [](Options& o, Text text) { o.sweep.warmup = static_cast<int>(to_number(text, 1, 1000000)); },
        [](const Options& o) { return integer_or_nothing(o.sweep.warmup); }}}};
}

Group which_memory_and_gpus() {
  return {
      "Host memory and GPUs",
      {{"host-memory", "KIND", "what modes that go through the host stage messages in, pinned or pageable",
        "pinned", [](Options& o, Text text) { o.sweep.staging.memory = to_host_memory(text); },
        [](const Options& o) { return Value(std::string(to_string(o.sweep.staging.memory))); }},
       {"chunk", "SIZE",
        "what modes that send in chunks take at a time, 4K to 1G in steps of 4K; a row says so where its "
        "mode takes less",
        "by the size of the message",
        [](Options& o, Text text) { o.sweep.staging.chunk_bytes = to_chunk(text); },
        [](const Options& o) { return integer_or_nothing(o.sweep.staging.chunk_bytes); }},
       {"devices", "LIST",
        "the visible GPU that each rank of a host takes, by its rank on the host, such as 0,2,1",
        "each rank a GPU of its own", [](Options& o, Text text) { o.sweep.devices = to_devices(text); },
        [](const Options& o) { return Value(integers(o.sweep.devices)); }},
       {"share-gpu", "", "let ranks share a GPU where there are too few", "off",
        [](Options& o, Text) { o.sweep.share_gpu = true; },
        [](const Options& o) { return Value(o.sweep.share_gpu); }}}};
}

Group what_to_print() {
  return {
      "Output and checks",
      {{"format", "NAME", "what stdout gets, one of " + listed(report::Reports::names()), "table",
        [](Options& o, Text text) { o.format = to_name(text, "format", report::Reports::names()); },
        [](const Options& o) { return Value(o.format); }},
       {"output", "FILE",
        "keep the results in a file as well, whole at every moment: JSON, or CSV where its name ends in .csv",
        "none", [](Options& o, Text text) { o.output = to_file(text); },
        [](const Options& o) { return o.output.empty() ? Value() : Value(o.output); }},
       {"ceilings", "", "measure what this machine's copies and MPI reach on their own, beside each row",
        "off", [](Options& o, Text) { o.sweep.ceilings = true; },
        [](const Options& o) { return Value(o.sweep.ceilings); }},
       {"timeout", "SECONDS",
        "end the run when nothing has moved for this long, and for 10 s more per GB in flight", "60",
        [](Options& o, Text text) { o.timeout_seconds = to_seconds(text); },
        [](const Options& o) { return Value(o.timeout_seconds); }},
       {"seed", "N", "of the bytes that are sent and of the order of modes", "1",
        [](Options& o, Text text) {
          o.sweep.seed = to_number(text, 0, std::numeric_limits<std::uint64_t>::max());
        },
        [](const Options& o) { return seed_value(o.sweep.seed); }},
       {"no-verify", "", "don't check that every byte arrived", "off",
        [](Options& o, Text) { o.sweep.verify = false; },
        [](const Options& o) { return Value(!o.sweep.verify); }},
       {"explain", "",
        "after all timing, send one message of each size and say which GPU copies carried it, as CUDA's "
        "profiling interface saw them",
        "off", [](Options& o, Text) { o.sweep.explain = true; },
        [](const Options& o) { return Value(o.sweep.explain); }},
       {"config", "FILE",
        "take options from a file of 'name = value' lines, named as here without dashes; the command line "
        "wins",
        "none", [](Options& o, Text text) { o.config = text; },
        [](const Options& o) { return o.config.empty() ? Value() : Value(o.config); }},
       {"progress", "", "show progress on stderr even where that is no terminal", "off",
        [](Options& o, Text) { o.progress = true; }, [](const Options& o) { return Value(o.progress); }}}};
}

}  // namespace

std::vector<Group> groups() {
  return {what_to_measure(), when_to_stop(), which_memory_and_gpus(), what_to_print()};
}

std::vector<Definition> definitions() {
  std::vector<Definition> all;
  for (const Group& group : groups()) all.insert(all.end(), group.options.begin(), group.options.end());
  return all;
}

std::vector<Inquiry> inquiries() {
  return {{"list", "list patterns, modes, kinds of memory and formats"},
          {"help", "this text"},
          {"version", "gpuxfer's version"}};
}

}  // namespace gpuxfer::cli
