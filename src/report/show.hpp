#pragma once

#include <string>

#include "comm/communicator.hpp"
#include "core/demo.hpp"
#include "core/exit_code.hpp"
#include "core/info.hpp"

/// One rank prints to stdout what all know, and all return the code to leave with. Collective; both throw
/// comm::AgreedError where stdout refuses.
namespace gpuxfer::report {

/// `format`: table or json.
ExitCode show_info(const comm::Communicator& world, const Info& info, const std::string& format);

/// Wrong data is told on stderr, too.
ExitCode show_demo(const comm::Communicator& world, const Demo& demo);

}  // namespace gpuxfer::report
