#include "comm/session.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include "comm/check.hpp"
#include "comm/start.hpp"
#include "core/say.hpp"

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

/// Tells of an error that this rank has alone and ends the run. Where ranks fail together the lowest gets
/// the first word, and the others are gone before theirs.
[[noreturn]] void fail(int rank, ExitCode code, const std::string& words) {
  using std::chrono::milliseconds;
  std::this_thread::sleep_for(milliseconds(200) * std::min(rank, 10));
  say(fmt::format("rank {}: {}", rank, words));
  std::this_thread::sleep_for(milliseconds(100));  // launchers end without draining what they still hold
  abort_quietly(code);
}

}  // namespace

Session::Session(Pulse& pulse, const Launch& launch) : pulse_(pulse), launch_(launch) {
  start_mpi(launch);
  check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
}

Session::~Session() {
  MPI_Finalize();
}

ExitCode Session::run(const std::function<ExitCode(const Communicator&)>& work) {
  const Communicator world(MPI_COMM_WORLD, pulse_);
  try {
    return work(world);
  } catch (const AgreedError& error) {
    if (launch_.speaks_for(world.rank(), world.size())) say(error.what());
    return error.code();
  } catch (const Error& error) {
    fail(world.rank(), error.code(), error.what());
  } catch (const std::exception& error) {
    fail(world.rank(), ExitCode::fault, own_fault(error));
  }
}

}  // namespace gpuxfer::comm
