"""Roots in which nobody has mounted /proc: the words of the command line come from elsewhere."""

import os
import shlex
import subprocess

import pytest

ENTER = ["unshare", "--mount", "--propagation", "private", "bash", "-c"]


def without_proc(*command):
    """Runs a command where /proc is an empty folder."""
    words = " ".join(shlex.quote(str(word)) for word in command)
    script = f"mount -t tmpfs none /proc && test -z \"$(ls /proc)\" && exec {words}"
    return subprocess.run([*ENTER, script], capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture(scope="module", autouse=True)
def permission():
    if os.geteuid() != 0:
        pytest.skip("only root makes namespaces of mounts here")
    done = without_proc("true")
    if done.returncode != 0:
        pytest.skip(f"/proc cannot be hidden: {done.stderr.strip()}")


def test_commands_do_what_they_are_told(kymo, tmp_path):
    path = tmp_path / "walk.mcap"
    made = without_proc(kymo.binary, "synth", "walk", "--duration", 2, "-o", path)
    assert made.returncode == 0 and "202 events" in made.stdout, made
    replayed = without_proc(kymo.binary, "replay", path, "--verify")
    assert replayed.returncode == 0 and "identical to the recording" in replayed.stdout, replayed
    assert kymo.run("replay", path, "--verify").returncode == 0


def test_mistakes_are_mistakes(kymo):
    done = without_proc(kymo.binary, "nonsense")
    assert done.returncode == 64 and "unknown command 'nonsense'" in done.stderr
    done = without_proc(kymo.binary, "replay", "/none.mcap")
    assert done.returncode == 1 and "/none.mcap" in done.stderr


def test_what_needs_it_says_so_in_a_line(kymo, tmp_path):
    path = tmp_path / "walk.mcap"
    kymo.run("synth", "walk", "--duration", 2, "-o", path)
    for words in (["perturb", path], ["bench", path, "--duration", 1, "--repetitions", 2]):
        done = without_proc(kymo.binary, *words)
        assert done.returncode == 1 and "/proc" in done.stderr, done
        assert len(done.stderr.splitlines()) == 1
