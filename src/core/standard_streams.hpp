#pragma once

namespace gpuxfer {

/// A stream or file that can't be written to, a closed pipe included, fails the write and does not end the
/// process. What is opened is never given the number of a standard stream that was closed, or results would
/// go into it: programs that this is linked into see to that before anything else.
void keep_standard_streams();

}  // namespace gpuxfer
