#!/usr/bin/env python3
"""Line coverage of src/ by gcov, after a build with --coverage and a run of its tests.

coverage.py BUILD [--least PERCENT] [--lines]: a line a file, the sum last; --lines names the lines that no test reached; exits 1 where
the sum is under PERCENT."""

import argparse
import collections
import itertools
import json
import pathlib
import subprocess
import sys


def records(build: pathlib.Path):
    """gcov's account of every object file that has data."""
    for data in sorted(build.rglob("*.gcda")):
        output = subprocess.run(["gcov", "--json-format", "--stdout", str(data)], capture_output=True, text=True, cwd=build)
        for line in output.stdout.splitlines():
            yield from json.loads(line)["files"]


def line_counts(build: pathlib.Path, source: pathlib.Path):
    """For each file under source, how often each line with code ran, over all programs."""
    counts = collections.defaultdict(collections.Counter)
    for record in records(build):
        path = pathlib.Path(record["file"])
        path = path if path.is_absolute() else build / path
        if source not in path.resolve().parents or path.name.endswith("_test.cpp"):
            continue
        for line in record["lines"]:
            counts[path.resolve()][line["line_number"]] += line["count"]
    return counts


def spans(lines):
    """1, 2, 3, 7 as '1-3 7'."""
    runs = [[line for _, line in run] for _, run in itertools.groupby(enumerate(sorted(lines)), lambda pair: pair[1] - pair[0])]
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("--lines", action="store_true")
    options = parser.parse_args()
    source = (pathlib.Path(__file__).resolve().parent.parent / "src").resolve()

    reached = total = 0
    for path, counts in sorted(line_counts(options.build.resolve(), source).items()):
        missed = [line for line, count in counts.items() if count == 0]
        reached += len(counts) - len(missed)
        total += len(counts)
        words = f"{100 * (1 - len(missed) / len(counts)):5.1f} %  {path.relative_to(source)}"
        print(words + (f": {spans(missed)}" if options.lines and missed else ""))
    if total == 0:
        print(f"no coverage data under {options.build}")
        return 1
    percent = 100 * reached / total
    print(f"{percent:5.1f} %  of {total} lines")
    return 1 if percent < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
