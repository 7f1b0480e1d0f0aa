#include "core/links.hpp"

#include <fmt/format.h>

#include <array>

namespace gpuxfer {

double bytes_per_second(const PcieLink& link) {
  const double rate = link.max_transfers_per_second;
  const double useful = rate <= 5e9 ? 8.0 / 10 : rate <= 32e9 ? 128.0 / 130 : 236.0 / 256;
  return rate * useful * link.width / 8;
}

std::string pcie_generation(double transfers_per_second) {
  constexpr std::array rates{2.5e9, 5e9, 8e9, 16e9, 32e9, 64e9};
  std::size_t generation = 1;
  while (generation < rates.size() && rates[generation - 1] < transfers_per_second) ++generation;
  return fmt::format("{}.0", generation);
}

std::string to_string(const PcieLink& link) {
  return fmt::format("PCIe {} x{}", pcie_generation(link.max_transfers_per_second), link.width);
}

std::string to_string(const NvLinks& links) {
  return links.count == 1 ? "1 NVLink" : fmt::format("{} NVLinks", links.count);
}

}  // namespace gpuxfer
