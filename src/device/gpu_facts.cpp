#include "device/gpu_facts.hpp"

#include "device/gpus.hpp"
#include "device/nvml.hpp"
#include "device/topology.hpp"

namespace gpuxfer::device {

GpuFacts gpu_facts(const Gpu& gpu) {
  GpuFacts facts = runtime_facts(gpu.ordinal);
  facts.numa_node = numa_node(gpu.pci);
  facts.pcie = pcie_link(gpu.pci);
  const Nvml nvml;
  facts.nvlink = nvml.nvlinks(gpu.uuid);
  facts.bar1_bytes = nvml.bar1_bytes(gpu.uuid);
  return facts;
}

}  // namespace gpuxfer::device
