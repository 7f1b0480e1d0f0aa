#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

/// Tests of the stand-in run in processes of their own: its settings are read once, by the first call.

using Environment = std::vector<std::pair<std::string, std::string>>;

/// Runs `body` in a forked process with these variables added, and fails where an expectation in it does. The
/// process that calls must not have called CUDA itself.
void in_child(const Environment& environment, const std::function<void()>& body);

/// Like in_child, for a body that ends in a signal; answers which one, 0 where none came.
int signal_of_child(const Environment& environment, const std::function<void()>& body);

/// What the program probe.cpp prints, without the last newline, in a second process with the caller's
/// variables and `environment`.
std::string probe(const std::string& arguments, const std::string& environment = "");
