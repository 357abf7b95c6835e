"""kymo profile: stages, handlers and functions of a replay, and what it says of bad input."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

import pytest

from conftest import on_terminal

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDINGS = ROOT / "Recordings"
WALK = RECORDINGS / "walk" / "session.mcap"
CATALOG = RECORDINGS / "devicecatalog" / "session.mcap"


@pytest.fixture(scope="module")
def report(kymo):
    return kymo.json("profile", WALK, "--repeat", 5)


def stages(report, command, stage, handler=None):
    """The rows of a stage, or of one handler of it."""
    return [
        row
        for row in report["stages"]
        if (row["command"], row["stage"], row["handler"]) == (command, stage, handler)
    ]


@pytest.mark.quick
def test_every_event_is_timed_in_every_round(kymo, report):
    assert report["schema"] == "kymograph.profile/1"
    replay = kymo.json("replay", WALK)
    assert (report["events"], report["digest"]) == (replay["events"], replay["digest"])
    assert report["rounds"] == 5 and not report["interrupted"]
    # Five rounds, and one run before them that is not timed.
    assert report["timing"]["events"] == 5 * report["events"]
    inspected = {row["name"]: row["count"] for row in kymo.json("inspect", WALK)["commands"]}
    for command in ("accel", "sendloc"):
        (digest,) = stages(report, command, "digest")
        assert digest["count"] == 5 * inspected[command]


def test_shares_are_those_of_all_time(report):
    # Events wait in their ring beside all that.
    whole = [row for row in report["stages"] if row["handler"] is None and row["stage"] != "ring wait"]
    assert sum(row["share"] for row in whole) == pytest.approx(1, abs=1e-6)
    for row in report["stages"]:
        assert row["meanNanoseconds"] * row["count"] == pytest.approx(row["totalNanoseconds"])
        points = [row[f"{name}Nanoseconds"] for name in ("p50", "p90", "p99", "max")]
        assert points == sorted(points)
    timing = report["timing"]
    measured = sum(row["totalNanoseconds"] for row in whole)
    # What is measured, what reading the clock takes and what the log takes itself: all of it, but for rounding.
    cost = timing["intervals"] * timing["intervalCostNanoseconds"]
    assert measured + cost + timing["ownNanoseconds"] == pytest.approx(
        timing["runNanoseconds"], rel=0.05
    )


def test_handlers_have_their_names(report):
    (handler,) = stages(report, "accel", "view", "AccelerationView")
    (stage,) = stages(report, "accel", "view")
    assert handler["count"] == stage["count"]
    assert {"decode", "reply", "record"} <= set(report["absentStages"])


def test_requests_are_decoded(kymo):
    report = kymo.json("profile", CATALOG, "--repeat", 2)
    assert any(row["stage"] == "decode" and row["count"] > 0 for row in report["stages"])
    assert "decode" not in report["absentStages"]


def test_a_recorder_is_a_stage(kymo):
    report = kymo.json("profile", WALK, "--repeat", 2, "--with-recorder")
    (record,) = stages(report, "accel", "record")
    assert record["count"] > 0
    assert "recorder" in [thread["name"] for thread in report["sampling"]["threads"]]
    assert "record" not in report["absentStages"]


def test_functions_are_named(kymo):
    report = kymo.json("profile", WALK, "--duration", 3, "--hz", 4000)
    sampling = report["sampling"]
    assert sampling["delivered"] + sampling["folded"] <= sampling["due"] + 2 * report["rounds"]
    assert sampling["threads"][0]["name"] == "dispatcher"
    count = sum(thread["samples"] for thread in sampling["threads"])
    if count < 200:
        pytest.skip(f"{count} samples are too few to find every function")
    functions = {row["name"]: row for row in report["functions"]}
    assert sum(row["own"] for row in report["functions"]) == count
    # On a busy machine the reader may have been met a few times, elsewhere.
    reader = sum(thread["samples"] for thread in sampling["threads"] if thread["name"] == "reader")
    assert reader < 40 or any("SessionEvents" in name for name in functions), sorted(functions)
    work = report["work"]
    assert sum(row["own"] for row in work["functions"]) == work["samples"]
    assert work["samples"] + work["idleSamples"] + work["otherThreads"] == count
    # A name of the linker would begin like this.
    assert not any(name.startswith("$s") for name in functions)


def test_the_table_fits_a_terminal(kymo):
    text = kymo.run("profile", WALK, "--repeat", 2).stdout
    for part in ("accel", "AccelerationView", "digest", "sampled", "timed", "overhead"):
        assert part in text
    table = text[text.index("stage ") : text.index("in which functions")]
    assert max(map(len, table.splitlines())) <= 80


def test_everything_fits_a_real_terminal(kymo):
    """Numbers have separators there, and a line that is too long wraps."""
    command = [kymo.binary, "profile", WALK, "--repeat", "12", "--with-recorder"]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    status, _, drawn = on_terminal(command, stream="stdout", kind="dumb", env=environment)
    # A machine that does other work makes the figures INVALID.
    assert status in (0, 3)
    lines = drawn.splitlines()
    table = lines[: next(index for index, line in enumerate(lines) if line.startswith("in which"))]
    account = lines[next(index for index, line in enumerate(lines) if line.startswith("sampled")) :]
    # The path of the recording is one word.
    assert max(len(line) for line in table + account if str(WALK) not in line) <= 80
    assert any("145,440" in line or "144,000" in line for line in table)


def test_a_profile_that_is_invalid_is_made_again(kymo, tmp_path):
    core = min(os.sched_getaffinity(0))
    pin = ["taskset", "-c", str(core)]
    busy = [subprocess.Popen([*pin, sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        done = subprocess.run(
            [*pin, kymo.binary, "profile", WALK, "--repeat", "2", "--attempts", "3", "--format", "json",
             "--export", f"json={tmp_path / 'p.json'}"],
            capture_output=True, text=True, timeout=300,
        )
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert done.returncode in (0, 3), done.stderr
    report = json.loads(done.stdout)
    made = report["attempts"]
    # The last one counts, and is of two rounds like any other.
    assert report["valid"] == (done.returncode == 0) and report["rounds"] == 2
    assert made == 3 or (report["valid"] and 1 <= made < 3)
    notes = [line for line in done.stderr.splitlines() if "trying again" in line]
    assert notes == [f"attempt {n} of 3 is INVALID; trying again" for n in range(1, made)]
    left = [note["value"] for note in json.loads((tmp_path / "p.json").read_text())["notes"]
            if note["name"] == "attempts"]
    which = "first, which was INVALID, is" if made == 2 else "first 2, which were INVALID, are"
    assert left == ([f"{made} were made: the {which} left out"] if made > 1 else [])


def test_attempts_are_of_what_is_timed(kymo):
    done = kymo.run("profile", WALK, "--with", "valgrind", "--attempts", 2, exit_code=64)
    assert "--with valgrind does not go with --attempts" in done.stderr
    assert kymo.json("profile", WALK, "--repeat", 1)["attempts"] == 1


def test_only_slow_events(kymo):
    report = kymo.json("profile", WALK, "--repeat", 2, "--tail", "p90")
    assert report["sampling"] is None and report["slowNanoseconds"] > 0
    assert report["timing"]["events"] == 2 * report["events"]
    slow = sum(row["count"] for row in report["stages"] if row["stage"] == "digest")
    assert slow == report["slowEvents"] <= 2 * report["events"]
    none = kymo.json("profile", WALK, "--repeat", 1, "--tail", "1h")
    assert none["stages"] == []
    assert "no event took so long" in kymo.run("profile", WALK, "--repeat", 1, "--tail", "1h").stdout


def test_a_share_of_slow_events_is_the_one_that_was_seen(kymo):
    report = kymo.json("profile", WALK, "--repeat", 2, "--tail", "p90")
    assert report["slowShare"] == pytest.approx(report["slowEvents"] / report["timing"]["events"])
    assert report["slowShareAsked"] == 0.1 and report["slowSurveyedEvents"] > 0
    text = kymo.run("profile", WALK, "--repeat", 2, "--tail", "p90").stdout
    line = next(line for line in text.splitlines() if line.endswith(" %, were slow"))
    share = float(line.split(", ")[-2].removesuffix(" %"))
    assert ("not the 10.0 % of p90" in text) == (share > 20 or share < 5) or 4.9 < share < 20.1
    fixed = kymo.json("profile", WALK, "--repeat", 1, "--tail", "1ns")
    assert fixed["slowShareAsked"] is None and fixed["slowShare"] > 0.9


def test_the_account_of_samples_is_whole(kymo):
    sampling = kymo.json("profile", WALK, "--repeat", 5, "--with-recorder")["sampling"]
    parts = [sampling[name] for name in ("delivered", "dropped", "folded", "missing")]
    assert sum(parts) == sampling["due"], sampling


def test_stacks_that_end_early_are_counted(kymo):
    report = kymo.json("profile", WALK, "--repeat", 30, "--with-recorder")
    cut = report["cutStacks"]
    assert 0 <= cut["samples"] <= cut["of"] == sum(row["own"] for row in report["functions"])
    assert sum(row["samples"] for row in cut["modules"]) == cut["samples"]
    # Those that frame pointers lead through, and those that tables do: few are left.
    assert cut["whole"] + cut["unwound"] + cut["samples"] == cut["of"]
    assert cut["samples"] <= max(3, cut["of"] // 10), cut


def test_at_its_own_speed(kymo, tmp_path):
    path = tmp_path / "short.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 1, "-o", path)
    report = kymo.json("profile", path, "--repeat", 1, "--speed", 2, "--hz", 5000)
    assert report["overhead"] == {"sampling": None, "timing": None}
    # Signals interrupt sleeps; these go on, and events come no earlier than planned.
    assert report["timing"]["runNanoseconds"] >= 0.49e9
    (reader,) = [one for one in report["sampling"]["threads"] if one["name"] == "reader"]
    # How long of it they sleep, and do not spin, is the machine's.
    assert reader["waiting"] > 0


def test_exports(kymo, tmp_path):
    formats = ["folded", "svg", "speedscope", "chrome", "callgrind", "pprof", "json"]
    files = {name: tmp_path / f"profile.{name}" for name in formats}
    options = [word for name, path in files.items() for word in ("--export", f"{name}={path}")]
    done = kymo.run("profile", WALK, "--duration", 1, *options)
    assert "wrote" in done.stderr
    for path in files.values():
        assert path.stat().st_size > 0
    names = {
        line.rsplit(" ", 1)[0].split(";")[-1] for line in files["folded"].read_text().splitlines()
    }
    assert names
    trace = json.loads(files["chrome"].read_text())
    assert any(event["ph"] == "X" and event["name"] == "view" for event in trace["traceEvents"])
    # Which events those are, and of how many.
    shown = {
        (event["args"]["source"], event["args"]["sequence"])
        for event in trace["traceEvents"]
        if event["ph"] == "X"
    }
    assert trace["otherData"]["single events"].startswith(f"{len(shown):,} of the 12,120 events of one run")
    names = [profile["name"] for profile in json.loads(files["speedscope"].read_text())["profiles"]]
    assert f"dispatcher: events ({trace['otherData']['single events']})" in names
    assert " ".join(done.stdout.split()).count(trace["otherData"]["single events"]) == 1
    assert sorted(tmp_path.iterdir()) == sorted(files.values())
    taken = kymo.run("profile", WALK, "--repeat", 20, "--export", "folded=-")
    assert all(line.rsplit(" ", 1)[1].isdigit() for line in taken.stdout.splitlines())
    assert "accel" in taken.stderr


def test_a_reader_who_has_seen_enough(kymo):
    """As of any output: no failure that is said, and the end of a cut pipe."""
    process = kymo.start("profile", WALK, "--repeat", 20, "--export", "json=-")
    process.stdout.close()
    errors = process.stderr.read()
    # A failure keeps its status, also that of a machine that did other work.
    assert process.wait(timeout=120) in (-signal.SIGPIPE, 3) and "write failed" not in errors, errors


def test_an_export_to_standard_output_leaves_those_after_it(kymo, tmp_path):
    first, last = tmp_path / "first.svg", tmp_path / "last.folded"
    options = ["--export", f"svg={first}", "--export", "json=-", "--export", f"folded={last}"]
    done = kymo.run("profile", WALK, "--repeat", 20, *options)
    assert json.loads(done.stdout)["schema"] == "kymograph.profile-samples/1"
    assert first.stat().st_size > 0 and last.stat().st_size > 0
    assert f"wrote {first} (svg), {last} (folded)" in done.stderr


def test_an_export_into_a_named_pipe(kymo, tmp_path):
    """Its reader stays until everything was written: it is opened once."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    copy = tmp_path / "copy.json"
    with open(copy, "wb") as file:
        reader = subprocess.Popen(["cat", pipe], stdout=file)
    kymo.run("profile", WALK, "--repeat", 1, "--export", f"json={pipe}", timeout=60)
    assert reader.wait(timeout=60) == 0
    assert json.loads(copy.read_text())["schema"] == "kymograph.profile-samples/1"


