"""The programs of Examples/Library: what the libraries do without the tool, in at most 15 lines each; and the apps."""

import subprocess
import urllib.request

import pytest

from conftest import BUILD_IN_SCRATCH, ROOT, SCRATCH, Kymo
from guide import DOCUMENTATION, Page, prepare

EXAMPLE = ROOT / "Examples" / "Library"
SOURCES = sorted((EXAMPLE / "Sources").glob("*/*.swift"))


@pytest.fixture(scope="module")
def programs():
    """The folder with the programs, built."""
    command = [*BUILD_IN_SCRATCH, "--package-path", str(EXAMPLE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return SCRATCH / "debug"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.parent.name)
def test_it_has_at_most_15_lines(path):
    assert path.name == "main.swift"
    assert len(path.read_text().splitlines()) <= 15


def test_a_csv_is_imported_as_the_tool_does(programs, kymo, tmp_path):
    export = tmp_path / "export"
    export.mkdir()
    rows = [f"{i / 100},{i % 7},{i % 3},9.81" for i in range(500)]
    head = '"Time (s)","Acceleration x (m/s^2)","Acceleration y (m/s^2)","Acceleration z (m/s^2)"'
    (export / "Accelerometer.csv").write_text("\n".join([head, *rows]) + "\n")
    kymo.run("import", export, "-o", tmp_path / "tool.mcap")
    done = subprocess.run(
        [programs / "importcsv", export, tmp_path / "own.mcap"],
        capture_output=True, text=True, timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("500 events, digest ")
    assert (tmp_path / "own.mcap").read_bytes() == (tmp_path / "tool.mcap").read_bytes()


def test_a_served_session_is_recorded(programs, kymo, tmp_path):
    recording = tmp_path / "served.mcap"
    process = subprocess.Popen(
        ["stdbuf", "-oL", programs / "serverecorded", recording, "8"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    try:
        address = process.stdout.readline().strip()
        for number in range(10):
            url = f"{address}call?cmd=logMessage&msg=%5B%22{number}%22%5D"
            with urllib.request.urlopen(url, timeout=10) as reply:
                assert reply.status in (200, 204)
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0, said
    report = kymo.json("replay", recording, "--verify")
    assert report["verified"] and report["events"] >= 10


def build_and_follow(example, page, tmp_path):
    """Builds an example's package, and types in what the guide's page shows of it."""
    command = [*BUILD_IN_SCRATCH, "--package-path", str(ROOT / "Examples" / example)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    problems = Page(DOCUMENTATION / "guide" / page).run(prepare(tmp_path / "page"), [SCRATCH / "debug"])
    assert not problems, "\n".join(problems)


def test_logic_that_an_iphone_app_shares_runs_as_the_guide_shows(tmp_path):
    build_and_follow("JoltTool", "existing-app.md", tmp_path)
    # What the phone's app builds is plain Swift: it imports nothing.
    for path in (ROOT / "Examples" / "JoltLogic" / "Sources").rglob("*.swift"):
        assert "import " not in path.read_text()


def test_a_larger_app_does_what_the_guide_shows(tmp_path):
    build_and_follow("TripWatch", "commands-and-handlers.md", tmp_path)
    # It hears the gyroscope, raises its event, counts, and has names for its errors.
    trip = Kymo(SCRATCH / "debug" / "tripwatch")
    trip.run("synth", "commute", "--duration", "60", "-o", tmp_path / "trip.mcap")
    report = trip.json("replay", tmp_path / "trip.mcap", "--verify")
    assert report["verified"] and report["device"]["turns"] > 0
    commands = {command["name"]: command for command in report["commands"]}
    assert commands["gyroscope"]["completed"] == 6000 and commands["idle"]["completed"] == 1
    assert commands["trip"]["failed"] == 2
