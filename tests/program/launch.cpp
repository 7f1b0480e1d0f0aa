#include "program/launch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

namespace gpuxfer::program {
namespace {

std::string read_file(const std::string& name) {
  std::ifstream file(name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Becomes `command`, with output in the two files and a process group of its own.
[[noreturn]] void become(const std::vector<std::string>& command, const Environment& environment,
                         const std::string& out, const std::string& err) {
  setpgid(0, 0);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
  dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
  // Libraries that MPI loads and unloads again leak on their own account, under names that are gone by then.
  setenv("ASAN_OPTIONS", "detect_leaks=0", 0);
  for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments.front(), arguments.data());
  _exit(127);
}

int wait_for(pid_t process, int seconds) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  int status = 0;
  while (waitpid(process, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      kill(-process, SIGKILL);
      waitpid(process, &status, 0);
      return 124;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// What CMake built here, or what the environment names instead, so that the tests can travel to a machine
/// with GPUs.
std::string place(const char* variable, const char* built) {
  const char* const named = std::getenv(variable);
  return named != nullptr ? named : built;
}

std::string program() {
  return place("GPUXFER_PROGRAM", GPUXFER_PROGRAM);
}

void append(std::vector<std::string>& command, const std::vector<std::string>& more) {
  command.insert(command.end(), more.begin(), more.end());
}

/// mpirun with bound ranks, which get `environment`. They alone: mpirun itself must not load a preloaded
/// library.
std::vector<std::string> mpirun(const Environment& environment) {
  std::vector<std::string> command{place("GPUXFER_MPIRUN", GPUXFER_MPIRUN), "-bind-to", "core"};
  for (const auto& [name, value] : environment) append(command, {"-genv", name, value});
  return command;
}

}  // namespace

std::vector<std::string> Outcome::error_lines() const {
  std::vector<std::string> lines;
  std::istringstream stream(err);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string temporary_file(const std::string& ending) {
  static int count = 0;
  return fmt::format("{}gpuxfer-{}-{}{}", testing::TempDir(), getpid(), count++, ending);
}

Outcome run(const std::vector<std::string>& command, const Environment& environment, int seconds) {
  const std::string out = temporary_file(".out"), err = temporary_file(".err");
  const pid_t process = fork();
  if (process == 0) become(command, environment, out, err);
  Outcome outcome{.code = wait_for(process, seconds), .out = read_file(out), .err = read_file(err)};
  unlink(out.c_str());
  unlink(err.c_str());
  return outcome;
}

Outcome alone(std::vector<std::string> options, const Environment& environment) {
  options.insert(options.begin(), program());
  return run(options, environment);
}

Outcome launch(int ranks, std::vector<std::string> options, const Environment& environment, int seconds) {
  return launch_program(program(), ranks, std::move(options), environment, seconds);
}

Outcome launch_program(const std::string& program, int ranks, std::vector<std::string> options,
                       const Environment& environment, int seconds) {
  std::vector<std::string> command = mpirun(environment);
  append(command, {"-np", std::to_string(ranks), program});
  append(command, options);
  return run(command, {}, seconds);
}

Outcome launch_each(const std::vector<Environment>& own, std::vector<std::string> options,
                    const Environment& shared, int seconds) {
  std::vector<std::string> command = mpirun(shared);
  for (std::size_t rank = 0; rank < own.size(); ++rank) {
    if (rank > 0) command.push_back(":");
    append(command, {"-np", "1"});
    for (const auto& [name, value] : own[rank]) append(command, {"-env", name, value});
    command.push_back(program());
    append(command, options);
  }
  return run(command, {}, seconds);
}

std::string alone_in_shell() {
  return program();
}

Outcome launch_in_shell(const std::string& words) {
  std::vector<std::string> command = mpirun({});
  command.insert(command.end(), {"-np", "2", "/bin/sh", "-c", "exec " + program() + " " + words});
  return run(command);
}

Environment fake_gpus(int count, const Environment& more) {
  Environment environment{{"LD_LIBRARY_PATH", GPUXFER_FAKE},
                          {"LD_PRELOAD", GPUXFER_FAKE "/libgpuxfer_mpi_shim.so"},
                          {"GPUXFER_FAKE_GPUS", std::to_string(count)},
                          {"GPUXFER_FAKE_CUDA_AWARE", "1"},
                          {"ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0"}};
  for (const auto& [name, value] : more) environment[name] = value;
  return environment;
}

nlohmann::json valid_json(const std::string& text) {
  const std::string name = temporary_file(".json");
  std::ofstream(name) << text;
  const Outcome check = run({"/usr/bin/python3", GPUXFER_SOURCE "/scripts/validate.py", name});
  EXPECT_EQ(check.code, 0) << check.out << check.err;
  unlink(name.c_str());
  return nlohmann::json::parse(text, nullptr, false);
}

void expect_nothing_measured(const Outcome& outcome) {
  if (outcome.out.empty()) return;
  const auto results = nlohmann::json::parse(outcome.out, nullptr, false);
  ASSERT_TRUE(results.is_object()) << outcome.out;
  EXPECT_EQ(results["complete"], false);
  EXPECT_NE(results["end"], "running");
  EXPECT_TRUE(results["rows"].empty());
}

}  // namespace gpuxfer::program