def test_files_say_what_the_table_says(kymo, tmp_path):
    path, page = tmp_path / "tail.json", tmp_path / "tail.html"
    exports = [f"--export=json={path}", f"--export=html={page}"]
    kymo.run("profile", WALK, "--repeat", 3, "--tail", "p99", *exports)
    notes = {note["name"]: note["value"] for note in json.loads(path.read_text())["notes"]}
    assert notes["slow events"].startswith("only those of p99 and beyond, ")
    assert "ns subtracted from each of" in notes["timers"] and len(notes["digest"]) == 16
    assert all(name in page.read_text() for name in ("slow events", "timers", notes["digest"]))
    kymo.run("profile", WALK, "--duration", 1, *exports)
    profile = json.loads(path.read_text())
    sampling = profile["sampling"]
    assert sampling["delivered"] + sampling["folded"] == sum(row["count"] for row in profile["samples"])
    assert f"{sampling['folded']:,} counted with others" in page.read_text() or sampling["folded"] == 0


def test_an_interrupted_profile_says_so_in_its_files(kymo, tmp_path):
    path = tmp_path / "profile.json"
    process = kymo.start("profile", WALK, "--duration", 600, "--export", f"json={path}")
    while not catches_interrupts(process):
        assert process.poll() is None
        time.sleep(0.05)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 3, errors
    parts = list(tmp_path.iterdir())
    if "before the first run" not in errors:
        notes = json.loads(parts[0].read_text())["notes"]
        assert {"name": "partial", "value": "it was interrupted"} in notes


