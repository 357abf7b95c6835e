"""What scripts rely on: keys, exit codes, one line for an error, and equal digests everywhere."""

import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess

import pytest
from conftest import ROOT, Kymo

SHARED = ROOT.parent / "shared" / "data" / "sensors"
COMMANDS = [
    "import", "synth", "replay", "perturb", "bench", "sweep", "scan", "count", "send", "load", "corpus", "call", "inspect",
    "check", "recover", "cut", "merge", "diff", "export",
]
RECORDINGS = sorted(path.parent.name for path in (ROOT / "Recordings").glob("*/session.mcap"))


def recording(name):
    return ROOT / "Recordings" / name / "session.mcap"


def has(report, *keys):
    assert set(keys) <= report.keys(), f"missing: {set(keys) - report.keys()}"


@pytest.fixture(scope="module")
def session(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("cli") / "walk.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 5, "-o", path)
    return path


# Keys


def check_import(report):
    has(report, "events", "channels", "repairs", "output")
    assert report["schema"] == "kymograph.import/1"
    for entry in report["channels"]:
        has(entry, "topic", "count")
    for entry in report["repairs"]:
        has(entry, "rule", "file", "line", "count")
        assert entry["explanation"] and entry["count"] > 0
    assert report["events"] == sum(entry["count"] for entry in report["channels"])


def check_bench(done):
    assert done.returncode in (0, 3)
    report = json.loads(done.stdout)
    assert report["schema"] == "kymograph.bench/1"
    has(report, "valid", "digest", "offeredRate", "achievedRate", "slipNanoseconds", "drops")
    has(report["slipNanoseconds"], "p50", "p99", "max")
    assert report["commands"]
    for command in report["commands"]:
        has(command, "name", "count", "responseNanoseconds", "serviceNanoseconds")
        has(command["responseNanoseconds"], "p50", "p90", "p99", "p999", "max")
        has(command["serviceNanoseconds"], "p50", "p99")
    assert report["valid"] == (done.returncode == 0)
    assert report["valid"] or done.stderr.count("INVALID") >= 1


@pytest.mark.quick
def test_keys_of_inspect(kymo, session):
    report = kymo.json("inspect", session)
    assert report["schema"] == "kymograph.inspect/1"
    has(report, "events", "durationSeconds", "digest", "channels", "commands", "losses")
    for channel in report["channels"]:
        has(channel, "topic", "count", "ratePerSecond", "first", "last")
    for command in report["commands"]:
        has(command, "name", "count")
    assert report["events"] == 505 and report["losses"] == []
    assert 4.9 < report["durationSeconds"] < 5


@pytest.mark.quick
def test_keys_of_replay(kymo, session):
    report = kymo.json("replay", session, "--speed", 1, "--clock", "virtual", "--verify")
    assert report["schema"] == "kymograph.replay/1"
    has(report, "events", "digest", "diverged", "firstDivergence", "eventsPerSecond", "lateness")
    has(report["lateness"], "p50", "p99", "max")
    assert report["diverged"] is False and report["firstDivergence"] is None
    # There is no schedule at maximum speed, but the keys are always there.
    assert kymo.json("replay", session)["lateness"] == {"p50": None, "p99": None, "max": None}


@pytest.mark.quick
def test_keys_of_a_divergence(kymo, session):
    done = kymo.run(
        "replay", session, "--verify", "--fault", "flip@7", "--format", "json", exit_code=4
    )
    report = json.loads(done.stdout)
    has(report["firstDivergence"], "index", "step", "input", "command", "expected", "actual")
    assert report["firstDivergence"]["step"] == report["firstDivergence"]["input"] == 7
    assert report["diverged"] is True and report["firstDivergence"]["index"] == 7
    text = kymo.run("replay", session, "--verify", "--fault", "flip@7", exit_code=4).stdout
    assert "first difference at input 7, step 7" in text
    assert f"reproduce with: {kymo.binary} replay {session} --verify --fault flip@7" in text


def test_what_repeats_a_run_can_be_pasted(kymo, session, tmp_path):
    """As the tool was started: by a path with a blank, by one that is relative, or by its name."""
    folder = tmp_path / "my tools"
    folder.mkdir()
    (folder / "kymo").symlink_to(kymo.binary)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    for program in (folder / "kymo", "./kymo", "kymo"):
        done = subprocess.run(
            [program, "replay", session, "--verify", "--fault", "flip@7"],
            capture_output=True, text=True, cwd=folder, env=environment,
        )
        (line,) = [line for line in done.stdout.splitlines() if line.startswith("reproduce with: ")]
        command = line.removeprefix("reproduce with: ")
        assert shlex.split(command)[0] == str(program)
        again = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=folder, env=environment)
        assert again.returncode == done.returncode == 4 and line in again.stdout


