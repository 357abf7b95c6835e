"""Exports of `kymo bench --repetitions`: each is read by its tool, or compared with what that reads."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys

import pytest
import xmlschema
from export_schemas import BENCHER, GITHUB_BENCHMARK, GOOGLE_BENCHMARK, JMH
from hdrh.histogram import HdrHistogram
from hdrh.log import HistogramLogReader
from jsonschema import Draft202012Validator

COMPARE = pathlib.Path("/usr/share/benchmark/compare.py")  # Debian's libbenchmark-tools.
HOUR = 3_600_000_000_000
COUNT = 4
LOAD = ["--rate", 3000, "--duration", 0.6, "--deadline", "50us", "-q"]
FORMATS = [
    *["json", "hlog", "hgrm", "google-benchmark", "github-benchmark", "github-benchmark-bigger"],
    *["bencher", "junit", "github-summary", "otava-csv", "jmh", "openmetrics", "html"],
]


@pytest.fixture(scope="module")
def session(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("repetitions") / "walk.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 5, "-o", path)
    return path


class Exports:
    def __init__(self, folder, done):
        self.folder = folder
        self.done = done
        self.valid = done.returncode == 0

    def text(self, name):
        return (self.folder / name).read_text()

    def json(self, name):
        return json.loads(self.text(name))


@pytest.fixture(scope="module")
def exports(kymo, session, tmp_path_factory):
    """All formats at once; whether the runs are valid is for the machine to say."""
    folder = tmp_path_factory.mktemp("exports")
    options = [word for name in FORMATS for word in ("--export", name)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1441812279"}
    environment.pop("GITHUB_STEP_SUMMARY", None)
    done = kymo.attempt(
        "bench",
        session,
        *LOAD,
        *["--repetitions", COUNT, "--format", "json", *options],
        cwd=folder,
        env=environment,
        lines=30,
    )
    assert done.returncode in (0, 3)
    return Exports(folder, done)


def times(report, kind="responseNanoseconds", figure="p50"):
    return [
        command[kind][figure]
        for repetition in report["repetitions"]
        for command in repetition["commands"]
        if command["name"] == "accel"
    ]


def test_the_json_is_the_report(exports):
    report = json.loads(exports.done.stdout)
    assert exports.text("bench.json") == exports.done.stdout
    assert report["schema"] == "kymograph.repetitions/1" and report["valid"] == exports.valid
    assert report["wanted"] == len(report["repetitions"]) == COUNT
    (command,) = [each for each in report["commands"] if each["name"] == "accel"]
    histogram = HdrHistogram.decode(command["responseHistogram"])
    assert histogram.get_total_count() == command["count"]
    assert histogram.get_value_at_percentile(50) == command["responseNanoseconds"]["p50"]
    each = times(report)
    assert command["p50Nanoseconds"] == {
        "min": min(each),
        "median": sorted(each)[(COUNT - 1) // 2],
        "max": max(each),
    }
    # Neither is an average of the others, and counts are sums.
    assert min(each) <= command["responseNanoseconds"]["p50"] <= max(each)
    missed = [
        part["missedDeadlines"]
        for repetition in report["repetitions"]
        for part in repetition["commands"]
        if part["name"] == "accel"
    ]
    assert command["missedDeadlines"] == sum(missed)
    assert report["deadlineNanoseconds"] == 50_000


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
    Draft202012Validator(schema).validate(exports.json(f"bench.{name}.json"))


def test_rows_of_google_benchmark(exports):
    rows = exports.json("bench.google-benchmark.json")["benchmarks"]
    own = [row for row in rows if row["run_name"] == "accel/response/p50"]
    found = [row["real_time"] for row in own if row["run_type"] == "iteration"]
    assert found == times(exports.json("bench.json"))
    assert [row.get("repetition_index") for row in own] == [*range(COUNT), None, None, None, None]
    assert all(row["repetitions"] == COUNT for row in own)
    aggregates = {row["aggregate_name"]: row for row in own if row["run_type"] == "aggregate"}
    assert aggregates["mean"]["name"] == "accel/response/p50_mean"
    assert aggregates["mean"]["real_time"] == pytest.approx(sum(found) / COUNT)
    middle = sorted(found)
    assert aggregates["median"]["real_time"] == (middle[1] + middle[2]) / 2


@pytest.mark.skipif(not COMPARE.exists(), reason="compare.py is not installed")
def test_compare_tests_whether_they_differ(exports, tmp_path):
    """Mann and Whitney's test has a row for each figure, and sees that 1.5 times is more."""
    report = exports.json("bench.google-benchmark.json")
    for row in report["benchmarks"]:
        row["real_time"] *= 1.5
        row["cpu_time"] *= 1.5
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
    assert f"U Test, Repetitions: {COUNT} vs {COUNT}" in done.stdout
    compared = {row["name"]: row for row in json.loads((tmp_path / "out.json").read_text())}
    utest = compared["accel/service/p50"]["utest"]
    assert utest["nr_of_repetitions"] == utest["nr_of_repetitions_other"] == COUNT
    assert 0 < utest["time_pvalue"] <= 1
    assert len(compared["accel/service/p50"]["measurements"]) == COUNT


