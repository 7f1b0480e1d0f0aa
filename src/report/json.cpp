#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "report/documents.hpp"
#include "report/json_text.hpp"
#include "report/report.hpp"

namespace gpuxfer::report {
namespace {

Json interval(const Interval& interval) {
  return Json::array({interval.lower, interval.upper});
}

Json distribution(const Distribution& seconds) {
  return {{"min", seconds.min},
          {"mean", seconds.mean},
          {"median", seconds.median},
          {"ci95", interval(seconds.ci95)},
          {"iqr", interval(seconds.iqr)},
          {"p99", or_null(seconds.p99)},
          {"max", seconds.max}};
}

Json latency(const Latency& latency) {
  return {{"median", latency.median}, {"mean", latency.mean}, {"ci95", interval(latency.ci95)}};
}

Json bandwidth(const Bandwidth& bandwidth) {
  return {{"median", bandwidth.median}, {"ci95", interval(bandwidth.ci95)}};
}

Json mismatch(const Mismatch& mismatch) {
  return {{"rank", mismatch.rank},
          {"slot", mismatch.slot},
          {"offset", mismatch.offset},
          {"expected", mismatch.expected},
          {"got", mismatch.got},
          {"count", mismatch.count},
          {"hint", mismatch.hint.empty() ? Json(nullptr) : Json(mismatch.hint)},
          {"when", mismatch.when}};
}

Json stages(const StageTimes& stages) {
  return {{"to_host", stages.to_host_seconds},
          {"wire", stages.wire_seconds},
          {"to_device", stages.to_device_seconds}};
}

Json bound(const Bound& bound) {
  return {{"ceiling", bound.ceiling}, {"share", bound.share}};
}

Json gpu_work(const GpuWork& work) {
  return {{"kind", to_string(work.kind)}, {"own", work.own}, {"count", work.count}, {"bytes", work.bytes}};
}

Json rank_evidence(const RankEvidence& end) {
  return {{"rank", end.rank}, {"work", list(end.work, gpu_work)}, {"dropped", end.dropped}};
}

Json evidence(const Evidence& evidence) {
  return {{"ranks", list(evidence.ranks, rank_evidence)},
          {"problem", evidence.problem.empty() ? Json(nullptr) : Json(evidence.problem)},
          {"verified", or_null(evidence.verified)},
          {"mismatch", or_null(evidence.mismatch, mismatch)}};
}

Json row(const Row& row) {
  return {{"pattern", row.pattern},
          {"mode", row.mode},
          {"memory", row.memory},
          {"from", row.from},
          {"to", row.to},
          {"bytes", row.bytes},
          {"window", row.window},
          {"batch", row.batch},
          {"messages", row.messages},
          {"n", row.samples_seconds.size()},
          {"samples_seconds", row.samples_seconds.empty() ? Json(nullptr) : Json(row.samples_seconds)},
          {"seconds", or_null(row.seconds, distribution)},
          {"latency_seconds", or_null(row.latency, latency)},
          {"bandwidth_bytes_per_second", or_null(row.bandwidth, bandwidth)},
          {"messages_per_second", or_null(row.messages_per_second)},
          {"outliers", row.outliers},
          {"stop", or_null(row.stop, [](Stop stop) { return Json(to_string(stop)); })},
          {"flags", row.flags},
          {"verified", or_null(row.verified)},
          {"mismatch", or_null(row.mismatch, mismatch)},
          {"stages_seconds", or_null(row.stages, stages)},
          {"bound", or_null(row.bound, bound)},
          {"path", or_null(row.path)},
          {"evidence", or_null(row.evidence, evidence)},
          {"skipped", or_null(row.skipped)}};
}

Json comparison(const Comparison& comparison) {
  return {{"pattern", comparison.pattern},
          {"mode", comparison.mode},
          {"base", comparison.base},
          {"bytes", comparison.bytes},
          {"ratio", comparison.ratio},
          {"ci95", interval(comparison.ci95)},
          {"verdict", to_string(comparison.verdict)},
          {"block_ratios", comparison.block_ratios}};
}

Json fit_segment(const FitSegment& segment) {
  const auto of_line = [&](auto figure) {
    return segment.line ? Json(figure(*segment.line)) : Json(nullptr);
  };
  return {{"from_bytes", segment.from_bytes},
          {"to_bytes", segment.to_bytes},
          {"alpha_seconds", of_line([](const FitLine& line) { return line.alpha_seconds; })},
          {"beta_seconds_per_byte", of_line([](const FitLine& line) { return line.beta_seconds_per_byte; })},
          {"n_half_bytes", of_line([](const FitLine& line) { return or_null(line.n_half_bytes); })},
          {"largest_relative_residual", segment.largest_relative_residual}};
}

Json fit(const Fit& fit) {
  return {{"pattern", fit.pattern},
          {"mode", fit.mode},
          {"window", fit.window},
          {"segments", list(fit.segments, fit_segment)}};
}

Json gpu(const Gpu& gpu) {
  return {{"ordinal", gpu.ordinal},           {"name", gpu.name}, {"uuid", gpu.uuid},      {"pci", gpu.pci},
          {"memory_bytes", gpu.memory_bytes}, {"mps", gpu.mps},   {"sharers", gpu.sharers}};
}

Json rank(const RankInfo& rank) {
  return {{"rank", rank.rank},
          {"host", rank.host},
          {"process", rank.process},
          {"cores", rank.cores},
          {"bound", rank.bound},
          {"active", rank.active},
          {"gpu", or_null(rank.gpu, gpu)},
          {"limits", limits_json(rank.limits)}};
}

Json mpi(const MpiInfo& mpi) {
  return {{"library", mpi.library},
          {"standard", mpi.standard},
          {"cuda_aware", mpi.cuda_aware.empty() ? "unknown" : mpi.cuda_aware},  // nobody has asked yet
          {"cuda_aware_proved_bytes", mpi.proved_bytes},
          {"control_variables", mpi.control_variables}};
}

Json cuda(const CudaInfo& cuda) {
  return {{"runtime", cuda.runtime}, {"driver", cuda.driver.empty() ? Json(nullptr) : Json(cuda.driver)}};
}

Json limit(const Limit& limit) {
  return {{"bytes_per_second", limit.bytes_per_second},
          {"duplex", limit.duplex},
          {"cache_bytes", limit.cache_bytes},
          {"of", limit.of}};
}

Json environment(const Environment& environment) {
  return {{"gpuxfer", environment.gpuxfer},
          {"mpi", mpi(environment.mpi)},
          {"cuda", or_null(environment.cuda, cuda)},
          {"variables", environment.variables},
          {"ranks", list(environment.ranks, rank)},
          {"hosts", environment.hosts},
          {"yields", environment.yields},
          {"limit", or_null(environment.limit, limit)},
          {"clock_step_seconds", environment.clock_step_seconds},
          {"started", environment.started}};
}

Json option_value(const Value& value) {
  return std::visit(
      [](const auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return Json(nullptr);
        } else {
          return Json(held);
        }
      },
      value);
}

Json options(const std::vector<std::pair<std::string, Value>>& options) {
  Json object = Json::object();
  for (const auto& [name, value] : options) object[name] = option_value(value);
  return object;
}

Json document(const Results& results) {
  return {{"schema", "gpuxfer/1"},
          {"complete", results.complete},
          {"end", results.end},
          {"environment", environment(results.environment)},
          {"options", options(results.options)},
          {"rows", list(results.rows, row)},
          {"comparisons", list(results.comparisons, comparison)},
          {"fits", list(results.fits, fit)},
          {"reference", results.reference.empty() ? Json(nullptr) : Json(results.reference)},
          {"ceilings", or_null(results.ceilings, [](const auto& rows) { return list(rows, row); })}};
}

/// Everything, for programs; docs/schema.json describes it. The text comes whole, so begin() and rows() give
/// none.
class JsonReport final : public Report {
 public:
  std::string begin(const Results&) override { return ""; }
  std::string rows(const Results&, std::size_t) override { return ""; }
  std::string end(const Results& results) override { return json_document(results); }
};

const Registration<Report> registration{{.name = "json",
                                         .description = "everything with its raw samples, for programs",
                                         .position = 1,
                                         .make = [] { return std::make_unique<JsonReport>(); }}};

}  // namespace

std::string json_document(const Results& results) {
  return json_text(document(results));
}

}  // namespace gpuxfer::report
