#!/usr/bin/env bash
# Installs what is missing, builds, and runs gpuxfer between two ranks as this machine allows: over GPUs where there are any, over host
# memory where there is none. Options are passed on, and win over what is chosen here.
# run.sh [gpuxfer options...]
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-dependencies.sh
scripts/build.sh release -DGPUXFER_TESTS=OFF -DGPUXFER_BENCHMARKS=OFF

say() { echo "run.sh: $*" >&2; }
given() {
  local option=$1 argument
  shift
  for argument in "$@"; do [[ $argument == "$option" || $argument == "$option="* ]] && return 0; done
  return 1
}

gpus=0
if command -v nvidia-smi >/dev/null; then gpus=$(nvidia-smi --list-gpus 2>/dev/null | grep -c '^GPU ' || true); fi

chosen=()
if ! given --memory "$@"; then
  if ((gpus == 0)); then
    say "no GPU here (nvidia-smi lists none): measuring host memory (--memory host)"
    chosen+=(--memory host)
  elif ((gpus == 1)) && ! given --share-gpu "$@"; then
    say "one GPU here: both ranks share it (--share-gpu), so figures tell of one GPU's memory, not of a link between two"
    chosen+=(--share-gpu)
  fi
fi
if ((gpus > 0)) && ! given --mode "$@" && ! given --memory "$@"; then
  # gpuxfer itself knows whether the MPI library takes device pointers: one rank asks in the shortest run there is.
  words=$(timeout 120 mpirun -np 2 -bind-to core build/gpuxfer "${chosen[@]}" --sizes 1 --pattern latency --samples 6 2>&1 >/dev/null || true)
  if [[ $words == *"not CUDA-aware"* ]]; then
    say "the MPI library here can't take device pointers: staging through the host (--mode staged)."
    say "To measure direct transfers put a CUDA-aware MPICH (configured --with-cuda) first in PATH and LD_LIBRARY_PATH."
    chosen+=(--mode staged)
  fi
fi

exec mpirun -np 2 -bind-to core build/gpuxfer "${chosen[@]}" "$@"
