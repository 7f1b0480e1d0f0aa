#include <cstdio>
#include <string>
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

using cli::Options;
using comm::Communicator;

/// Runs `work` on all ranks of an MPI session that a guardian watches, who tells `observers` of `results`.
template <class Work>
int watched(const comm::Launch& launch, const Options& options, const Results& results,
            const std::vector<run::Observer*>& observers, const run::Guardian::Terms& terms, Work work) {
  run::Guardian guardian(options.timeout_seconds, launch, results, observers);
  comm::Session session(guardian.pulse(), launch);
  return to_int(session.run([&](const Communicator& world) {
    return guardian.keep(world, terms, [&](run::Observer& observer) { return work(world, observer); });
  }));
}

int info(const comm::Launch& launch, const Options& options) {
  const run::Guardian::Terms terms{.task = "info", .any_launcher = true};
  return watched(launch, options, {.options = cli::describe(options)}, {}, terms,
                 [&](const Communicator& world, run::Observer&) {
                   return report::show_info(world, run::gather_info(world, options.sweep), options.format);
                 });
}

int demo(const comm::Launch& launch, const Options& options) {
  return watched(launch, options, {.options = cli::describe(options)}, {}, {.task = "the demo"},
                 [&](const Communicator& world, run::Observer&) {
                   return report::show_demo(world, run::demonstrate(world, options.sweep));
                 });
}

int measure(const comm::Launch& launch, const Options& options) {
  SteadyClock clock;
  Results results{.options = cli::describe(options)};
  report::OutputFile file(options.output);
  report::Printer printer(options.format, stdout);
  run::Progress progress(options.progress, clock);
  return watched(launch, options, results, {&file, &printer, &progress}, {.task = "a sweep"},
                 [&](const Communicator& world, run::Observer& observer) {
                   return run::sweep(world, options.sweep, results, observer, clock);
                 });
}

}  // namespace
}  // namespace gpuxfer

int main(int argc, char** argv) {
  using namespace gpuxfer;
  const comm::Launch launch = comm::launch_from_environment();
  return cli::told(launch, [&] {
    const cli::Command command = cli::parse(argc, argv);
    if (command.answer) return cli::tell(*command.answer, launch);
    switch (command.task) {
      case cli::Task::info:
        return info(launch, command.options);
      case cli::Task::demo:
        return demo(launch, command.options);
      default:
        return measure(launch, command.options);
    }
  });
}
