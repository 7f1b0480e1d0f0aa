#!/usr/bin/python3
"""Draws gpuxfer's JSON results: plot.py FILE.json [FILE.json ...] [-o OUT.png|.svg|.pdf]

A panel a pattern, a colour a mode, a line style a file; docs/plots.md says how to read it. Exit codes: 0 drawn,
2 a bad command line, a file that is no result, or nothing to draw, 3 matplotlib is missing.
"""

import argparse
import io
import json
import logging
import math
import os
import pathlib
import sys
import warnings
from dataclasses import dataclass

SCHEMA = "gpuxfer/1"
HARMLESS_FLAGS = {"capped", "window", "outliers"}  # the figure holds; other flags put it in doubt
LARGEST_SIZE = 2**63
MOST_PATTERNS, MOST_MODES = 12, 24  # a file with more is none of gpuxfer's

# Okabe and Ito's colours, which people with any colour vision can tell apart. A mode has the same one in every figure.
COLOURS = {"direct": "#0072B2", "staged": "#D55E00", "pipelined": "#009E73", "shm": "#CC79A7", "ipc": "#E69F00"}
SPARE_COLOURS = ["#56B4E9", "#000000", "#8C6D31", "#7F7F7F"]
DASHES = ["-", (0, (4, 1.6)), (0, (1, 1.3)), (0, (6, 1.5, 1, 1.5)), (0, (8, 3)), (0, (3, 1, 1, 1, 1, 1))]
MARKERS = ["o", "s", "^", "D", "v", "P", "p"]
INK, FAINT, ALARM = "#222222", "#6B6B6B", "#A4002C"

SUBJECTS = {
    "latency": "ping-pong, half the round trip",
    "bandwidth": "a window of messages one way",
    "bidirectional": "windows both ways at once, summed",
    "pairs": "all pairs at once",
    "matrix": "each ordered pair alone",
}


class Unusable(Exception):
    """One line for the user; ends the program with exit code 2."""


class Malformed(Exception):
    """What is wrong with a value in a file."""


# ---- Reading -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figure:
    """A median and its 95 % interval."""

    middle: float
    low: float
    high: float


@dataclass(frozen=True)
class Point:
    """A row or a comparison at one size. No figure: it was skipped, or wrong data arrived."""

    bytes: int
    figure: Figure | None
    doubts: tuple[str, ...] = ()
    wrong: bool = False
    skipped: str | None = None


@dataclass
class Curve:
    """Points of one pattern, mode and pair in one file, by size. `gaps` are sizes that the line must not cross."""

    file: int
    pattern: str
    mode: str
    points: list[Point]
    gaps: set[int]


@dataclass
class Result:
    """One file, as far as it is drawn."""

    name: str
    curves: list[Curve]
    ratios: list[Curve]
    bases: set[str]
    partial: str | None
    facts: list[str]


def dig(value, *keys):
    """The value under nested keys; None where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def plain(text, width=70):
    """Text from a file, fit to be drawn: printable, on one line, not too long."""
    text = "".join(letter if letter.isprintable() else "?" for letter in str(text))
    return text if len(text) <= width else text[: width - 1] + "…"


def number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e30:
        raise Malformed(f"{plain(repr(value), 30)} is no measured figure")
    return float(value)


def figure_of(value, key, scale=1.0):
    """The figure that `value` holds under `key`; None for null, and for a zero, which no logarithmic axis can show."""
    if value is None:
        return None
    middle, interval = number(dig(value, key)), dig(value, "ci95")
    if not isinstance(interval, list) or len(interval) != 2:
        raise Malformed("an interval has two ends")
    low, high = sorted(map(number, interval))
    return Figure(middle * scale, min(low, middle) * scale, max(high, middle) * scale) if middle > 1e-30 else None


def words(value, *keys):
    found = [dig(value, key) for key in keys]
    if not all(isinstance(word, str) and word for word in found):
        raise Malformed(f"no {' or no '.join(keys)}")
    return tuple(plain(word, 24) for word in found)


def size_of(value):
    size = dig(value, "bytes")
    if isinstance(size, bool) or not isinstance(size, int) or not 0 <= size < LARGEST_SIZE:
        raise Malformed("no size in bytes")
    return size


def row_of(row):
    """The row's key (pattern, mode, ends) and its point, in us or GB/s."""
    pattern, mode = words(row, "pattern", "mode")
    wrong = dig(row, "mismatch") is not None or dig(row, "verified") is False
    skipped = dig(row, "skipped")
    value, scale = (
        (dig(row, "latency_seconds"), 1e6) if pattern == "latency" else (dig(row, "bandwidth_bytes_per_second"), 1e-9)
    )
    figure = None if wrong or skipped is not None else figure_of(value, "median", scale)
    flags = dig(row, "flags") or []
    if not isinstance(flags, list):
        raise Malformed("flags are no list")
    doubts = tuple(plain(flag, 24) for flag in map(str, flags) if flag not in HARMLESS_FLAGS)
    skipped = None if skipped is None else plain(skipped)
    return (pattern, mode, (str(dig(row, "from")), str(dig(row, "to")))), Point(
        size_of(row), figure, doubts, wrong, skipped
    )


