"""What a user would be hurt by: files destroyed, checks that check nothing, hints that lead in circles."""

import os
import signal
import subprocess
import time

import pytest


@pytest.fixture(scope="module")
def walk(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("promises") / "walk.mcap"
    kymo.run("synth", "walk", "--duration", 30, "-o", path)
    return path


def test_a_failed_recovery_leaves_the_old_output_alone(kymo, walk, tmp_path):
    good = tmp_path / "good.mcap"
    good.write_bytes(walk.read_bytes())
    junk = tmp_path / "junk.mcap"
    junk.write_bytes(b"no recording at all" * 100)
    kymo.run("recover", junk, "-o", good, exit_code=1)
    assert good.read_bytes() == walk.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.mcap", "junk.mcap"]


@pytest.mark.quick
@pytest.mark.parametrize("name", ["./walk2.mcap", "hard.mcap", "soft.mcap"])
def test_no_output_destroys_the_input(kymo, walk, tmp_path, name):
    source = tmp_path / "walk2.mcap"
    source.write_bytes(walk.read_bytes())
    os.link(source, tmp_path / "hard.mcap")
    os.symlink(source, tmp_path / "soft.mcap")
    target = tmp_path / name
    kymo.run("replay", source, "--record", target, exit_code=64)
    kymo.run("recover", source, "-o", target, exit_code=64)
    assert source.read_bytes() == walk.read_bytes()


@pytest.mark.quick
@pytest.mark.parametrize("fault", ["drop", "flip", "swap"])
def test_a_fault_that_never_happens_is_no_success(kymo, walk, fault):
    events = kymo.json("inspect", walk)["events"]
    last = events - 1
    kymo.run("replay", walk, "--verify", "--fault", f"{fault}@{events}", exit_code=1)
    # The last event has none after it to change places with.
    kymo.run("replay", walk, "--verify", "--fault", f"{fault}@{last}", exit_code=1 if fault == "swap" else 4)


def test_a_diverged_replay_is_not_verified(kymo, walk):
    done = kymo.run("replay", walk, "--verify", "--fault", "flip@5", "--format", "json", exit_code=4)
    assert '"verified": false' in done.stdout and '"diverged": true' in done.stdout
    assert kymo.json("replay", walk, "--verify")["verified"] is True


def test_a_recovered_recording_is_verified_as_far_as_its_trace_goes(kymo, walk, tmp_path):
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(walk.read_bytes()[: walk.stat().st_size * 2 // 3])
    saved = tmp_path / "saved file.mcap"
    done = kymo.run("recover", cut, "-o", saved, exit_code=3)
    assert "the end: the file is cut off" in done.stdout
    done = kymo.run("replay", "--verify", saved, exit_code=3)
    assert "identical for the" in done.stdout and "not compared: the digest and number of all steps" in done.stdout
    done = kymo.run("replay", "--verify", saved, "--fault", "flip@7", exit_code=4)
    assert "first difference at input 7, step 7" in done.stdout
    # What is suggested can be pasted into a shell.
    assert f"'{saved}'" in done.stdout


def test_a_partial_report_says_so(kymo, walk, tmp_path):
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(walk.read_bytes()[:-1000])
    done = kymo.run("inspect", cut, "--format", "json", exit_code=3)
    assert '"complete": false' in done.stdout
    assert kymo.json("inspect", walk)["complete"] is True


def test_a_killed_recording_keeps_what_is_older_than_a_second(kymo, walk, tmp_path):
    target = tmp_path / "killed.mcap"
    part = tmp_path / "killed.mcap.part"
    # 30 s of recording at ten times the speed: after 2.5 s there are 25 s of it, of which 10 s may be lost.
    process = subprocess.Popen(
        [str(kymo.binary), "replay", str(walk), "--speed", "10", "--record", str(target)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not part.exists():
        time.sleep(0.01)
    time.sleep(2.5)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    saved = tmp_path / "saved.mcap"
    kymo.run("recover", part, "-o", saved, exit_code=3)
    assert kymo.json("inspect", saved)["durationSeconds"] > 9
