#include "path/shared_segment.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <random>

#include "core/error.hpp"
#include "core/sizes.hpp"

namespace gpuxfer::path {
namespace {

/// An open file, closed at the end.
class File {
 public:
  explicit File(int number) : number_(number) {}
  ~File() {
    if (number_ >= 0) close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int number() const { return number_; }

 private:
  int number_;
};

/// The mapping outlives the file's being open.
device::Buffer map(const File& file, std::size_t bytes) {
  void* const pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0);
  if (pages == MAP_FAILED) {
    throw MachineError(
        fmt::format("mapping {} of shared memory failed: {}", format_size(bytes), std::strerror(errno)));
  }
  madvise(pages, bytes, MADV_POPULATE_WRITE);  // where an older kernel refuses, they are mapped when touched
  return {static_cast<unsigned char*>(pages), bytes, [bytes](unsigned char* data) { munmap(data, bytes); }};
}

}  // namespace

SegmentName::SegmentName() {
  std::random_device random;
  text_ = fmt::format("/gpuxfer-{:08x}{:08x}", random(), random());
}

SegmentName::~SegmentName() {
  shm_unlink(text_.c_str());
}

device::Buffer make_segment(const SegmentName& name, std::size_t bytes) {
  const File file(shm_open(name.text().c_str(), O_RDWR | O_CREAT | O_EXCL, 0600));
  if (file.number() < 0) {
    throw MachineError(fmt::format("making shared memory in /dev/shm failed: {}", std::strerror(errno)));
  }
  int code = EINTR;
  while (code == EINTR) code = posix_fallocate(file.number(), 0, static_cast<off_t>(bytes));
  if (code != 0) {
    throw MachineError(
        fmt::format("taking {} of /dev/shm failed: {}; enlarge "
                    "it (mount -o remount,size=1G /dev/shm, "
                    "or --shm-size of a container)",
                    format_size(bytes), std::strerror(code)));
  }
  return map(file, bytes);
}

device::Buffer open_segment(const std::string& name, std::size_t bytes) {
  const File file(shm_open(name.c_str(), O_RDWR, 0));
  if (file.number() < 0) {
    throw MachineError(
        fmt::format("opening the shared memory that the peer "
                    "made in /dev/shm failed: {}; ranks in "
                    "separate containers share none",
                    std::strerror(errno)));
  }
  return map(file, bytes);
}

std::uint64_t free_segment_bytes() {
  struct statvfs status {};
  if (statvfs("/dev/shm", &status) != 0) {
    throw MachineError(fmt::format("/dev/shm can't be used: {}", std::strerror(errno)));
  }
  return std::uint64_t{status.f_bavail} * status.f_frsize;
}

}  // namespace gpuxfer::path
