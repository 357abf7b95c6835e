"""The example package, used as somebody would who has read the guide and nothing else."""

import json
import os
import shutil
import subprocess

import pytest

from conftest import BUILD_IN_SCRATCH, ROOT, SCRATCH, Kymo
from guide import DOCUMENTATION, Page, prepare

EXAMPLE = ROOT / "Examples" / "StepCounter"
HANDLER = "      let isUp = "
# Some hundred instructions more for every sample.
SLOWER = "      var waste = a.x\n      for _ in 0..<64 { waste = (waste + 1).squareRoot() }\n      if waste > 1e9 { steps += 1 }\n"


def git(folder, *words):
    who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    done = subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def build(package):
    """Builds a release; gives the command that a gate can build a revision with, too."""
    command = [*BUILD_IN_SCRATCH, "-c", "release"]
    done = subprocess.run(command, cwd=package, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return " ".join(command) + f" && cp {SCRATCH}/release/stepcounter ."


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The package, copied elsewhere, pointed at this checkout, and under version control."""
    package = tmp_path_factory.mktemp("elsewhere") / "StepCounter"
    shutil.copytree(EXAMPLE, package, ignore=shutil.ignore_patterns(".build"))
    manifest = package / "Package.swift"
    text = manifest.read_text()
    assert text.count('path: "../.."') == 1
    manifest.write_text(text.replace('path: "../.."', f'path: "{ROOT}"'))
    git(package, "init", "-q", "-b", "main")
    git(package, "add", "-A")
    git(package, "commit", "-qm", "Steps are counted")
    return package


@pytest.fixture(scope="module")
def steps(package, tmp_path_factory):
    """Its tool, built once."""
    build(package)
    binary = tmp_path_factory.mktemp("tool") / "stepcounter"
    shutil.copy(SCRATCH / "release" / "stepcounter", binary)
    return Kymo(binary)


@pytest.fixture(scope="module")
def walk(steps, tmp_path_factory):
    """A recording that the tool made: a synthetic walk, replayed and recorded once more."""
    folder = tmp_path_factory.mktemp("walk")
    steps.run("synth", "walk", "--duration", "60", "-o", folder / "first.mcap")
    steps.run("replay", folder / "first.mcap", "--record", folder / "walk.mcap")
    return folder / "walk.mcap"


def test_it_is_short():
    sources = list((EXAMPLE / "Sources").rglob("*.swift"))
    assert {path.name for path in sources} == {"main.swift", "StepCounter.swift"}
    assert sum(len(path.read_text().splitlines()) for path in sources) <= 60


def test_what_a_build_leaves_is_ignored(package):
    for name in (".build", ".swiftpm"):
        (package / name).mkdir(exist_ok=True)
        assert git(package, "check-ignore", name) == name


def test_the_tool_has_its_own_name_and_app(steps):
    assert steps.run("--version").stdout.startswith("stepcounter ")
    about = json.loads(steps.run("--version", "--format", "json").stdout)
    assert about["name"] == "stepcounter" and about["apps"] == ["StepCounter"]
    assert "stepcounter replay" in steps.run("help", "replay").stdout


def test_it_replays_what_it_recorded(steps, walk):
    report = steps.json("replay", walk, "--verify")
    assert report["verified"] and not report["diverged"] and report["app"] == "StepCounter"
    # Somebody walks 60 s: two steps a second, more or less.
    assert 60 <= report["device"]["steps"] <= 180
    assert steps.json("replay", walk, "--rings", "3", "--speed", "1000")["digest"] == report["digest"]
    steps.run("replay", walk, "--verify", "--fault", "flip@500", exit_code=4)


def test_the_guide_shows_what_it_prints(steps, tmp_path):
    page = Page(DOCUMENTATION / "guide" / "your-own-app.md")
    problems = page.run(prepare(tmp_path / "page"), [steps.binary.parent])
    assert not problems, "\n".join(problems)


def test_it_inspects_and_benches(steps, walk):
    report = steps.json("inspect", walk)
    assert {command["name"] for command in report["commands"]} >= {"accel", "sendloc"}
    report = steps.json("bench", walk, "--pace", "none", "--duration", "0.2")
    assert report["valid"] and report["app"] == "StepCounter"
    assert {command["name"] for command in report["commands"]} >= {"accel", "sendloc"}
    twice = steps.attempt(
        "bench", walk, "--duration", "0.2", "--rate", "20000", "--repetitions", "2", lines=6
    )
    assert twice.returncode in (0, 3) and "accel" in twice.stdout


def test_it_answers_a_call(steps):
    done = steps.run("call", 'call?cmd=steps&msg="count"')
    assert "handleRequest('steps',0)" in done.stdout
    # An error of its own has its own name.
    done = steps.run("call", 'call?cmd=steps&msg="miles"', exit_code=1)
    assert "unknownUnit" in done.stdout


def test_it_refuses_what_another_app_made(kymo, steps, tmp_path):
    foreign = tmp_path / "foreign.mcap"
    kymo.run("synth", "walk", "--duration", "2", "-o", foreign)
    for command in (["replay"], ["bench"]):
        done = steps.run(*command, foreign, exit_code=1)
        assert done.stderr.count("\n") == 1 and "made by the app DeviceCatalog" in done.stderr
        assert "--app StepCounter" in done.stderr
    steps.run("replay", foreign, "--app", "StepCounter")


@pytest.mark.skipif(
    not os.environ.get("KYMOGRAPH_LONG"), reason="builds a package twice; test_kymo_gate has one of its own"
)
def test_its_gate_compares_two_revisions_of_itself(package, steps, walk, tmp_path):
    source = package / "Sources" / "stepcounter" / "StepCounter.swift"
    text = source.read_text()
    assert text.count(HANDLER) == 1
    git(package, "commit", "-q", "--allow-empty", "-m", "Nothing is changed")
    source.write_text(text.replace(HANDLER, SLOWER + HANDLER))
    git(package, "commit", "-qam", "A handler is slower")
    # As `swift build` does it, but for the libraries, which are built already.
    options = ["--build", build(package), "--executable", "stepcounter", "--skip", "load"]
    environment = dict(os.environ, XDG_CACHE_HOME=str(tmp_path))

    def gate(base, head, exit_code):
        words = ["gate", base, head, walk, *options, "--format", "json", "--pairs", "12"]
        done = subprocess.run(
            [str(steps.binary), *map(str, words)],
            cwd=package, env=environment, capture_output=True, text=True, timeout=1200,
        )
        assert done.returncode == exit_code, f"exit {done.returncode}\n{done.stdout}\n{done.stderr}"
        return json.loads(done.stdout)

    slower = gate("HEAD~1", "HEAD", 2)
    assert slower["verdict"] == "REGRESSED" and slower["app"] == "StepCounter"
    verdicts = {count["name"]: count["verdict"] for count in slower["counts"]}
    assert verdicts["instructions"] == "REGRESSED", json.dumps(slower["counts"], indent=1)
    # Nobody else's load may decide here: what is counted is the same on any machine.
    options += ["--skip", "cost"]
    same = gate("HEAD~2", "HEAD~1", 0)
    assert same["verdict"] == "PASS" and same["app"] == "StepCounter"
    assert {count["verdict"] for count in same["counts"]} == {"PASS"}
