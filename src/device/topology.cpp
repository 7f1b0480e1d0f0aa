#include "device/topology.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace gpuxfer::device {
namespace {

namespace fs = std::filesystem;

std::string first_line(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

/// The number that a file begins with: `32.0 GT/s PCIe`, `16`; absent for `Unknown` and for none.
std::optional<double> number_in(const fs::path& file) {
  double number = 0;
  std::istringstream text(first_line(file));
  return text >> number ? std::optional(number) : std::nullopt;
}

fs::path folder_of(const std::string& pci, const fs::path& sys) {
  return sys / "bus" / "pci" / "devices" / pci;
}

}  // namespace

std::optional<PcieLink> pcie_link(const std::string& pci, const fs::path& sys) {
  const fs::path folder = folder_of(pci, sys);
  const auto rate = number_in(folder / "current_link_speed");
  const auto width = number_in(folder / "current_link_width");
  // A virtual machine shows a link of no lanes, or of more than the 32 that PCIe has.
  if (!rate || !width || *rate <= 0 || *width < 1 || *width > 32) return std::nullopt;
  const double most = number_in(folder / "max_link_speed").value_or(*rate);
  const double widest = number_in(folder / "max_link_width").value_or(*width);
  return PcieLink{.transfers_per_second = *rate * 1e9,
                  .max_transfers_per_second = std::max(*rate, most) * 1e9,
                  .width = static_cast<int>(*width),
                  .max_width = static_cast<int>(std::clamp(widest, *width, 32.0))};
}

std::optional<int> numa_node(const std::string& pci, const fs::path& sys) {
  const auto node = number_in(folder_of(pci, sys) / "numa_node");
  return node && *node >= 0 ? std::optional(static_cast<int>(*node)) : std::nullopt;  // -1: none
}

std::vector<int> parse_cpu_list(const std::string& text) {
  std::vector<int> numbers;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    int first = 0, last = 0;
    const int found = std::sscanf(part.c_str(), "%d-%d", &first, &last);
    if (found < 1) continue;
    for (int number = first; number <= (found == 2 ? last : first); ++number) numbers.push_back(number);
  }
  return numbers;
}

std::vector<int> numa_nodes(const std::vector<int>& cores, const fs::path& sys) {
  std::vector<int> nodes;
  std::error_code missing;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(sys / "devices" / "system" / "node", missing)) {
    const std::string name = entry.path().filename();
    int node = 0;
    if (std::sscanf(name.c_str(), "node%d", &node) != 1) continue;
    const std::vector<int> own = parse_cpu_list(first_line(entry.path() / "cpulist"));
    const bool shared =
        std::ranges::any_of(own, [&](int core) { return std::ranges::count(cores, core) > 0; });
    if (shared) nodes.push_back(node);
  }
  std::ranges::sort(nodes);
  return nodes;
}

}  // namespace gpuxfer::device
