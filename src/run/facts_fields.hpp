#pragma once

/// The fields of core/info.hpp in order, for a Writer and a Reader alike.
namespace gpuxfer::run {

template <class Facts, class Put>
void visit_gpu_facts(Facts& facts, Put put) {
  put(facts.compute_mode);
  put(facts.mig);
  put(facts.numa_node);
  put(facts.pcie);
  put(facts.nvlink);
  put(facts.bar1_bytes);
  put(facts.memory_bytes_per_second);
  put(facts.cache_bytes);
}

/// Of a rank with or without a GPU, the number and place of the rank being known.
template <class Facts, class Put>
void visit_rank_facts(Facts& facts, Put put) {
  put(facts.numa_nodes);
  put(facts.uuids);
  put(facts.problem);
  visit_gpu_facts(facts.gpu, put);
}

template <class Facts, class Put>
void visit_pair_facts(Facts& facts, Put put) {
  put(facts.from);
  put(facts.to);
  put(facts.same_gpu);
  put(facts.peer_access);
  put(facts.nvlink);
  put(facts.ipc);
  put(facts.ipc_problem);
}

}  // namespace gpuxfer::run
