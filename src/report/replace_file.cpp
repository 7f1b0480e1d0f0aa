#include "report/replace_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace gpuxfer::report {
namespace {

/// Of a POSIX call that says "failed" with a negative number.
template <class Result>
Result check(Result result, const char* failure) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), failure);
  return result;
}

/// A file that vanishes with this object unless it has taken another's place.
class Aside {
 public:
  explicit Aside(std::string path)
      : path_(std::move(path)),
        file_(check(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666),
                    "can't make a file in its folder")) {}
  ~Aside() {
    if (file_ >= 0) close(file_);
    if (!moved_) unlink(path_.c_str());
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

  void set_permissions(mode_t mode) { check(fchmod(file_, mode), "can't keep its permissions"); }

  void write(std::string_view content) {
    while (!content.empty()) {
      const ssize_t written = ::write(file_, content.data(), content.size());
      if (written < 0 && errno == EINTR) continue;
      content.remove_prefix(static_cast<std::size_t>(check(written, cannot_write)));
    }
  }

  /// Everything is on the disk before the name leads to it; a network file system may say only here that
  /// it is full.
  void take_place_of(const std::string& path) {
    check(fsync(file_), cannot_write);
    check(close(std::exchange(file_, -1)), cannot_write);
    check(rename(path_.c_str(), path.c_str()), "can't replace it");
    moved_ = true;
  }

 private:
  static constexpr const char* cannot_write = "can't write it";

  std::string path_;
  int file_;
  bool moved_ = false;
};

/// In the same folder, since a file is renamed within a file system alone.
std::string name_beside(const std::filesystem::path& path) {
  const std::string process = '.' + std::to_string(getpid());
  const std::string name = path.filename().string() + process;
  return path.parent_path() / (name.size() <= NAME_MAX ? name : ".gpuxfer" + process);
}

/// Absent where there is no file. One that may not be written is not to be replaced either.
std::optional<mode_t> permissions_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  check(access(path.c_str(), W_OK), "can't write it");
  return status.st_mode & 07777;
}

}  // namespace

std::string file_behind(const std::string& name) {
  struct stat status {};
  if (stat(name.c_str(), &status) != 0 && errno != ENOENT) check(-1, "can't look at it");
  std::filesystem::path path = name;
  while (std::filesystem::is_symlink(path)) path = path.parent_path() / std::filesystem::read_symlink(path);
  return path;
}

void replace_file(const std::string& path, std::string_view content) {
  const auto permissions = permissions_of(path);
  Aside aside(name_beside(path));
  if (permissions) aside.set_permissions(*permissions);
  aside.write(content);
  aside.take_place_of(path);
}

}  // namespace gpuxfer::report
