#include "run/outcome.hpp"

#include "core/wire.hpp"

namespace gpuxfer::run {
namespace {

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
    put(outcome.stages);
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
    get(outcome.stages);
  }
  return outcomes;
}

}  // namespace gpuxfer::run
