#include "fake_cuda/child.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace {

/// Answers waitpid's status.
int run_in_child(const Environment& environment, const std::function<void()>& body) {
  std::fflush(nullptr);
  const std::string node = "test-" + std::to_string(getpid());
  const pid_t pid = fork();
  if (pid == 0) {
    setenv("GPUXFER_FAKE_NODE", node.c_str(), 1);
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
    body();
    std::exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int status = -1;
  EXPECT_EQ(waitpid(pid, &status, 0), pid);
  return status;
}

}  // namespace

void in_child(const Environment& environment, const std::function<void()>& body) {
  const int status = run_in_child(environment, body);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "the child's status is " << status;
}

int signal_of_child(const Environment& environment, const std::function<void()>& body) {
  const int status = run_in_child(environment, body);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

std::string probe(const std::string& arguments, const std::string& environment) {
  const std::string command = environment + " " PROBE " " + arguments;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 256> part;
  while (std::fgets(part.data(), part.size(), pipe.get()) != nullptr) text += part.data();
  if (text.ends_with('\n')) text.pop_back();
  return text;
}
