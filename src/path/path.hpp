#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "core/registry.hpp"
#include "device/device.hpp"
#include "path/stages.hpp"

namespace gpuxfer::path {

/// How this rank moves messages: options that a user sets.
struct Staging {
  device::HostMemory memory = device::HostMemory::pinned;
  std::optional<std::uint64_t> chunk_bytes;  ///< for paths that cut messages; absent: as the path sees fit
};

/// One end's view of the messages between two ranks.
struct Plan {
  const comm::Communicator* comm = nullptr;
  device::Device* device = nullptr;
  int peer = 0;
  /// Where the one allocation starts that the slots of all rows lie in.
  const unsigned char* arena = nullptr;
  device::SlotLayout send{};     ///< this rank's outgoing slots
  device::SlotLayout receive{};  ///< this rank's incoming slots
  std::uint64_t arena_bytes =
      0;  ///< the most that send and receive slots together span in any row of the run
  Staging staging;
  comm::Datatype datatype;  ///< that MPI is told; a message is a whole number of them
};

/// How one message travels. A file registers one path. Failures throw Error.
class Path {
 public:
  virtual ~Path() = default;

  /// Whether both ends must be GPU memory.
  virtual bool needs_device() const = 0;
  /// Whether MPI is handed pointers into the device's memory.
  virtual bool passes_device_pointers() const = 0;
  /// Whether it can only work between two ranks of one host.
  virtual bool needs_one_host() const { return false; }
  /// Whether the others are held against it: the hardware does all the work.
  virtual bool is_ceiling() const { return false; }
  /// The ceilings (path/ceilings.hpp) of the stages that every message passes; the slowest holds it back.
  virtual std::vector<std::string> bounded_by(const Staging&) const { return {}; }
  /// Host memory that a rank takes whose slots span `arena_bytes` at most.
  virtual std::uint64_t host_bytes(std::uint64_t arena_bytes) const = 0;

  /// Collective for the pair, before each row and untimed: registration, handles, and what memory the run
  /// needs at its first call.
  virtual void prepare(const Plan& plan) = 0;
  /// Short words that the row prepared last must carry at this end; docs/measurement.md explains each.
  virtual std::vector<std::string> flags() const { return {}; }
  /// What each word that flags() may give means, for the legend of a table.
  virtual std::map<std::string, std::string> flag_meanings() const { return {}; }

  /// Sends slot `slot`; the slot may be rewritten on return.
  virtual void send(int slot) = 0;
  /// Receives slot `slot`; its bytes rest in their final memory on return.
  virtual void receive(int slot) = 0;

  /// Whether a message passes stages one after the other, which the two calls below note.
  virtual bool has_stages() const { return false; }
  /// send() and receive() with an eye on the clock; of no use where there are no stages.
  virtual void send_in_stages(int slot, StageLog&) { send(slot); }
  virtual void receive_in_stages(int slot, StageLog&) { receive(slot); }

  /// Starts a message and never blocks.
  virtual void post_send(int slot) = 0;
  virtual void post_receive(int slot) = 0;
  /// Drives all that was posted, in both directions, to its end: received bytes rest in their final memory,
  /// sent slots may be rewritten.
  virtual void complete() = 0;
};

/// Where slot `slot` starts.
inline unsigned char* at(const device::SlotLayout& layout, int slot) {
  return layout.base + static_cast<std::uint64_t>(slot) * layout.stride;
}

using Paths = Registry<Path>;

}  // namespace gpuxfer::path
