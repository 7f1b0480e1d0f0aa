#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// Runs the built program as a user would, with and without mpirun, over host memory and over the fake GPUs.
namespace gpuxfer::program {

/// How much longer a program takes that was built with sanitizers.
#ifdef __SANITIZE_ADDRESS__
inline constexpr double slowdown = 4;
#else
inline constexpr double slowdown = 1;
#endif

struct Outcome {
  int code = -1;  ///< exit status; 124 where it had to be killed, 128 + N after signal N
  std::string out;
  std::string err;

  std::vector<std::string> error_lines() const;
};

using Environment = std::map<std::string, std::string>;

/// Runs `command` with `environment` added to this process's, for at most `seconds`.
Outcome run(const std::vector<std::string>& command, const Environment& environment = {}, int seconds = 120);

/// gpuxfer without a launcher.
Outcome alone(std::vector<std::string> options, const Environment& environment = {});

/// gpuxfer under mpirun with bound ranks.
Outcome launch(int ranks, std::vector<std::string> options, const Environment& environment = {},
               int seconds = 120);

/// launch() of another program than gpuxfer.
Outcome launch_program(const std::string& program, int ranks, std::vector<std::string> options,
                       const Environment& environment = {}, int seconds = 120);

/// launch() of as many ranks as `own` has entries: each gets the variables of its entry beside the `shared`
/// ones.
Outcome launch_each(const std::vector<Environment>& own, std::vector<std::string> options,
                    const Environment& shared = {}, int seconds = 120);

/// For redirections: the program's path, and the program under mpirun with what a shell makes of `words`.
std::string alone_in_shell();
Outcome launch_in_shell(const std::string& words);

/// What makes the program find the fake GPUs and an MPI library that says it is CUDA-aware.
Environment fake_gpus(int count, const Environment& more = {});

/// Parses `text` and checks it against docs/schema.json; a failure is the test's.
nlohmann::json valid_json(const std::string& text);

/// stdout got nothing, or a JSON document that says why the run ended before its first row.
void expect_nothing_measured(const Outcome& outcome);

/// A file name that no other test uses.
std::string temporary_file(const std::string& ending);

}  // namespace gpuxfer::program
