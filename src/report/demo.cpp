#include "report/demo.hpp"

#include <fmt/format.h>

#include "report/text.hpp"

namespace gpuxfer::report {
namespace {

std::string numbers(std::string_view name, const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += right(fmt::format("{:g}", value), 5);
  return line(left(name, 10) + text);
}

std::string end_lines(const DemoEnd& end) {
  std::string text = end.rank.host;
  if (const auto& gpu = end.rank.gpu) {
    text += fmt::format(", GPU {}: {} ({}, {})", gpu->ordinal, gpu->name, gpu->pci, gpu->uuid);
  }
  return wrap(left(fmt::format("Rank {}", end.rank.rank), 10), text) + numbers("  before", end.before) +
         numbers("  after", end.after);
}

}  // namespace

std::string path_taken(const Demo& demo) {
  return demo.path ? wrap(left("Path", 10), *demo.path) : "";
}

std::string demo_text(const Demo& demo) {
  std::string text = line("Ten doubles from rank 0's GPU to rank 1's, by MPI on device pointers");
  for (const DemoEnd& end : demo.ends) text += end_lines(end);
  const auto fault = fault_of(demo);
  return text + path_taken(demo) +
         wrap(left("Result", 10),
              fault ? "WRONG DATA: " + *fault + "." : "All ten arrived as they were sent.");
}

}  // namespace gpuxfer::report
