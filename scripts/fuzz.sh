#!/usr/bin/env bash
# Fuzzes everything that parses a user's text, each for some seconds, with libFuzzer and sanitizers.
# fuzz.sh [SECONDS] [FUZZER...]: 60 seconds and all (sizes, options, config) unless given. New inputs go to build-fuzz/corpus, what fails to
# build-fuzz. Needs libclang-rt-14-dev; GCC compiles.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
fuzzers=("${@:2}")
if ((${#fuzzers[@]} == 0)); then fuzzers=(sizes options config); fi

cmake --preset fuzz
cmake --build --preset fuzz --target "${fuzzers[@]/#/fuzz_}"
for name in "${fuzzers[@]}"; do
  mkdir -p "build-fuzz/corpus/$name"
  echo "fuzzing $name for $seconds s"
  "build-fuzz/tests/fuzz/fuzz_$name" -max_total_time="$seconds" -max_len=512 -timeout=30 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="build-fuzz/$name-" "build-fuzz/corpus/$name" "tests/fuzz/corpus/$name"
done
