#pragma once

namespace gpuxfer {

/// To be called before anything is opened: what is opened later must not be given the number of a standard
/// stream that was closed, or results would go into it. A stream or file that can't be written to, a closed
/// pipe included, fails the write and does not end the process.
void keep_standard_streams();

}  // namespace gpuxfer