def each(values, what, parse):
    """parse() of each, with the place in what goes wrong."""
    if not isinstance(values, list):
        raise Malformed(f"its {what}s are no list")
    parsed = []
    for index, value in enumerate(values):
        try:
            parsed.append(parse(value))
        except Malformed as malformed:
            raise Malformed(f"{what} {index + 1}: {malformed}") from None
    return parsed


def asked_for(document):
    """(pattern, mode) -> sizes, as far as the options tell: what a complete file holds."""
    options = [dig(document, "options", key) for key in ("pattern", "mode", "sizes")]
    if not all(isinstance(option, list) for option in options):
        return {}
    patterns, modes, sizes = options
    sizes = {size for size in sizes if isinstance(size, int)}
    return {(plain(pattern, 24), plain(mode, 24)): sizes for pattern in patterns for mode in modes}


def sizes_by_pattern(*sizes_by_key):
    """pattern -> every size that was asked for or measured, in any mode."""
    merged = {}
    for sizes_of_key in sizes_by_key:
        for (pattern, _), sizes in sizes_of_key.items():
            merged.setdefault(pattern, set()).update(sizes)
    return merged


def partial_text(document, asked, got):
    """Why the file does not hold all that was asked for; None where it does."""
    whole = sum(map(len, asked.values()))
    missing = sum(len(sizes - got.get(key, set())) for key, sizes in asked.items())
    if document.get("complete") is True and missing == 0 and "rows" in document:
        return None
    end = plain(document.get("end") or "no reason given")
    reason = "rows are missing" if document.get("complete") is True else f"the run ended early ({end})"
    return f"partial: {reason}" + (f"; {whole - missing} of {whole} rows are here" if missing else "")


def ratios_of(document, file, rows, sizes):
    """The comparisons' curves, and the modes that they compare with. A ratio is in doubt where one of its rows is."""
    doubts = {(pattern, mode, point.bytes): point.doubts for (pattern, mode, _), point in rows}
    curves = {}

    def add(value):
        pattern, mode, base = words(value, "pattern", "mode", "base")
        size = size_of(value)
        either = doubts.get((pattern, mode, size), ()) + doubts.get((pattern, base, size), ())
        curve = curves.setdefault((pattern, mode, base), Curve(file, pattern, mode, [], set(sizes.get(pattern, ()))))
        curve.points.append(Point(size, figure_of(value, "ratio"), either))

    each(document.get("comparisons") or [], "comparison", add)
    return list(curves.values()), {base for _, _, base in curves}


