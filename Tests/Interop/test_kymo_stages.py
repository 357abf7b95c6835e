"""kymo bench: load in stages, a scan over an option, a command before each run, and memory over time."""

import json
import os
import re

import pytest

from conftest import on_terminal

EVEN = ["--arrivals", "constant"]


@pytest.fixture(scope="module")
def walk(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("stages") / "walk.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 2, "-o", path)
    return path


def report(kymo, *arguments):
    """What a run says, valid or not: the machine may be busy."""
    done = kymo.run("bench", *arguments, "--quiet", exit_code=None, timeout=120)
    assert done.returncode in (0, 3), done.stderr
    return done


def test_every_stage_has_its_figures(kymo, walk, tmp_path):
    stages = ["--stage", "400ms@1k", "--stage", "200ms@5k", "--stage", "300ms@0.5k"]
    done = report(
        kymo, walk, *stages, *EVEN, "--warm-up", "100ms", "--export", f"json={tmp_path / 's.json'}",
        "--export", f"html={tmp_path / 's.html'}",
    )
    load = json.loads((tmp_path / "s.json").read_text())
    assert load["schema"] == "kymograph.stages/1" and not load["interrupted"]
    assert [stage["rate"] for stage in load["stages"]] == [1000, 5000, 500]
    assert [stage["events"] for stage in load["stages"]] == [400, 1000, 150]
    # Only the first has a warm-up.
    assert [stage["warmUpEvents"] for stage in load["stages"]] == [100, 0, 0]
    assert [stage["count"] for stage in load["stages"]] == [300, 1000, 150]
    assert load["valid"] == all(stage["valid"] for stage in load["stages"]) == (done.returncode == 0)
    rows = re.findall(r"^ +(\d) +\S+ m?s at .* events/s ", done.stdout, re.M)
    assert rows == ["1", "2", "3"]
    page = (tmp_path / "s.html").read_text()
    assert "<h2>Stages</h2>" in page and "Response time in stage 3" in page


def test_stages_go_on_where_the_one_before_ended(kymo, walk):
    # One run of 600 events and three stages of 600 events in all come to the same outcomes.
    whole = json.loads(
        report(kymo, walk, *EVEN, "--rate", 1000, "--duration", "600ms", "--format", "json").stdout
    )
    stages = ["--stage", "100ms@1k", "--stage", "300ms@1k", "--stage", "200ms@1k"]
    parts = json.loads(report(kymo, walk, *stages, *EVEN, "--format", "json").stdout)
    assert sum(stage["events"] for stage in parts["stages"]) == whole["events"] == 600
    assert parts["digest"] == whole["digest"]
    # The recording has 202 events: it is gone through thrice, and other lengths come to something else.
    other = json.loads(report(kymo, walk, "--stage", "599ms@1k", *EVEN, "--format", "json").stdout)
    assert other["digest"] != whole["digest"]


@pytest.mark.quick
def test_a_ramp_is_a_stage(kymo, walk):
    stages = ["--stage", "100ms@1k", "--stage", "200ms@1k..5k", "--stage", "100ms@5k..0"]
    done = report(kymo, walk, *stages, *EVEN, "--format", "json")
    load = json.loads(done.stdout)
    assert [stage["events"] for stage in load["stages"]] == [100, 600, 250]
    assert [stage["rate"] for stage in load["stages"]] == [1000, 3000, 2500]
    assert [stage["ramp"] for stage in load["stages"]] == [None, {"from": 1000, "to": 5000}, {"from": 5000, "to": 0}]
    assert load["stages"][1]["arrivals"] == "ramp from 1000.0 to 5000.0 events/s"
    done = report(kymo, walk, *stages)
    assert " 200 ms at 1.00 k events/s to 5.00 k events/s " in done.stdout
    refused = kymo.run("bench", walk, "--stage", "1s@1k..5x", exit_code=64)
    assert "or a ramp, such as 30s@1k..50k, not '1s@1k..5x'" in refused.stderr


def test_a_long_run_is_shown_second_by_second(kymo, walk):
    stages = ["--stage", "1300ms@2k", "--stage", "1300ms@4k", *EVEN]
    done = kymo.run("bench", walk, *stages, "--live", exit_code=None, timeout=120)
    assert done.returncode in (0, 3), done.stderr
    lines = re.findall(r"^stage (\d)  1 s  \S+ k? ?events/s  p50 \S+ \S+  p99 \S+ \S+  drops 0$", done.stderr, re.M)
    assert lines == ["1", "2"], done.stderr
    assert "\r" not in done.stderr and "drops 0" not in done.stdout


def test_limits_hold_in_every_stage(kymo, walk, tmp_path):
    def judged(*limits):
        # A machine may be late now and then; one that always is says nothing about limits.
        for _ in range(8):
            done = kymo.run(
                "bench", walk, "--stage", "300ms@20k", "--stage", "300ms@40k", *EVEN, "--warm-up", "100ms",
                *limits, "--export", f"junit={tmp_path / 'j.xml'}", "--quiet", exit_code=None, timeout=120,
            )
            if done.returncode != 3 or "INVALID" not in done.stdout:
                return done
        pytest.skip(f"the machine is too busy: {done.stdout}")

    broken = judged("--slo", "p50=1ns")
    assert broken.returncode == 2
    lines = [line for line in broken.stderr.splitlines() if "BROKEN" in line]
    assert len(lines) == 2 and "BROKEN: stage 1: all response.p50 is " in lines[0]
    assert lines[1].endswith("at most 1 ns (--slo p50=1ns)")
    assert (tmp_path / "j.xml").read_text().count('type="limit"') == 2
    kept = judged("--slo", "p50=10s", "--limit", "accel:response.max=1000s", "--strict")
    assert kept.returncode == 0, kept.stderr
    assert kept.stdout.count(" kept ") == 4
    other = judged("--limit", "instructions=1", "--strict")
    assert other.returncode == 3 and "counted by 'count'" in other.stderr


def test_a_scan_has_a_row_for_each_value(kymo, walk, tmp_path):
    done = kymo.run(
        "scan", walk, "rate=500,1000,2000", "--duration", "300ms", "--prepare",
        f"echo x >> {tmp_path / 'prepared'}", "--export", f"json={tmp_path / 's.json'}",
        exit_code=None,
    )
    assert done.returncode in (0, 3), done.stderr
    scan = json.loads((tmp_path / "s.json").read_text())
    assert scan["schema"] == "kymograph.scan/1" and scan["option"] == "rate"
    assert [row["value"] for row in scan["rows"]] == ["500", "1000", "2000"]
    for row in scan["rows"]:
        assert row["offeredRate"] == pytest.approx(float(row["value"]), rel=0.2)
    assert (tmp_path / "prepared").read_text() == "x\n" * 3
    assert re.findall(r"^ *(\d+) +\d+ +\d+ ", done.stdout, re.M)[:3] == ["500", "1000", "2000"]


def scanned(kymo, walk, *words):
    """The rows of a scan, valid or not, and what it prints for people."""
    done = kymo.run("scan", walk, *words, "--format", "json", "--quiet", exit_code=None, timeout=300)
    assert done.returncode in (0, 3), done.stderr
    return json.loads(done.stdout)["rows"]


def test_a_scan_over_the_ways_of_a_run(kymo, walk):
    """Each value is a process of its own, whatever it changes."""
    short = ["--duration", "300ms", "--rate", 5000]
    rows = scanned(kymo, walk, "pace=plan,none,still", *short)
    assert [row["value"] for row in rows] == ["plan", "none", "still"]
    assert rows[0]["responseNanoseconds"]["max"] and not rows[1]["responseNanoseconds"]["max"]
    assert rows[1]["serviceNanoseconds"]["p50"]
    rows = scanned(kymo, walk, "events=100,400", "--pace", "none", *short)
    assert [row["count"] for row in rows] == [100, 400]
    rows = scanned(kymo, walk, "attempts=1,2", *short)
    assert rows[0]["attempts"] == 1 and rows[1]["attempts"] in (1, 2)
    rows = scanned(kymo, walk, "tail=1,4", *short)
    assert [len(row["tail"]) for row in rows] == [1, 4]
    rows = scanned(kymo, walk, "app=DeviceCatalog", *short)
    assert rows[0]["value"] == "DeviceCatalog"


def test_a_scan_with_repetitions_says_how_far_they_differ(kymo, walk, tmp_path):
    count = f"echo x >> {tmp_path / 'n'}"
    short = ["--duration", "300ms", "--rate", 5000, "--prepare", count]
    rows = scanned(kymo, walk, "repetitions=1,3", *short)
    assert [len(row["repetitions"]) for row in rows] == [1, 3]
    assert (tmp_path / "n").read_text() == "x\n" * 4
    spread = rows[1]["p50Nanoseconds"]
    assert spread["min"] <= spread["median"] <= spread["max"]
    assert rows[1]["count"] > 2 * rows[0]["count"]
    done = kymo.run("scan", walk, "queue=64,128", "--repetitions", 2, *short, exit_code=None)
    assert done.returncode in (0, 3), done.stderr
    assert "how far the repetitions differ" in done.stdout
    assert re.findall(r"^ *(64|128) +2 ", done.stdout, re.M) == ["64", "128"]


def test_a_scan_over_stages_has_a_row_for_each_of_them(kymo, walk):
    rows = scanned(kymo, walk, "stage=200ms@1k/200ms@4k,200ms@2k", *EVEN)
    assert [(row["value"], row["stage"]) for row in rows] == [
        ("200ms@1k/200ms@4k", 1), ("200ms@1k/200ms@4k", 2), ("200ms@2k", 1),
    ]
    for row, rate in zip(rows, [1000, 4000, 2000], strict=True):
        assert row["offeredRate"] == pytest.approx(rate, rel=0.2)
        assert {command["name"] for command in row["commands"]} >= {"accel"}


def test_a_scan_fits_a_terminal(kymo, walk):
    command = [kymo.binary, "scan", walk, "pace=plan,none", "--duration", "300ms", "--rate", "5000", "--quiet"]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    status, _, drawn = on_terminal(command, stream="stdout", kind="dumb", env=environment)
    assert status in (0, 3)
    lines = drawn.splitlines()
    start = next(index for index, line in enumerate(lines) if "by pace" in line)
    end = next(index for index, line in enumerate(lines) if line.startswith("again "))
    assert max(map(len, lines[start:end])) <= 80
    # The values begin each of the tables.
    assert [line.split()[0] for line in lines[start + 1 : end] if line] == ["pace", "plan", "none"] * 3


def test_what_a_scan_cannot_have_is_said_in_a_line(kymo, walk):
    done = kymo.run("scan", walk, "baseline=a,b", exit_code=64)
    assert done.stderr.splitlines()[0] == (
        "kymo scan: baseline cannot be scanned: a baseline is one result; "
        "use 'kymo bench --baseline' for each value"
    )


def test_a_preparation_that_fails_is_said(kymo, walk):
    done = kymo.run(
        "bench", walk, "--repetitions", 2, "--duration", "100ms", "--rate", 1000, "--quiet",
        "--prepare", "echo first; echo the disk is gone >&2; exit 7", exit_code=1,
    )
    assert done.stderr == "kymo bench: --prepare failed before repetition 1, exit 7: the disk is gone\n"
    assert done.stdout == ""


def test_what_is_prepared_is_not_measured(kymo, walk, tmp_path):
    options = ["--repetitions", 2, "--duration", "200ms", "--rate", 1000, "--format", "json"]
    done = report(kymo, walk, *options, "--prepare", f"sleep 3; echo x >> {tmp_path / 'n'}")
    assert (tmp_path / "n").read_text() == "x\n" * 2
    merged = json.loads(done.stdout)
    span = merged["measuredNanoseconds"]
    # Two runs of 200 ms, however late they end on a busy machine, and not one of the two pauses of three seconds.
    assert span["to"] - span["from"] < 3_000_000_000


@pytest.mark.parametrize("options", [[], ["--arrivals", "poisson"]])
def test_memory_does_not_grow_with_the_duration(kymo, walk, options):
    def peak(duration):
        done = report(
            kymo, walk, "--rate", 20000, "--duration", duration, "--warm-up", "10%",
            "--format", "json", *options,
        )
        return json.loads(done.stdout)["process"]["peakResidentBytes"]

    # Twelve times the events, and not another megabyte.
    assert peak(6) - peak(0.5) < 1 << 20
