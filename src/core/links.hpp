#pragma once

#include <string>

#include "core/info.hpp"

namespace gpuxfer {

/// Bytes per second one way at the link's full rate over the lanes in use: the line code taken off, packet
/// headers not, so that no transfer reaches it. Source: PCI Express Base Specification (8b/10b up to 5 GT/s,
/// 128b/130b up to 32, 236 of 256 bytes of a flit above).
double bytes_per_second(const PcieLink& link);

/// `PCIe 5.0 x16`, at the link's full rate over the lanes in use.
std::string to_string(const PcieLink& link);
/// `18 NVLinks`.
std::string to_string(const NvLinks& links);
/// The generation of a rate: `5.0` for 32 GT/s.
std::string pcie_generation(double transfers_per_second);

}  // namespace gpuxfer
