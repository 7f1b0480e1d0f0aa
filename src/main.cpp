#include <cstdio>
#include <vector>

#include "cli/parse.hpp"
#include "cli/tell.hpp"
#include "comm/launch.hpp"
#include "comm/session.hpp"
#include "report/output_file.hpp"
#include "report/printer.hpp"
#include "report/show.hpp"
#include "run/demo.hpp"
#include "run/guardian.hpp"
#include "run/info.hpp"
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
  const comm::Launch launch = comm::launch_from_environment();
  const cli::Command command = cli::parse(argc, argv);
  if (command.answer) return cli::tell(*command.answer, launch.speaks());

  SteadyClock clock;
  Results results{.options = cli::describe(command.options)};
  report::OutputFile file(command.options.output);
  report::Printer printer(command.options.format, stdout);
  run::Progress progress(command.options.progress, clock);
  std::vector<run::Observer*> observers;
  if (command.task == cli::Task::measure) observers = {&file, &printer, &progress};
  run::Guardian guardian(command.options.timeout_seconds, launch, results, observers);

  comm::Session session(guardian.pulse(), launch);
  return to_int(session.run([&](const comm::Communicator& world) {
    if (command.task == cli::Task::info) return info(world, command.options);
    return guardian.keep(world, [&](run::Observer& observer) {
      if (command.task == cli::Task::demo) return demo(world, command.options);
      return run::sweep(world, command.options.sweep, results, observer, clock);
    });
  }));
}
