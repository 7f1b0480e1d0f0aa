#!/usr/bin/env bash
# A path and a pattern are one file each: copies the tree, drops the examples of docs/adding-a-path.md and docs/adding-a-pattern.md in, builds,
# and measures with them. Prints a line a check, and stops at the first that fails.
# add_one_file.sh [cmake -D options...]
# GPUXFER_WITH_EXAMPLES=PROGRAM: instead of building all of the copy, see that its build takes the two files, and measure with PROGRAM, which
# they were linked to.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
build=$work/build
log=$work/log
program=${GPUXFER_WITH_EXAMPLES:-$build/gpuxfer}

# check WORDS COMMAND...: says whether the command succeeds; where it fails, shows what it had to say.
check() {
  local words=$1
  shift
  if ! "$@" >"$log" 2>&1; then
    cat "$log"
    echo "failed: $words"
    exit 1
  fi
  echo "ok: $words"
}

copy_tree() {
  mkdir "$tree"
  # Of what git lists, files that were deleted and not yet committed are not there to copy.
  git -C "$root" ls-files -z --cached --others --exclude-standard |
    (cd "$root" && while IFS= read -r -d '' file; do [[ ! -e $file ]] || printf '%s\0' "$file"; done) |
    tar -C "$root" --null -T - -c | tar -C "$tree" -x
}

checksums() { (cd "$tree" && find . -type f -print0 | sort -z | xargs -0 sha256sum); }

add_examples() {
  [[ ! -e $tree/src/path/chunked.cpp && ! -e $tree/src/pattern/burst.cpp ]] || return 1
  cp "$tree/docs/examples/chunked.cpp" "$tree/src/path/" &&
    cp "$tree/docs/examples/burst.cpp" "$tree/src/pattern/"
}

configure() {
  # -O0: it is built to be run once.
  cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DGPUXFER_CUDA=OFF \
    -DGPUXFER_TESTS=OFF -DGPUXFER_BENCHMARKS=OFF "$@"
}

# Paths relative to the temporary folder, whose name is new each time, let ccache know the files again.
compile() { CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1 cmake --build "$build" --parallel 2; }

takes_both() {
  grep -F src/path/chunked.cpp "$build/compile_commands.json" && grep -F src/pattern/burst.cpp "$build/compile_commands.json"
}

names_both() {
  local text
  text=$("$program" "$1")
  grep -w chunked <<<"$text" && grep -w burst <<<"$text"
}

measure() {
  local mpirun
  mpirun=$(sed -n 's/^MPIEXEC_EXECUTABLE:FILEPATH=//p' "$build/CMakeCache.txt")
  "$mpirun" -np 2 "$program" --memory host --mode direct,chunked --pattern burst,latency --sizes 1,100K --samples 6 \
    --format json >"$work/results.json" || {
    echo "exit $?"
    every_row_verified
    return 1
  }
}

every_row_verified() {
  /usr/bin/python3 - "$work/results.json" <<'PYTHON'
import itertools, json, sys

results = json.load(open(sys.argv[1]))
found = {(row["pattern"], row["mode"], row["bytes"]) for row in results["rows"]}
wanted = set(itertools.product(["burst", "latency"], ["direct", "chunked"], [1, 102400]))
wrong = [row for row in results["rows"] if row["verified"] is not True or not row["seconds"]["median"] > 0]
print(f"rows: {sorted(found)}\nnot right: {wrong}")
sys.exit(found != wanted or len(results["rows"]) != len(wanted) or bool(wrong))
PYTHON
}

only_two_files_added() {
  checksums >"$work/after"
  diff "$work/before" "$work/after" >"$work/difference" || true
  cat "$work/difference"
  diff <(printf '%s\n' ./src/path/chunked.cpp ./src/pattern/burst.cpp) <(sed -n 's/^> [0-9a-f]*  //p' "$work/difference" | sort) &&
    ! grep -q '^<' "$work/difference"
}

check "the tree is copied" copy_tree
checksums >"$work/before"
check "a path and a pattern are dropped in, one file each" add_examples
check "it configures" configure "$@"
check "the build takes both" takes_both
[[ -n ${GPUXFER_WITH_EXAMPLES:-} ]] || check "it builds" compile
check "--list names both" names_both --list
check "--help names both" names_both --help
check "two ranks measure with them" measure
check "every row is verified" every_row_verified
check "nothing else in the tree has changed" only_two_files_added