def test_without_a_trace_the_inputs_are_compared(kymo, tmp_path):
    path = tmp_path / "plain.mcap"
    kymo.run("synth", "walk", "--duration", 2, "--no-trace", "-o", path)
    assert kymo.json("replay", path, "--verify")["verified"] is True
    done = kymo.run(
        "replay", path, "--verify", "--fault", "drop@3", "--format", "json", exit_code=4
    )
    report = json.loads(done.stdout)
    first = report["firstDivergence"]
    assert report["diverged"] is True and first["index"] == 3
    assert first["field"].startswith("input.")


@pytest.mark.quick
def test_keys_of_bench(kymo, session):
    check_bench(
        kymo.attempt("bench", session, "--rate", 2000, "--duration", 1, "--format", "json")
    )


@pytest.mark.quick
def test_keys_of_recover(kymo, session, tmp_path):
    report = kymo.json("recover", session, "-o", tmp_path / "whole.mcap")
    assert report["schema"] == "kymograph.recover/1"
    has(report, "events", "lostFromByte", "kept", "lost")
    has(report["kept"], "messages", "chunks")
    has(report["lost"], "bytes", "chunks")
    assert report["lostFromByte"] is None and report["lost"] == {
        "bytes": 0,
        "chunks": 0,
        "messages": 0,
    }


# Real input

FOLDERS = sorted({path.parent.name for path in SHARED.glob("*/*.csv")})


@pytest.mark.skipif(not FOLDERS, reason="there are no phone exports beside this checkout")
@pytest.mark.parametrize("name", FOLDERS or ["none"])
def test_real_exports(kymo, name, tmp_path):
    folder, path, again = SHARED / name, tmp_path / "a.mcap", tmp_path / "b.mcap"
    report = kymo.json("import", folder, "-o", path)
    check_import(report)
    assert report["repairs"], "none of these exports is clean"
    assert {entry["file"] for entry in report["repairs"]} <= {
        str(file) for file in folder.glob("*.csv")
    }
    kymo.run("import", folder, "-o", again)
    first, second = (hashlib.sha256(file.read_bytes()).hexdigest() for file in (path, again))
    assert first == second
    replayed = kymo.json("replay", path, "--verify", "--speed", "max")
    assert replayed["diverged"] is False and replayed["events"] == report["events"]
    assert replayed["digest"] == report["digest"] == kymo.json("inspect", path)["digest"]
    check_bench(kymo.attempt("bench", path, "--rate", 2000, "--duration", 1, "--format", "json"))
    strict = kymo.attempt("import", "--strict", folder, "-o", tmp_path / "strict.mcap")
    assert strict.returncode == 1


@pytest.mark.skipif(not FOLDERS, reason="there are no phone exports beside this checkout")
def test_the_recorded_walk_keeps_its_samples(kymo, tmp_path):
    report = kymo.json("import", SHARED / "Aymdi__DeadReckoning", "-o", tmp_path / "walk.mcap")
    counts = {entry["topic"]: entry["count"] for entry in report["channels"]}
    assert counts["/accelerometer"] == 10_577


