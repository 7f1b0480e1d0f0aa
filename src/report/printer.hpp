#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "report/report.hpp"
#include "run/observer.hpp"

namespace gpuxfer::report {

/// Writes a report to a stream as the run goes on, each row at once.
class Printer final : public run::Observer {
 public:
  /// `format`: a name in Reports.
  Printer(const std::string& format, std::FILE* stream);

  void begun(const Results& results, run::Extent) override { write(report_->begin(results)); }
  void measured(const Results& results, std::size_t first, run::Extent) override {
    write(report_->rows(results, first));
  }
  void ended(const Results& results) override { write(report_->end(results)); }

 private:
  void write(const std::string& text);

  std::unique_ptr<Report> report_;
  std::FILE* stream_;
};

}  // namespace gpuxfer::report
