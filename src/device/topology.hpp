#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/info.hpp"

/// What Linux tells of the machine under /sys; absent where it doesn't, as in many virtual machines.
namespace gpuxfer::device {

/// Of the PCI device `pci`, such as 0000:65:00.0.
std::optional<PcieLink> pcie_link(const std::string& pci, const std::filesystem::path& sys = "/sys");
std::optional<int> numa_node(const std::string& pci, const std::filesystem::path& sys = "/sys");

/// The NUMA nodes that hold any of `cores`, in order.
std::vector<int> numa_nodes(const std::vector<int>& cores, const std::filesystem::path& sys = "/sys");

/// The numbers in a list such as `0-3,8`; what can't be read is left out.
std::vector<int> parse_cpu_list(const std::string& text);

}  // namespace gpuxfer::device
