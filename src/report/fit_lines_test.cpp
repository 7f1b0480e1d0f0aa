#include "report/fit_lines.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

constexpr std::uint64_t KiB = 1024;
constexpr std::uint64_t GiB = KiB * KiB * KiB;

FitSegment segment(std::uint64_t from, std::uint64_t to, double alpha, double beta, double residual) {
  FitLine line{.alpha_seconds = alpha, .beta_seconds_per_byte = beta};
  if (alpha >= 0 && beta > 0) line.n_half_bytes = alpha / beta;
  return {.from_bytes = from, .to_bytes = to, .line = line, .largest_relative_residual = residual};
}

FitSegment no_line(std::uint64_t from, std::uint64_t to, double residual) {
  return {.from_bytes = from, .to_bytes = to, .line = {}, .largest_relative_residual = residual};
}

TEST(FitLinesTest, SayStartRateHalfAndError) {
  const std::vector<Fit> fits{
      {.pattern = "latency",
       .mode = "direct",
       .segments = {segment(KiB, 16 * KiB, 17.62e-6, 1 / 6.739e9, 0.0101),
                    segment(32 * KiB, KiB * KiB, 13.53e-6, 0, 0.0125),
                    segment(2 * KiB * KiB, GiB, -3.312e-6, 1 / 1579e9, 0)}},
      {.pattern = "latency", .mode = "staged", .segments = {no_line(KiB, GiB, 0.1828)}}};
  EXPECT_EQ(fit_lines(fits, false),
            "  Fitted time of a message (n½: the size that reaches half of the rate)\n"
            "    direct  1 KiB to 16 KiB       17.6 us + size / 6.74 GB/s     n½ 116 KiB   within 1.1 %\n"
            "            32 KiB to 1 MiB       13.5 us at any size                         within 1.3 %\n"
            "            2 MiB to 1 GiB       -3.31 us + size / 1580 GB/s                  within 0.1 %\n"
            "    staged  1 KiB to 1 GiB         no line within 10 %: the best one is off by up to 18.3 %\n");
}

TEST(FitLinesTest, SayHowManyMessagesAreInFlight) {
  std::vector<Fit> fits{{.pattern = "bandwidth",
                         .mode = "direct",
                         .window = 64,
                         .segments = {segment(KiB, GiB, 1e-6, 1e-9, 0.01)}}};
  EXPECT_TRUE(fit_lines(fits, true).starts_with("  Fitted time of a message, 64 in flight (n½"))
      << fit_lines(fits, true);
  fits.push_back(fits[0]);
  fits[1].window = 32;
  EXPECT_NE(fit_lines(fits, true).find("\n  Fitted time of a message, 32 in flight (n½"), std::string::npos);
}

TEST(FitLinesTest, OfNothingAreNone) {
  EXPECT_EQ(fit_lines({}, true), "");
}

TEST(FitLinesTest, FitThePageWhateverTheFigures) {
  for (const double alpha : {-1e7, 0.0, 1e-20, 3.3e-9, 1e7}) {
    for (const double beta : {0.0, 1e-20, 1 / 12.345e9, 1e3}) {
      const std::vector<Fit> fits{{.pattern = "bandwidth",
                                   .mode = "pipelined",
                                   .window = 1'048'576,
                                   .segments = {segment(0, 7, alpha, beta, 0.0999),
                                                segment(GiB - 1, 1000 * GiB - 1, alpha, beta, 0.0999),
                                                no_line(GiB - 1, 1000 * GiB - 1, 12345)}}};
      std::istringstream lines(fit_lines(fits, true));
      for (std::string text; std::getline(lines, text);) {
        EXPECT_LE(columns(text), page_columns) << text;
        EXPECT_FALSE(text.ends_with(' ')) << text;
      }
    }
  }
}

}  // namespace
}  // namespace gpuxfer::report
