"""kymo bench: limits in a file and on the command line, what becomes of them in CI, and baselines by name.

Most runs are back to back or counted: their figures exist however busy the machine is.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess

import jsonschema
import pytest
import xmlschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "Sources" / "KymoReport" / "Schemas" / "kymo.limits.schema.json").read_text())
UNPACED = ["--pace", "none", "--duration", "200ms", "--quiet"]

needs_valgrind = pytest.mark.skipif(
    shutil.which("valgrind") is None, reason="valgrind is not installed"
)


@pytest.fixture(scope="module")
def walk(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("limits") / "walk.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 2, "-o", path)
    return path


@pytest.fixture(scope="module")
def written(kymo, walk):
    """The text of a file of limits that a run gave rise to."""
    path = walk.with_name("written.json")
    kymo.run("bench", walk, *UNPACED, "--write-limits", path)
    return path.read_text()


@pytest.fixture
def limits(written, tmp_path):
    path = tmp_path / "kymo.limits.json"
    path.write_text(written)
    return path


def line_of(path, text):
    return 1 + next(n for n, line in enumerate(path.read_text().splitlines()) if text in line)


def replace(path, old, new, count=1):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, count))


@pytest.mark.quick
def test_what_is_written_is_valid_and_is_kept(kymo, walk, written, limits):
    content = json.loads(written)
    jsonschema.validate(content, SCHEMA)
    (recording,) = content["recordings"]
    assert recording["recording"] == str(walk) and recording["app"] == "DeviceCatalog"
    figures = {(limit["command"], limit["figure"]) for limit in recording["limits"]}
    assert {("accel", "service.p50"), ("accel", "service.p99"), ("all", "service.p50")} <= figures
    # A limit is a line.
    lines = [line for line in written.splitlines() if '"figure"' in line]
    assert len(lines) == len(recording["limits"])
    # Room enough for any machine: the median is not to be a hundred times what it was.
    for limit in recording["limits"]:
        replace(limits, f'"limit": {limit["limit"]},', f'"limit": {100 * limit["limit"]},')
    report = kymo.json("bench", walk, *UNPACED, "--limits", limits)
    assert {limit["verdict"] for limit in report["limits"]} == {"kept"}
    assert all(limit["file"] == str(limits) and limit["line"] for limit in report["limits"])


@pytest.mark.quick
def test_a_broken_limit_is_everywhere(kymo, walk, limits, tmp_path):
    replace(limits, '"command": "accel", "figure": "service.p50", "limit": ', '"command": "accel", '
            '"figure": "service.p50", "tolerance": "5%", "note": "for a test", "limit": 1e-9')
    text = re.sub(r"1e-9[0-9.e+]+", "1", limits.read_text())
    limits.write_text(text)
    jsonschema.validate(json.loads(text), SCHEMA)
    line = line_of(limits, '"for a test"')
    done = kymo.run(
        "bench", walk, *UNPACED, "--limits", limits.name,
        "--export", "junit", "--export", "github-annotations", "--export", "github-summary=s.md",
        "--export", "json", "--export", "html",
        exit_code=2, cwd=tmp_path,
    )
    assert "BROKEN: accel service.p50 is " in done.stderr
    assert f"({limits.name}:{line})" in done.stderr
    error = next(row for row in done.stdout.splitlines() if row.startswith("::error "))
    place = f"file={limits.name},line={line}"
    assert error.startswith(f"::error {place},title=kymo bench%3A limit broken::")
    assert re.search(r"^accel service.p50 .* at most 1 ns \(1 ns \+ 5 %\) +BROKEN", done.stdout, re.M)
    schema = xmlschema.XMLSchema(pathlib.Path(__file__).with_name("junit.xsd"))
    junit = tmp_path / "bench.junit.xml"
    schema.validate(junit)
    assert junit.read_text().count('type="limit"') == 1
    assert "| accel service.p50 |" in (tmp_path / "s.md").read_text()
    assert "<h2>Limits</h2>" in (tmp_path / "bench.html").read_text()
    report = json.loads((tmp_path / "bench.json").read_text())
    (broken,) = [limit for limit in report["limits"] if limit["verdict"] == "broken"]
    assert broken["line"] == line and broken["file"] == limits.name and broken["actual"] > 1.05
    assert (broken["command"], broken["figure"], broken["limit"]) == ("accel", "service.p50", 1)


def test_limits_on_the_command_line(kymo, walk):
    def status(*options):
        return kymo.run("bench", walk, *UNPACED, *options, exit_code=None).returncode

    assert status("--limit", "service.p50=1h") == 0
    assert status("--limit", "service.p50=0") == 2
    assert status("--limit", "accel:service.p50=0", "--limit", "drops=0") == 2
    # Not measured is not kept: it is said, and counts where it is asked for.
    done = kymo.run("bench", walk, *UNPACED, "--limit", "instructions=1")
    assert "not measured  all instructions: it is counted by 'count'" in done.stdout
    assert status("--limit", "instructions=1", "--strict") == 3
    done = kymo.run("bench", walk, *UNPACED, "--limit", "other:service.p50=1h", exit_code=64)
    assert "DeviceCatalog has no command 'other'" in done.stderr


def test_an_invalid_run_is_not_judged(kymo, walk, tmp_path):
    # Nobody serves so much: the run is invalid whatever the machine does.
    overload = ["bench", walk, "--rate", "2e8", "--duration", "20ms", "--quiet"]
    done = kymo.run(*overload, "--slo", "p50=1ns", exit_code=3)
    assert "limits are not judged: the run is INVALID" in done.stderr
    assert "BROKEN" not in done.stdout + done.stderr
    path = tmp_path / "l.json"
    done = kymo.run(*overload, "--write-limits", path, exit_code=3)
    assert "no limits are written" in done.stderr and not path.exists()


def test_a_run_under_load(kymo, walk, tmp_path):
    path = tmp_path / "l.json"
    load = ["bench", walk, "--duration", 4, "--warm-up", "10%", "--quiet"]

    def valid(*options, rate=500):
        """The first run of a few that the machine lets be valid."""
        for _ in range(5):
            done = kymo.run(*load, "--rate", rate, *options, exit_code=None, timeout=60)
            if done.returncode != 3:
                return done
        pytest.skip("the machine is too busy for a valid run")

    assert valid("--write-limits", path).returncode == 0
    content = json.loads(path.read_text())
    jsonschema.validate(content, SCHEMA)
    limits = content["recordings"][0]["limits"]
    figures = {limit["figure"] for limit in limits}
    assert {"response.p50", "response.p99", "slip.p99", "drops"} <= figures
    assert all(limit["rate"] == 500 for limit in limits if limit["figure"] != "drops")
    broken = valid(
        "--slo", "p50=1ns", "--deadline", "1h", "--deadline-misses", "0%", "--format", "json"
    )
    assert broken.returncode == 2, broken.stderr
    verdicts = {limit["option"]: limit["verdict"] for limit in json.loads(broken.stdout)["limits"]}
    assert verdicts == {"--slo p50=1ns": "broken", "--deadline-misses 0%": "kept"}
    late = valid("--deadline", "1ns", "--deadline-misses", "accel:50%")
    assert late.returncode == 2 and "accel deadlineMisses is 100 %, at most 50.0 %" in late.stderr
    # Times hold at their rate alone.
    other = valid("--limits", path, "--format", "json", rate=400)
    reasons = {limit["reason"] for limit in json.loads(other.stdout)["limits"]}
    assert "it holds at 500.0 events/s; this run has 400.0 events/s" in reasons


def test_merging_leaves_the_others_alone(kymo, walk, limits, tmp_path):
    other = tmp_path / "other.mcap"
    kymo.run("synth", "walk", "--seed", 2, "--duration", 2, "-o", other)
    before = json.loads(limits.read_text())["recordings"]
    kymo.run("bench", other, *UNPACED, "--write-limits", limits)
    both = json.loads(limits.read_text())["recordings"]
    assert both[0] == before[0] and both[1]["recording"] == str(other)
    # Again: its own limits are replaced, with the notes of people, and nothing is said twice.
    replace(limits, '"pace": "none" }', '"pace": "none", "note": "why" }')
    kymo.run("bench", walk, *UNPACED, "--write-limits", limits)
    again = json.loads(limits.read_text())["recordings"]
    assert again[1] == both[1]
    assert [limit["figure"] for limit in again[0]["limits"]] == [
        limit["figure"] for limit in before[0]["limits"]
    ]
    assert again[0]["limits"][0]["note"] == "why"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kymo.limits.json", "other.mcap"]


# What somebody may do to a file, and what is said.
DAMAGE = {
    "no file": (lambda path: path.unlink(), "cannot be read"),
    "empty": (lambda path: path.write_text(""), ":1: it has 0 bytes"),
    "half": (lambda path: path.write_text(path.read_text()[:300]), "it is not JSON"),
    "another schema": (
        lambda path: replace(path, "kymograph.limits/1", "kymograph.limits/9"),
        ":2: its schema is 'kymograph.limits/9', not 'kymograph.limits/1'",
    ),
    "another app": (
        lambda path: replace(path, '"DeviceCatalog"', '"StepCounter"'),
        ":4: these are limits of the app 'StepCounter', not of 'DeviceCatalog'",
    ),
    "another recording": (
        lambda path: path.write_text(re.sub(r'"digest": "\w+', '"digest": "00', path.read_text())),
        ":4: these are limits of another recording",
    ),
    "no limits of it": (
        lambda path: path.write_text('{"schema": "kymograph.limits/1", "recordings": []}'),
        ":1: it has no limits for",
    ),
    "an unknown command": (
        lambda path: replace(path, '"command": "accel"', '"command": "acel"'),
        ":9: DeviceCatalog has no command 'acel'",
    ),
    "an unknown figure": (
        lambda path: replace(path, '"service.p50"', '"service.p51"'),
        ":9: there is no figure 'service.p51'",
    ),
    "an unknown member": (
        lambda path: replace(path, '"limit":', '"limits":'),
        ":9: there is no member 'limits'",
    ),
    "a wrong unit": (lambda path: replace(path, '"ns"', '"ms"'), ":9: the unit of service.p50 is 'ns'"),
    "twice": (
        lambda path: replace(path, '"service.p99"', '"service.p50"'),
        ":10: service.p50 of accel has a limit on line 9 already",
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_bad_files_are_one_line(kymo, walk, limits, damage):
    change, said = DAMAGE[damage]
    change(limits)
    former = limits.read_bytes() if limits.exists() else None
    done = kymo.run("bench", walk, *UNPACED, "--limits", limits, exit_code=1)
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"kymo bench: {limits}") and said in line
    assert done.stdout == ""
    # What is no file of limits is not overwritten by one either.
    of_others = ("another app", "another recording", "no limits of it", "an unknown command")
    if damage not in ("no file", *of_others):
        done = kymo.run("bench", walk, *UNPACED, "--write-limits", limits, exit_code=1)
        assert said in done.stderr and limits.read_bytes() == former


def test_an_input_is_not_overwritten(kymo, walk, limits):
    done = kymo.run("bench", walk, *UNPACED, "--write-limits", walk, exit_code=None)
    assert done.returncode in (1, 64)
    export = ["--export", f"json={limits}"]
    done = kymo.run("bench", walk, *UNPACED, "--limits", limits, *export, exit_code=64)
    assert "it would overwrite" in done.stderr


@needs_valgrind
def test_counts_have_limits_exports_and_baselines(kymo, walk, tmp_path):
    counted = ["count", walk, "--only", "accel", "--quiet"]
    files = {
        "junit": "counts.junit.xml", "github-summary": "counts.github-summary.md",
        "otava-csv": "counts.otava.csv", "bencher": "counts.bencher.json",
        "github-benchmark": "counts.github-benchmark.json", "json": "counts.json",
    }
    environment = {k: v for k, v in os.environ.items() if k != "GITHUB_STEP_SUMMARY"}
    done = kymo.run(
        *counted, "--limit", "allocations=0", "--limit", "accel:instructions=10",
        "--limit", "service.p50=1ms", "--save-baseline", "main",
        *[word for name in files for word in ("--export", name)], "--export", "github-annotations",
        exit_code=2, cwd=tmp_path, env=environment,
    )
    assert "BROKEN: accel instructions is " in done.stderr
    assert "::error title=kymo count%3A limit broken::accel instructions is " in done.stdout
    assert "not measured  all service.p50: 'count' measures no times" in done.stdout
    for name in files.values():
        assert (tmp_path / name).stat().st_size > 0, name
    schema = xmlschema.XMLSchema(pathlib.Path(__file__).with_name("junit.xsd"))
    schema.validate(tmp_path / "counts.junit.xml")
    report = json.loads((tmp_path / "counts.json").read_text())
    verdicts = [limit["verdict"] for limit in report["limits"]]
    assert verdicts == ["kept", "broken", "notMeasured"]
    bencher = json.loads((tmp_path / "counts.bencher.json").read_text())
    per_event = report["overall"]["perEvent"]["instructions"]
    assert bencher["accel"]["instructions"]["value"] == per_event
    header, row = (tmp_path / "counts.otava.csv").read_text().splitlines()
    assert float(row.split(",")[header.split(",").index("accel.instructions")]) == per_event
    # The baseline: the same counts, and then others, which somebody else had.
    (saved,) = (tmp_path / ".kymo" / "baselines" / "main").iterdir()
    assert saved.name.endswith(".DeviceCatalog.counts.json")
    if os.environ.get("KYMOGRAPH_LONG"):  # Counting once more takes half a minute.
        again = kymo.run(*counted, "--baseline", "main", cwd=tmp_path)
        assert "figures that both have are the same" in again.stdout
    former = json.loads(saved.read_text())
    former["overall"]["perEvent"]["instructions"] = per_event / 2
    former["commands"][0]["perEvent"]["instructions"] = per_event / 2
    saved.write_text(json.dumps(former))
    changed = kymo.run(*counted, "--baseline", "main", "--format", "json", cwd=tmp_path)
    changes = json.loads(changed.stdout)["baseline"]["changes"]
    (change,) = [change for change in changes if change["before"] != change["now"]]
    assert change["figure"] == "instructions" and change["now"] == 2 * change["before"]


@needs_valgrind
def test_counts_of_other_processors_are_refused(kymo, walk, tmp_path):
    path = tmp_path / "main.json"
    features = {"architecture": "x86_64", "names": ["no-such-feature"]}
    former = {
        "schema": "kymograph.counts/1", "recording": "walk.mcap", "app": "DeviceCatalog", "mode": None,
        "recordingDigest": "00", "processorFeatures": features, "valgrind": None, "valid": True,
        "commands": [], "overall": {"name": "all", "countedEvents": 1, "perEvent": {}},
    }
    path.write_text(json.dumps(former))
    counted = ["count", walk, "--baseline", path]
    done = kymo.run(*counted, exit_code=1)
    assert "it is of another recording" in done.stderr
    former["recordingDigest"] = re.search(r"(\w{16}) here|\((\w{16})\) here", done.stderr).group(2)
    path.write_text(json.dumps(former))
    done = kymo.run(*counted, exit_code=1)
    assert len(done.stderr.splitlines()) == 1
    assert "no-such-feature there but not here" in done.stderr or "counted on x86_64" in done.stderr
    path.write_text("{}")
    assert "its schema is none" in kymo.run(*counted, exit_code=1).stderr


def test_baselines_have_names(kymo, walk, tmp_path):
    saved = ["--save-baseline", "main", "--baselines", "b"]
    kymo.run("bench", walk, *UNPACED, *saved, cwd=tmp_path)
    (saved,) = (tmp_path / "b" / "main").iterdir()
    assert str(saved.name) in kymo.run(
        "bench", walk, "--pace", "none", "--duration", "200ms", "--save-baseline", "main",
        "--baselines", "b", cwd=tmp_path,
    ).stderr
    named = ["--export", "html", "--baseline", "main", "--baselines", "b"]
    kymo.run("bench", walk, *UNPACED, *named, cwd=tmp_path)
    assert "baseline" in (tmp_path / "bench.html").read_text()
    # Times of other machines stay refused, whatever they are called.
    report = json.loads(saved.read_text())
    report["machine"]["processor"] = "another processor"
    saved.write_text(json.dumps(report))
    done = kymo.run("bench", walk, *UNPACED, *named, cwd=tmp_path, exit_code=1)
    assert "of another machine" in done.stderr
    other = ["--export", "html", "--baseline", "other"]
    done = kymo.run("bench", walk, *UNPACED, *other, cwd=tmp_path, exit_code=1)
    assert "no baseline 'other'" in done.stderr
    assert "--save-baseline other makes it" in done.stderr


def test_baselines_are_notes_of_commits(kymo, walk, tmp_path):
    def git(*words):
        command = ["git", "-c", "user.name=n", "-c", "user.email=e@x", *words]
        options = {"check": True, "capture_output": True, "text": True}
        return subprocess.run(command, cwd=tmp_path, **options).stdout

    git("init", "--quiet", "--initial-branch=main")
    git("commit", "--quiet", "--allow-empty", "--message=a")
    who = {f"GIT_{role}_NAME": "n" for role in ("AUTHOR", "COMMITTER")}
    who |= {f"GIT_{role}_EMAIL": "e@x" for role in ("AUTHOR", "COMMITTER")}
    options = {"cwd": tmp_path, "env": {**os.environ, **who}}
    kymo.run("bench", walk, *UNPACED, "--save-baseline", "git:HEAD", **options)
    (reference,) = git("for-each-ref", "--format=%(refname)", "refs/notes/kymograph").split()
    assert reference.endswith(".DeviceCatalog.bench")
    git("commit", "--quiet", "--allow-empty", "--message=b")
    kymo.run("bench", walk, *UNPACED, "--export", "html", "--baseline", "git:main~1", **options)
    page = ["--export", "html", "--baseline", "git:main"]
    done = kymo.run("bench", walk, *UNPACED, *page, exit_code=1, **options)
    assert "main (" in done.stderr
    save = ["--save-baseline", "git:nothing"]
    done = kymo.run("bench", walk, *UNPACED, *save, exit_code=1, **options)
    assert "is not a commit" in done.stderr


def test_who_adds_limits_at_once_loses_none(kymo, tmp_path):
    """Six runs of as many recordings into one file: each reads what the one before wrote."""
    recordings = []
    for seed in range(6):
        recordings.append(tmp_path / f"{seed}.mcap")
        kymo.run("synth", "still", "--seed", seed, "--duration", "2", "-o", recordings[-1])
    path = tmp_path / "l.json"
    runs = [kymo.start("bench", it, *UNPACED, "--write-limits", path) for it in recordings]
    assert [run.wait(timeout=120) for run in runs] == [0] * len(runs)
    assert len(json.loads(path.read_text())["recordings"]) == len(runs)
    assert [it.name for it in tmp_path.iterdir() if it.suffix != ".mcap"] == ["l.json"]


def test_without_a_report_it_is_said_what_is_not_measured(kymo, walk):
    done = kymo.run("bench", walk, *UNPACED[:-1], "--no-report", "--limit", "allocations=0")
    assert done.stdout == "" and "1 limit is not measured, the first: " in done.stderr


def test_the_knee_has_a_limit(kymo, walk, tmp_path):
    path = tmp_path / "l.json"
    sweep = [
        "sweep", walk, "--slo", "p50=1h", "--rate", 200, "--duration", "500ms",
        "--resolution", 100, "--warm-up", "0%", "--quiet",
    ]
    # A rate that nobody serves ends it soon; what is found is at least the rate of the start.
    done = kymo.run(
        *sweep, "--limit", "knee=1", "--export", "junit", "--export", "github-annotations",
        exit_code=None, cwd=tmp_path,
    )
    if done.returncode == 3:
        pytest.skip("the machine is too busy for a sweep")
    assert done.returncode == 0 and "all knee" in done.stdout
    schema = xmlschema.XMLSchema(pathlib.Path(__file__).with_name("junit.xsd"))
    schema.validate(tmp_path / "sweep.junit.xml")
    done = kymo.run(*sweep, "--limit", "knee=1e12", "--write-limits", path, exit_code=64)
    assert "--write-limits sets limits" in done.stderr
    done = kymo.run(*sweep, "--limit", "knee=1e12", "--format", "json", exit_code=None)
    if done.returncode == 3:
        pytest.skip("the machine is too busy for a sweep")
    (limit,) = json.loads(done.stdout)["limits"]
    assert (done.returncode, limit["verdict"]) in ((2, "broken"), (0, "notMeasured"))


def test_a_sweep_stands_beside_a_former_one(kymo, walk, tmp_path):
    sweep = [
        "sweep", walk, "--rate", 200, "--duration", "500ms", "--resolution", 100, "--warm-up", "0%",
        "--quiet",
    ]
    former = kymo.run(*sweep, "--slo", "p50=1h", "--save-baseline", "main", exit_code=None, cwd=tmp_path)
    if former.returncode == 3:
        pytest.skip("the machine is too busy for a sweep")
    (saved,) = (tmp_path / ".kymo" / "baselines" / "main").iterdir()
    assert saved.name.endswith(".sweep.json")
    command = [*sweep, "--baseline", "main", "--export", "html=s.html", "--export", "json=s.json"]
    done = kymo.run(*command, "--slo", "p50=1h", exit_code=None, cwd=tmp_path)
    report = json.loads((tmp_path / "s.json").read_text())
    known = json.loads(saved.read_text())["knee"]["rate"]
    assert report["baseline"]["rate"] == known
    # Lines are filled to 80 columns, wherever that is within the sentence.
    assert re.search(r" before \S.* in \.kymo/baselines/main/", " ".join(done.stdout.split())), done.stdout
    page = (tmp_path / "s.html").read_text()
    assert "Dashed: the baseline" in page and "former knee" in page and " base\"" in page
    # What is not the same is refused before anything is measured.
    other = kymo.run(*command, "--slo", "p50=2h", exit_code=1, cwd=tmp_path)
    assert "its objective is p50=3600000000000ns, not p50=7200000000000ns" in other.stderr
    counts = kymo.run(*sweep, "--slo", "p50=1h", "--baseline", tmp_path / "s.html", exit_code=1, cwd=tmp_path)
    assert "it is not JSON" in counts.stderr
