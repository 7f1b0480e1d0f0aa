#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace gpuxfer::report {

/// A folder for a test's files, gone with this object.
class TestFolder {
 public:
  TestFolder() : path_((std::filesystem::temp_directory_path() / "gpuxfer-XXXXXX").string()) {
    if (!mkdtemp(path_.data())) throw std::runtime_error("no folder for the test's files");
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  std::string file(const std::string& name) const { return path_ + '/' + name; }

  /// How many files and folders are in it.
  auto count() const {
    return std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator());
  }

 private:
  std::string path_;
};

inline std::string content_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace gpuxfer::report
