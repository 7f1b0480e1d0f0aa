#!/usr/bin/env bash
# Builds gpuxfer with the preset and options given; prints the build's own words only where it fails.
# build.sh PRESET [cmake -D options...]
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
shift
cuda=()
if [[ $preset != host ]] && ! command -v nvcc >/dev/null && [[ ! -x ${CUDA_HOME:-}/bin/nvcc && ! -x /usr/local/cuda/bin/nvcc ]]; then
  echo "No CUDA Toolkit here (CUDA_HOME, PATH, /usr/local/cuda): building for host memory alone." >&2
  cuda=(-DGPUXFER_CUDA=OFF)
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { cmake --preset "$preset" "${cuda[@]}" "$@" && cmake --build --preset "$preset" --parallel "$(nproc)"; } >"$log" 2>&1; then
  cat "$log" >&2
  echo "Building gpuxfer failed; the compiler's words are above." >&2
  exit 1
fi
