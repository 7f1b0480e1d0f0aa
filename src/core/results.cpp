#include "core/results.hpp"

namespace gpuxfer {

std::string to_string(Stop stop) {
  switch (stop) {
    case Stop::converged:
      return "converged";
    case Stop::capped:
      return "capped";
    case Stop::fixed:
      return "fixed";
    case Stop::blocks:
      return "blocks";
  }
  return "";
}

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::faster:
      return "faster";
    case Verdict::slower:
      return "slower";
    case Verdict::same:
      return "same";
    case Verdict::unclear:
      return "unclear";
  }
  return "";
}

std::string to_string(GpuWorkKind kind) {
  switch (kind) {
    case GpuWorkKind::device_to_host:
      return "device-to-host";
    case GpuWorkKind::host_to_device:
      return "host-to-device";
    case GpuWorkKind::device_to_device:
      return "device-to-device";
    case GpuWorkKind::peer_to_peer:
      return "peer-to-peer";
    case GpuWorkKind::host_to_host:
      return "host-to-host";
    case GpuWorkKind::other_copy:
      return "other-copy";
    case GpuWorkKind::kernel:
      return "kernel";
  }
  return "";
}

}  // namespace gpuxfer
