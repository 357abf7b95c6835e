"""Programs of a few lines over the libraries, built and run as a stranger would."""

import os
import subprocess

import pytest

from conftest import ROOT

PROGRAMS = ROOT / "Examples" / "Programs"
# Where the root is built, so that its libraries are not built again.
SCRATCH = ROOT / ".build" / "programs"
WALK = ROOT / "Recordings" / "walk" / "session.mcap"


@pytest.fixture(scope="module")
def programs():
    """Where they are, built."""
    command = ["swift", "build", "--package-path", PROGRAMS, "--scratch-path", SCRATCH]
    built = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert built.returncode == 0, built.stdout[-4000:] + built.stderr[-4000:]
    return SCRATCH / "debug"


def run(program, *words, **environment):
    return subprocess.run(
        [program, *words], capture_output=True, text=True, timeout=1200,
        env=dict(os.environ, **environment),
    )


def test_each_is_short():
    sources = sorted((PROGRAMS / "Sources").rglob("*.swift"))
    assert sources
    for source in sources:
        assert len(source.read_text().splitlines()) <= 15, source


def test_a_gate(programs, kymo):
    done = run(programs / "gate", kymo.binary, kymo.binary, WALK)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("PASS HEAD is no worse than BASE: only counts were compared")
    # What cannot be had is an error that says what.
    done = run(programs / "gate", kymo.binary, kymo.binary, "missing.mcap")
    assert done.returncode != 0 and "missing.mcap" in done.stderr
