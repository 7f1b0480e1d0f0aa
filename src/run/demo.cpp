#include "run/demo.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <utility>

#include "comm/datatype.hpp"
#include "comm/library.hpp"
#include "core/wire.hpp"
#include "device/gpus.hpp"
#include "path/agreement.hpp"
#include "run/explanation.hpp"
#include "run/preflight.hpp"
#include "run/site.hpp"
#include "run/traced.hpp"
#include "run/trial.hpp"
#include "trace/label.hpp"
#include "trace/recorder.hpp"

namespace gpuxfer::run {
namespace {

std::vector<double> ten_numbers() {
  std::vector<double> numbers;
  for (int i = 0; i < 10; ++i) numbers.push_back(100 + 10 * i);
  return numbers;
}

void expect_two_ranks(const comm::Communicator& world) {
  if (world.size() >= 2) return;
  throw UsageError("the demo needs 2 ranks and this run has 1: start it with mpirun -np 2 gpuxfer demo");
}

void expect_a_gpu(const std::vector<RankReport>& reports, const SweepOptions& options) {
  const auto blind = [](const RankReport& report) { return report.visible.gpus.empty(); };
  if (!blind(reports[0]) || !blind(reports[1])) return;
  throw MachineError(fmt::format("at least {} required, 0 distinct visible: {}",
                                 options.share_gpu ? "1 GPU" : "2 GPUs", reports[0].visible.problem));
}

/// To be asked before the library sees a device pointer, which may end it.
void expect_cuda_awareness(const MpiInfo& mpi) {
  if (mpi.cuda_aware != "no") return;
  throw MachineError(
      fmt::format("the MPI library ({}) is not CUDA-aware, so that it can't take the demo's device pointers: "
                  "use an MPI library "
                  "built with CUDA support (gpuxfer info says more)",
                  mpi.library));
}

/// The demo's memory on this rank's GPU.
class Memory {
 public:
  Memory(const Gpu& gpu, const std::vector<double>& contents)
      : device_(device::make_cuda_device(gpu.ordinal, device::MemoryKind::device)),
        stream_(device_->make_stream()),
        buffer_(device_->allocate(contents.size() * sizeof(double))) {
    stream_->copy(buffer_.data(), contents.data(), buffer_.bytes());
    stream_->synchronize();
  }

  std::vector<double> read() {
    std::vector<double> contents(buffer_.bytes() / sizeof(double));
    stream_->copy(contents.data(), buffer_.data(), buffer_.bytes());
    stream_->synchronize();
    return contents;
  }

  const device::Device& device() const { return *device_; }
  unsigned char* data() const { return buffer_.data(); }
  std::size_t bytes() const { return buffer_.bytes(); }

 private:
  std::unique_ptr<device::Device> device_;
  std::unique_ptr<device::Stream> stream_;
  device::Buffer buffer_;
};

void transfer(const comm::Communicator& comm, const Memory& memory) {
  const comm::Datatype& number = *comm::find_datatype("double");
  if (comm.rank() == 0) comm.send(memory.data(), memory.bytes(), 1, comm::Tag::message, number);
  if (comm.rank() == 1) comm.receive(memory.data(), memory.bytes(), 0, comm::Tag::message, number);
}

/// The transfer, with this rank's GPU work recorded where the profiling library is there.
Evidence traced_transfer(const comm::Communicator& comm, const Memory& memory) {
  std::unique_ptr<trace::Recorder> recorder;
  const std::string at_loading = path::problem_in([&] { recorder = trace::make_recorder(memory.device()); });
  Evidence own = traced(comm, 1 - comm.rank(), recorder.get(),
                        [&] { move_first(comm.pulse(), [&] { transfer(comm, memory); }); });
  if (!at_loading.empty()) own.problem = at_loading;
  return own;
}

std::string way_of(const Evidence& sender, const Evidence& receiver, std::uint64_t bytes) {
  const Evidence both = merge(sender, receiver);
  if (!both.problem.empty()) return "not traced: " + both.problem;
  return trace::label(both.ranks[0], both.ranks[1], bytes);
}

/// What each rank's memory held and its GPU did, told to all; nothing of the ranks that sleep.
void share(const comm::Communicator& comm, const DemoEnd& own, const Evidence& evidence, Demo& demo) {
  Writer writer;
  writer.put(own.before);
  writer.put(own.after);
  writer.put(encode({{.evidence = evidence}}));
  const auto texts = comm.all_gather(writer.take());
  std::array<Evidence, 2> seen;
  for (std::size_t rank = 0; rank < demo.ends.size(); ++rank) {
    Reader reader(texts[rank]);
    reader.get(demo.ends[rank].before);
    reader.get(demo.ends[rank].after);
    std::string text;
    reader.get(text);
    seen[rank] = decode_explanations(text).front().evidence;
  }
  demo.path = way_of(seen[0], seen[1], demo.sent.size() * sizeof(double));
}

}  // namespace

Demo demonstrate(const comm::Communicator& world, const SweepOptions& options) {
  together(world, [&] { expect_two_ranks(world); });
  const auto reports = gather_reports(world, true);
  const bool active = world.rank() < 2;
  const comm::Communicator comm = world.with(waiting(active, oversubscribed(reports)));
  const MpiInfo mpi = comm::library_info();
  Demo demo{.sent = ten_numbers(), .ends = {}, .path = {}};
  std::unique_ptr<Memory> memory;
  DemoEnd own;
  together(comm, [&] {
    expect_a_gpu(reports, options);
    std::vector<RankInfo> ranks = list_ranks(reports);
    give_gpus(ranks, {0, 1}, reports, options);  // the others sleep and need none
    expect_cuda_awareness(mpi);
    for (std::size_t rank = 0; rank < demo.ends.size(); ++rank) demo.ends[rank].rank = ranks[rank];
    if (!active) return;
    const Gpu& gpu = *ranks[static_cast<std::size_t>(world.rank())].gpu;
    memory = std::make_unique<Memory>(
        gpu, world.rank() == 0 ? demo.sent : std::vector<double>(demo.sent.size(), -1));
    own.before = memory->read();
  });

  Evidence evidence{.ranks = {{.rank = world.rank()}}};
  if (active) evidence = traced_transfer(comm, *memory);
  together(comm, [&] {
    if (active) own.after = memory->read();
  });
  share(comm, own, evidence, demo);
  comm.barrier();  // no rank frees memory that another's MPI library still maps
  return demo;
}

}  // namespace gpuxfer::run
