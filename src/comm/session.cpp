#include "comm/session.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include "comm/check.hpp"

namespace gpuxfer::comm {
namespace {

/// MPI_Abort without the library's own words after ours.
[[noreturn]] void abort_quietly(ExitCode code) {
  std::fflush(nullptr);
  if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  MPI_Abort(MPI_COMM_WORLD, to_int(code));
  _exit(to_int(code));
}

/// Tells of an error that this rank has alone and ends the run. Where ranks fail together rank 0 gets the
/// first word, and the others are gone before theirs.
[[noreturn]] void fail(int rank, ExitCode code, const std::string& words) {
  if (rank != 0) std::this_thread::sleep_for(std::chrono::milliseconds(300));
  fmt::print(stderr, "gpuxfer: rank {}: {}\n", rank, words);
  abort_quietly(code);
}

}  // namespace

Session::Session() {
  int provided = 0;
  check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
}

Session::~Session() {
  MPI_Finalize();
}

ExitCode Session::run(const std::function<ExitCode(const Communicator&)>& work) {
  const Communicator world(MPI_COMM_WORLD);
  try {
    return work(world);
  } catch (const AgreedError& error) {
    if (world.rank() == 0) fmt::print(stderr, "gpuxfer: {}\n", error.what());
    return error.code();
  } catch (const Error& error) {
    fail(world.rank(), error.code(), error.what());
  } catch (const std::exception& error) {
    fail(world.rank(), ExitCode::fault, fmt::format("a fault of gpuxfer's own: {}", error.what()));
  }
}

}  // namespace gpuxfer::comm
