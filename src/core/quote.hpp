#pragma once

#include <string>
#include <string_view>

namespace gpuxfer {

/// `text` in single quotes, for a message of one line: bytes outside printable ASCII as \xNN, which shows a
/// pasted no-break space too; cut after 60 bytes.
std::string quote(std::string_view text);

}  // namespace gpuxfer
