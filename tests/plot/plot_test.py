#!/usr/bin/python3
"""Tests scripts/plot.py, on the example results and on made-up ones."""

import importlib.util
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLOT = ROOT / "scripts" / "plot.py"
TWO_MODES = ROOT / "docs" / "examples" / "h200-shared-direct-staged.json"
ONE_MODE = ROOT / "docs" / "examples" / "h200-shared-direct.json"
SIZES = [1 << power for power in range(10, 21)]

scratch = tempfile.TemporaryDirectory(prefix="plot_test.")
os.environ["MPLCONFIGDIR"] = scratch.name  # else it complains where HOME can't be written


def load_plot():
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("plot", PLOT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["plot"] = module
    spec.loader.exec_module(module)
    return module


plot = load_plot()


def row(pattern, mode, size, seconds, **changes):
    """A row with an interval of 2 % to each side."""
    latency = {"median": seconds, "mean": seconds, "ci95": [seconds * 0.98, seconds * 1.02]}
    rate = size / seconds
    made = {"pattern": pattern, "mode": mode, "from": 0, "to": 1, "bytes": size, "flags": [], "verified": True}
    made |= {"mismatch": None, "skipped": None, "latency_seconds": latency if pattern == "latency" else None}
    made |= {"bandwidth_bytes_per_second": {"median": rate, "ci95": [rate * 0.98, rate * 1.02]}}
    return made | changes


def without_figure(**changes):
    return {"latency_seconds": None, "bandwidth_bytes_per_second": None} | changes


def document(patterns=("latency",), modes=("direct",), sizes=SIZES, **top):
    """A complete result; a mode is 1.5 times as slow as the one before it."""
    rows, comparisons = [], []
    for pattern in patterns:
        for size in sizes:
            for index, mode in enumerate(modes):
                rows.append(row(pattern, mode, size, (10e-6 + size * 1e-11) * 1.5**index))
                if index:
                    ratio = {"ratio": 1.5**index, "ci95": [1.5**index * 0.99, 1.5**index * 1.01]}
                    comparisons.append({"pattern": pattern, "mode": mode, "base": modes[0], "bytes": size} | ratio)
    ranks = [{"rank": number, "host": "node7", "active": True, "gpu": None} for number in (0, 1)]
    environment = {"gpuxfer": "0.1.0", "mpi": {"library": "MPICH 4.0.2", "cuda_aware": "no"}, "ranks": ranks}
    environment |= {"cuda": None, "started": "2026-12-01T10:20:30Z"}
    options = {"pattern": list(patterns), "mode": list(modes), "sizes": list(sizes), "memory": ["host", "host"]}
    made = {"schema": "gpuxfer/1", "complete": True, "end": "done", "environment": environment, "options": options}
    return made | {"rows": rows, "comparisons": comparisons, "fits": [], "ceilings": None} | top


def change(made, mode, size, **changes):
    for each in made["rows"]:
        if (each["mode"], each["bytes"]) == (mode, size):
            each.update(changes)
    return made


def texts(svg):
    """All text of an SVG, a string an element."""
    return ["".join(element.itertext()) for element in ElementTree.parse(svg).iter("{http://www.w3.org/2000/svg}text")]


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=scratch.name)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path


