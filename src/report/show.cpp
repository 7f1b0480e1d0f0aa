#include "report/show.hpp"

#include <cstdio>

#include "core/say.hpp"
#include "report/demo.hpp"
#include "report/info.hpp"
#include "report/print.hpp"
#include "run/preflight.hpp"

namespace gpuxfer::report {

ExitCode show_info(const comm::Communicator& world, const Info& info, const std::string& format) {
  run::together(world, [&] {
    // Started by another MPI's mpirun every process is a rank 0, and the launcher's own count tells them
    // apart.
    if (world.rank() == 0 && info.launch.rank.value_or(0) == 0)
      print(format == "json" ? info_json(info) : info_table(info), stdout);
  });
  return ExitCode::done;
}

ExitCode show_demo(const comm::Communicator& world, const Demo& demo) {
  const auto fault = fault_of(demo);
  run::together(world, [&] {
    if (world.rank() != 0) return;
    print(demo_text(demo), stdout);
    if (fault) say("wrong data arrived: " + *fault);
  });
  return fault ? ExitCode::wrong_data : ExitCode::done;
}

}  // namespace gpuxfer::report
