"""`kymo perturb`: an app that depends on more than its input is found, and what it depends on is named."""

import glob
import json
import os
import pathlib
import re
import signal
import subprocess
import time

import pytest

from conftest import ROOT, Kymo

CHANGES = [
    "hash seed", "addresses", "memory", "environment size", "time zone", "locale", "working directory",
    "date", "cores", "rings", "pauses", "processor", "JSON parser", "locale of the C library", "home and user",
    "user id", "host name", "processors", "instances",
]
# What each app depends on, and the changes that show it; the first has to be among those that are named.
SINS = {
    "HashOrderApp": {"hash seed"},
    "AddressApp": {"addresses"},
    "UninitialisedApp": {"memory"},
    "StackApp": {"addresses", "environment size"},
    "ZoneApp": {"time zone"},
    "LocaleApp": {"locale"},
    "FolderApp": {"working directory"},
    "DateApp": {"date"},
    "CoresApp": {"cores"},
    "RoundingApp": {"processor"},
    "HomeApp": {"home and user"},
    "UserApp": {"user id"},
    "HostApp": {"host name"},
    "ProcessorsApp": {"processors"},
    "DecimalApp": {"locale of the C library"},
    "StaticStateApp": {"instances"},
}


@pytest.fixture(scope="module")
def sins():
    """The tool with the apps, as the unit tests' build leaves it."""
    path = ROOT / ".build" / "debug" / "PerturbedApps"
    if not path.is_file():
        pytest.skip("no PerturbedApps: run `swift build --product PerturbedApps`")
    return Kymo(path)


