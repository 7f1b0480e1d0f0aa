#include <cstdio>

#include "cli/parse.hpp"
#include "cli/tell.hpp"
#include "comm/launch.hpp"
#include "comm/session.hpp"
#include "report/output_file.hpp"
#include "report/printer.hpp"
#include "report/show.hpp"
#include "run/demo.hpp"
#include "run/info.hpp"
#include "run/preflight.hpp"
#include "run/progress.hpp"
#include "run/sweep.hpp"

namespace gpuxfer {
namespace {

ExitCode info(const comm::Communicator& world, const cli::Options& options) {
  return report::show_info(world, run::gather_info(world, options.sweep), options.format);
}

ExitCode demo(const comm::Communicator& world, const cli::Options& options) {
  return report::show_demo(world, run::demonstrate(world, options.sweep));
}

}  // namespace
}  // namespace gpuxfer

int main(int argc, char** argv) {
  using namespace gpuxfer;
  const cli::Command command = cli::parse(argc, argv);
  if (command.answer) return cli::tell(*command.answer, comm::launch_from_environment().speaks());

  comm::Session session;
  return to_int(session.run([&](const comm::Communicator& world) {
    if (command.task == cli::Task::info) return info(world, command.options);
    if (command.task == cli::Task::demo) return demo(world, command.options);
    SteadyClock clock;
    Results results{.options = cli::describe(command.options)};
    report::OutputFile file(command.options.output);
    run::together(world, [&] {
      if (world.rank() == 0) file.start(results);
    });
    report::Printer printer(command.options.format, stdout);
    run::Progress progress(command.options.progress, clock);
    run::Observers observers({&file, &printer, &progress});
    return run::sweep(world, command.options.sweep, results, observers, clock);
  }));
}