class Program(Case):
    """The program as users run it."""

    def run_plot(self, *arguments, python=(), **environment):
        command = ["/usr/bin/python3", *python, PLOT, *arguments]
        return subprocess.run(command, cwd=self.folder, env=os.environ | environment, capture_output=True, text=True)

    def draws(self, *arguments, **environment):
        done = self.run_plot(*arguments, **environment)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def refuses(self, code, line, *arguments, **how):
        done = self.run_plot(*arguments, **how)
        self.assertRegex(done.stderr, r"\A" + line + r"\n\Z")
        self.assertEqual((done.returncode, done.stdout), (code, ""))
        self.assertEqual([], [path.name for path in self.folder.rglob("*") if path.suffix in (".png", ".svg", ".pdf")])

    def svg(self, *arguments):
        self.draws(*arguments, "-o", "out.svg")
        return texts(self.folder / "out.svg")

    def png_size(self, name):
        content = (self.folder / name).read_bytes()
        self.assertEqual(content[:8], b"\x89PNG\r\n\x1a\n")
        self.assertIn(b"IEND", content[-12:])
        return struct.unpack(">II", content[16:24])

    def test_default_name_is_the_first_files_in_this_folder(self):
        self.draws(TWO_MODES)
        width, height = self.png_size("h200-shared-direct-staged.png")
        self.assertGreater(width, height)
        self.assertLess((self.folder / "h200-shared-direct-staged.png").stat().st_size, 200_000)

    def test_dpi_scales_a_png(self):
        made = self.write("made.json", document())
        self.draws(made, "--dpi", "50", "-o", "small.png")
        self.draws(made, "--dpi", "100", "-o", "large.PNG")
        small, large = self.png_size("small.png"), self.png_size("large.PNG")
        self.assertAlmostEqual(large[0] / small[0], 2, delta=0.02)

    def test_pdf(self):
        self.draws(ONE_MODE, "-o", "out.pdf")
        content = (self.folder / "out.pdf").read_bytes()
        self.assertTrue(content.startswith(b"%PDF-") and content.rstrip().endswith(b"%%EOF"))

    def test_the_same_result_gives_the_same_bytes(self):
        for name in ("a.svg", "b.svg"):
            self.draws(TWO_MODES, "-o", name)
        self.assertEqual((self.folder / "a.svg").read_bytes(), (self.folder / "b.svg").read_bytes())

    def test_example_says_what_was_measured(self):
        found = self.svg(TWO_MODES)
        for text in ("Latency, us", "Bandwidth, GB/s", "Time ratio to direct", "direct", "staged", "95 % interval",
                     "in doubt: bimodal, unsettled", "1 KiB", "1 MiB", "1 GiB"):  # fmt: skip
            self.assertIn(text, found)
        foot = "\n".join(found)
        for text in ("Ranks 0 ↔ 1 of 2 on vm", "1 × NVIDIA H200, shared through MPS", "device memory",
                     "MPICH 4.0.2, CUDA-aware", "2026-12-01 23:44:14 UTC"):  # fmt: skip
            self.assertIn(text, foot)
        self.assertNotIn("artial", "".join(found))

    def test_one_mode_needs_no_name_in_the_legend_and_no_ratio(self):
        found = self.svg(ONE_MODE)
        self.assertNotIn("direct", found)
        self.assertIn("mode direct", "\n".join(found))
        self.assertNotIn("ratio", "".join(found))

    def test_files_that_share_their_mode_are_told_apart_by_file_alone(self):
        paths = [self.write(f"{folder}/run.json", document()) for folder in ("monday", "friday")]
        found = self.svg(*paths)
        self.assertIn("monday/run", found)
        self.assertIn("friday/run", found)
        self.assertNotIn("direct", " ".join(found).replace("mode direct", ""))

    def test_files_and_modes_that_differ_are_both_named(self):
        found = self.svg(TWO_MODES, ONE_MODE)
        for text in ("h200-shared-direct-staged, staged", "h200-shared-direct, direct"):
            self.assertIn(text, found)
        self.assertIn("stroke-dasharray", (self.folder / "out.svg").read_text())
        self.assertIn("h200-shared-direct: 2026-12-01 23:46:10 UTC", found)

    def test_one_file_has_no_dashes(self):
        self.svg(TWO_MODES)
        self.assertNotIn("stroke-dasharray", (self.folder / "out.svg").read_text())

    def test_title_and_names_are_no_formulas(self):
        path = self.write("_$x_{.json", document(modes=("$\\frac{", "_b")))
        found = self.svg(path, "--title", "50 $ a GPU $^$")
        self.assertIn("50 $ a GPU $^$", found)
        self.assertIn("$\\frac{", found)
        self.assertIn("_b", [text.strip() for text in found])

    def test_interrupted_run_says_that_it_is_partial(self):
        made = document(complete=False, end="interrupted by SIGINT")
        del made["rows"][5:]
        found = self.svg(self.write("made.json", made))
        self.assertIn("Partial: the run ended early (interrupted by SIGINT); 5 of 11 rows are here", found)

    def test_truncated_rows_are_partial_whatever_the_file_says(self):
        made = document(patterns=("latency", "bandwidth"))
        del made["rows"][-3:]
        found = self.svg(self.write("made.json", made))
        self.assertIn("Partial: rows are missing; 19 of 22 rows are here", found)

    def test_file_without_rows_is_partial_beside_another(self):
        made = document()
        del made["rows"]
        found = self.svg(ONE_MODE, self.write("bare.json", made))
        self.assertIn("bare: partial: rows are missing; 0 of 11 rows are here", found)

    def test_wrong_data_is_marked_and_told(self):
        made = change(document(), "direct", 4096, **without_figure(verified=False, mismatch={"offset": 3}))
        found = self.svg(self.write("made.json", made))
        self.assertIn("Wrong data arrived: latency direct 4 KiB gave no figure", found)
        self.assertIn("wrong data", found)

    def test_nothing_but_wrong_data_is_a_figure_too(self):
        made = document(sizes=[1024])
        made["rows"][0].update(without_figure(verified=False, mismatch={"offset": 3}))
        self.assertIn("no figure: wrong data arrived", self.svg(self.write("made.json", made)))

    def test_skipped_row_gives_its_reason(self):
        made = change(document(), "direct", 8192, **without_figure(skipped="no room\nfor it"))
        found = self.svg(self.write("made.json", made))
        self.assertIn("skipped: latency direct 8 KiB (no room?for it)", " ".join(found))

    def test_unverified_run_says_so(self):
        made = document()
        made["options"]["no-verify"] = True
        self.assertIn("data NOT verified", " ".join(self.svg(self.write("made.json", made))))

    def test_user_settings_and_a_display_do_not_matter(self):
        self.write("matplotlibrc", "figure.facecolor: red\ntext.usetex: True\n")
        self.draws(ONE_MODE, "-o", "a.svg", MPLBACKEND="no such one", DISPLAY=":99")
        (self.folder / "matplotlibrc").unlink()
        self.draws(ONE_MODE, "-o", "b.svg")
        self.assertEqual((self.folder / "a.svg").read_bytes(), (self.folder / "b.svg").read_bytes())

    def test_foreign_and_broken_files(self):
        no_result = " is not a gpuxfer result: "
        good = json.dumps(document())
        for content, reason in [
            ('{"fps": 60}', 'it has no "schema": "gpuxfer/1"'),
            ("[1, 2]", 'it has no "schema": "gpuxfer/1"'),
            ('{"schema": "gpuxfer/2"}', "its schema is 'gpuxfer/2', not gpuxfer/1"),
            ("", "no JSON: Expecting value.*"),
            (good[: len(good) // 2], "no JSON: .*"),
            ("[" * 100_000, "no JSON: .*recursion.*"),
            (b"\xff\xfe\x00\x01\xd8", "no JSON: .*"),
            ('{"schema": "gpuxfer/1", "rows": [NaN]}', "no JSON: NaN is no JSON"),
            ('{"schema": "gpuxfer/1", "rows": {}}', "its rows are no list"),
            ('{"schema": "gpuxfer/1", "rows": [7]}', "row 1: no pattern or no mode"),
            (document(rows=[row("latency", "direct", -1, 1e-5)]), "row 1: no size in bytes"),
            (document(rows=[row("latency", "direct", 8, 1e-5, flags=7)]), "row 1: flags are no list"),
            (document(rows=[row("latency", "direct", 8, 1e-5, latency_seconds={"median": "5"})]),
             "row 1: '5' is no measured figure"),
            (document(rows=[row("latency", "direct", 8, 1e-5, latency_seconds={"median": 5, "ci95": [1]})]),
             "row 1: an interval has two ends"),
            (good.replace("1.0523e-05", "1e999").replace('"median": 1.', '"median": 1e999, "m": 1.', 1),
             "row 1: inf is no measured figure"),
            (document(comparisons=[{"pattern": "latency", "mode": "a"}]),
             "comparison 1: no pattern or no mode or no base"),
            (document(patterns=map(str, range(13))), "too many patterns or modes"),
        ]:  # fmt: skip
            with self.subTest(reason=reason):
                path = self.write("x.json", content)
                self.refuses(2, "plot.py: .*/x.json" + no_result + reason, path)

    def test_one_broken_file_among_several(self):
        path = self.write("x.json", "nonsense")
        self.refuses(2, "plot.py: .*x.json is not a gpuxfer result: no JSON: .*", TWO_MODES, path)

    def test_files_that_cannot_be_read(self):
        self.refuses(2, r"plot.py: cannot read none\.json: No such file or directory", "none.json")
        self.refuses(2, r"plot.py: cannot read \.: Is a directory", ".")

    def test_nothing_to_plot(self):
        skipped = without_figure(skipped="no GPU")
        for content in (document(rows=[]), document(rows=[row("latency", "ipc", 8, 1e-5, **skipped)])):
            path = self.write("x.json", content)
            self.refuses(2, "plot.py: nothing to plot: no row of .*x.json holds a figure", path)

    def test_outputs_that_cannot_be(self):
        self.refuses(2, r"plot.py: out\.gif ends in none of \.png, \.svg and \.pdf", ONE_MODE, "-o", "out.gif")
        line = r"plot.py: cannot write none/out\.png: No such file or directory"
        self.refuses(2, line, ONE_MODE, "-o", "none/out.png")

    def test_a_result_is_never_overwritten(self):
        path = self.write("x.png", document())
        before = path.read_bytes()
        done = self.run_plot("x.png")
        self.assertEqual((done.returncode, path.read_bytes()), (2, before))
        self.assertEqual(done.stderr, "plot.py: x.png is one of the results, so it is not overwritten\n")

    def test_usage(self):
        for arguments in ((), (ONE_MODE, "--dpi", "5"), (ONE_MODE, "--dpi", "many"), (ONE_MODE, "--colour")):
            done = self.run_plot(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn("usage: plot.py", done.stderr)

    def test_without_matplotlib(self):
        # -S leaves Debian's packages out of the path.
        line = r"plot.py: matplotlib is missing: install Debian's package python3-matplotlib \(No module .*\)"
        self.refuses(3, line, ONE_MODE, python=["-S"])
        done = self.run_plot("--help", python=["-S"])
        self.assertEqual((done.returncode, done.stdout[:14]), (0, "usage: plot.py"))


class Drawing(Case):
    """What is in the figure, seen from inside."""

    def results(self, *documents):
        return [plot.load(self.write(f"{i}.json", made), i, str(i)) for i, made in enumerate(documents)]

    def draw(self, *documents):
        plot.start_matplotlib()
        results = self.results(*documents)
        self.panels = plot.panels_of(results)
        self.figure = plot.draw(results, self.panels, "A title")
        return self.figure.axes

    def runs(self, made):
        return [[point.bytes for point in run] for run in plot.runs_of(self.results(made)[0].curves[0])]

    def test_a_line_breaks_where_a_row_is_skipped_wrong_in_doubt_or_missing(self):
        left, right = SIZES[:4], SIZES[5:]
        self.assertEqual(self.runs(document()), [SIZES])
        for changes in (
            without_figure(skipped="no room"),
            without_figure(verified=False, mismatch={}),
            {"verified": False},  # a figure beside wrong data is none
            {"flags": ["bimodal"]},
            {"flags": ["capped", "something new"]},
        ):
            with self.subTest(changes=changes):
                self.assertEqual(self.runs(change(document(), "direct", SIZES[4], **changes)), [left, right])
        missing = document()
        del missing["rows"][4]
        self.assertEqual(self.runs(missing), [left, right])

    def test_flags_that_leave_the_figure_sound_break_nothing(self):
        harmless = ["capped", "window", "outliers"]
        self.assertEqual(self.runs(change(document(), "direct", SIZES[4], flags=harmless)), [SIZES])

    def test_an_empty_message_stands_apart_on_the_left(self):
        made = document(sizes=[0, 1, 2, 4])
        self.assertEqual(self.runs(made), [[0], [1, 2, 4]])
        axes = self.draw(made)[0]
        self.assertEqual([label.get_text() for label in axes.get_xticklabels()], ["0 B", "1 B", "2 B", "4 B"])
        self.assertLess(axes.get_xlim()[0], axes.get_xticks()[0])
        self.assertLess(axes.get_xticks()[0], 1)

    def test_latency_is_in_us_and_bandwidth_in_gigabytes(self):
        made = document(patterns=("latency", "bandwidth"))
        made["rows"][0]["latency_seconds"] = {"median": 3e-6, "ci95": [2e-6, 5e-6]}
        made["rows"][len(SIZES)]["bandwidth_bytes_per_second"] = {"median": 4e9, "ci95": [3e9, 5e9]}
        latency, bandwidth = (curve.points[0].figure for curve in self.results(made)[0].curves)
        for got, wanted in zip((latency.middle, latency.low, latency.high), (3, 2, 5)):
            self.assertAlmostEqual(got, wanted)
        for got, wanted in zip((bandwidth.middle, bandwidth.low, bandwidth.high), (4, 3, 5)):
            self.assertAlmostEqual(got, wanted)

    def test_bandwidth_is_logarithmic_only_over_a_hundredfold_range(self):
        wide, narrow = document(patterns=("bandwidth",)), document(patterns=("bandwidth",), sizes=SIZES[-4:])
        self.assertEqual(self.draw(wide)[0].get_yscale(), "log")
        axes = self.draw(narrow)[0]
        self.assertEqual((axes.get_yscale(), axes.get_ylim()[0]), ("linear", 0))

    def test_latency_is_logarithmic_over_powers_of_two(self):
        axes = self.draw(document(patterns=("latency",)))[0]
        self.assertEqual((axes.get_yscale(), axes.get_xscale()), ("log", "log"))
        self.assertEqual([label.get_text() for label in axes.get_xticklabels()][0], "1 KiB")
        self.assertGreaterEqual(len(axes.get_yticks()), 3)

    def test_a_mode_has_one_colour_in_all_panels_and_files(self):
        made = document(patterns=("latency", "bandwidth"), modes=("direct", "staged", "new"))
        for axes in self.draw(made, made):
            colours = [line.get_color() for line in axes.lines if len(line.get_xdata()) == len(SIZES)]
            modes = ["#0072B2", "#D55E00", plot.SPARE_COLOURS[0]]
            ratios = "ratio" in axes.get_title(loc="left")
            self.assertEqual(colours, (modes[1:] if ratios else modes) * 2)

    def test_ratio_panel_has_a_line_at_one_and_shows_the_interval(self):
        made = document(modes=("direct", "staged"))
        figures, ratios = self.draw(made)
        self.assertEqual(figures.get_xlim(), ratios.get_xlim())
        self.assertEqual((ratios.get_yscale(), list(ratios.lines[0].get_ydata())), ("log", [1, 1]))
        self.assertEqual(set(ratios.lines[1].get_ydata()), {1.5})
        low, high = ratios.get_ylim()
        self.assertTrue(low < 1 and high > 1.5 * 1.01)
        band = ratios.collections[0].get_paths()[0].vertices[:, 1]
        self.assertAlmostEqual(band.min(), 1.5 * 0.99)
        self.assertAlmostEqual(band.max(), 1.5 * 1.01)

    def test_no_comparisons_no_ratio_panel(self):
        self.assertEqual(len(self.draw(document(modes=("direct", "staged"), comparisons=[]))), 1)

    def test_a_ratio_is_in_doubt_where_a_row_is(self):
        made = change(document(modes=("direct", "staged")), "direct", SIZES[2], flags=["unsettled"])
        ratios = self.results(made)[0].ratios[0]
        self.assertEqual([point.bytes for point in ratios.points if point.doubts], [SIZES[2]])

    def test_pairs_are_a_line_each(self):
        made = document(patterns=("pairs",))
        made["rows"] += [each | {"from": 2, "to": 3} for each in made["rows"]]
        axes = self.draw(made)[0]
        self.assertIn("2 lines a mode, one a pair", axes.get_title(loc="right"))
        self.assertEqual([len(line.get_xdata()) for line in axes.lines if len(line.get_xdata())], [len(SIZES)] * 2)

    def test_a_hopeless_interval_does_not_squeeze_the_others(self):
        interval = {"median": 1e-5, "ci95": [0, 1]}
        axes = self.draw(change(document(), "direct", SIZES[0], latency_seconds=interval))[0]
        self.assertGreater(axes.get_ylim()[0], 0.1)
        self.assertLess(axes.get_ylim()[1], 1000)

    def test_nothing_overlaps_or_leaves_the_figure(self):
        patterns, modes = ("latency", "bandwidth", "bidirectional", "pairs"), ("direct", "staged", "pipelined", "ipc")
        long = document(patterns=patterns, modes=modes, complete=False, end="a reason " * 40)
        long["environment"]["mpi"]["library"] = "An MPI library with a name that goes on and on " * 4
        for documents in ([json.loads(TWO_MODES.read_text())], [document()], [long, document(), long]):
            self.draw(*documents)
            plot.picture(self.figure, "png", 72)
            renderer = self.figure._get_renderer()
            boxes = [axes.get_tightbbox(renderer) for axes in self.figure.axes]
            boxes += [text.get_window_extent(renderer) for text in self.figure.texts]
            boxes += [legend.get_window_extent(renderer) for legend in self.figure.legends]
            whole = self.figure.bbox
            for index, box in enumerate(boxes):
                self.assertTrue(box.x0 >= 0 and box.y0 >= 0 and box.x1 <= whole.x1 and box.y1 <= whole.y1, box)
                for other in boxes[:index]:
                    self.assertFalse(box.overlaps(other), (box, other))


class Parts(unittest.TestCase):
    def test_sizes(self):
        for size, text in [(0, "0 B"), (1, "1 B"), (1000, "1000 B"), (1024, "1 KiB"), (1536, "1.5 KiB"),
                           (1 << 20, "1 MiB"), (1 << 30, "1 GiB"), (1 << 40, "1 TiB")]:  # fmt: skip
            self.assertEqual(plot.size_text(size), text)

    def test_figures(self):
        for value, text in [(0, "0"), (1, "1"), (0.001, "0.001"), (1e-5, "0.00001"), (1e5, "100\N{THIN SPACE}000")]:
            self.assertEqual(plot.figure_text(value), text)

    def test_names_are_as_short_as_they_can_be_told_apart(self):
        for paths, names in [
            (["a/b/x.json"], ["x"]),
            (["a/x.json", "b/x.json"], ["a/x", "b/x"]),
            (["x.json", "b/x.json"], ["x", "b/x"]),
            (["x.json", "x.json"], ["x", "x (2)"]),
            (["a/x.json", "a/y.json"], ["x", "y"]),
        ]:
            self.assertEqual(plot.names_of(paths), names)

    def test_ticks_are_few_and_within(self):
        for low, high in [(0.97, 1.04), (1, 1.9), (15, 60), (3, 250), (0.1, 2000), (1e-6, 1e9)]:
            ticks = plot.log_ticks(low, high)
            self.assertTrue(3 <= len(ticks) <= 10, (low, high, ticks))
            self.assertTrue(low <= ticks[0] and ticks[-1] <= high)

    def test_size_ticks_are_powers_of_two(self):
        for low, high in [(1, 4 << 20), (1 << 10, 1 << 30), (8, 16), (1, 1 << 40)]:
            labelled, others = plot.SizeAxis({low, high}).ticks()
            self.assertTrue(1 <= len(labelled) <= 7, labelled)
            self.assertTrue(all(tick & (tick - 1) == 0 for tick in labelled + others))
        self.assertEqual(plot.SizeAxis({1 << 10, 1 << 30}).ticks()[0], [1 << p for p in (10, 15, 20, 25, 30)])
        self.assertEqual(plot.SizeAxis({1000}).ticks()[0], [1000])

    def test_gpus(self):
        def rank(uuid, mps=False):
            return {"gpu": {"uuid": uuid, "name": "H200", "mps": mps}}

        self.assertEqual(plot.gpus_text([rank("a"), rank("b")]), "2 × H200")
        self.assertEqual(plot.gpus_text([rank("a"), rank("a")]), "1 × H200, shared by turns")
        self.assertEqual(plot.gpus_text([rank("a", True), rank("a", True)]), "1 × H200, shared through MPS")
        self.assertEqual(plot.gpus_text([{"gpu": None}]), "no GPU")


if __name__ == "__main__":
    unittest.main()
