#include "report/replace_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <system_error>
#include <thread>

#include "report/test_folder.hpp"

namespace gpuxfer::report {
namespace {

namespace fs = std::filesystem;

/// What a full disk does, for as long as this lives: writing past `bytes` fails.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &limit_);
    const rlimit low{.rlim_cur = bytes, .rlim_max = limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &low);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &limit_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit limit_{};
  void (*handler_)(int);
};

TEST(ReplaceFileTest, MakesAFileAndReplacesIt) {
  const TestFolder folder;
  const std::string path = folder.file("a");
  replace_file(path, "first");
  EXPECT_EQ(content_of(path), "first");
  replace_file(path, "2");
  EXPECT_EQ(content_of(path), "2");
  EXPECT_EQ(folder.count(), 1);
}

TEST(ReplaceFileTest, ANameMayBeAsLongAsNamesCanBe) {
  const TestFolder folder;
  const std::string path = folder.file(std::string(255, 'n'));
  replace_file(path, "first");
  EXPECT_EQ(content_of(path), "first");
  EXPECT_EQ(folder.count(), 1);
}

TEST(ReplaceFileTest, AReaderNeverSeesHalfAFile) {
  const TestFolder folder;
  const std::string path = folder.file("a");
  const std::string one(300'000, '1'), two(500'000, '2');
  replace_file(path, one);
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (int i = 0; i < 30; ++i) replace_file(path, i % 2 == 0 ? two : one);
    done = true;
  });
  int looks = 0;
  while (!done) {
    const std::string seen = content_of(path);
    EXPECT_TRUE(seen == one || seen == two) << seen.size() << " bytes";
    ++looks;
  }
  writer.join();
  EXPECT_GT(looks, 0);
}

TEST(ReplaceFileTest, PermissionsStay) {
  const TestFolder folder;
  const std::string path = folder.file("a");
  replace_file(path, "1");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read);
  const auto before = fs::status(path).permissions();
  replace_file(path, "2");
  EXPECT_EQ(fs::status(path).permissions(), before);
}

TEST(ReplaceFileTest, AFullDiskLeavesTheOldFileAndNothingAside) {
  const TestFolder folder;
  const std::string path = folder.file("a");
  replace_file(path, "old");
  try {
    const FullDisk full(100'000);
    replace_file(path, std::string(200'000, 'x'));
    ADD_FAILURE() << "written";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code().value(), EFBIG) << error.what();
  }
  EXPECT_EQ(content_of(path), "old");
  EXPECT_EQ(folder.count(), 1);
}

TEST(ReplaceFileTest, WhatCannotBeReplacedIsLeftAndNothingStaysAside) {
  const TestFolder folder;
  fs::create_directory(folder.file("folder"));
  EXPECT_THROW(replace_file(folder.file("folder"), "x"), std::system_error);
  EXPECT_EQ(folder.count(), 1);
  EXPECT_THROW(replace_file(folder.file("missing/a"), "x"), std::system_error);
}

TEST(ReplaceFileTest, NamesLeadThroughSymbolicLinks) {
  const TestFolder folder;
  fs::create_directory(folder.file("deep"));
  fs::create_symlink("link", folder.file("chain"));
  fs::create_symlink("deep/target", folder.file("link"));
  EXPECT_EQ(file_behind(folder.file("plain")), folder.file("plain"));
  EXPECT_EQ(file_behind(folder.file("chain")), folder.file("deep/target"));  // dangling
  replace_file(folder.file("deep/target"), "there");
  EXPECT_EQ(file_behind(folder.file("chain")), folder.file("deep/target"));
  fs::create_symlink(folder.file("deep/target"), folder.file("absolute"));
  EXPECT_EQ(file_behind(folder.file("absolute")), folder.file("deep/target"));
  fs::create_symlink("loop", folder.file("loop"));
  EXPECT_THROW(file_behind(folder.file("loop")), std::system_error);
}

}  // namespace
}  // namespace gpuxfer::report