@pytest.mark.quick
def test_keys_of_import(kymo, tmp_path):
    export = tmp_path / "Accelerometer.csv"
    rows = [f"{1_700_000_000_000_000_000 + n * 10_000_000},{n / 100},9.81,0.0,0.0" for n in range(50)]
    export.write_text("time,seconds_elapsed,z,y,x\n" + "\n".join(rows) + "\n")
    report = kymo.json("import", "--platform", "android", export, "-o", tmp_path / "a.mcap")
    check_import(report)
    assert report["events"] == 50
    kymo.run("import", "--platform", "android", export, "-o", export, exit_code=64)
    assert export.read_text().count("\n") == 51


# Equal everywhere


@pytest.mark.parametrize("name", RECORDINGS)
def test_processes_and_options_agree(kymo, name):
    expected = json.loads((recording(name).parent / "expected.json").read_text())
    bytes_now = hashlib.sha256(recording(name).read_bytes()).hexdigest()
    assert bytes_now == expected["sha256"]
    speeds = [["--speed", "max"], ["--speed", "10", "--clock", "virtual"], ["--rings", "4"]]
    for options in [[], [], *speeds]:
        report = kymo.json("replay", recording(name), "--verify", *options)
        assert report["digest"] == expected["digest"] and not report["diverged"]
        assert report["channels"] == expected["channels"]
        assert report["commands"] == expected["commands"]


@pytest.mark.parametrize("name", RECORDINGS)
def test_debug_and_release_agree(kymo, name, tmp_path):
    builds = [ROOT / ".build" / kind / "kymo" for kind in ("debug", "release")]
    missing = [build for build in builds if not build.is_file()]
    if missing:
        pytest.skip(f"not built: {missing[0].relative_to(ROOT)}")
    digests, files = set(), set()
    for build in builds:
        copy = tmp_path / build.parent.name
        report = Kymo(build).json("replay", recording(name), "--verify")
        Kymo(build).run("replay", recording(name), "--record", copy)
        digests.add(report["digest"])
        files.add(hashlib.sha256(copy.read_bytes()).hexdigest())
    assert len(digests) == 1 and len(files) == 1


@pytest.mark.quick
def test_a_recording_of_a_replay_is_the_same_file_again(kymo, tmp_path):
    source, first, second = recording("adversarial"), tmp_path / "1.mcap", tmp_path / "2.mcap"
    kymo.run("replay", source, "--record", first)
    kymo.run("replay", first, "--verify", "--record", second)
    assert first.read_bytes() == second.read_bytes()


def test_environment_and_locale_change_nothing(kymo, tmp_path):
    files = []
    for number, (locale, zone) in enumerate([("C", "UTC"), ("de_DE.UTF-8", "Asia/Kolkata")]):
        path = tmp_path / f"{number}.mcap"
        environment = {**os.environ, "LC_ALL": locale, "TZ": zone, "COLUMNS": str(60 + number)}
        command = [kymo.binary, "synth", "drive", "--duration", "10", "-o", path]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        files.append(path.read_bytes())
    assert files[0] == files[1]


# Exit codes, help


@pytest.mark.quick
@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["replay"],
        ["replay", "a.mcap", "b.mcap", "--accept"],
        ["replay", "a.mcap", "--start", "soon"],
        ["replay", "--speed", "0", "a.mcap"],
        ["replay", "--rings", "65", "a.mcap"],
        ["replay", "--nonsense", "a.mcap"],
        ["replay", "--app", "Nothing", "a.mcap"],
        ["synth", "fly", "-o", "x"],
        ["synth", "walk"],
        ["synth", "walk", "--duration", "400000h", "-o", "never.mcap"],
        ["synth", "walk", "--rate", "1e9", "-o", "never.mcap"],
        ["synth", "walk", "--seed", "-1", "-o", "never.mcap"],
        ["recover", "a.mcap"],
        ["import", "a.csv"],
        ["inspect", "--format", "xml", "a.mcap"],
        ["bench", "--when-full", "explode", "a.mcap"],
    ],
    ids=" ".join,
)
def test_usage_errors(kymo, arguments, tmp_path):
    done = kymo.run(*arguments, exit_code=64)
    speaker = "kymo: " if arguments[0] == "frobnicate" else f"kymo {arguments[0]}: "
    assert done.stderr.startswith(speaker) and done.stdout == ""
    assert not pathlib.Path("never.mcap").exists()


