#include "report/ways.hpp"

#include <gtest/gtest.h>

#include "report/test_results.hpp"
#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

constexpr std::uint64_t KiB = 1024;
constexpr std::uint64_t GiB = KiB * KiB * KiB;
constexpr const char* heading =
    "Way of the bytes: which GPU copies carried one message of each size, after the timing\n";

Row traced(const std::string& mode, std::uint64_t bytes, const std::string& way) {
  Row row = made_up_row("latency", mode, bytes, 1e-5);
  row.path = way;
  row.evidence =
      Evidence{.ranks = {{.rank = 0}, {.rank = 1}}, .problem = {}, .verified = true, .mismatch = {}};
  return row;
}

Row untraced(const std::string& mode, std::uint64_t bytes, const std::string& problem) {
  Row row = traced(mode, bytes, "");
  row.path.reset();
  row.evidence->problem = problem;
  return row;
}

Results of(std::vector<Row> rows, const std::string& threshold = "32768") {
  Results results = made_up_results({"direct"});
  results.environment.mpi.control_variables["MPIR_CVAR_CH4_IPC_GPU_P2P_THRESHOLD"] = threshold;
  results.environment.mpi.control_variables["MPIR_CVAR_NOLOCAL"] = "0";
  results.rows = std::move(rows);
  return results;
}

TEST(WaysTest, NobodyLooked) {
  EXPECT_EQ(ways(of({made_up_row("latency", "direct", 8, 1e-5)})), "");
  EXPECT_EQ(ways(of({})), "");
}

TEST(WaysTest, SizesThatWentTheSameWayStandTogetherAndTheThresholdSaysWhy) {
  EXPECT_EQ(ways(of({traced("direct", 1, "staged by the MPI library"),
                     traced("direct", 16 * KiB, "staged by the MPI library"),
                     traced("direct", 32 * KiB, "device copy"), traced("direct", GiB, "device copy")})),
            std::string(heading) +
                "  direct  1 B to 16 KiB       staged by the MPI library\n"
                "          32 KiB to 1 GiB     device copy (MPIR_CVAR_CH4_IPC_GPU_P2P_THRESHOLD=32768)\n");
}

TEST(WaysTest, AThresholdThatDecidesNothingStandsBelow) {
  EXPECT_EQ(ways(of({traced("direct", 8, "staged by the MPI library")}, "2000000000")),
            std::string(heading) +
                "  direct  8 B                 staged by the MPI library\n"
                "    In force: MPIR_CVAR_CH4_IPC_GPU_P2P_THRESHOLD=2000000000.\n");
  Results results = of({traced("direct", 8, "a"), traced("direct", 64, "b")});
  results.environment.mpi.control_variables["MPIR_CVAR_NOLOCAL"] = "1";
  EXPECT_NE(
      ways(results).find("In force: MPIR_CVAR_CH4_IPC_GPU_P2P_THRESHOLD=32768 and MPIR_CVAR_NOLOCAL=1.\n"),
      std::string::npos)
      << ways(results);
}

TEST(WaysTest, ModesStandBelowEachOtherInTheirOrder) {
  Results results =
      of({traced("staged", 8, "staged by gpuxfer"), traced("direct", 8, "peer copy"),
          traced("staged", 64 * KiB, "staged by gpuxfer"), traced("direct", 64 * KiB, "peer copy")});
  results.environment.mpi.control_variables.clear();
  EXPECT_EQ(ways(results), std::string(heading) +
                               "  staged  8 B to 64 KiB       staged by gpuxfer\n"
                               "  direct  8 B to 64 KiB       peer copy\n");
}

TEST(WaysTest, AModeThatStagesItselfOwesNothingToTheLibrarysThreshold) {
  EXPECT_EQ(ways(of({traced("staged", 16 * KiB, "a"), traced("staged", 32 * KiB, "b")})),
            std::string(heading) + "  staged  16 KiB              a\n          32 KiB              b\n");
}

TEST(WaysTest, PatternsThatShareASizeShareALine) {
  Row other = traced("direct", 8, "peer copy");
  other.pattern = "bandwidth";
  Results results = of({traced("direct", 8, "peer copy"), other});
  results.environment.mpi.control_variables.clear();
  EXPECT_EQ(ways(results), std::string(heading) + "  direct  8 B                 peer copy\n");
}

TEST(WaysTest, OneProblemOfAllIsToldOnce) {
  EXPECT_EQ(
      ways(of({untraced("direct", 8, "rank 0: no library"), untraced("direct", 16, "rank 0: no library")})),
      std::string(heading) + "  not traced: rank 0: no library\n");
}

TEST(WaysTest, AProblemOfOneSizeStandsInItsLine) {
  Row wrong = traced("direct", 32, "");
  wrong.path.reset();
  wrong.evidence->mismatch = Mismatch{};
  Results results = of({traced("direct", 8, "peer copy"), untraced("direct", 16, "rank 1: no"), wrong});
  results.environment.mpi.control_variables.clear();
  EXPECT_EQ(ways(results), std::string(heading) +
                               "  direct  8 B                 peer copy\n"
                               "          16 B                not traced: rank 1: no\n"
                               "          32 B                WRONG DATA in the message that was traced\n");
}

TEST(WaysTest, LongMixesStayOnThePage) {
  const std::string mix =
      "device copy 768 KiB + staged by the MPI library 256 KiB + copied to the host by gpuxfer 1 MiB (3 "
      "records "
      "lost)";
  const std::string text = ways(of({traced("direct", 8, mix)}));
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    EXPECT_LE(columns(text.substr(start, end - start)), page_columns);
    start = end + 1;
  }
}

}  // namespace
}  // namespace gpuxfer::report
