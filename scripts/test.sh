#!/usr/bin/env bash
# Installs what is missing, builds, and passes the tests that need no GPU.
# test.sh [ctest options...]
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-dependencies.sh --tests
scripts/build.sh release -DGPUXFER_TESTS=ON -DGPUXFER_BENCHMARKS=ON
# Tests that measure run alone.
exec ctest --preset release --label-exclude 'gpu|long' --parallel 2 "$@"