def catches_interrupts(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines()
    caught = next(int(line.split()[1], 16) for line in status if line.startswith("SigCgt"))
    return bool(caught & 1 << signal.SIGINT - 1)


def test_interrupted(kymo, tmp_path):
    process = kymo.start("profile", WALK, "--duration", 600)
    while not catches_interrupts(process):
        assert process.poll() is None
        time.sleep(0.05)
    # A run or two.
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 3, errors
    assert "interrupted" in output + errors


def test_a_stripped_program_says_so(kymo, tmp_path):
    if shutil.which("strip") is None:
        pytest.skip("strip is not installed")
    program = tmp_path / "kymo"
    subprocess.run(["strip", "-o", program, kymo.binary], check=True)
    done = subprocess.run(
        [program, "profile", WALK, "--repeat", "3"], capture_output=True, text=True, timeout=300
    )
    if done.returncode == 127:
        pytest.skip("the program finds its libraries beside itself only")
    assert done.returncode in (0, 3), done.stderr
    assert "stripped" in done.stdout and "symbols" in done.stdout


@pytest.mark.quick
@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["nowhere.mcap"], 1, "nowhere.mcap"),
        ([__file__], 1, "test_kymo_profile.py"),
        ([], 64, "recording"),
        ([WALK, "--tail", "q99"], 64, "p99"),
        ([WALK, "--tail", "p100"], 64, "p99"),
        ([WALK, "--tail", "20"], 64, "bench --tail"),
        ([WALK, "--tail", "-5us"], 64, "not '-5us'"),
        ([WALK, "--tail", "p99", "--hz", 100], 64, "--hz"),
        ([WALK, "--hz", 0], 64, "--hz"),
        ([WALK, "--repeat", 1, "--duration", 1], 64, "--repeat"),
        ([WALK, "--max-gap", 1], 64, "--max-gap"),
        ([WALK, "--export", "gif=x"], 64, "gif"),
        ([WALK, "--export", f"json={WALK}"], 64, "session.mcap"),
        ([WALK, "--export", "json=/nowhere/at/all"], 1, "/nowhere"),
        ([WALK, "--app", "Nobody"], 64, "Nobody"),
    ],
)
def test_bad_input(kymo, tmp_path, arguments, status, said):
    done = kymo.attempt("profile", *arguments, cwd=tmp_path)
    assert done.returncode == status, done.stderr
    assert said in done.stderr
    assert not done.stdout and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--export", "json=."], "(name a file in it)"),
        (["--page", "nosuch.html"], "nosuch.html: No such file or directory (check the path"),
        (["--baseline", "nosuch.json"], "(check the path)"),
        (["--with", "perf"], "(set TMPDIR to a folder that can be written)"),
    ],
)
def test_errors_say_what_helps(kymo, tmp_path, arguments, said):
    environment = {**os.environ, "TMPDIR": str(tmp_path / "nowhere")}
    done = kymo.attempt("profile", WALK, "--repeat", 1, *arguments, cwd=tmp_path, env=environment)
    assert done.returncode == 1 and said in done.stderr, done.stderr