@pytest.fixture(scope="module")
def session(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("perturbed") / "session.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 3, "-o", path)
    return path


def perturb(tool, path, *words, exit_code=0):
    done = tool.run("perturb", path, "--format", "json", *words, exit_code=exit_code)
    assert done.stderr == ""
    return json.loads(done.stdout)


def perturb_any(tool, path, *words):
    """The report, whatever comes of it."""
    done = tool.attempt("perturb", path, "--format", "json", *words)
    assert done.returncode in (0, 4) and done.stderr == ""
    return json.loads(done.stdout)


def tried(report):
    return {change["name"]: change for change in report["changes"]}


def check_can(report, names):
    """Skips what this machine cannot change, with the reason that the tool gives."""
    reasons = {change["name"]: change["reason"] for change in report["notTried"]}
    for name in names:
        if name in reasons:
            pytest.skip(f"{name}: {reasons[name]}")


@pytest.mark.parametrize("app", SINS)
def test_a_sin_is_found_and_its_cause_named(sins, session, app):
    done = sins.attempt("perturb", session, "--app", app, "--format", "json")
    report = json.loads(done.stdout)
    check_can(report, SINS[app])
    assert done.returncode == 4, done.stdout
    assert report["verdict"] == "differs" and SINS[app] <= set(report["causes"]), report
    change = tried(report)[min(SINS[app])]
    assert change["differs"] and change["firstDivergence"]["command"] == "accel"
    assert change["firstDivergence"]["field"].startswith("reply.")
    assert change["firstDivergence"]["expected"] != change["firstDivergence"]["actual"]
    assert any(field["field"] == "reply.hash" for field in change["differences"])
    # Nothing else is blamed; but whatever else is changed can move what lies in memory.
    is_moved = app in ("AddressApp", "UninitialisedApp")
    # A locale of the C library has its decimal sign, too, where it is installed.
    assert is_moved or SINS[app] == set(report["causes"]) - ({"locale"} if app == "DecimalApp" else set())
    # It is said how often each was run, and that chance alone does not do that.
    assert report["unchangedRuns"] >= 10 and report["uncertain"] == []
    assert change["repeats"] >= 4 and change["differingRepeats"] > change["repeats"] / 2
    assert change["runs"] >= change["repeats"] + 1
    text = sins.run("perturb", session, "--app", app, exit_code=4).stdout if app == "HomeApp" else ""
    said = r"DIFFERS  with another: home and user \(([45]) of \1 repeats\), and 0 of 1[01] with nothing changed"
    assert app != "HomeApp" or re.search(said, text), text


@pytest.mark.parametrize("app", ["RandomApp", "SharedStateApp"])
def test_randomness_and_races_differ_by_themselves(sins, session, app):
    report = perturb(sins, session, "--app", app, exit_code=4)
    assert report["verdict"] == "differs-by-itself" and report["causes"] == []
    text = sins.run("perturb", session, "--app", app, exit_code=4).stdout
    assert "DIFFERS BY ITSELF" in text and "in reply." in text


def test_what_differs_once_in_thousands_of_events_is_laid_to_no_change(sins, session):
    """One replay in ten draws something else: whichever change it is, it is not the cause."""
    report = perturb_any(sins, session, "--app", "RareApp")
    assert report["causes"] == []
    assert report["verdict"] in ("differs-by-itself", "uncertain", "same")
    if report["verdict"] == "uncertain":
        # As often as it takes to tell, and no more.
        assert report["unchangedRuns"] == 20
        for name in report["uncertain"]:
            assert tried(report)[name]["repeats"] == 20
    nothing = tried(report)["nothing"]
    assert (report["verdict"] == "differs-by-itself") == nothing["differs"]


@pytest.mark.parametrize("app, change", [("DecimalApp", "locale of the C library"), ("ProcessorsApp", "processors")])
def test_a_part_of_the_system_that_is_made_can_be_made_again(sins, session, tmp_path, app, change):
    report = json.loads(sins.attempt("perturb", session, "--app", app, "--format", "json").stdout)
    check_can(report, [change])
    words = tried(report)[change]["reproduce"]
    done = subprocess.run(words, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert sins.json("inspect", tmp_path / "changed.mcap")["digest"] != report["digest"]


def test_a_crash_is_a_finding(sins, session):
    report = perturb(sins, session, "--app", "CrashingApp", exit_code=4)
    assert report["causes"] == ["time zone"]
    assert "signal" in tried(report)["time zone"]["failure"]


@pytest.mark.parametrize("name", ["walk", "devicecatalog"])
def test_our_own_app_depends_on_its_input_alone(kymo, name):
    recording = ROOT / "Recordings" / name / "session.mcap"
    report = perturb(kymo, recording)
    assert report["verdict"] == "same" and report["causes"] == [] and report["agreesWithRecording"]
    names = [change["name"] for change in report["changes"]]
    assert names[0] == "nothing"
    tried_or_not = names[1:] + [change["name"] for change in report["notTried"]]
    assert sorted(tried_or_not) == sorted(CHANGES)
    assert report["runs"] == sum(change["runs"] for change in report["changes"])
    text = kymo.run("perturb", recording).stdout
    assert re.search(r"^same after each of \d+ changes", text, re.M), text


def test_the_command_line_that_it_names_shows_it_again(sins, session, tmp_path):
    report = perturb(sins, session, "--app", "ZoneApp", exit_code=4)
    words = tried(report)["time zone"]["reproduce"]
    assert "TZ=" in words and "--app=ZoneApp" in words
    binaries = tmp_path / "bin"
    binaries.mkdir()
    name = json.loads(sins.run("--version", "--format", "json").stdout)["name"]
    (binaries / name).symlink_to(sins.binary)
    environment = dict(os.environ, PATH=f"{binaries}:{os.environ['PATH']}")
    done = subprocess.run(
        words, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    inspected = sins.json("inspect", tmp_path / "changed.mcap")
    assert inspected["digest"] != report["digest"]


def test_what_cannot_be_changed_is_said(kymo, session, tmp_path):
    """Without the tools that change it, a change is not tried, and --strict does not pass."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ["env", "sh", "cmp", "rm", "pwd", "ls", "test"]:
        found = [place for place in (f"/usr/bin/{name}", f"/bin/{name}") if os.path.exists(place)]
        (tools / name).symlink_to(found[0])
    environment = dict(os.environ, PATH=str(tools))

    def run(*words):
        return subprocess.run(
            [str(kymo.binary), "perturb", str(session), *words],
            env=environment, capture_output=True, text=True, timeout=300,
        )

    done = run()
    assert done.returncode == 0, done.stdout + done.stderr
    names = "addresses, locale of the C library, user id, host name, processors and cores"
    assert f"not tried: {names}" in done.stdout
    for reason in ("setarch is not installed", "localedef makes no locale", "unshare is not installed"):
        assert reason in done.stdout
    assert run("--strict").returncode == 3


def test_options_of_replay_are_none_of_it(kymo, session):
    for words in (["--verify"], ["--speed", "10"], ["--record", "x.mcap"], ["--rings", "3"]):
        done = kymo.run("perturb", session, *words, exit_code=64)
        assert f"unknown option '{words[0]}'" in done.stderr
    done = kymo.run("replay", session, "--perturb", exit_code=64)
    assert "use 'kymo perturb'" in done.stderr


@pytest.mark.quick
def test_bad_input_is_one_line(kymo, tmp_path):
    cut = tmp_path / "cut.mcap"
    cut.write_bytes((ROOT / "Recordings" / "walk" / "session.mcap").read_bytes()[:5000])
    done = kymo.attempt("perturb", cut)
    assert done.returncode == 1 and str(cut) in done.stderr
    done = kymo.attempt("perturb", tmp_path / "none.mcap")
    assert done.returncode == 1 and "none.mcap" in done.stderr


def test_it_can_be_interrupted_and_leaves_nothing(kymo, tmp_path):
    session = tmp_path / "long.mcap"
    kymo.run("synth", "walk", "--duration", 600, "-o", session)
    folder = tmp_path / "temporary"
    folder.mkdir()
    process = subprocess.Popen(
        [str(kymo.binary), "perturb", str(session)],
        env=dict(os.environ, TMPDIR=str(folder)),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    while not glob.glob(f"{folder}/kymo-*/0001.mcap*"):
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 3, out + error
    assert "interrupted" in out + error
    assert list(folder.iterdir()) == []


def test_pauses_change_nothing(kymo, session):
    plain = kymo.json("replay", session)
    for seed in (1, 2, 3):
        assert kymo.json("replay", session, "--pauses", seed)["digest"] == plain["digest"]


def test_names_that_others_have_left_behind_are_in_nobodys_way(kymo, session):
    """A killed process under libfaketime leaves a semaphore with its number, which a later one would want."""
    shared = pathlib.Path("/dev/shm")
    if not os.access(shared, os.W_OK):
        pytest.skip("no shared memory can be named here")
    former = set(shared.iterdir())
    last = int(subprocess.run(["sh", "-c", "echo $$"], capture_output=True, text=True, check=True).stdout)
    left = [shared / f"sem.faketime_sem_{number}" for number in range(last, last + 3000)]
    made = []
    try:
        for path in left:
            if not path.exists():
                path.write_bytes(bytes(32))
                made.append(path)
        report = perturb(kymo, session)
    finally:
        for path in made:
            path.unlink()
    check_can(report, ["date"])
    assert report["verdict"] == "same", report
    added = set(shared.iterdir()) - former
    assert not [path for path in added if "kymograph" in path.name], added
