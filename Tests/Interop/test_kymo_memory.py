"""Memory does not depend on the length of a recording."""

import shutil
import subprocess
import sys

import pytest

EVENTS = 20_000_000
LIMIT = 64 << 20  # bytes
TRACED = 500_000  # events: enough for all chunks that are on their way to the disk
GROWTH = 6 << 20  # bytes
NEEDED = 3 << 30  # bytes on the disk, the file itself and room for others


# A process counts what its parent held when it was forked: so a small parent is put between.
MEASURE = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024)
"""


def peak(kymo, *arguments):
    """Runs a command to its end and returns the most memory that it held at once, in bytes."""
    command = [sys.executable, "-S", "-c", MEASURE, str(kymo.binary), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    code, most = map(int, done.stdout.split())
    assert code == 0, done.stderr
    assert most > 1 << 20, "that cannot be all"
    return most


@pytest.fixture(scope="module")
def big(kymo, tmp_path_factory):
    folder = tmp_path_factory.mktemp("big")
    if shutil.disk_usage(folder).free < NEEDED:
        pytest.skip("there is no room for a recording of a gigabyte")
    path = folder / "big.mcap"
    options = ["--rate", 1000, "--duration", "6h", "--no-trace", "--compression", "lz4"]
    used = peak(kymo, "synth", "still", "--events", EVENTS, *options, "-o", path)
    yield path, used
    path.unlink()


def test_synth(big):
    assert big[1] < LIMIT


@pytest.mark.parametrize("options", [[], ["--rings", 4], ["--verify"]], ids=str)
def test_replay(kymo, big, options):
    assert peak(kymo, "replay", big[0], *options) < LIMIT


def test_inspect(kymo, big):
    assert peak(kymo, "inspect", big[0]) < LIMIT
    assert kymo.json("inspect", big[0])["events"] == EVENTS


@pytest.mark.parametrize("sql", [
    "SELECT command, count(*) FROM events GROUP BY command",
    "SELECT second, max(x) FROM accelerations WHERE second % 100 = 0 GROUP BY second",
    # SQLite sorts the rows in a temporary file.
    "SELECT x, count(*) FROM accelerations WHERE second < 2000 GROUP BY x ORDER BY 2 DESC LIMIT 5",
], ids=["groups", "seconds", "sorted"])
def test_query(kymo, big, sql):
    assert peak(kymo, "query", big[0], sql) < LIMIT


def test_check(kymo, big):
    assert peak(kymo, "check", big[0]) < LIMIT


def test_recover(kymo, big, tmp_path):
    target = tmp_path / "copy.mcap"
    try:
        assert peak(kymo, "recover", big[0], "--compression", "lz4", "-o", target) < LIMIT
    finally:
        target.unlink(missing_ok=True)


# Ten times the input, with all that a run of it came to


@pytest.fixture(scope="module")
def traced(kymo, tmp_path_factory):
    """A recording with its trace, and one of ten times its length."""
    folder = tmp_path_factory.mktemp("traced")
    paths = [folder / "short.mcap", folder / "long.mcap"]
    for path, events in zip(paths, [TRACED, 10 * TRACED]):
        options = ["--rate", 1000, "--duration", "6h", "--compression", "lz4"]
        kymo.run("synth", "still", "--events", events, *options, "-o", path)
    yield paths
    for path in paths:
        path.unlink()


@pytest.mark.parametrize(
    "words",
    [
        ["replay", "IN", "--verify"],
        ["replay", "IN", "--verify", "--rings", 4],
        ["replay", "IN", "--accept", "-o", "OUT"],
        ["replay", "IN", "--verify", "--record", "OUT"],
    ],
    ids=lambda words: " ".join(map(str, words)),
)
def test_ten_times_the_input(kymo, traced, tmp_path, words):
    peaks = []
    for path in traced:
        out = tmp_path / "out.mcap"
        places = {"IN": path, "OUT": out}
        peaks.append(peak(kymo, *(places.get(word, word) for word in words)))
        out.unlink(missing_ok=True)
    # An index entry for each chunk is all that may grow.
    assert peaks[1] < peaks[0] + GROWTH and peaks[1] < LIMIT, peaks