def gather(document, file, name):
    rows = each(document.get("rows", []), "row", row_of)
    asked, got = asked_for(document), {}
    for (pattern, mode, _), point in rows:
        got.setdefault((pattern, mode), set()).add(point.bytes)
    sizes = sizes_by_pattern(asked, got)
    if len(sizes) > MOST_PATTERNS or len({mode for _, mode in [*asked, *got]}) > MOST_MODES:
        raise Malformed("too many patterns or modes")

    curves = {}
    for (pattern, mode, ends), point in rows:
        curve = curves.setdefault((pattern, mode, ends), Curve(file, pattern, mode, [], set(sizes[pattern])))
        curve.points.append(point)
    ratios, bases = ratios_of(document, file, rows, sizes)
    for curve in [*curves.values(), *ratios]:
        curve.points.sort(key=lambda point: point.bytes)
        curve.gaps -= {point.bytes for point in curve.points if point.figure and not point.doubts}
    return Result(name, list(curves.values()), ratios, bases, partial_text(document, asked, got), facts_of(document))


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def load(path, file, name):
    try:
        document = json.loads(pathlib.Path(path).read_bytes(), parse_constant=refuse)
        if not isinstance(document, dict) or "schema" not in document:
            raise Malformed(f'it has no "schema": "{SCHEMA}"')
        if document["schema"] != SCHEMA:
            raise Malformed(f"its schema is {plain(repr(document['schema']), 40)}, not {SCHEMA}")
        return gather(document, file, name)
    except OSError as error:
        raise Unusable(f"cannot read {plain(path, 300)}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise Unusable(f"{plain(path, 300)} is not a gpuxfer result: no JSON: {plain(error, 120)}") from None
    except Malformed as malformed:
        raise Unusable(f"{plain(path, 300)} is not a gpuxfer result: {malformed}") from None


def names_of(paths):
    """A short name for each path: its stem, with as many folders before it as make it unlike the others."""
    parts = [(*pathlib.Path(path).parent.parts, pathlib.Path(path).stem) for path in paths]
    names = []
    for index, own in enumerate(parts):
        others = {other for other in parts if other != own}
        depth = next((d for d in range(1, len(own)) if all(own[-d:] != other[-d:] for other in others)), len(own))
        name = plain("/".join(own[-depth:]), 44)
        repeats = parts[:index].count(own)
        names.append(f"{name} ({repeats + 1})" if repeats else name)
    return names


# ---- What was measured ---------------------------------------------------------------------------------------------


def ranks_text(ranks, everyone):
    numbers = [plain(dig(rank, "rank"), 8) for rank in ranks]
    listed = " ↔ ".join(numbers) if len(numbers) == 2 else f"{len(numbers)} ranks"
    hosts = {plain(dig(rank, "host"), 30) for rank in ranks}
    where = f"on {hosts.pop()}" if len(hosts) == 1 else f"on {len(hosts)} hosts"
    return f"Ranks {listed} of {everyone} {where}" if len(numbers) == 2 else f"{listed} {where}"


def gpus_text(ranks):
    gpus = {str(dig(rank, "gpu", "uuid")): dig(rank, "gpu") for rank in ranks if dig(rank, "gpu")}
    if not gpus:
        return "no GPU"
    names = [plain(dig(gpu, "name"), 40) for gpu in gpus.values()]
    text = ", ".join(f"{names.count(name)} × {name}" for name in dict.fromkeys(names))
    if len(gpus) == len(ranks):
        return text
    mps = all(dig(gpu, "mps") is True for gpu in gpus.values())
    return f"{text}, shared {'through MPS' if mps else 'by turns'}"


def memory_text(document):
    kinds = dig(document, "options", "memory")
    if not isinstance(kinds, list) or not kinds:
        return None
    kinds = [plain(kind, 12) for kind in kinds]
    return f"{kinds[0] if len(set(kinds)) == 1 else ' to '.join(kinds)} memory"


def mpi_text(document):
    library, aware = dig(document, "environment", "mpi", "library"), dig(document, "environment", "mpi", "cuda_aware")
    if not library:
        return None
    return plain(library, 40) + {"yes": ", CUDA-aware", "no": ", not CUDA-aware"}.get(str(aware), "")


def facts_of(document):
    """Short texts on what was measured, for the figure's foot; what the file does not tell is left out."""
    environment = dig(document, "environment")
    ranks = dig(environment, "ranks")
    ranks = ranks if isinstance(ranks, list) else []
    active = [rank for rank in ranks if dig(rank, "active") is not False]
    runtime, started = dig(environment, "cuda", "runtime"), dig(environment, "started")
    facts = [
        ranks_text(active, len(ranks)) if active else None,
        gpus_text(active) if active else None,
        memory_text(document),
        mpi_text(document),
        f"CUDA {plain(runtime, 12)}" if runtime else None,
        "data NOT verified" if dig(document, "options", "no-verify") is True else None,
        f"gpuxfer {plain(dig(environment, 'gpuxfer'), 20)}" if dig(environment, "gpuxfer") else None,
        plain(started, 24).replace("T", " ").replace("Z", " UTC") if started else None,
    ]
    return [fact for fact in facts if fact]


def skipped_text(result):
    """A line on the rows that nothing was measured for."""
    found = [(curve, point) for curve in result.curves for point in curve.points if point.skipped]
    if not found:
        return None
    curve, point = found[0]
    text = f"skipped: {curve.pattern} {curve.mode} {size_text(point.bytes)} ({point.skipped})"
    return text + (f" and {len(found) - 1} more" if len(found) > 1 else "")


def wrapped(facts, width):
    """The facts on lines of at most `width` letters, broken between them."""
    lines = [""]
    for fact in facts:
        longer = f"{lines[-1]}  ·  {fact}" if lines[-1] else fact
        if len(longer) > width and lines[-1]:
            lines.append(fact)
        else:
            lines[-1] = longer
    return [line for line in lines if line]


def foot_lines(results, width):
    """What was measured: first what all files share, then what is each one's own."""
    shared = [fact for fact in results[0].facts if all(fact in result.facts for result in results)]
    modes = {curve.mode for result in results for curve in result.curves}
    lines = wrapped(shared[:1] + ([f"mode {min(modes)}"] if len(modes) == 1 else []) + shared[1:], width)
    for result in results:
        own = [fact for fact in result.facts if fact not in shared]
        own += filter(None, [skipped_text(result)])
        if own and len(results) > 1:
            own[0] = f"{result.name}: {own[0]}"
        lines += wrapped(own, width)
    return lines


def alarm_lines(results):
    """What a reader must know before believing the figure."""
    lines = []
    for result in results:
        prefix = f"{result.name}: " if len(results) > 1 else ""
        wrong = [(curve, point) for curve in result.curves for point in curve.points if point.wrong]
        if wrong:
            curve, point = wrong[0]
            more = f" and {len(wrong) - 1} more" if len(wrong) > 1 else ""
            where = f"{curve.pattern} {curve.mode} {size_text(point.bytes)}{more}"
            lines.append(f"{prefix}wrong data arrived: {where} gave no figure")
        if result.partial:
            lines.append(prefix + result.partial)
    return [line[0].upper() + line[1:] if len(results) == 1 else line for line in lines]


# ---- Axes ----------------------------------------------------------------------------------------------------------


def size_text(size):
    power = min(int(math.log2(size)) // 10, 4) if size else 0
    value = size / 1024**power
    return f"{value:.4g} {['B', 'KiB', 'MiB', 'GiB', 'TiB'][power]}"


def figure_text(value):
    if 1e-7 < value < 1e-4:
        return f"{value:.9f}".rstrip("0")
    if value and not 1e-4 <= abs(value) < 1e7:
        return f"{value:g}"
    return f"{value:,.10g}".replace(",", "\N{THIN SPACE}")


def log_ticks(low, high):
    """Round values between two positive ends, at most nine."""
    decades = math.log10(high / low)
    if decades < 0.5:
        step = 10 ** math.floor(math.log10((high - low) / 3))
        step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= 6)
        first = math.ceil(low / step)
        return [index * step for index in range(first, math.floor(high / step) + 1)]
    factors = (1, 1.5, 2, 3, 4, 5, 7) if decades < 1 else (1, 2, 5) if decades < 2 else (1,)
    stride = math.ceil(decades / 8)
    exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks = [factor * 10.0**e for e in exponents if e % stride == 0 for factor in factors]
    return [tick for tick in ticks if low <= tick <= high]


def set_log_y(axes, low, high):
    from matplotlib.ticker import NullLocator

    if high / low < 1.2:
        low, high = low / 1.1, high * 1.1
    pad = (high / low) ** 0.06
    low, high = low / pad, high * pad
    axes.set_yscale("log")
    axes.set_ylim(low, high)
    ticks = log_ticks(low, high)
    axes.set_yticks(ticks, [figure_text(float(f"{tick:.10g}")) for tick in ticks])
    axes.yaxis.set_minor_locator(NullLocator())


def span(curves):
    """The lowest and highest of what is drawn. An interval is cut off a decade beyond all medians."""
    figures = [point.figure for curve in curves for point in curve.points if point.figure]
    lowest, highest = min(f.middle for f in figures), max(f.middle for f in figures)
    return (
        max(min(f.low for f in figures), lowest / 10),
        min(max(f.high for f in figures), highest * 10),
    )


class SizeAxis:
    """Message sizes from left to right: powers of two, and an empty message apart at the left end."""

    def __init__(self, sizes):
        positive = [size for size in sizes if size > 0] or [4]
        self.smallest, self.largest, self.empty = min(positive), max(positive), 0 in sizes

    def place(self, size):
        return size if size > 0 else self.smallest / 4

    def ticks(self):
        first, last = math.ceil(math.log2(self.smallest)), math.floor(math.log2(self.largest))
        powers = range(first, last + 1)
        step = next(step for step in (1, 2, 5, 10, 20) if len([p for p in powers if p % step == 0]) <= 7 or step == 20)
        labelled = [2**p for p in powers if p % step == 0] or sorted({self.smallest, self.largest})
        return labelled, [2**p for p in powers if p % step]

    def apply(self, axes, labels):
        axes.set_xscale("log", base=2)
        margin = max(1.15, (self.largest / self.smallest) ** 0.025)
        axes.set_xlim(self.place(0 if self.empty else self.smallest) / margin, self.largest * margin)
        labelled, others = self.ticks()
        sizes = ([0] if self.empty else []) + labelled
        axes.set_xticks([self.place(size) for size in sizes], [size_text(size) if labels else "" for size in sizes])
        axes.set_xticks(others, minor=True)
        axes.set_xticklabels([], minor=True)


# ---- Drawing -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Style:
    colour: str
    dashes: object
    marker: str
    thin: bool = False


def styles_of(results):
    """(file, mode) -> style, for every line of the figure."""
    modes = list(dict.fromkeys(curve.mode for result in results for curve in result.curves + result.ratios))
    others = [mode for mode in modes if mode not in COLOURS]
    colours = COLOURS | {mode: SPARE_COLOURS[i % len(SPARE_COLOURS)] for i, mode in enumerate(others)}
    return {
        (file, mode): Style(colours[mode], DASHES[file % len(DASHES)], MARKERS[file % len(MARKERS)])
        for file in range(len(results))
        for mode in modes
    }


def runs_of(curve):
    """The points that a line joins: runs between which a size is missing, skipped, in doubt or wrong."""
    sound = [point for point in curve.points if point.figure and not point.doubts]
    if len({point.bytes for point in sound}) < len(sound):  # several figures a size: no order to join them in
        return [[point] for point in sound]
    runs = []
    for point in sound:
        before = runs[-1][-1].bytes if runs else 0
        if before == 0 or any(before < gap < point.bytes for gap in curve.gaps):
            runs.append([])
        runs[-1].append(point)
    return runs


def draw_points(axes, axis, points, style, hollow):
    figures = [point.figure for point in points]
    axes.errorbar(
        [axis.place(point.bytes) for point in points],
        [f.middle for f in figures],
        yerr=[[f.middle - f.low for f in figures], [f.high - f.middle for f in figures]],
        fmt=style.marker,
        color=style.colour,
        markerfacecolor="white" if hollow else style.colour,
        markersize=4.2 if hollow else 3.4,
        markeredgewidth=1.0,
        elinewidth=1.0,
        zorder=4,
    )


def draw_curve(axes, axis, curve, style):
    for run in runs_of(curve):
        if len(run) == 1:
            draw_points(axes, axis, run, style, hollow=False)
            continue
        x, figures = [axis.place(point.bytes) for point in run], [point.figure for point in run]
        lows, highs = [f.low for f in figures], [f.high for f in figures]
        axes.fill_between(x, lows, highs, color=style.colour, alpha=0.22, linewidth=0, zorder=2)
        axes.plot(
            x,
            [f.middle for f in figures],
            color=style.colour,
            linestyle=style.dashes,
            linewidth=0.9 if style.thin else 1.6,
            marker=style.marker,
            markersize=2.0 if style.thin else 3.4,
            markeredgewidth=0,
            zorder=3,
        )
    doubtful = [point for point in curve.points if point.figure and point.doubts]
    if doubtful:
        draw_points(axes, axis, doubtful, style, hollow=True)
    wrong = [axis.place(point.bytes) for point in curve.points if point.wrong]
    if wrong:  # no figure, so no height: along the panel's lower edge
        axes.plot(wrong, [0.035] * len(wrong), "x", transform=axes.get_xaxis_transform(), color=style.colour,
                  markersize=7, markeredgewidth=2.2, zorder=5, clip_on=False)  # fmt: skip


def dress(axes):
    axes.grid(True, which="major", color="#E4E4E4", linewidth=0.7)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color("#9A9A9A")
    axes.tick_params(which="both", color="#9A9A9A", labelcolor=INK, labelsize=8.5)
    axes.tick_params(which="minor", length=2)


@dataclass
class Panel:
    """A pattern's curves, and below them its ratios, where there are any."""

    pattern: str
    curves: list[Curve]
    ratios: list[Curve]
    axis: SizeAxis


def panels_of(results):
    patterns = dict.fromkeys(curve.pattern for result in results for curve in result.curves)
    panels = []
    for pattern in patterns:
        curves = [c for result in results for c in result.curves if c.pattern == pattern]
        shown = {p.bytes for curve in curves for p in curve.points if p.figure or p.wrong}
        if not shown:
            continue
        ratios = [c for result in results for c in result.ratios if c.pattern == pattern]
        ratios = [c for c in ratios if any(p.figure for p in c.points)]
        shown |= {p.bytes for curve in ratios for p in curve.points}
        panels.append(Panel(pattern, curves, ratios, SizeAxis(shown)))
    return panels


def draw_figures(axes, panel, styles):
    dress(axes)
    unit = "us" if panel.pattern == "latency" else "GB/s"
    title = f"{panel.pattern.capitalize()}, {unit}"
    axes.set_title(title, loc="left", fontsize=11, fontweight="bold", color=INK, pad=8)
    lines = {}
    for curve in panel.curves:
        lines[curve.file, curve.mode] = lines.get((curve.file, curve.mode), 0) + 1
    crowd = max(lines.values())
    subject = SUBJECTS.get(panel.pattern, "") + (f"; {crowd} lines a mode, one a pair" if crowd > 1 else "")
    axes.set_title(subject, loc="right", fontsize=8, color=FAINT, pad=8)
    for curve in panel.curves:
        style = styles[curve.file, curve.mode]
        draw_curve(axes, panel.axis, curve, Style(style.colour, style.dashes, style.marker, thin=crowd > 2))
    if not any(point.figure for curve in panel.curves for point in curve.points):
        axes.set_yticks([])
        axes.text(0.5, 0.5, "no figure: wrong data arrived", transform=axes.transAxes, ha="center", color=ALARM)
        return
    low, high = span(panel.curves)
    if panel.pattern == "latency" or high / low > 100:
        set_log_y(axes, low, high)
    else:
        axes.set_ylim(0, high * 1.06)
        axes.yaxis.set_major_formatter(lambda value, _: figure_text(float(f"{value:.10g}")))


def draw_ratios(axes, panel, styles, bases):
    dress(axes)
    base = next(iter(bases)) if len(bases) == 1 else "the first mode"
    axes.set_title(f"Time ratio to {base}", loc="left", fontsize=8.5, color=INK, pad=5)
    axes.set_title("over 1: slower", loc="right", fontsize=8, color=FAINT, pad=5)
    axes.axhline(1, color=COLOURS.get(base, INK), linewidth=1.1, zorder=1)
    for curve in panel.ratios:
        draw_curve(axes, panel.axis, curve, styles[curve.file, curve.mode])
    low, high = span(panel.ratios)
    set_log_y(axes, min(low, 1.0), max(high, 1.0))


def legend_entries(results, styles):
    """(handle, label): files and modes as far as they differ, then the marks that occur."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    curves = [curve for result in results for curve in result.curves]
    curves = [curve for curve in curves if any(point.figure or point.wrong for point in curve.points)]
    drawn = dict.fromkeys((curve.file, curve.mode) for curve in curves)
    modes = {mode for _, mode in drawn}
    entries = []
    for file, mode in sorted(drawn, key=lambda key: key[0]):
        label = ", ".join([results[file].name] * (len(results) > 1) + [mode] * (len(modes) > 1))
        style = styles[file, mode]
        look = {"color": style.colour, "linestyle": style.dashes, "marker": style.marker}
        handle = Line2D([], [], linewidth=1.6, markersize=3.8, **look)
        entries += [(handle, label)] if label else []

    points = [point for curve in curves for point in curve.points]
    if any(point.figure for point in points):
        entries.append((Patch(color=FAINT, alpha=0.3, linewidth=0), "95 % interval"))
    doubts = sorted({doubt for point in points for doubt in point.doubts if point.figure})
    if doubts:
        handle = Line2D([], [], color=FAINT, linestyle="", marker="o", markerfacecolor="white", markersize=4.6)
        entries.append((handle, plain("in doubt: " + ", ".join(doubts), 60)))
    if any(point.wrong for point in points):
        handle = Line2D([], [], color=FAINT, linestyle="", marker="x", markersize=7, markeredgewidth=2.2)
        entries.append((handle, "wrong data"))
    return entries


class Page:
    """Lays the figure out in inches from its top left corner: no panel's size depends on how much text there is."""

    LEFT, RIGHT, WIDE, HIGH, BETWEEN, RATIO_HIGH, RATIO_GAP = 0.72, 0.3, 4.7, 3.2, 0.75, 1.1, 0.34
    MARGIN = 0.24
    TITLE, LINE, FOOT_LINE, PANEL_HEAD, PANEL_FOOT = 0.52, 0.21, 0.165, 0.34, 0.36

    def __init__(self, panels, entries, alarms, results):
        self.columns = min(len(panels), 3)
        self.wide = self.WIDE if len(panels) > 1 else 5.9
        self.width = self.LEFT + self.columns * self.wide + (self.columns - 1) * self.BETWEEN + self.RIGHT
        longest = max((len(label) for _, label in entries), default=0)
        self.legend_columns = max(1, min(len(entries), int((self.width - self.LEFT) / (0.55 + 0.068 * longest))))
        self.legend_rows = math.ceil(len(entries) / self.legend_columns)
        self.foot = foot_lines(results, int((self.width - 0.4) / 0.0585))
        self.alarms = [plain(line, int((self.width - 0.9) / 0.068)) for line in alarms]
        self.head = self.TITLE + self.LINE * (self.legend_rows + len(alarms)) + 0.05
        self.ratio = any(panel.ratios for panel in panels)
        self.panel = self.PANEL_HEAD + self.HIGH + self.PANEL_FOOT
        self.panel += self.RATIO_GAP + self.RATIO_HIGH if self.ratio else 0
        self.rows = math.ceil(len(panels) / self.columns)
        self.height = self.head + self.rows * self.panel + self.FOOT_LINE * len(self.foot) + 0.24

    def axes(self, figure, left, top, high):
        return figure.add_axes(
            [left / self.width, 1 - (top + high) / self.height, self.wide / self.width, high / self.height]
        )

    def place(self, figure, index, with_ratio):
        """The axes of a panel: its figures', and its ratios' or None."""
        left = self.LEFT + index % self.columns * (self.wide + self.BETWEEN)
        top = self.head + index // self.columns * self.panel + self.PANEL_HEAD
        high = self.HIGH if with_ratio or not self.ratio else self.HIGH + self.RATIO_GAP + self.RATIO_HIGH
        upper = self.axes(figure, left, top, high)
        if not with_ratio:
            return upper, None
        return upper, self.axes(figure, left, top + high + self.RATIO_GAP, self.RATIO_HIGH)

    def text(self, figure, top, text, **look):
        figure.text(self.MARGIN / self.width, 1 - top / self.height, text, va="top", **look)

    def write(self, figure, title, entries):
        self.text(figure, 0.16, title, fontsize=13.5, fontweight="bold", color=INK)
        if entries:
            # A label that begins with an underscore would be left out.
            handles, labels = zip(*((handle, label if label[0] != "_" else " " + label) for handle, label in entries))
            corner = (self.MARGIN / self.width, 1 - (self.TITLE - 0.05) / self.height)
            figure.legend(handles, labels, loc="upper left", bbox_to_anchor=corner, ncol=self.legend_columns,
                          frameon=False, fontsize=9, borderpad=0, borderaxespad=0, handlelength=2.6,
                          columnspacing=1.8, labelspacing=0.42, labelcolor=INK)  # fmt: skip
        for index, line in enumerate(self.alarms):
            top = self.TITLE + self.LINE * (self.legend_rows + index)
            self.text(figure, top, line, fontsize=9, fontweight="bold", color=ALARM)
        for index, line in enumerate(self.foot):
            top = self.height - 0.12 - self.FOOT_LINE * (len(self.foot) - index)
            self.text(figure, top, line, fontsize=7.8, color=FAINT)


def draw(results, panels, title):
    from matplotlib.figure import Figure as Canvas

    styles = styles_of(results)
    entries = legend_entries(results, styles)
    page = Page(panels, entries, alarm_lines(results), results)
    figure = Canvas(figsize=(page.width, page.height), facecolor="white")
    for index, panel in enumerate(panels):
        upper, lower = page.place(figure, index, bool(panel.ratios))
        draw_figures(upper, panel, styles)
        panel.axis.apply(upper, labels=lower is None)
        if lower is not None:
            draw_ratios(lower, panel, styles, set().union(*(result.bases for result in results)))
            panel.axis.apply(lower, labels=True)
    page.write(figure, title, entries)
    return figure


def default_title(panels):
    names = [panel.pattern for panel in panels]
    listed = names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
    return listed.capitalize() + " by message size"


def picture(figure, kind, dpi):
    """The figure's bytes; the same ones each time, so no date is in them."""
    dates = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind, dpi=dpi, metadata=dates[kind], facecolor="white")
    return buffer.getvalue()


