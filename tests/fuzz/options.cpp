// A command line, an argument a line: options, or an answer; never an exception.

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "cli/parse.hpp"
#include "fuzz/expect.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t length) {
  using namespace gpuxfer;
  const std::string text(reinterpret_cast<const char*>(data), length);
  // A file's content has a fuzzer of its own, and /dev/stdin would wait.
  if (text.find("config") != std::string::npos || text.find('\0') != std::string::npos) return 0;
  std::vector<std::string> arguments{"gpuxfer"};
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) arguments.push_back(line);
  std::vector<const char*> argv;
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  argv.push_back(nullptr);

  const cli::Command command = cli::parse(static_cast<int>(arguments.size()), argv.data());
  if (!command.answer) {
    fuzz::expect(!command.options.sweep.sizes.empty());
    fuzz::expect(!cli::describe(command.options).empty());
  } else if (command.answer->code != ExitCode::done) {
    fuzz::expect(command.answer->code == ExitCode::usage);
    fuzz::expect(command.answer->text.ends_with('\n'));
    fuzz::expect_one_line(command.answer->text.substr(0, command.answer->text.size() - 1));
  }
  return 0;
}
