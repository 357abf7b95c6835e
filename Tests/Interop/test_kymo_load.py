"""A load takes no more memory the longer it lasts, and begins at once however long it is to last."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from conftest import ROOT

WALK = ROOT / "Recordings" / "walk" / "session.mcap"
GROWTH = 3 << 20  # bytes
HOUR = 3_600_000_000  # events at a million per second

ARRIVALS = [
    ["--arrivals", "recorded"],
    ["--arrivals", "constant"],
    ["--arrivals", "poisson", "--seed", 3],
    ["--arrivals", "bursts", "--burst", 16],
    ["--arrivals", "bursts", "--burst", 16, "--pauses", "random"],
]


def load_peak(kymo, duration, *options):
    """The most memory that a load of 200,000 events per second held at once, valid or not.

    As text, a run that is not valid is followed by other measurements, with memory of their own.
    """
    command = [str(kymo.binary), "bench", WALK, "--rate", 200_000, "--duration", duration, "--format", "json", *options]
    script = (
        "import os, subprocess, sys\n"
        "process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "_, status, usage = os.wait4(process.pid, 0)\n"
        "print(os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script, *map(str, command)],
        capture_output=True,
        text=True,
        check=True,
    )
    code, most = map(int, done.stdout.split())
    # On a busy machine the generator may be late, and that is not what is looked at here.
    assert code in (0, 3), done
    return most


@pytest.mark.parametrize("arrivals", ARRIVALS, ids=lambda words: " ".join(map(str, words)))
def test_ten_times_the_duration(kymo, arrivals):
    short, long = (load_peak(kymo, duration, *arrivals) for duration in ("0.4s", "4s"))
    # 3.6 million events more, which once took 16 bytes each; a longer run has a finer timeline.
    assert long < short + GROWTH, (short, long)


def test_ten_times_the_duration_with_its_tail(kymo):
    options = ["--tail", 100]
    short, long = (load_peak(kymo, duration, *options) for duration in ("0.4s", "4s"))
    assert long < short + GROWTH, (short, long)


@pytest.mark.parametrize("arrivals", ARRIVALS, ids=lambda words: " ".join(map(str, words)))
def test_an_hour_begins_at_once(kymo, tmp_path, arrivals):
    start = time.monotonic()
    export = f"json={tmp_path / 'out.json'}"
    options = ["--rate", 1_000_000, "--duration", "1h", "--export", export, *arrivals]
    process = kymo.start("bench", WALK, *options)
    try:
        readable, _, _ = select.select([process.stderr], [], [], 30)
        assert readable, "it says nothing"
        said = os.read(process.stderr.fileno(), 4096).decode()
        planned = int(re.search(r"offering (?:about )?(\d+) events", said)[1])
        assert abs(planned - HOUR) < 1_000_000
        time.sleep(1.5)
        with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
            most = int(re.search(r"VmHWM:\s+(\d+) kB", status.read())[1]) << 10
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert time.monotonic() - start < 30
    assert process.returncode == 3, (out, err)
    assert most < 128 << 20
    report = json.loads((tmp_path / "out.json.part").read_text())
    assert report["interrupted"] and 100_000 < report["events"] < HOUR / 100, report
    assert report["plannedEvents"] == planned
