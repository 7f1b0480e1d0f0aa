#pragma once

/// Launches a kernel that has no host twin on so many blocks.
void launch_stranger(unsigned blocks);
