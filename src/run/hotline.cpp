#include "run/hotline.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>

namespace gpuxfer::run {
namespace {

constexpr std::size_t longest_message = 4096;

/// An address is a socket's name and a secret, joined by a dash.
std::string name_of(const std::string& address) {
  return address.substr(0, address.find('-'));
}

std::string secret_of(const std::string& address) {
  return address.substr(address.find('-') + 1);
}

/// An abstract name: no file, and gone with its process.
std::pair<sockaddr_un, socklen_t> abstract(const std::string& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  name.copy(address.sun_path + 1, sizeof address.sun_path - 1);
  return {address, static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size())};
}

std::string random_hex() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

}  // namespace

Hotline::Hotline() : socket_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  const std::string name = "gpuxfer." + random_hex();
  const auto [address, length] = abstract(name);
  if (socket_ < 0 || bind(socket_, reinterpret_cast<const sockaddr*>(&address), length) != 0) return;
  address_ = name + '-' + random_hex();
}

Hotline::~Hotline() {
  if (socket_ >= 0) close(socket_);
}

bool Hotline::call(const std::string& other, const Call& call) const {
  if (socket_ < 0 || other.empty()) return false;
  std::string message = fmt::format("{} {} {}", secret_of(other), to_int(call.code), call.words);
  message.resize(std::min(message.size(), longest_message));
  const auto [address, length] = abstract(name_of(other));
  return sendto(socket_, message.data(), message.size(), MSG_NOSIGNAL,
                reinterpret_cast<const sockaddr*>(&address), length) >= 0;
}

std::optional<Call> Hotline::take() const {
  std::array<char, longest_message> buffer{};
  const ssize_t bytes = recv(socket_, buffer.data(), buffer.size(), 0);
  if (bytes < 0) return std::nullopt;
  const std::string message(buffer.data(), static_cast<std::size_t>(bytes));
  const std::string expected = secret_of(address_) + ' ';
  if (!message.starts_with(expected)) return std::nullopt;
  int code = 0;
  const auto [end, error] =
      std::from_chars(message.data() + expected.size(), message.data() + message.size(), code);
  if (error != std::errc{} || end == message.data() + message.size()) return std::nullopt;
  return Call{.code = static_cast<ExitCode>(code), .words = std::string(end + 1)};
}

}  // namespace gpuxfer::run
