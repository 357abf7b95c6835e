"""Every export is read by the tool that it is for, or compared with a schema of what that tool reads."""

import base64
import csv
import io
import json
import math
import os
import pathlib
import stat
import subprocess
import sys
import zlib

import pytest
import xmlschema
from export_schemas import BENCHER, GITHUB_BENCHMARK, GOOGLE_BENCHMARK, JMH
from hdrh.histogram import HdrHistogram
from hdrh.iterators import PercentileIterator
from hdrh.log import HistogramLogReader
from jsonschema import Draft202012Validator
from prometheus_client.openmetrics.parser import text_string_to_metric_families

FORMATS = [
    "json",
    "hlog",
    "hgrm",
    "google-benchmark",
    "github-benchmark",
    "github-benchmark-bigger",
    "bencher",
    "junit",
    "github-summary",
    "otava-csv",
    "jmh",
    "openmetrics",
]
COMPARE = pathlib.Path("/usr/share/benchmark/compare.py")  # Debian's libbenchmark-tools.
HOUR = 3_600_000_000_000
CI_VARIABLES = [
    "GITHUB_SHA",
    "CI_COMMIT_SHA",
    "GIT_COMMIT",
    "GITHUB_STEP_SUMMARY",
    "SOURCE_DATE_EPOCH",
]


