#pragma once

#include "program/launch.hpp"

/// What the tests of ipc and shm share.
namespace gpuxfer::program {

/// A few samples of `modes` as JSON.
std::vector<std::string> brief(const std::string& modes, const std::string& sizes,
                               const std::vector<std::string>& more,
                               const std::vector<std::string>& yet_more = {});

/// Two GPUs, and every such `call` of the ranks that `rank` names ("" all, "#1" one) goes wrong; `log` is the
/// file of calls and leaks.
Environment with_fault(const std::string& call, const std::string& rank, const std::string& error,
                       const std::string& log = "");

/// The run ended well, with so many rows, each measured and verified.
void expect_verified(const Outcome& outcome, std::size_t rows);

/// `mode`, and no other, was skipped in its `rows` rows, for a reason with `words` in it; the run ended well.
void expect_refused(const Outcome& outcome, const std::string& mode, std::size_t rows,
                    const std::string& words);

/// Both ranks gave everything back, as the log `name` says; removes it.
void expect_nothing_leaked(const std::string& name);

}  // namespace gpuxfer::program