@pytest.mark.parametrize("fault", ["drop", "drop@", "drop@-1", "lose@3", "flip@1@2"])
def test_wrong_faults(kymo, session, fault):
    kymo.run("replay", session, "--fault", fault, exit_code=64)


def test_too_long_to_repeat_a_recording(kymo, session):
    done = kymo.run("bench", session, "--rate", "1e9", "--duration", "2562047h", exit_code=1)
    assert "with a shorter --duration" in done.stderr


def test_nothing_to_verify_or_to_offer(kymo, tmp_path):
    path = tmp_path / "empty.mcap"
    kymo.run("synth", "still", "--duration", 0, "-o", path)
    assert kymo.json("replay", path, "--verify")["events"] == 0
    assert "no events to offer" in kymo.run("bench", path, exit_code=1).stderr


@pytest.mark.quick
def test_a_replay_without_a_handler_says_so_and_what_helps(kymo, session):
    text = kymo.run("replay", session, "--app", "Browser").stdout
    (line,) = [line for line in text.splitlines() if line.startswith("NOTHING")]
    assert "no event had a handler; Browser handles loadLocation, " in line
    assert line.endswith(", and other apps (--app) are DeviceCatalog")
    # The app lists the channels: no command is unknown.
    assert re.search(r"^listed, no handler +0 +505$", text, re.M) and "unknown command" not in text
    note = "no handler: /accelerometer (geometry_msgs/msg/Vector3), 500 messages; the app lists it, and has no handler for it"
    assert note in text
    report = kymo.json("replay", session, "--app", "Browser")
    assert {row["topic"]: row["role"] for row in report["unheard"]} == {
        "/accelerometer": "no handler", "/location": "no handler",
    }
    said = kymo.run("replay", session, "--app", "Browser", "--require-commands", "accel", exit_code=64).stderr
    assert "the app lists /accelerometer, and has no handler for its command 'accel'" in said
    said = kymo.run("replay", session, "--require-commands", "nope", exit_code=64).stderr
    assert "no command 'nope' takes part in this replay" in said
    assert "NOTHING" not in kymo.run("replay", session).stdout


@pytest.mark.quick
def test_a_recording_is_not_imported_and_what_helps_is_said(kymo, session, tmp_path):
    target = tmp_path / "again.mcap"
    for name in ("walk.mcap", "walk.csv"):
        path = tmp_path / name
        path.write_bytes(session.read_bytes())
        said = kymo.run("import", path, "-o", target, exit_code=1).stderr
        assert said.strip() == (
            f"kymo import: {path}: it is a recording (MCAP) already, which needs no import "
            f"(use it as it is: kymo inspect {path}, or kymo replay)"
        )
    assert not target.exists()


@pytest.mark.quick
@pytest.mark.parametrize("words", [
    ["replay", "@"], ["inspect", "@"], ["check", "@"], ["recover", "@", "-o", "@"], ["cut", "@", "-o", "x"],
    ["merge", "@", "@", "-o", "x"], ["import", "@", "-o", "x"],
    ["replay", "no@"], ["replay", "@", "--app", "@"], ["load", "@"], ["@"], ["help", "@"], ["synth", "@", "-o", "x"],
    ["replay", "@", "--require-commands", "@"], ["run", "@", "@"], ["gate", "@", "@", "@"],
], ids=lambda words: " ".join(words))
def test_no_name_steers_the_terminal(kymo, session, tmp_path, words):
    name = "a\x1b[31m\x85\x07b.mcap"
    (tmp_path / name).write_bytes(session.read_bytes())
    done = kymo.run(*(word.replace("@", name) for word in words), exit_code=None, cwd=tmp_path)
    said = done.stdout + done.stderr
    assert "a\ufffd[31m\ufffd\ufffdb.mcap" in said or "a [31m  b.mcap" in said
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", said), said


