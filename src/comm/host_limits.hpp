#pragma once

#include "core/info.hpp"

namespace gpuxfer::device {

/// What this process may use of its host.
HostLimits host_limits();

}  // namespace gpuxfer::device
