#!/usr/bin/env python3
"""Checks the floors of src/: each folder includes only from folders below it, CUDA headers stand in *_cuda.* and .cu files alone, mpi.h
in src/comm and src/path alone, each third-party library behind its one door, and no floor that runs modes names one, but for the first two,
which defaults and advice name. Prints a line a fault; exits 1 where there is one."""

import pathlib
import re
import sys

FLOORS = ["core", "stats", "comm", "device", "trace", "path", "pattern", "run", "report", "cli"]
CUDA = re.compile(r"cuda(_runtime(_api)?)?\.h|cupti.*\.h|nvml\.h")
DOORS = {"CLI/": "cli", "nlohmann/": "report"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


NAME = re.compile(r'\.name = "(\w+)"')
NAMELESS = {"pattern", "run", "cli"}  # floors that take modes from the registry
KNOWN = {"direct", "staged"}


def modes_of(root: pathlib.Path):
    return {name for path in (root / "path").glob("*.cpp") for name in NAME.findall(path.read_text())} - KNOWN


def modes_named(path: pathlib.Path, modes):
    if path.stem.endswith("_test") or not modes:
        return
    for text in re.findall(r'"[^"\n]*"', path.read_text()):
        for mode in re.findall(r"\b(?:" + "|".join(sorted(modes)) + r")\b", text):
            yield f"names the mode {mode}, which the registry should: {text}"


def faults_of(path: pathlib.Path, root: pathlib.Path):
    floor = path.relative_to(root).parts[0]
    level = FLOORS.index(floor) if floor in FLOORS else len(FLOORS)
    for included in INCLUDE.findall(path.read_text()):
        top = included.split("/")[0]
        if top in FLOORS and FLOORS.index(top) > level:
            yield f"{floor} includes from {top}, a floor above it: {included}"
        if CUDA.fullmatch(included) and "_cuda" not in path.name and path.suffix != ".cu":
            yield f"a CUDA header outside *_cuda.* and .cu files: {included}"
        if included == "mpi.h" and floor not in ("comm", "path"):
            yield "mpi.h outside comm and path"
        for prefix, door in DOORS.items():
            if included.startswith(prefix) and floor != door:
                yield f"{included} outside {door}"


def main() -> int:
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "src").resolve()
    files = [p for p in sorted(root.rglob("*")) if p.suffix in (".cpp", ".hpp", ".cu")]
    if not files:
        print(f"no sources under {root}")
        return 1
    modes = modes_of(root)
    faults = [f"{path.relative_to(root)}: {fault}" for path in files for fault in faults_of(path, root)]
    faults += [
        f"{path.relative_to(root)}: {fault}"
        for path in files
        if path.relative_to(root).parts[0] in NAMELESS
        for fault in modes_named(path, modes)
    ]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