def test_forks_of_jmh(exports):
    found = {entry["benchmark"]: entry for entry in exports.json("bench.jmh.json")}
    entry = found["kymo.bench.accel"]
    assert entry["forks"] == COUNT
    metric = entry["primaryMetric"]
    assert len(metric["rawData"]) == len(metric["rawDataHistogram"]) == COUNT
    means = [fork[0] for fork in metric["rawData"]]
    assert metric["scoreConfidence"] == [min(means), max(means)]
    counts = [sum(count for _, count in fork[0]) for fork in metric["rawDataHistogram"]]
    report = exports.json("bench.json")
    assert counts == [
        command["count"]
        for repetition in report["repetitions"]
        for command in repetition["commands"]
        if command["name"] == "accel"
    ]


def test_intervals_of_the_log(exports):
    reader = HistogramLogReader(
        str(exports.folder / "bench.hlog"), HdrHistogram(1, HOUR, 3)
    )
    found = []
    while (histogram := reader.get_next_interval_histogram()) is not None:
        if histogram.get_tag() == "accel":
            found.append(histogram)
    starts = [histogram.get_start_time_stamp() for histogram in found]
    assert len(starts) == COUNT and starts == sorted(starts)
    medians = [histogram.get_value_at_percentile(50) for histogram in found]
    assert medians == times(exports.json("bench.json"))


def test_ranges(exports):
    each = times(exports.json("bench.json"))
    suffix = "" if exports.valid else "-bencher-ignore"
    metric = exports.json("bench.bencher.json")["accel" + suffix]["response-p50"]
    assert (metric["lower_value"], metric["upper_value"]) == (min(each), max(each))
    entries = {entry["name"]: entry for entry in exports.json("bench.github-benchmark.json")}
    assert entries["accel response p50"]["range"] == f"{min(each)} to {max(each)}"
    (rate,) = exports.json("bench.github-benchmark-bigger.json")
    low, high = map(float, rate["range"].split(" to "))
    assert low <= rate["value"] <= high


def test_junit(exports):
    schema = xmlschema.XMLSchema(pathlib.Path(__file__).with_name("junit.xsd"))
    schema.validate(exports.folder / "bench.junit.xml")
    (suite,) = schema.to_dict(exports.folder / "bench.junit.xml")["testsuite"]
    names = [case["@name"] for case in suite["testcase"]]
    assert "every repetition had the same outcome" in names
    assert (suite["@failures"] == 0) == exports.valid


def test_a_sum_is_a_baseline(kymo, session, exports):
    options = ["--baseline", exports.folder / "bench.json", "--export", "html=-"]
    load = ["--rate", 3000, "--duration", 0.6, "-q"]
    done = kymo.attempt("bench", session, *load, *options, lines=50)
    assert "Compared with the baseline" in done.stdout


def test_another_baseline_is_refused_before_the_first(kymo, session, exports, tmp_path):
    path = tmp_path / "other.json"
    report = {**exports.json("bench.json"), "inputDigest": "0" * 16}
    path.write_text(json.dumps(report))
    options = ["--duration", 400, "--repetitions", 9, "--baseline", path, "--export", "html=-"]
    done = kymo.attempt("bench", session, *options)
    assert done.returncode == 1 and "another recording" in done.stderr


def test_what_was_stopped_is_exported_and_marked(kymo, session, tmp_path):
    path = tmp_path / "x.json"
    process = kymo.start(
        "bench",
        session,
        *["--rate", 1000, "--duration", 0.3, "--repetitions", 1000],
        *["--export", f"json={path}", "--export", f"google-benchmark={tmp_path / 'g.json'}"],
    )
    said = ""
    for line in process.stderr:
        said += line
        if line.startswith("repetition 2 of 1000"):
            break
    process.send_signal(signal.SIGINT)
    _, rest = process.communicate(timeout=60)
    assert process.returncode == 3, said + rest
    # Reports of what was stopped replace none of what was whole.
    assert not path.exists() and f"kept as {path}.part" in rest
    report = json.loads((tmp_path / "x.json.part").read_text())
    count = len(report["repetitions"])
    assert count >= 2 and report["wanted"] == 1000
    assert report["interrupted"] and not report["valid"]
    assert f"stopped after {count} of 1000 repetitions" in report["reasons"]
    rows = json.loads((tmp_path / "g.json.part").read_text())["benchmarks"]
    assert all(row["error_occurred"] for row in rows)


@pytest.mark.quick
def test_annotations(kymo, session):
    """Lines for the log of a job: on standard output beside the report, or beside JSON on the other."""
    line = re.compile(r"::(error|warning|notice) title=[^:,]*::.+")
    load = ["--rate", 3000, "--duration", 0.3, "-q", "--deadline", "1ns"]
    options = ["--export", "github-annotations"]
    done = kymo.attempt("bench", session, *load, *options)
    found = [text for text in done.stdout.splitlines() if text.startswith("::")]
    assert found and all(line.fullmatch(text) for text in found)
    assert any("missed its deadline" in text for text in found)
    assert any(text.startswith("::error") for text in found) == (done.returncode == 3)
    assert "response time from when each event was due" in done.stdout
    done = kymo.attempt("bench", session, *load, *options, "--format", "json", lines=9)
    assert json.loads(done.stdout)["schema"] == "kymograph.bench/1"
    assert any(line.fullmatch(text) for text in done.stderr.splitlines())
