#!/usr/bin/env bash
# Runs a command on a machine with GPUs with a CUDA-aware MPICH first in PATH and the loader's path, and with NVIDIA's Multi-Process Service
# started for it and stopped after it, so that ranks may share a GPU.
# on-gpu-machine.sh [--no-mps] PREFIX COMMAND...      PREFIX: where the CUDA-aware MPICH is installed
set -euo pipefail

mps=yes
if [[ ${1:-} == --no-mps ]]; then
  mps=no
  shift
fi
prefix=$1
shift
export PATH=$prefix/bin:$PATH
export LD_LIBRARY_PATH=$prefix/lib:${CUDA_HOME:-/usr/local/cuda}/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

if [[ $mps == yes ]]; then
  control=$(command -v nvidia-cuda-mps-control || echo /usr/local/nvidia/bin/nvidia-cuda-mps-control)
  folder=$(mktemp -d)
  export CUDA_MPS_PIPE_DIRECTORY=$folder/pipe CUDA_MPS_LOG_DIRECTORY=$folder/log
  mkdir -p "$CUDA_MPS_PIPE_DIRECTORY" "$CUDA_MPS_LOG_DIRECTORY"
  "$control" -d
  trap 'echo quit | timeout 20 "$control" || true; rm -rf "$folder"' EXIT
fi
"$@"