@pytest.mark.parametrize("tool", ["perf", "valgrind"])
def test_nothing_is_left_behind_without_the_other_tool(kymo, tmp_path, tool):
    folder, programs = tmp_path / "temporary", tmp_path / "programs"
    folder.mkdir()
    programs.mkdir()
    (programs / "sh").symlink_to("/bin/sh")
    environment = {**os.environ, "TMPDIR": str(folder), "PATH": str(programs)}
    done = kymo.attempt("profile", WALK, "--with", tool, env=environment)
    assert done.returncode == 1 and "install the package" in done.stderr
    assert not list(folder.iterdir())


def test_an_interrupted_replay_at_its_own_speed(kymo, tmp_path):
    path = tmp_path / "long.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 60, "-o", path)
    process = kymo.start("profile", path, "--speed", 1)
    while not catches_interrupts(process):
        assert process.poll() is None
        time.sleep(0.05)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 3 and not output, output
    assert "a round replays the recording 3 times at its own speed, which takes up to 3 min" in errors
    assert "interrupted before the first run that counts was over; nothing is kept" in errors


def test_a_file_cut_off(kymo, tmp_path):
    path = tmp_path / "cut.mcap"
    path.write_bytes(WALK.read_bytes()[: WALK.stat().st_size // 2])
    done = kymo.attempt("profile", path)
    assert done.returncode == 1 and "cut.mcap" in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk(kymo):
    done = kymo.attempt("profile", WALK, "--repeat", 20, "--export", "folded=/dev/full")
    assert done.returncode == 1 and "/dev/full" in done.stderr


def test_a_profile_is_held_against_a_former_one(kymo, tmp_path):
    before, page, graph = (tmp_path / name for name in ("before.json", "now.html", "change.svg"))
    exports = [f"--export=json={before}", f"--export=folded={tmp_path / 'before.folded'}"]
    kymo.run("profile", WALK, "--repeat", 30, *exports)
    exports = [f"--export=html={page}", f"--export=difference={graph}"]
    done = kymo.run("profile", WALK, "--repeat", 30, "--baseline", before, *exports)
    assert "functions whose share changed most" in done.stdout
    own = {frame["name"] for frame in json.loads(before.read_text())["frames"] if frame["module"] == "kymo"}
    assert any(f"  {name}, " in done.stdout for name in own), done.stdout
    text = page.read_text()
    assert text.startswith("<!doctype html>") and "AccelerationView" in text and "session.mcap" in text
    assert "larger share" in "".join(ElementTree.parse(graph).getroot().itertext())
    table = done.stdout.split("changed most")[1]
    assert "  0.00%   0.00%" not in table
    # The same recording in another place is no other one.
    copy = tmp_path / "copy.mcap"
    copy.write_bytes(WALK.read_bytes())
    same = kymo.run("profile", copy, "--repeat", 30, "--baseline", before)
    assert "another recording" not in same.stderr
    # Another one in the same place: said. Folded stacks cannot tell.
    copy.write_bytes(CATALOG.read_bytes())
    other = kymo.run("profile", copy, "--repeat", 30, "--baseline", before)
    digests = [kymo.json("replay", path)["digest"] for path in (WALK, CATALOG)]
    assert "is of another recording or another result: " in other.stderr
    assert all(digest in other.stderr for digest in digests)
    folded = kymo.run("profile", WALK, "--repeat", 30, "--baseline", tmp_path / "before.folded")
    assert "does not say what it is a profile of" in folded.stderr


@pytest.mark.parametrize(
    ("text", "arguments", "status", "said"),
    [
        (None, [], 1, "base.json"),
        ("{", [], 1, "base.json"),
        ('{"schema":"kymograph.bench/1"}', [], 1, "base.json"),
        ("[]", [], 1, "it states no schema"),
        ("null", [], 1, "it states no schema"),
        ('{"schema":"kymograph.profile/1","rounds":3}', [], 1, "what --format json printed"),
        ("a;b 1\n", ["--tail", "p99"], 64, "--tail"),
        ("a;b x\n", [], 1, "line 1"),
        ("\x00\xff", [], 1, "base.json"),
    ],
)
def test_what_is_no_baseline(kymo, tmp_path, text, arguments, status, said):
    base = tmp_path / "base.json"
    if text is not None:
        base.write_text(text, encoding="latin-1")
    done = kymo.attempt("profile", WALK, "--repeat", 1, "--baseline", base, *arguments)
    assert done.returncode == status and said in done.stderr and not done.stdout, done


def test_a_difference_needs_a_baseline(kymo):
    done = kymo.attempt("profile", WALK, "--export", "difference")
    assert done.returncode == 64 and "--baseline" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--tail", "p99", "--export", "svg=x.svg"], "--tail"),
        (["--format", "json", "--export", "folded=-"], "standard output"),
    ],
)
def test_exports_that_cannot_be_are_refused_at_once(kymo, tmp_path, arguments, said):
    done = kymo.attempt("profile", WALK, *arguments, cwd=tmp_path)
    assert done.returncode == 64 and said in done.stderr and not done.stdout


def test_folded_stacks_are_a_baseline_as_json_is(kymo, tmp_path):
    files = {name: tmp_path / f"base.{name}" for name in ("json", "folded")}
    kymo.run("profile", WALK, "--repeat", 60, *[f"--export={name}={path}" for name, path in files.items()])
    for path in files.values():
        table = kymo.run("profile", WALK, "--repeat", 60, "--baseline", path).stdout.split("changed most")[1]
        # What stands for waiting is no function.
        assert "[waiting]" not in table
