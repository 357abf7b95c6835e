"""kymo count: counts that are the same in every run, and the counts of every run's process."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
WALK = ROOT / "Recordings" / "walk" / "session.mcap"
FIGURES = ["instructions", "allocations", "bytes", "retains", "releases", "systemCalls"]

needs_valgrind = pytest.mark.skipif(
    shutil.which("valgrind") is None, reason="valgrind is not installed"
)


@pytest.fixture(scope="module")
def short_walk(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("counts") / "walk.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 2, "-o", path)
    return path


def counts(kymo, recording, *options, **environment):
    command = [str(kymo.binary), "count", str(recording), "--format", "json"]
    done = subprocess.run(
        [*command, *map(str, options)],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["schema"] == "kymograph.counts/1"
    return report


@needs_valgrind
def test_counts_are_the_same_again(kymo):
    # What is around the process must not matter: its number, its environment, where it writes. A count runs everything
    # twice, and says whether that came to the same; a second one takes as long again.
    lengths = (1, 300) if os.environ.get("KYMOGRAPH_LONG") else (300,)
    reports = [counts(kymo, WALK, LONG="x" * length, TERM="dumb" * length) for length in lengths]
    report = reports[0]
    assert reports == [report] * len(reports)
    if not report["fixedAddresses"]:
        pytest.skip("addresses cannot be fixed here")
    assert report["repeatable"] and report["repeatedInstructionsDiffer"] == 0
    names = [command["name"] for command in report["commands"]]
    assert names == ["accel", "sendloc"]
    for command in [*report["commands"], report["overall"]]:
        assert command["unavailable"] == {}
        assert all(isinstance(command[figure], int) for figure in FIGURES)
        assert command["countedEvents"] >= 1000
        per_event = command["instructions"] / command["countedEvents"]
        assert command["perEvent"]["instructions"] == pytest.approx(per_event)
        assert 50 < per_event < 1_000_000
        # The promise of the library, seen from outside.
        assert command["allocations"] == 0 and command["bytes"] == 0
        assert command["systemCalls"] == 0
    assert report["overall"]["recordedEvents"] == sum(
        command["recordedEvents"] for command in report["commands"]
    )


@needs_valgrind
def test_one_command_alone(kymo, short_walk, tmp_path):
    exported = tmp_path / "counts.json"
    text = kymo.run(
        "count", short_walk, "--only", "accel", "--quiet", "--export", f"json={exported}"
    ).stdout
    report = json.loads(exported.read_text())
    assert [command["name"] for command in report["commands"]] == ["accel"]
    assert report["overall"] == report["commands"][0]
    assert text.splitlines()[0] == "verdict   valid"
    assert "\ncommand  events  instructions  allocations  " in text
    assert f"{report['overall']['countedEvents']}" in text


@pytest.mark.quick
def test_without_valgrind_nothing_is_0(kymo, short_walk, tmp_path):
    for name in ["env", "ln", "rm", "sh"]:
        (tmp_path / name).symlink_to(shutil.which(name))
    report = counts(kymo, short_walk, PATH=str(tmp_path))
    assert report["valgrind"] is None and report["repeatable"] is None
    for command in [*report["commands"], report["overall"]]:
        assert all(command[figure] is None for figure in FIGURES)
        assert set(command["unavailable"].values()) == {"valgrind is not installed"}


def test_a_child_that_fails_is_a_reason(kymo, short_walk, tmp_path):
    fake = tmp_path / "valgrind"
    fake.write_text('#!/bin/sh\n[ "$1" = --version ] && echo valgrind-0 || exit 9\n')
    fake.chmod(0o755)
    report = counts(kymo, short_walk, PATH=f"{tmp_path}:{os.environ['PATH']}")
    reasons = set(report["overall"]["unavailable"].values())
    assert reasons == {"kymo bench under valgrind: exit 9"}
    assert all(report["overall"][figure] is None for figure in FIGURES)


def test_interrupted(kymo, short_walk, tmp_path):
    mark = tmp_path / "mark"
    fake = tmp_path / "valgrind"
    fake.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && echo valgrind-0 && exit\necho $$ >{mark}\nexec sleep 1000\n'
    )
    fake.chmod(0o755)
    process = subprocess.Popen(
        [str(kymo.binary), "count", str(short_walk)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "TMPDIR": str(tmp_path)},
    )
    deadline = time.monotonic() + 60
    while not (mark.exists() and mark.read_text().strip()):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    child = int(mark.read_text())
    process.send_signal(signal.SIGINT)
    output, diagnostics = process.communicate(timeout=30)
    assert process.returncode == 3, diagnostics
    assert output == "" and "interrupted before everything was counted" in diagnostics
    assert not pathlib.Path(f"/proc/{child}").exists(), "the child lives on"
    assert not list(tmp_path.glob("kymo-*")), "the folder was left"


def test_only_offers_the_events_of_one_command(kymo):
    report = kymo.json("bench", WALK, "--only", "sendloc", "--pace", "none", "--duration", 0.01)
    assert [command["name"] for command in report["commands"]] == ["sendloc"]
    whole = kymo.json("bench", WALK, "--pace", "none", "--duration", 0.01)
    assert report["inputDigest"] != whole["inputDigest"]
    refused = kymo.run("bench", WALK, "--only", "sendlok", exit_code=64)
    assert "--only sendlok: DeviceCatalog has no such command, but " in refused.stderr
    known, meant = refused.stderr.splitlines()[0].split(", but ")[1].split("; did you mean ")
    assert {"accel", "loc", "sendloc"} <= set(known.split(", ")) and meant == "'sendloc'?"
    # A command that the app has, and no event of this recording is: a walk has no page.
    lacking = kymo.run("bench", WALK, "--only", "loc", exit_code=1)
    assert lacking.stderr == f"kymo bench: {WALK}: it has no events of loc (see kymo inspect)\n"


def test_every_run_counts_its_process(kymo, short_walk):
    for pace in ["plan", "none"]:
        command = ["bench", short_walk, "--pace", pace, "--duration", 0.2, "--format", "json"]
        done = kymo.attempt(*command, lines=9)
        process = json.loads(done.stdout)["process"]
        for name in ["voluntarySwitches", "involuntarySwitches", "minorFaults", "majorFaults"]:
            assert process[name] >= 0
        assert process["userNanoseconds"] + process["systemNanoseconds"] > 0
        # The tool with a small recording; a unit that is wrong would be a factor of 1024.
        assert 4 << 20 < process["peakResidentBytes"] < 1 << 30
        # Either a number that was validated, or a reason.
        assert (process["instructions"] is None) == bool(process["instructionsUnavailable"])
        assert process["instructions"] != 0
    still = kymo.json("bench", short_walk, "--pace", "still", "--duration", 0.01)
    assert still["process"] is None


def test_a_valgrind_that_does_not_work_is_not_absent(kymo, short_walk, tmp_path):
    broken = tmp_path / "valgrind"
    broken.write_text("#!/bin/sh\nexit 255\n")
    broken.chmod(0o755)
    done = subprocess.run(
        [str(kymo.binary), "profile", str(short_walk), "--with", "valgrind"],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"}, capture_output=True, text=True, timeout=60,
    )
    assert done.returncode == 1
    assert "valgrind does not say its version" in done.stderr and "install" not in done.stderr
