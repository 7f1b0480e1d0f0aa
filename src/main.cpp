#include <cstdio>

#include "cli/parse.hpp"
#include "cli/tell.hpp"
#include "comm/launch.hpp"
#include "comm/session.hpp"
#include "report/output_file.hpp"
#include "report/printer.hpp"
#include "run/guardian.hpp"
#include "run/progress.hpp"
#include "run/sweep.hpp"

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
  run::Guardian guardian(command.options.timeout_seconds, launch, results, {&file, &printer, &progress});

  comm::Session session(guardian.pulse(), launch);
  return to_int(session.run([&](const comm::Communicator& world) {
    return guardian.keep(world, [&](run::Observer& observer) {
      return run::sweep(world, command.options.sweep, results, observer, clock);
    });
  }));
}
