"""Functions of a package, measured and counted by its own tool, as the guide shows it."""

import json
import re
import shutil
import subprocess

import pytest

from conftest import BUILD_IN_SCRATCH, ROOT, SCRATCH, Kymo

EXAMPLE = ROOT / "Examples" / "Functions"


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    """Its tool: a release, as nothing else is worth measuring."""
    command = [*BUILD_IN_SCRATCH, "-c", "release", "--package-path", str(EXAMPLE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    binary = tmp_path_factory.mktemp("tool") / "functions"
    shutil.copy(SCRATCH / "release" / "functions", binary)
    return Kymo(binary)


def valid(functions, *words, **options):
    """A run that was valid, on a machine that may be busy."""
    for _ in range(5):
        done = functions.run(*words, "--attempts", 20, exit_code=None, **options)
        if done.returncode != 3:
            return done
    pytest.skip("the machine had no time: " + done.stderr)


def test_it_is_short():
    assert len((EXAMPLE / "Sources" / "functions" / "main.swift").read_text().splitlines()) <= 10


def test_times_are_of_one_iteration(functions):
    done = functions.run("--duration", "0.2", exit_code=None)
    assert done.returncode in (0, 3), done.stderr
    assert done.stdout.startswith("verdict   valid" if done.returncode == 0 else "INVALID   ")
    assert re.search(r"^parse +\d+ +[\d.]+ ns +[\d.]+ ns +[\d.]+ ns to [\d.]+ ns ", done.stdout, re.M)
    assert re.search(r"^call +[\d.]+ ns take the call", done.stdout, re.M)
    assert done.stdout.splitlines()[-1] == f"again     {functions.binary} time --duration 0.2"


def test_what_nobody_uses_is_computed(functions):
    """The work of a closure is not optimised away in a release, which its instructions show."""
    done = functions.run("count", "--format", "json", timeout=600)
    counted = {each["name"]: each["perEvent"] for each in json.loads(done.stdout)["commands"]}
    assert counted["sum"]["instructions"] > 250, "a thousand numbers, at most four at once"
    assert counted["parse"]["instructions"] > 30
    assert counted["sum"]["allocations"] == 0 and counted["sum"]["systemCalls"] == 0
    assert json.loads(done.stdout)["overall"] is None


def test_counts_have_limits_and_baselines(functions, tmp_path):
    words = ["count", "--only", "sum"]
    kept = functions.run(*words, "--limit", "allocations=0", "--save-baseline", "main", cwd=tmp_path)
    assert "benchmark  iterations  instructions" in kept.stdout and "kept" in kept.stdout
    again = functions.run(*words, "--baseline", "main", cwd=tmp_path)
    assert "figures that both have are the same" in again.stdout
    broken = functions.run(*words, "--limit", "sum:instructions=1", "--export", "junit", cwd=tmp_path, exit_code=2)
    assert "BROKEN: " in broken.stderr
    assert "instructions" in (tmp_path / "counts.junit.xml").read_text()


def test_times_have_limits_and_baselines(functions, tmp_path):
    words = ["--duration", "0.05"]
    saved = valid(functions, *words, "--save-baseline", "main", cwd=tmp_path)
    assert saved.returncode == 0 and "saved the baseline main" in saved.stderr
    compared = valid(functions, *words, "--baseline", "main", cwd=tmp_path)
    assert compared.returncode == 0 and re.search(r"^parse .* [+-]?\d+\.\d %$", compared.stdout, re.M)
    broken = valid(functions, *words, "--limit", "sum:service.p50=1ns", cwd=tmp_path)
    assert broken.returncode == 2 and "BROKEN: sum" in broken.stderr
    assert valid(functions, *words, "--limit", "service.p50=1s").returncode == 0
    # Those of counts are none of times.
    functions.run("count", "--only", "sum", "--export", "json=counts.json", cwd=tmp_path)
    wrong = functions.run(*words, "--baseline", "counts.json", cwd=tmp_path, exit_code=1)
    assert "its schema is 'kymograph.counts/1', not 'kymograph.functions/1'" in wrong.stderr


def test_repetitions_are_processes(functions, tmp_path):
    words = ["--duration", "0.05", "--repetitions", 3, "--export", "json=times.json"]
    done = valid(functions, *words, cwd=tmp_path)
    assert "medians of 3 processes" in done.stdout and "repetition 3 of 3" in done.stderr
    for row in json.loads((tmp_path / "times.json").read_text())["benchmarks"]:
        assert row["processes"] == 3
        assert row["lowerNanoseconds"] <= row["medianNanoseconds"] <= row["upperNanoseconds"]


def test_other_tools_read_it(functions, tmp_path):
    formats = ["google-benchmark", "github-benchmark", "bencher", "junit", "otava-csv"]
    words = [word for name in formats for word in ("--export", name)]
    done = functions.run("--duration", "0.05", *words, cwd=tmp_path, exit_code=None)
    assert done.returncode in (0, 3), done.stderr
    google = json.loads((tmp_path / "functions.google-benchmark.json").read_text())
    assert [row["run_name"] for row in google["benchmarks"]] == ["parse", "sum"]
    bencher = json.loads((tmp_path / "functions.bencher.json").read_text())
    assert {name.removesuffix("-bencher-ignore") for name in bencher} == {"parse", "sum"}
    listed = json.loads((tmp_path / "functions.github-benchmark.json").read_text())
    assert [each["unit"] for each in listed] == ["ns", "ns"]
    assert "sum.median_ns" in (tmp_path / "functions.otava.csv").read_text()
    assert "kymo.time.function" in (tmp_path / "functions.junit.xml").read_text()
