#include "report/output_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <system_error>

#include "core/error.hpp"
#include "report/documents.hpp"
#include "report/replace_file.hpp"

namespace gpuxfer::report {
namespace {

/// The whole name, however long, since its end tells most; a control character would break the line.
MachineError failure(std::string name, const std::string& words) {
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::iscntrl(c) != 0; }, '?');
  return MachineError(fmt::format("--output '{}': {}", name, words));
}

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Whether it is where stdout or stderr go: /dev/stdout under `> file` is a regular file, but one that must
/// not be replaced.
bool is_standard_stream(const struct stat& file) {
  return std::ranges::any_of(std::array{STDOUT_FILENO, STDERR_FILENO}, [&](int stream) {
    struct stat status {};
    return fstat(stream, &status) == 0 && is_same(status, file);
  });
}

void expect_replaceable(const std::string& name) {
  struct stat status {};
  if (stat(name.c_str(), &status) != 0) return;
  if (S_ISDIR(status.st_mode)) throw failure(name, "it is a folder: name a file in it");
  if (!S_ISREG(status.st_mode) || is_standard_stream(status)) {
    throw failure(name, "it can't be replaced by a file; for results on stdout use --format json or csv");
  }
}

std::string document(const std::string& name, const Results& results) {
  return name.ends_with(".csv") ? csv_document(results) : json_document(results);
}

}  // namespace

void OutputFile::opened(const Results& results) {
  if (name_.empty()) return;
  expect_replaceable(name_);
  try {
    path_ = file_behind(name_);
  } catch (const std::system_error& error) {
    throw failure(name_, error.what());
  }
  write(results);
}

void OutputFile::write(const Results& results) const {
  if (path_.empty()) return;
  const std::string text = document(name_, results);
  try {
    replace_file(path_, text);
  } catch (const std::system_error& error) {
    throw failure(name_, error.what());
  }
}

}  // namespace gpuxfer::report