def test_inputs_are_never_overwritten(kymo, session, tmp_path):
    path, link = tmp_path / "a.mcap", tmp_path / "b.mcap"
    path.write_bytes(session.read_bytes())
    link.symlink_to(path)
    for target in (path, link, tmp_path / "." / "a.mcap"):
        kymo.run("replay", path, "--record", target, exit_code=64)
        kymo.run("recover", path, "-o", target, exit_code=64)
        kymo.run("cut", path, "-o", target, exit_code=64)
        kymo.run("merge", session, path, "-o", target, exit_code=64)
    assert path.read_bytes() == session.read_bytes()


def test_a_recording_on_standard_output_is_whole(kymo, session):
    command = [kymo.binary, "synth", "walk", "--seed", "1", "--duration", "5", "-o", "-"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stdout == session.read_bytes()
    assert b"505 events" in done.stderr


@pytest.mark.quick
@pytest.mark.parametrize("command", COMMANDS)
def test_help(kymo, command):
    text = kymo.run(command, "--help").stdout
    examples = text.split("EXAMPLES:")[1]
    assert f"kymo {command} " in examples
    assert text == kymo.run("help", command).stdout == kymo.run(command, "-h").stdout


def test_help_of_all(kymo):
    text = kymo.run("--help").stdout
    assert text == kymo.run("help").stdout
    for command in COMMANDS:
        assert f"  {command} " in text
    assert kymo.run("--version").stdout.startswith("kymo ")
    assert kymo.run(exit_code=64).stdout == text


@pytest.mark.quick
@pytest.mark.parametrize(
    "arguments, reason",
    [
        (["replay", "{session}", "--no-trace"], "--no-trace needs --record"),
        (["replay", "{session}", "--compression", "lz4"], "--compression needs --record"),
        (["replay", "{session}", "--max-gap", 1], "--max-gap has no effect"),
        (["replay", "{session}", "--speed", "max", "--max-gap", 1], "--max-gap has no effect"),
        (["replay", "{session}", "--clock", "virtual"], "--clock has no effect"),
        (["replay", "{session}", "--clock", "real"], "--clock has no effect"),
        (["synth", "walk", "--mode", "legacy", "-o", "{out}"], "--mode is for sessions with a page"),
    ],
)
def test_options_without_effect_are_refused(kymo, session, tmp_path, arguments, reason):
    out = tmp_path / "out.mcap"
    filled = [str(word).format(session=session, out=out) for word in arguments]
    done = kymo.run(*filled, exit_code=64)
    assert done.stdout == "" and reason in done.stderr
    assert not out.exists()


def test_options_without_effect_on_this_recording_are_noted(kymo, session, tmp_path):
    for option in (["--mode", "legacy"], ["--sandbox", tmp_path]):
        done = kymo.run("replay", session, *option, "--verify")
        assert done.stderr == (
            f"{option[0]} has no effect: {session} has no page that makes calls\n"
        )


def test_parameters_of_a_call(kymo):
    message = '["a",1,2.5,true,null,[1,"x"],{"k":7}]'
    done = kymo.run("call", "call?cmd=logMessage&msg=" + message, "call?cmd=loc", "call?cmd=%zz",
                    "--format", "json", exit_code=1)
    steps = [step for step in json.loads(done.stdout)["steps"] if step["request"] is not None]
    assert steps[0]["parameters"] == [
        {"kind": "text", "value": "a"},
        {"kind": "integer", "value": 1},
        {"kind": "number", "value": 2.5},
        {"kind": "boolean", "value": True},
        {"kind": "null", "value": None},
        {"kind": "json", "value": '[1,"x"]'},
        {"kind": "json", "value": '{"k":7}'},
    ]
    assert steps[1]["parameters"] == [] and steps[2]["parameters"] is None