@pytest.fixture(scope="module")
def session(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("exports") / "walk.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 5, "-o", path)
    return path


def bench(kymo, folder, session, *arguments, **variables):
    """Runs a benchmark in a folder, with none of the variables that CI servers set but these."""
    environment = {key: value for key, value in os.environ.items() if key not in CI_VARIABLES}
    return kymo.attempt(
        "bench", session, "-q", *arguments, cwd=folder, env={**environment, **variables}
    )


class Exports:
    """What one run left behind."""

    def __init__(self, folder, done):
        self.folder = folder
        self.done = done
        self.valid = done.returncode == 0

    def text(self, name):
        return (self.folder / name).read_text()

    def json(self, name):
        return json.loads(self.text(name))


@pytest.fixture(scope="module", params=["modest", "hopeless"])
def exports(request, kymo, session, tmp_path_factory):
    """All formats at once, of a run that should be valid and of one that cannot be."""
    folder = tmp_path_factory.mktemp(request.param)
    load = {
        "modest": ["--rate", 3000, "--duration", 1],
        "hopeless": ["--rate", 2e7, "--duration", 0.1],
    }[request.param]
    options = [word for name in FORMATS for word in ("--export", name)]
    # Whether a run is valid is for the machine to say; a busy one gets a few chances.
    for _ in range(5 if request.param == "modest" else 1):
        for path in folder.iterdir():
            path.unlink()
        done = bench(
            kymo, folder, session, *load, *options, GITHUB_SHA="abc", SOURCE_DATE_EPOCH="1441812279"
        )
        assert done.returncode in (0, 3)
        if done.returncode == 0:
            break
    if request.param == "hopeless":
        assert done.returncode == 3
    return Exports(folder, done)


def test_every_file_is_there_and_nothing_else(exports):
    names = {path.name for path in exports.folder.iterdir()}
    assert names == {
        "bench.json",
        "bench.hlog",
        "bench.hgrm",
        "bench.google-benchmark.json",
        "bench.github-benchmark.json",
        "bench.github-benchmark-bigger.json",
        "bench.bencher.json",
        "bench.junit.xml",
        "bench.github-summary.md",
        "bench.otava.csv",
        "bench.jmh.json",
        "bench.openmetrics.txt",
    }


# HdrHistogram


def decoded(text):
    histogram = HdrHistogram.decode(text)
    assert histogram.lowest_trackable_value == 1 and histogram.highest_trackable_value == HOUR
    return histogram


def check_times(histogram, times, count):
    assert histogram.get_total_count() == count
    for name, percentile in [("p50", 50), ("p90", 90), ("p99", 99), ("p999", 99.9)]:
        if times.get(name) is not None:
            assert histogram.get_value_at_percentile(percentile) == times[name]
    if times.get("max") is not None:
        assert histogram.get_max_value() == times["max"]


def test_the_histograms_of_the_json(exports):
    report = exports.json("bench.json")
    assert report["schema"] == "kymograph.bench/1" and report["valid"] == exports.valid
    assert {command["name"] for command in report["commands"]} == {"accel", "sendloc"}
    for command in report["commands"]:
        response, service = (
            decoded(command[key]) for key in ("responseHistogram", "serviceHistogram")
        )
        check_times(response, command["responseNanoseconds"], command["count"])
        check_times(service, command["serviceNanoseconds"], command["count"])


def test_v2_has_no_byte_too_many(exports):
    for command in exports.json("bench.json")["commands"]:
        data = base64.b64decode(command["responseHistogram"], validate=True)
        assert data[:4] == b"\x1c\x84\x93\x14"
        assert int.from_bytes(data[4:8], "big") == len(data) - 8
        stream = zlib.decompressobj()
        inner = stream.decompress(data[8:])
        assert stream.eof and not stream.unused_data
        assert inner[:4] == b"\x1c\x84\x93\x13"
        assert int.from_bytes(inner[4:8], "big") == len(inner) - 40


def test_hlog(exports):
    total = HdrHistogram(1, HOUR, 3)
    reader = HistogramLogReader(str(exports.folder / "bench.hlog"), total)
    found = {}
    while (histogram := reader.get_next_interval_histogram()) is not None:
        found[histogram.get_tag()] = histogram
        assert 1_441_812_279_000 <= histogram.get_start_time_stamp()
        assert histogram.get_start_time_stamp() <= histogram.get_end_time_stamp()
    assert reader.get_start_time_sec() == 1_441_812_279
    commands = exports.json("bench.json")["commands"]
    assert set(found) == {command["name"] for command in commands}
    for command in commands:
        check_times(found[command["name"]], command["responseNanoseconds"], command["count"])
        same = decoded(command["responseHistogram"])
        assert list(same.counts) == list(found[command["name"]].counts)
    text = exports.text("bench.hlog")
    assert "#[Histogram log format version 1.3]" in text
    assert ("#[INVALID: " in text) != exports.valid
    # The C library wants short comments, and none after the first interval.
    lines = text.splitlines()
    heads = [line for line in lines if line.startswith("#")]
    assert lines[: len(heads)] == heads and all(len(line) < 128 for line in heads)


def next_level(iterator):
    """The rows of Java, C and JavaScript; the Python port forgets the floor."""
    iterator.percentile_to_iterate_from = level = iterator.percentile_to_iterate_to
    if level < 100:
        halvings = math.floor(math.log2(100 / (100 - level))) + 1
        ticks = iterator.percentile_ticks_per_half_distance * 2**halvings
        iterator.percentile_to_iterate_to += 100 / ticks


def test_hgrm(exports, monkeypatch):
    monkeypatch.setattr(PercentileIterator, "increment_iteration_level", next_level)
    total = HdrHistogram(1, HOUR, 3)
    for command in exports.json("bench.json")["commands"]:
        total.add(decoded(command["responseHistogram"]))
    expected = io.BytesIO()
    total.output_percentile_distribution(expected, 1)
    rows = expected.getvalue().decode().split("#[")[0]
    text = exports.text("bench.hgrm")
    assert text.startswith(rows)
    # The Python library writes the count as a fraction; Java and C do not.
    foot = text[len(rows) :].splitlines()
    mean, deviation = total.get_mean_value(), total.get_stddev()
    assert foot[0] == f"#[Mean    = {mean:12.3f}, StdDeviation   = {deviation:12.3f}]"
    maximum, count = total.get_max_value(), total.get_total_count()
    assert foot[1] == f"#[Max     = {maximum:12.3f}, Total count    = {count:12d}]"
    assert foot[2] == f"#[Buckets = {32:12d}, SubBuckets     = {2048:12d}]"
    assert foot[3:] == [] if exports.valid else foot[3].startswith("#[INVALID: ")


# Schemas


@pytest.mark.parametrize(
    "name, schema",
    [
        ("google-benchmark", GOOGLE_BENCHMARK),
        ("github-benchmark", GITHUB_BENCHMARK),
        ("github-benchmark-bigger", GITHUB_BENCHMARK),
        ("bencher", BENCHER),
        ("jmh", JMH),
    ],
)
def test_json_schemas(exports, name, schema):
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(exports.json(f"bench.{name}.json"))


def response(exports):
    return {
        command["name"]: command["responseNanoseconds"]
        for command in exports.json("bench.json")["commands"]
    }


def test_google_benchmark(exports):
    report = exports.json("bench.google-benchmark.json")
    rows = report["benchmarks"]
    names = [row["name"] for row in rows]
    assert len(set(names)) == len(names) and names == [row["run_name"] for row in rows]
    found = {row["name"]: row["real_time"] for row in rows}
    assert found["accel/response/p50"] == response(exports)["accel"]["p50"]
    assert all(row["cpu_time"] == row["real_time"] for row in rows)
    assert all(("error_occurred" in row) != exports.valid for row in rows)
    assert report["context"]["date"] == "2015-09-09T15:24:39Z"


@pytest.mark.skipif(not COMPARE.exists(), reason="compare.py is not installed")
def test_google_benchmark_compares_it(exports, tmp_path):
    """Two runs with the same names, the second one 1.5 times as slow."""
    report = exports.json("bench.google-benchmark.json")
    for row in report["benchmarks"]:
        row["real_time"] *= 1.5
    (tmp_path / "slow.json").write_text(json.dumps(report))
    first = exports.folder / "bench.google-benchmark.json"
    options = ["--no-color", "-d", "out.json", "benchmarks", first, "slow.json"]
    done = subprocess.run(
        [sys.executable, COMPARE, *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    compared = json.loads((tmp_path / "out.json").read_text())
    assert {row["name"] for row in compared} >= {row["name"] for row in report["benchmarks"]}
    assert "+0.5000" in done.stdout


def test_github_benchmark(exports):
    entries = exports.json("bench.github-benchmark.json")
    found = {entry["name"]: entry for entry in entries}
    assert len(found) == len(entries)
    entry = found["accel response p50"]
    assert entry["value"] == response(exports)["accel"]["p50"] and entry["unit"] == "ns"
    low, high = map(int, entry["range"].split(" to "))
    assert low <= entry["value"] <= high
    (rate,) = exports.json("bench.github-benchmark-bigger.json")
    assert rate["value"] == exports.json("bench.json")["achievedRate"]
    assert all(entry["extra"].startswith("INVALID: ") != exports.valid for entry in entries + [rate])


def test_bencher(exports):
    report = exports.json("bench.bencher.json")
    suffix = "" if exports.valid else "-bencher-ignore"
    assert all(name.endswith(suffix) for name in report)
    metric = report["accel" + suffix]["response-p50"]
    assert metric["value"] == response(exports)["accel"]["p50"]
    assert metric["lower_value"] <= metric["value"] <= metric["upper_value"]
    rate = exports.json("bench.json")["achievedRate"]
    assert report["(run)" + suffix] == {"throughput": {"value": rate}}


def test_junit(exports):
    schema = xmlschema.XMLSchema(pathlib.Path(__file__).with_name("junit.xsd"))
    schema.validate(exports.folder / "bench.junit.xml")
    (suite,) = schema.to_dict(exports.folder / "bench.junit.xml")["testsuite"]
    cases = suite["testcase"]
    failed = [case for case in cases if "failure" in case]
    assert suite["@tests"] == len(cases) and suite["@failures"] == len(failed)
    assert bool(failed) != exports.valid
    assert all(case["failure"]["$"].startswith("INVALID: ") for case in failed)
    names = [case["@name"] for case in cases if case["@classname"] == "kymo.bench.command"]
    assert names == list(response(exports))


def test_jmh(exports):
    found = {entry["benchmark"]: entry for entry in exports.json("bench.jmh.json")}
    assert set(found) == {f"kymo.bench.{name}" for name in response(exports)}
    for entry in found.values():
        assert (entry["params"].get("invalid") == "true") != exports.valid
    metric = found["kymo.bench.accel"]["primaryMetric"]
    ((pairs,),) = metric["rawDataHistogram"]
    counts = {
        command["name"]: command["count"] for command in exports.json("bench.json")["commands"]
    }
    assert sum(count for _, count in pairs) == counts["accel"]
    assert [value for value, _ in pairs] == sorted(value for value, _ in pairs)
    assert metric["scorePercentiles"]["100.0"] == pairs[-1][0]


def test_openmetrics(exports):
    families = {
        family.name: family
        for family in text_string_to_metric_families(exports.text("bench.openmetrics.txt"))
    }
    assert families["kymo_bench"].type == "info"
    assert families["kymo_bench_response_seconds"].type == "summary"
    assert families["kymo_bench_valid"].samples[0].value == (1 if exports.valid else 0)
    for sample in families["kymo_bench_response_seconds"].samples:
        times = response(exports)[sample.labels["command"]]
        if sample.labels.get("quantile") == "0.5":
            assert sample.value == pytest.approx(times["p50"] / 1e9)


def test_github_summary(exports):
    text = exports.text("bench.github-summary.md")
    assert text.startswith("### kymo bench: " + ("valid" if exports.valid else "INVALID"))
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert len({line.count("|") for line in table}) == 1
    assert [line.split("|")[1].strip() for line in table[2:]] == list(response(exports))


# Apache Otava


def test_otava(kymo, session, tmp_path):
    """Several runs make a history, which Otava reads and finds nothing wrong with."""
    for run in range(3):
        done = bench(
            kymo,
            tmp_path,
            session,
            *["--rate", 3000, "--duration", 0.5, "--export", "otava-csv=history.csv"],
            GITHUB_SHA=f"commit{run}",
            SOURCE_DATE_EPOCH=str(1_700_000_000 + 3600 * run),
        )
        assert done.returncode in (0, 3)
    with open(tmp_path / "history.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["commit"] for row in rows] == ["commit0", "commit1", "commit2"]
    assert all(None not in row and None not in row.values() for row in rows)
    assert all(row["valid"] in "01" for row in rows)
    config = """
tests:
  bench:
    type: csv
    file: history.csv
    time_column: time
    attributes: [commit, valid]
    metrics: [achieved_rate, accel.response_p50_ns]
"""
    (tmp_path / "otava.yaml").write_text(config)
    otava = pathlib.Path(sys.executable).with_name("otava")
    done = subprocess.run(
        [otava, "analyze", "bench", "--since", "2023-01-01"],
        cwd=tmp_path,
        env={**os.environ, "OTAVA_CONFIG": "otava.yaml"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    for row in rows:
        assert row["commit"] in done.stdout
    assert "2023-11-14 22:13:20 +0000" in done.stdout


def test_a_history_of_other_commands_is_left_alone(kymo, session, tmp_path):
    path = tmp_path / "history.csv"
    old = "time,commit,valid,offered_rate,achieved_rate,x.response_p50_ns\nyesterday,a,1,1,1,1\n"
    path.write_text(old)
    done = bench(kymo, tmp_path, session, *QUICK, "--export", "otava-csv=history.csv")
    assert done.returncode == 1
    assert "history.csv: it has other columns; the row is in history.csv.new" in done.stderr
    assert path.read_text() == old
    assert len((tmp_path / "history.csv.new").read_text().splitlines()) == 2


# The command line

QUICK = ["--rate", 1000, "--duration", 0.2]
LONG = ["--rate", 1000, "--duration", 600]


@pytest.mark.quick
def test_unknown_formats_are_usage_errors(kymo, session, tmp_path):
    done = bench(kymo, tmp_path, session, "--export", "jnuit=x")
    assert done.returncode == 64
    for name in FORMATS:
        assert name in done.stderr
    assert "did you mean 'junit'?" in done.stderr
    for bad in ["", "=x", "json="]:
        assert bench(kymo, tmp_path, session, "--export", bad).returncode == 64
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["json", "otava-csv"])
def test_what_cannot_be_written_is_said_before_the_run(kymo, session, tmp_path, name):
    (tmp_path / "folder").mkdir()
    for path in ["nowhere/out", "folder"]:
        # With ten minutes to measure this would not end in time.
        done = bench(kymo, tmp_path, session, *LONG, "--export", f"{name}={path}")
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert line.startswith(f"kymo bench: {path}: cannot be written: ")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_one_unwritable_file_of_several_leaves_nothing_behind(kymo, session, tmp_path):
    options = ["--export", "json=a", "--export", "otava-csv=b", "--export", "junit=nowhere/c"]
    assert bench(kymo, tmp_path, session, *LONG, *options).returncode == 1
    assert list(tmp_path.iterdir()) == []


def test_other_files_are_not_overwritten(kymo, session, tmp_path):
    (tmp_path / "notes").write_text("mine\n")
    done = bench(kymo, tmp_path, session, *LONG, "--export", "otava-csv=notes")
    assert done.returncode == 1 and "notes: it is not a history of benchmarks" in done.stderr
    before = session.read_bytes()
    done = bench(kymo, tmp_path, session, *LONG, "--export", f"json={session}")
    assert done.returncode == 64 and session.read_bytes() == before
    assert (tmp_path / "notes").read_text() == "mine\n"


def test_a_file_is_named_once(kymo, session, tmp_path):
    for pair in [("json=x", "hlog=x"), ("json=x", "hlog=./x"), ("json=-", "hlog=-")]:
        options = [word for value in pair for word in ("--export", value)]
        done = bench(kymo, tmp_path, session, *LONG, *options)
        assert done.returncode == 64 and "twice" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_standard_output_carries_the_export_alone(kymo, session, tmp_path):
    done = kymo.attempt("bench", session, *QUICK, "--export", "json=-", cwd=tmp_path, lines=60)
    assert json.loads(done.stdout)["schema"] == "kymograph.bench/1"
    assert "response time from when each event was due" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.quick
def test_the_export_is_the_report(kymo, session, tmp_path):
    done = bench(kymo, tmp_path, session, *QUICK, "--format", "json", "--export", "json=x.json")
    assert (tmp_path / "x.json").read_text() == done.stdout


def test_an_older_file_is_replaced_as_a_whole(kymo, session, tmp_path):
    path = tmp_path / "old.json"
    path.write_text("x" * 100_000)
    bench(kymo, tmp_path, session, *QUICK, "--export", "json=old.json")
    assert json.loads(path.read_text())["events"] == 200
    assert stat.S_IMODE(path.stat().st_mode) & 0o444


def test_the_summary_goes_where_github_wants_it(kymo, session, tmp_path):
    path = tmp_path / "summary"
    path.write_text("# Job\n")
    for _ in range(2):
        bench(
            kymo,
            tmp_path,
            session,
            *QUICK,
            *["--export", "github-summary"],
            GITHUB_STEP_SUMMARY=str(path),
        )
    text = path.read_text()
    assert text.startswith("# Job\n\n### kymo bench: ") and text.count("### kymo bench") == 2
    assert [entry.name for entry in tmp_path.iterdir()] == ["summary"]


def test_a_full_disk_is_named(kymo, session, tmp_path):
    done = bench(kymo, tmp_path, session, *QUICK, "--export", "json=/dev/full")
    assert done.returncode == 1
    assert "kymo bench: /dev/full: " in done.stderr
    assert "No space left on device" in done.stderr
