#pragma once

#include <string>
#include <string_view>

namespace gpuxfer::report {

/// The file that `name` stands for: its own, or the one at the end of its symbolic links, there or not yet.
/// Throws std::system_error where that can't be found out.
std::string file_behind(const std::string& name);

/// Gives the regular file at `path`, there or not yet, a new content at one stroke: whoever reads it, at
/// whatever moment this process ends, finds the old content or the new, whole. An old file's permissions
/// stay. Writes aside in the same folder, so that must be writable. Throws std::system_error, the old file
/// being untouched and nothing left aside.
void replace_file(const std::string& path, std::string_view content);

}  // namespace gpuxfer::report
