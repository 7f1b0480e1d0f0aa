#include "fake_cuda/stranger.hpp"

extern "C" __global__ void gpuxfer_stranger() {}

void launch_stranger(unsigned blocks) {
  gpuxfer_stranger<<<blocks, 1>>>();
}
