// Which GPU each rank gets under visibility masks, and what is said where GPUs fail, on fake GPUs:
// docs/fake-gpus.md.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include "program/launch.hpp"

namespace gpuxfer::program {
namespace {

using nlohmann::json;

/// GPUs of the node, by index, whose memory a process holds.
using Held = std::map<int, std::set<int>>;

/// Watches, while it lives, which processes hold memory of a fake node's GPUs: the memfds that /proc shows.
class MemoryWatch {
 public:
  explicit MemoryWatch(const std::string& node)
      : prefix_("/memfd:gpuxfer-fake-" + node + "-"), thread_([this] { watch(); }) {}
  ~MemoryWatch() { stop(); }
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

  const Held& stop() {
    done_ = true;
    if (thread_.joinable()) thread_.join();
    return held_;
  }

 private:
  void watch() {
    while (!done_) {
      std::error_code ignored;  // processes come and go
      for (const auto& process : std::filesystem::directory_iterator("/proc", ignored)) look_at(process);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  void look_at(const std::filesystem::path& process) {
    std::error_code ignored;
    const std::string name = process.filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) return;
    std::string program;
    std::getline(std::ifstream(process / "comm"), program);
    if (program != "gpuxfer") return;  // a busy machine has many processes, and a look must be quick
    std::filesystem::directory_iterator file(process / "fd", ignored);
    for (; !ignored && file != std::filesystem::directory_iterator{}; file.increment(ignored)) {
      std::error_code closed;
      const std::string target = std::filesystem::read_symlink(file->path(), closed);
      if (target.starts_with(prefix_))
        held_[std::stoi(name)].insert(std::stoi(target.substr(prefix_.size())));
    }
  }

  std::string prefix_;
  Held held_;
  std::atomic<bool> done_ = false;
  std::thread thread_;
};

/// Long enough for a look at who holds memory: 0.6 s of sampling.
std::vector<std::string> brief(std::vector<std::string> more = {}) {
  std::vector<std::string> options{"--pattern", "latency",     "--sizes", "64K",        "--format",
                                   "json",      "--precision", "0.01%",   "--max-time", "0.6"};
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

std::vector<std::string> uuids_of(const json& results) {
  std::vector<std::string> uuids;
  for (const json& rank : results["environment"]["ranks"]) uuids.push_back(rank["gpu"]["uuid"]);
  return uuids;
}

std::vector<int> ordinals_of(const json& results) {
  std::vector<int> ordinals;
  for (const json& rank : results["environment"]["ranks"]) ordinals.push_back(rank["gpu"]["ordinal"]);
  return ordinals;
}

/// A node of four GPUs, the same one in every run of a test.
class MasksTest : public testing::Test {
 protected:
  Environment node(const Environment& more = {}) const {
    Environment all = fake_gpus(4, {{"GPUXFER_FAKE_NODE", name_}});
    for (const auto& [name, value] : more) all[name] = value;
    return all;
  }

  static std::vector<Environment> each(const std::vector<std::string>& masks) {
    std::vector<Environment> own;
    for (const std::string& mask : masks) own.push_back({{"CUDA_VISIBLE_DEVICES", mask}});
    return own;
  }

  /// By index, as a run without masks tells.
  std::vector<std::string> uuids() const {
    const Outcome outcome = launch(4,
                                   {"--sizes", "1", "--pattern", "latency", "--samples", "6", "--warmup", "1",
                                    "--format", "json", "--devices", "0,1,2,3"},
                                   node());
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return uuids_of(valid_json(outcome.out));
  }

  /// Under `masks` the ranks get `gpus`, by index: so the results say, and so the memory of the two that take
  /// part lies. Sleeping ranks hold none.
  json expect_gpus(const std::vector<std::string>& masks, const std::vector<std::size_t>& gpus,
                   const Environment& more = {}, const std::vector<std::string>& options = {}) const {
    const std::vector<std::string> all = uuids();
    MemoryWatch watch(name_);
    const Outcome outcome = launch_each(each(masks), brief(options), node(more));
    const Held held = watch.stop();
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    json results = valid_json(outcome.out);
    for (std::size_t rank = 0; rank < gpus.size(); ++rank) {
      const json& info = results["environment"]["ranks"][rank];
      // What follows GPU- or MIG-.
      EXPECT_EQ(info["gpu"]["uuid"].get<std::string>().substr(4), all.at(gpus[rank]).substr(4)) << rank;
      const std::set<int> own = info["active"] ? std::set{static_cast<int>(gpus[rank])} : std::set<int>{};
      const auto found = held.find(info["process"]);
      EXPECT_EQ(found == held.end() ? std::set<int>{} : found->second, own) << "memory of rank " << rank;
    }
    for (const json& row : results["rows"]) EXPECT_EQ(row["verified"], true) << row;
    return results;
  }

  Outcome refused(const std::vector<std::string>& masks, const Environment& more = {}) const {
    return launch_each(each(masks), brief(), node(more));
  }

  const std::string name_ = "masks-" + std::to_string(getpid());
};

void expect_line(const Outcome& outcome, int code, const std::string& words) {
  EXPECT_EQ(outcome.code, code) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
}

TEST_F(MasksTest, UnderOverlappingMasksTheRankWithAChoiceGivesWay) {
  EXPECT_EQ(ordinals_of(expect_gpus({"0,1", "0"}, {1, 0})), (std::vector{1, 0}));
}

TEST_F(MasksTest, AChainOfRanksGivesWay) {
  expect_gpus({"0,1", "1,2", "0"}, {1, 2, 0}, {}, {"--pair", "0:2"});
}

TEST_F(MasksTest, OneGpuEachUnderTheSameOrdinal) {
  EXPECT_EQ(ordinals_of(expect_gpus({"2", "1"}, {2, 1})), (std::vector{0, 0}));
}

TEST_F(MasksTest, FourRanksEachWithItsOwn) {
  EXPECT_EQ(ordinals_of(expect_gpus({"3", "2", "1", "0"}, {3, 2, 1, 0}, {}, {"--pair", "1:2"})),
            (std::vector{0, 0, 0, 0}));
}

TEST_F(MasksTest, MasksOfUuidsMayBeCutShort) {
  const auto all = uuids();
  expect_gpus({all.at(3), all.at(2).substr(0, 12) + "," + all.at(3)}, {3, 2});
}

TEST_F(MasksTest, MigInstancesGoByTheirNames) {
  const auto all = uuids();
  const auto mig = [&](std::size_t index) { return "MIG-" + all.at(index).substr(4); };
  const json results = expect_gpus({mig(1), mig(3)}, {1, 3}, {{"GPUXFER_FAKE_MIG", "1"}});
  for (const json& rank : results["environment"]["ranks"]) {
    EXPECT_NE(rank["gpu"]["name"].get<std::string>().find("MIG"), std::string::npos) << rank;
  }
}

TEST_F(MasksTest, WithoutMasksMigShowsEveryRankTheSameInstance) {
  expect_line(launch(2, brief(), node({{"GPUXFER_FAKE_MIG", "1"}})), 3,
              "at least 2 GPUs required, 1 distinct visible");
}

TEST_F(MasksTest, TheDeviceListCountsAsTheMaskDoes) {
  EXPECT_EQ(ordinals_of(expect_gpus({"2,3", "2,3"}, {3, 2}, {}, {"--devices", "1,0"})), (std::vector{1, 0}));
}

TEST_F(MasksTest, EqualMasksOfOneGpuShareOnlyWhenAskedFor) {
  expect_line(refused({"1", "1"}), 3, "at least 2 GPUs required, 1 distinct visible");
  expect_gpus({"1", "1"}, {1, 1}, {}, {"--share-gpu"});
}

TEST_F(MasksTest, ARankWhoseMaskHidesAllIsToldOfOnce) {
  expect_line(refused({"0,1", "-1"}), 3, "rank 1 sees no GPU, and others do: the driver shows no GPU");
}

/// A GPU that fails, or a driver that does.
class GpuFaultTest : public MasksTest {
 protected:
  Outcome faulty(const Environment& fault, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> options{"--pattern", "latency", "--samples", "6",
                                     "--warmup",  "1",       "--format",  "json"};
    options.insert(options.end(), more.begin(), more.end());
    if (std::ranges::count(options, "--sizes") == 0) options.insert(options.end(), {"--sizes", "5000"});
    return launch(2, options, node(fault));
  }

  static Environment call(const std::string& rule) { return {{"GPUXFER_FAKE_FAULT", rule}}; }
};

TEST_F(GpuFaultTest, NoGpuAndNoDriverOnAllRanks) {
  expect_line(faulty({{"GPUXFER_FAKE_GPUS", "0"}}), 3, "the driver shows no GPU");
  expect_line(faulty({{"GPUXFER_FAKE_DRIVER", "0"}}), 3, "no NVIDIA driver");
  expect_line(faulty({{"GPUXFER_FAKE_DRIVER", "11080"}}), 3, "too old for this CUDA runtime");
}

TEST_F(GpuFaultTest, ADriverThatFailsIsQuoted) {
  expect_line(faulty(call("cudaGetDeviceCount@*=cudaErrorUnknown")), 3, "CUDA says: ");
  expect_line(faulty(call("cudaGetDeviceProperties@*#1=cudaErrorUnknown")), 3,
              "rank 1 sees no GPU, and others do: asking for GPU 0's properties failed");
}

TEST_F(GpuFaultTest, OutOfMemoryOnEitherRankOrBoth) {
  for (const char* rule : {"cudaMalloc@2#0=", "cudaMalloc@2#1=", "cudaMalloc@*="}) {
    expect_line(faulty(call(rule + std::string("cudaErrorMemoryAllocation"))), 3, "out of memory");
  }
  expect_line(faulty(call("cudaMallocManaged@*#1=cudaErrorMemoryAllocation"), {"--memory", "managed"}), 3,
              "of managed memory on GPU 1 failed: out of memory");
}

TEST_F(GpuFaultTest, TooLittleMemoryForAnythingSaysHowMuchThereIs) {
  const Outcome outcome = faulty({{"GPUXFER_FAKE_MEMORY", "40000"}}, {"--sizes", "64K"});
  EXPECT_EQ(outcome.code, 3);
  ASSERT_EQ(outcome.error_lines().size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("nothing could be measured: needs"), std::string::npos) << outcome.err;
}

TEST_F(GpuFaultTest, AGpuThatAnotherProcessHasForItself) {
  const Environment exclusive{{"GPUXFER_FAKE_EXCLUSIVE", "1"}};
  EXPECT_EQ(faulty(exclusive).code, 0) << "a GPU for each rank";
  Environment one = exclusive;
  one["GPUXFER_FAKE_GPUS"] = "1";
  expect_line(faulty(one, {"--share-gpu"}), 3, "making a CUDA context on GPU 0 failed");
  one["GPUXFER_FAKE_MPS"] = "1";
  EXPECT_EQ(faulty(one, {"--share-gpu"}).code, 0) << "MPS lets both in";
}

TEST_F(GpuFaultTest, PinnedMemoryExhausted) {
  const Environment exhausted = call("cudaHostAlloc@*#1=cudaErrorMemoryAllocation");
  const Outcome alone = faulty(exhausted, {"--mode", "staged"});
  EXPECT_EQ(alone.code, 3);
  ASSERT_EQ(alone.error_lines().size(), 1U) << alone.err;
  EXPECT_NE(alone.err.find("--host-memory pageable"), std::string::npos) << alone.err;

  const Outcome listed = faulty(exhausted, {"--mode", "direct,staged"});
  ASSERT_EQ(listed.code, 0) << listed.err;
  const json rows = valid_json(listed.out)["rows"];
  EXPECT_EQ(rows[0]["verified"], true);
  EXPECT_NE(rows[1]["skipped"].get<std::string>().find("pinning"), std::string::npos) << rows[1];
  EXPECT_EQ(faulty(exhausted, {"--mode", "staged", "--host-memory", "pageable"}).code, 0);
}

TEST_F(GpuFaultTest, ABitFlippedByACopyIsWrongDataAtItsPlace) {
  struct Case {
    const char* rule;
    int receiver;
  };
  // A rank's first copies of a ping-pong: rank 0 brings its message to the host, rank 1 brings it to its GPU
  // and then its answer to the host, which rank 0 brings to its own.
  for (const Case& flip : {Case{"flip:cudaMemcpyAsync@1#0", 1}, Case{"flip:cudaMemcpyAsync@1#1", 1},
                           Case{"flip:cudaMemcpyAsync@2#1", 0}, Case{"flip:cudaMemcpyAsync@2#0", 0}}) {
    const Outcome outcome = faulty(call(flip.rule), {"--mode", "staged"});
    EXPECT_EQ(outcome.code, 4) << outcome.err;
    const json row = valid_json(outcome.out)["rows"][0];
    EXPECT_EQ(row["verified"], false);
    EXPECT_TRUE(row["seconds"].is_null());
    ASSERT_TRUE(row["mismatch"].is_object()) << flip.rule;
    EXPECT_EQ(row["mismatch"]["rank"], flip.receiver) << flip.rule;
    EXPECT_EQ(row["mismatch"]["offset"], 2500) << flip.rule;
    EXPECT_EQ(row["mismatch"]["count"], 1) << flip.rule;
    EXPECT_EQ(row["mismatch"]["expected"].get<int>() ^ row["mismatch"]["got"].get<int>(), 1) << flip.rule;
  }
}

TEST_F(GpuFaultTest, ASlowGpuIsMeasuredAsSlow) {
  const double slow_seconds = 2e-3;
  const Outcome outcome = faulty({{"GPUXFER_FAKE_SLOW", "1:2000"}}, {"--mode", "staged"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const json row = valid_json(outcome.out)["rows"][0];
  EXPECT_EQ(row["verified"], true);
  // A copy in and a copy out on that GPU, of the four of a round trip.
  EXPECT_GE(row["seconds"]["min"], 2 * slow_seconds);
  const auto other = faulty({{"GPUXFER_FAKE_SLOW", "3:2000"}}, {"--mode", "staged"});
  EXPECT_LT(valid_json(other.out)["rows"][0]["seconds"]["min"], 2 * slow_seconds) << "a GPU that no rank has";
}

}  // namespace
}  // namespace gpuxfer::program
