#include "core/links.hpp"
#include "report/info.hpp"
#include "report/json_text.hpp"
#include "report/warnings.hpp"

namespace gpuxfer::report {
namespace {

Json pcie(const PcieLink& link) {
  return {{"transfers_per_second", link.transfers_per_second},
          {"max_transfers_per_second", link.max_transfers_per_second},
          {"width", link.width},
          {"max_width", link.max_width},
          {"bytes_per_second", bytes_per_second(link)}};
}

Json nvlink(const NvLinks& links) {
  return {{"count", links.count}, {"bytes_per_second", links.bytes_per_second}};
}

Json gpu(const RankFacts& facts) {
  if (!facts.rank.gpu) return nullptr;
  const Gpu& gpu = *facts.rank.gpu;
  const GpuFacts& more = facts.gpu;
  return {{"ordinal", gpu.ordinal},
          {"name", gpu.name},
          {"uuid", gpu.uuid},
          {"pci", gpu.pci},
          {"memory_bytes", gpu.memory_bytes},
          {"mps", gpu.mps},
          {"sharers", gpu.sharers},
          {"compute_mode", more.compute_mode.empty() ? Json(nullptr) : Json(more.compute_mode)},
          {"mig", more.mig},
          {"numa_node", or_null(more.numa_node)},
          {"pcie", or_null(more.pcie, pcie)},
          {"nvlink", or_null(more.nvlink, nvlink)},
          {"bar1_bytes", or_null(more.bar1_bytes)},
          {"memory_bytes_per_second", or_null(more.memory_bytes_per_second)},
          {"cache_bytes", or_null(more.cache_bytes)}};
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json rank(const RankFacts& facts) {
  return {{"rank", facts.rank.rank},
          {"host", facts.rank.host},
          {"process", facts.rank.process},
          {"cores", facts.rank.cores},
          {"bound", facts.rank.bound},
          {"numa_nodes", facts.numa_nodes},
          {"visible", facts.uuids},
          {"gpu", gpu(facts)},
          {"problem", text_or_null(facts.problem)},
          {"limits", limits_json(facts.rank.limits)}};
}

Json pair(const PairFacts& pair) {
  return {{"from", pair.from},
          {"to", pair.to},
          {"same_gpu", pair.same_gpu},
          {"peer_access", or_null(pair.peer_access)},
          {"nvlink", or_null(pair.nvlink)},
          {"ipc", pair.ipc},
          {"ipc_problem", text_or_null(pair.ipc_problem)}};
}

Json mpi(const MpiInfo& mpi) {
  return {{"library", mpi.library},
          {"standard", mpi.standard},
          {"cuda_aware", mpi.cuda_aware},
          {"cuda_aware_source", mpi.cuda_aware_source},
          {"control_variables", mpi.control_variables}};
}

Json cuda(const CudaInfo& cuda) {
  return {{"runtime", cuda.runtime}, {"driver", text_or_null(cuda.driver)}};
}

Json warning(const Warning& warning) {
  return {{"what", warning.what}, {"to_do", warning.to_do}};
}

}  // namespace

std::string info_json(const Info& info) {
  return json_text({{"schema", "gpuxfer-info/1"},
                    {"gpuxfer", info.gpuxfer},
                    {"mpi", mpi(info.mpi)},
                    {"cuda", or_null(info.cuda, cuda)},
                    {"variables", info.variables},
                    {"launch", {{"rank", or_null(info.launch.rank)}, {"size", or_null(info.launch.size)}}},
                    {"ranks", list(info.ranks, rank)},
                    {"pairs", list(info.pairs, pair)},
                    {"warnings", list(warnings(info), warning)}});
}

}  // namespace gpuxfer::report
