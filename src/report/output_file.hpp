#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "core/results.hpp"
#include "run/observer.hpp"

namespace gpuxfer::report {

/// Keeps the results in a file as the run goes on, JSON or, where its name ends in .csv, CSV. The file is
/// whole at every moment, whatever ends the run, and holds every row that has been measured.
///
/// Each function throws MachineError that names the file where it can't be written.
class OutputFile final : public run::Observer {
 public:
  /// Touches nothing yet. An empty name: no file, and nothing below does anything.
  explicit OutputFile(std::string name) : name_(std::move(name)) {}

  /// Writes the first file, before anything is measured; refuses what is no regular file. Without it, or
  /// after it failed, nothing else writes.
  void opened(const Results& results) override;
  void begun(const Results& results, run::Extent) override { write(results); }
  void measured(const Results& results, std::size_t, run::Extent) override { write(results); }
  void ended(const Results& results) override { write(results); }

 private:
  void write(const Results& results) const;

  std::string name_;
  std::string path_;  ///< behind symbolic links, so that these stay
};

}  // namespace gpuxfer::report