# ---- The program ---------------------------------------------------------------------------------------------------


def start_matplotlib():
    """Loads it for drawing into files, whatever the user's own settings; no display."""
    os.environ["MPLBACKEND"] = "Agg"
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", module="matplotlib")
    import matplotlib

    matplotlib.rcdefaults()
    matplotlib.use("Agg")
    # Names in files are no formulas. SVG keeps its text as text.
    matplotlib.rcParams.update({"text.parse_math": False, "svg.fonttype": "none", "svg.hashsalt": "gpuxfer"})


def dots(text):
    value = int(text)
    if not 20 <= value <= 600:
        raise argparse.ArgumentTypeError("give 20 to 600 dots an inch")
    return value


def options_of(arguments):
    parser = argparse.ArgumentParser(
        prog="plot.py",
        description="Draws gpuxfer's JSON results: a panel a pattern, a colour a mode, a line style a file.",
    )
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE.json", help="what gpuxfer --format json printed")
    add("-o", "--output", metavar="OUT", help="the picture, of the kind that its ending says: .png, .svg or .pdf; "
        "the default is the first file's name with .png, in the current directory")  # fmt: skip
    add("--title", help="the figure's title")
    add("--dpi", type=dots, default=150, help="dots an inch of a .png (default 150)")
    return parser.parse_args(arguments)


def output_of(options):
    output = pathlib.Path(options.output or pathlib.Path(options.files[0]).stem + ".png")
    if output.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise Unusable(f"{plain(output, 300)} ends in none of .png, .svg and .pdf")
    if output.resolve() in [pathlib.Path(path).resolve() for path in options.files]:
        raise Unusable(f"{plain(output, 300)} is one of the results, so it is not overwritten")
    return output


def run(options):
    names = names_of(options.files)
    results = [load(path, file, name) for file, (path, name) in enumerate(zip(options.files, names))]
    output = output_of(options)
    panels = panels_of(results)
    if not panels:
        raise Unusable(f"nothing to plot: no row of {plain(', '.join(options.files), 300)} holds a figure")
    start_matplotlib()
    figure = draw(results, panels, plain(options.title or default_title(panels), 120))
    image = picture(figure, output.suffix.lower()[1:], options.dpi)
    try:
        output.write_bytes(image)
    except OSError as error:
        raise Unusable(f"cannot write {plain(output, 300)}: {error.strerror}") from None


def main(arguments):
    try:
        run(options_of(arguments))
    except Unusable as unusable:
        print(f"plot.py: {unusable}", file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"plot.py: matplotlib is missing: install Debian's package python3-matplotlib ({error})", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
