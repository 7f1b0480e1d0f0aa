#include "run/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/wire.hpp"
#include "run/outcome.hpp"
#include "trace/label.hpp"

namespace gpuxfer::run {
namespace {

/// One list of fields for both directions; `put` takes lists of plain values whole.
template <class Fields, class Put>
void visit_rank(Fields& end, Put put) {
  put(end.rank);
  put(end.work);
  put(end.dropped);
}

void write(Writer& writer, const Evidence& evidence) {
  const auto put = [&](const auto& value) { writer.put(value); };
  put(evidence.ranks.size());
  for (const RankEvidence& end : evidence.ranks) visit_rank(end, put);
  put(evidence.problem);
  put(evidence.verified);
  put(encode(std::vector<Outcome>{{.refused = {}, .samples = {}, .mismatch = evidence.mismatch}}));
}

Evidence read(Reader& reader) {
  const auto get = [&](auto& value) { reader.get(value); };
  Evidence evidence;
  evidence.ranks.resize(reader.size());
  for (RankEvidence& end : evidence.ranks) visit_rank(end, get);
  get(evidence.problem);
  get(evidence.verified);
  std::string mismatch;
  get(mismatch);
  evidence.mismatch = decode_outcomes(mismatch).front().mismatch;
  return evidence;
}

std::string problem_of(const Evidence& end) {
  return end.problem.empty() ? "" : fmt::format("rank {}: {}", end.ranks.front().rank, end.problem);
}

}  // namespace

std::string encode(const std::vector<Explanation>& explanations) {
  Writer writer;
  writer.put(explanations.size());
  for (const Explanation& one : explanations) {
    writer.put(one.mode);
    writer.put(one.bytes);
    write(writer, one.evidence);
  }
  return writer.take();
}

std::vector<Explanation> decode_explanations(const std::string& text) {
  Reader reader(text);
  std::vector<Explanation> explanations(reader.size());
  for (Explanation& one : explanations) {
    reader.get(one.mode);
    reader.get(one.bytes);
    one.evidence = read(reader);
  }
  return explanations;
}

Evidence merge(const Evidence& sender, const Evidence& receiver) {
  const std::string problem = problem_of(sender);
  Evidence both{.ranks = {sender.ranks.front(), receiver.ranks.front()},
                .problem = problem.empty() ? problem_of(receiver) : problem,
                .verified = receiver.verified,
                .mismatch = receiver.mismatch};
  return both;
}

void fill_in(std::span<Row> rows, const std::vector<std::string>& modes,
             const std::vector<Explanation>& explanations) {
  for (const Explanation& one : explanations) {
    const Evidence& evidence = one.evidence;
    for (Row& row : rows) {
      if (row.mode != modes[one.mode] || row.bytes != one.bytes || row.skipped) continue;
      row.evidence = evidence;
      if (!evidence.problem.empty() || evidence.mismatch) continue;
      row.path = trace::label(evidence.ranks[0], evidence.ranks[1], one.bytes);
    }
  }
}

}  // namespace gpuxfer::run
