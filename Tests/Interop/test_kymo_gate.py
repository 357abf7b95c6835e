"""kymo gate, held to its verdicts with fake builds: scripts that answer as kymo does, from canned figures."""

import fcntl
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import pytest
import xmlschema

from conftest import on_terminal, wait_for

LONG = os.environ.get("KYMOGRAPH_LONG") == "1"
# Enough pairs for four figures, and little else.
QUICK = ["--skip", "counts", "--format", "json", "--pairs"]
PAIRS = 12
# How many runs a measurement of cost is the fastest of.
REPEATS = 5
# Counts the runs of all builds in a test, or of one.
COUNT_ALL = "n=$(cat $here/../n 2>/dev/null || echo 0); n=$((n + 1)); echo $n >$here/../n"
COUNT = COUNT_ALL.replace("/../", "/")

FAKE = r"""#!/bin/sh
# A kymo that measures nothing, and reports what it was told to.
cost={cost}
p50={p50}
here={folder}
case "$1" in
--version) {version}; exit 0;;
replay) echo '{{"schema": "kymograph.replay/1", "digest": "{replay}", "events": 100, "app": {app}}}'; exit 0;;
bench) ;;
*) exit 64;;
esac
extra=0
while [ $# -gt 0 ]; do
  case "$1" in
  --help) echo "{options}"; exit 0;;
  --handicap) extra=$2;;
  esac
  shift
done
{before}
cost=$((cost + extra))
p50=$((p50 + extra))
cat <<END
{{"schema": "kymograph.bench/1", "valid": {valid}, "reasons": ["canned"], "digest": "{digest}", "app": {app},
 "commands": [{{"name": "accel", "count": {count}, "serviceNanoseconds": {{"trimmedMean": $cost}},
   "responseNanoseconds": {{"p50": $p50, "p99": null}}, "replies": 0, "replyNanoseconds": {{"p50": null}}}}]}}
END
exit {status}
"""


@pytest.fixture
def fake(tmp_path):
    """Writes a fake build: `fake("base", cost=1000)`."""

    def write(name, **changes):
        folder = tmp_path / name
        folder.mkdir()
        values = {
            "cost": 1000,
            "p50": 5000,
            "digest": "00000000000000aa",
            "options": "--pace NAME --handicap NANOSECONDS",
            "before": "",
            "valid": "true",
            "count": 5000,
            "status": 0,
            "folder": folder,
            "version": 'echo "kymo 0.0.1"',
            "app": "null",
        }
        values.update(changes)
        values.setdefault("replay", values["digest"])
        path = folder / "kymo"
        path.write_text(FAKE.format(**values))
        path.chmod(0o755)
        return path

    return write


@pytest.fixture(scope="module")
def recording(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("gate") / "walk.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 2, "-o", path)
    return path


@pytest.fixture
def gate(kymo, recording):
    """Runs a gate, checks its exit code, and returns its report."""

    def run(base, head, *options, exit_code, pairs=PAIRS):
        command = ["gate", base, head, recording, *QUICK, pairs, *options]
        done = kymo.run(*command, exit_code=exit_code)
        report = json.loads(done.stdout)
        assert report["schema"] == "kymograph.gate/1"
        return report

    return run


def figures(report):
    return {
        metric["figure"]: metric
        for measurement in report["measurements"]
        for metric in measurement["metrics"]
    }


@pytest.mark.quick
def test_equal_builds_pass(gate, fake):
    report = gate(fake("base"), fake("head"), exit_code=0)
    assert report["verdict"] == "PASS"
    assert report["reasons"] == []
    assert report["compared"] == ["cost", "load"] and report["notKnown"] == []
    assert report["sentence"] == "HEAD is no worse than BASE: only cost and load were compared"
    assert set(figures(report)) == {"cost", "response p50"}
    cost = figures(report)["cost"]
    assert cost["verdict"] == "PASS" and cost["interval"]["ratio"] == 1
    assert cost["smallestVisible"] == pytest.approx(1.03)
    assert cost["confirmation"] is None and len(cost["ratios"]) == 12
    assert report["digests"] == {
        "base": "00000000000000aa",
        "head": "00000000000000aa",
        "equal": True,
    }
    canary = report["measurements"][0]["canary"]
    assert canary["seen"] and canary["nanoseconds"] == 100


def test_a_slower_build_has_regressed_and_was_confirmed(gate, fake):
    report = gate(fake("base"), fake("head", cost=1060), exit_code=2)
    assert report["verdict"] == "REGRESSED"
    cost = figures(report)["cost"]
    assert cost["verdict"] == "REGRESSED"
    assert cost["interval"]["low"] == pytest.approx(1.06)
    assert cost["confirmation"]["low"] == pytest.approx(1.06)
    assert len(cost["confirmationRatios"]) == 12
    # Nothing that load would show can change it.
    assert set(figures(report)) == {"cost"}
    assert report["notes"] == ["load was not measured: HEAD has REGRESSED already, whatever it would show"]
    assert report["sentence"] == "HEAD is worse than BASE in cost"
    assert "accel cost: HEAD is slower by +6.0 %" in report["reasons"][0]
    # The same data, a threshold above them.
    assert gate(fake("b"), fake("h", cost=1060), "--threshold", 7, exit_code=0)["verdict"] == "PASS"


def test_a_faster_build_has_improved(gate, fake):
    report = gate(fake("base", cost=1100), fake("head"), exit_code=0)
    assert report["verdict"] == "IMPROVED"


def test_slow_in_the_first_batch_only_passes(gate, fake):
    # HEAD runs twice to warm up, and then as itself and as the canary.
    first = 2 + 2 * PAIRS * REPEATS
    recovers = f"{COUNT}; [ $n -gt {first} ] && cost=1000"
    head = fake("head", cost=1100, before=recovers)
    report = gate(fake("base"), head, "--skip", "load", exit_code=0)
    assert report["measurements"][0]["repeats"] == REPEATS
    cost = figures(report)["cost"]
    assert cost["finding"] == "notRepeated" and cost["verdict"] == "PASS"
    assert cost["confirmation"]["ratio"] == 1


def test_different_results_are_a_finding_of_their_own(gate, fake):
    other = fake("head", digest="00000000000000bb", cost=2000)
    report = gate(fake("base"), other, exit_code=3)
    assert report["verdict"] == "INVALID"
    assert "different results" in report["reasons"][0]
    assert "the first event that differs could not be found" in report["reasons"][0]
    assert "(--ignore-digest goes on)" in report["sentence"]
    assert report["measurements"] == []
    report = gate(fake("b"), other, "--ignore-digest", exit_code=2)
    assert report["verdict"] == "REGRESSED"
    assert report["reasons"][0].endswith("; they are compared all the same, as was asked for")


@pytest.mark.quick
def test_results_that_differ_name_the_first_event_that_does(gate, fake):
    base, head = fake("base"), fake("head", digest="00000000000000bb")
    step = {"index": 7, "command": "accel", "field": "reply.x"}
    for side, text in [("expected", "reply 1"), ("actual", "reply 2")]:
        step[side] = {"timestamp": 1500000000, "outcome": text}
    found = json.dumps({"schema": "kymograph.replay/1", "firstDivergence": step})
    case = f"case \"$*\" in *--verify*) echo '{found}'; exit 4;; esac\n"
    head.write_text(head.read_text().replace('case "$1" in\n', case + 'case "$1" in\n', 1))
    report = gate(base, head, exit_code=3)
    assert report["reasons"][0].endswith(
        "the first difference is event 7, accel at 1.500000 s in reply.x: reply 1 in BASE, reply 2 in HEAD"
    )


def test_a_digest_that_changes_from_run_to_run(gate, fake):
    changing = fake("head", digest="$n", replay="aa", before=COUNT)
    report = gate(fake("base", digest="aa"), changing, exit_code=3)
    assert report["verdict"] == "INVALID"
    assert "digest of HEAD changed" in report["reasons"][0]


def test_too_few_pairs_say_how_many_it_takes(gate, fake):
    report = gate(fake("base"), fake("head", cost=2000), pairs=3, exit_code=3)
    assert report["verdict"] == "INCONCLUSIVE"
    # Three were asked for, and as nothing could be said twice three more were made.
    assert report["minimumPairs"] == 11
    assert "accel cost: 9 pairs are too few: it takes at least 11" in report["reasons"]
    # So it is when the budget ends before there are more.
    slow = fake("slow", before="sleep 0.1")
    report = gate(fake("b"), slow, "--skip", "load", "--budget", "2s", exit_code=3)
    assert report["verdict"] == "INCONCLUSIVE"
    assert any("pairs are too few" in reason for reason in report["reasons"])


def test_noise_is_inconclusive_and_says_what_would_have_been_seen(gate, fake):
    noise = f"{COUNT_ALL}; cost=$((cost + n * 7919 % 1999 * 3))"
    base, head = fake("base", before=noise), fake("head", before=noise)
    report = gate(base, head, "--skip", "load", exit_code=3)
    assert report["verdict"] == "INCONCLUSIVE"
    assert "would have been seen" in report["reasons"][0]


NOISY_LOAD = f"{COUNT_ALL}; p50=$((p50 + n * 7919 % 1999 * 9))"


def test_load_that_is_too_noisy_leaves_cost_to_decide(kymo, gate, fake):
    base, head = fake("base", before=NOISY_LOAD), fake("head", before=NOISY_LOAD)
    report = gate(base, head, exit_code=0)
    assert report["verdict"] == "PASS" and report["compared"] == ["cost"]
    (reason,) = report["notKnown"]
    assert reason.startswith("load is not known: nothing smaller than +")
    assert "only cost was compared; load is not known: nothing" in report["sentence"]
    assert report["measurements"][1]["verdict"] == "INCONCLUSIVE"
    report = gate(base, head, "--require", "load", exit_code=3)
    assert report["verdict"] == "INCONCLUSIVE" and report["required"] == ["load"]
    assert "load is required, and is not known" in report["reasons"]
    done = kymo.run("gate", base, head, "c", "--require", "load", "--skip", "load", exit_code=64)
    assert "--require load and --skip load exclude each other" in done.stderr


def test_pairs_in_which_the_machine_changed_its_state_are_set_aside(gate, fake):
    # Everything takes three times as long in every other hundred runs.
    states = f"{COUNT_ALL}; [ $((n / 100 % 2)) = 1 ] && cost=$((3 * cost)) && extra=$((3 * extra))"
    report = gate(fake("b", before=states), fake("h", before=states), "--skip", "load", exit_code=0)
    (measured,) = report["measurements"]
    assert report["verdict"] == "PASS" and measured["states"] == [1000, 3000]
    assert len(figures(report)["cost"]["ratios"]) >= PAIRS
    assert all(0.99 < ratio < 1.01 for ratio in figures(report)["cost"]["ratios"])


def test_a_machine_that_cannot_be_trusted_is_invalid(gate, fake):
    # After four runs to warm up, each eight are: canary, base, head, control, control, head, ...
    slow = f"{COUNT_ALL}; m=$(((n - 5) % 8)); [ $n -gt 4 ] && [ $m = 3 -o $m = 4 ] && cost=1500"
    report = gate(fake("b", before=slow), fake("h", before=slow), "--skip", "load", exit_code=3)
    assert report["verdict"] == "INVALID"
    assert "BASE differs from itself" in report["reasons"][0]


def test_a_canary_that_is_not_seen(gate, fake):
    blind = fake("head")
    blind.write_text(blind.read_text().replace("extra=$2", "extra=0"))
    report = gate(fake("base"), blind, "--skip", "load", exit_code=3)
    assert report["verdict"] == "INCONCLUSIVE"
    assert len(figures(report)["cost"]["ratios"]) == 3 * PAIRS, "it was given more chances"
    assert all("made on purpose" in reason for reason in report["reasons"])
    old = fake("old", options="--pace NAME")
    report = gate(fake("b"), old, exit_code=3)
    assert report["verdict"] == "INCONCLUSIVE"
    assert "slowed down on purpose" in report["reasons"][0]


def test_an_old_build_is_measured_as_far_as_it_can(gate, fake):
    report = gate(fake("base", options="nothing"), fake("head"), exit_code=0)
    assert set(figures(report)) == {"response p50"}
    assert report["notes"] == ["cost is unavailable: BASE has no bench --pace none"]


def test_a_load_that_cannot_be_offered_is_invalid(gate, fake):
    late = fake("head", valid="false", status=3)
    report = gate(fake("base"), late, "--skip", "cost", exit_code=3)
    assert report["verdict"] == "INVALID"
    assert "invalid (0 of BASE, 32 of HEAD), the last one because canned" in report["reasons"][0]


def test_text_for_people(kymo, fake, recording):
    options = ["--skip", "counts", "--pairs", PAIRS, "--skip", "load", "-q"]
    done = kymo.run("gate", fake("base"), fake("head", cost=1100), recording, *options, exit_code=2)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "REGRESSED: HEAD is worse than BASE in cost"
    assert lines[1].startswith("  accel cost: HEAD is slower by +10.0 %")
    head = lines[: lines.index(next(line for line in lines if line.startswith("cost: ")))]
    assert all(len(line) <= 80 or "/" in line for line in head)
    for word in ["recording", "machine", "BASE", "HEAD", "digest", "took"]:
        assert any(line.startswith(word + " ") for line in head), word
    assert lines[-1].startswith(f"again: {kymo.binary} gate ") and lines[-1].endswith("--skip load -q")
    assert any(line.startswith("change   the median of the pairs' own ratios") for line in lines)
    row = next(line for line in lines if line.startswith("accel"))
    for word in ["1.00 ", "1.10 ", "+10.0 %", "+10.0 … +10.0 %", "+3.0 %", "REGRESSED"]:
        assert word in row


def test_counts_that_cannot_be_had_are_unavailable(kymo, fake, recording, tmp_path):
    folder = tmp_path / "empty"
    folder.mkdir()
    valgrind = folder / "valgrind"
    valgrind.write_text("#!/bin/sh\nexit 1\n")
    valgrind.chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    command = [str(kymo.binary), "gate", fake("base"), fake("head"), recording]
    command += ["--pairs", "12", "--skip", "load", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    reason = f"{valgrind} does not say its version, and cannot be used"
    assert report["notKnown"] == [f"counts are not known: {reason}"]
    done = subprocess.run(
        [*command, "--require", "counts"], capture_output=True, text=True, env=environment, timeout=120
    )
    assert done.returncode == 3
    for count in report["counts"]:
        assert count["base"] is None and count["head"] is None and count["verdict"] is None
        assert count["unavailable"] == reason


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_handlers_are_counted_by_their_names(kymo, recording):
    options = ["--skip", "cost", "--skip", "load", "--format", "json"]
    report = json.loads(kymo.run("gate", kymo.binary, kymo.binary, recording, *options).stdout)
    assert report["sentence"] == "HEAD is no worse than BASE: only counts were compared"
    counts = {count["name"]: count for count in report["counts"]}
    handlers = {count["handler"]: count for count in report["counts"] if count["handler"]}
    assert {"AccelerationLowPass", "AccelerationRange"} <= set(handlers)
    for name, count in handlers.items():
        assert count["name"] == f"instructions of {name}" and count["verdict"] == "PASS"
        assert count["base"] == count["head"] and count["events"] > 0
    each = sum(count["base"] for count in handlers.values()) / counts["instructions"]["base"]
    assert 0 < each < 1, "handlers are a part of what an event takes"
    assert counts["instructions"]["changes"] == []


BAD = {
    "no such revision": ("nosuchrevision", "neither an executable nor a revision"),
    "no such path": ("./nothing/kymo", "neither an executable nor a revision"),
    "no kymo": ("/bin/true", "it is neither kymo"),
    "not executable": (__file__, "it cannot be started"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_builds(kymo, fake, recording, name):
    word, message = BAD[name]
    for builds in ([word, fake("good")], [fake("other"), word]):
        done = kymo.run("gate", *builds, recording, exit_code=1)
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith(f"kymo gate: {word}: ") and message in done.stderr


def test_a_recording_that_is_missing(kymo, fake):
    done = kymo.run("gate", fake("base"), fake("head"), "nothing.mcap", exit_code=1)
    assert done.stderr.startswith("kymo gate: nothing.mcap: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_build_that_fails_in_the_middle(kymo, fake, recording):
    broken = fake("head", before='[ -z "$extra" ] || { echo "it broke" >&2; exit 1; }')
    done = kymo.run("gate", fake("base"), broken, recording, *QUICK, PAIRS, exit_code=1)
    assert "HEAD failed (exit 1): it broke" in done.stderr.splitlines()[-1]
    silent = fake("silent", before='echo "{}"; exit 0')
    done = kymo.run("gate", fake("b"), silent, recording, *QUICK, PAIRS, exit_code=1)
    assert "HEAD gave no report" in done.stderr.splitlines()[-1]


@pytest.mark.quick
def test_usage(kymo):
    kymo.run("gate", "a", "b", exit_code=64)
    kymo.run("gate", "a", "b", "c", "--pairs", "none", exit_code=64)
    text = kymo.run("gate", "--help").stdout
    for word in ["kymo gate main HEAD walk.mcap", "--budget", "INCONCLUSIVE", "REGRESSED"]:
        assert word in text


def test_interrupted_it_is_partial_and_leaves_no_child(kymo, fake, recording):
    slow = fake("head", before="sleep 0.2; echo $$ >>$here/pids")
    process = kymo.start("gate", fake("base"), slow, recording, *QUICK, PAIRS)
    pids = slow.parent / "pids"
    for _ in range(300):
        if pids.exists() and len(pids.read_text().split()) > 6:
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=20)
    assert process.returncode == 3
    report = json.loads(output)
    assert report["interrupted"] and report["verdict"] == "INCONCLUSIVE"
    assert "interrupted" in report["reasons"][0]
    for pid in pids.read_text().split():
        assert not pathlib.Path(f"/proc/{pid}").exists()


def products(*names):
    """What `swift package describe` says of a package with these executables."""
    owned = [{"name": name, "targets": [name], "type": {"executable": None}} for name in names]
    library = {"name": "Library", "targets": ["Library"], "type": {"library": ["automatic"]}}
    return json.dumps({"name": "fake", "products": [library, *owned]})


@pytest.fixture
def repository(tmp_path, fake):
    """A repository whose `swift build` is a script that copies a fake kymo."""
    folder = tmp_path / "repository"
    folder.mkdir()

    def git(*arguments):
        subprocess.run(
            ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments],
            cwd=folder,
            check=True,
            capture_output=True,
        )

    git("init", "-b", "main")
    for tag, cost in [("slow", 1100), ("fast", 1000)]:
        (folder / "kymo").write_text(fake(tag, cost=cost).read_text())
        (folder / "Package.swift").write_text("// A package.\n")
        (folder / "products.json").write_text(products("kymo"))
        git("add", ".")
        git("commit", "-m", tag)
        git("tag", tag)
    (folder / "kymo").unlink()
    git("add", ".")
    git("commit", "-m", "broken")
    git("tag", "broken")
    tools = tmp_path / "tools"
    tools.mkdir()
    swift = tools / "swift"
    swift.write_text(
        "#!/bin/sh\n"
        '[ "$1" = --version ] && { echo "Swift version 0"; exit 0; }\n'
        'if [ "$1" = package ]; then cat "$3/products.json" && exit 0; exit 1; fi\n'
        '[ "$1 $2 $3 $4 $5" = "build -c release --product kymo" ] || exit 64\n'
        'cd "$7" || exit 1\n'
        'echo "[1/2] Compiling"\n'
        '[ -f kymo ] || { echo "kymo.swift:1: error: nothing to build"; exit 1; }\n'
        "mkdir -p .build/release && cp kymo .build/release/kymo && chmod +x .build/release/kymo\n"
    )
    swift.chmod(0o755)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {
        **os.environ,
        "PATH": f"{tools}:{os.environ['PATH']}",
        "TMPDIR": str(temporary),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    return folder, environment, temporary


@pytest.mark.parametrize(
    "base, head, status", [("fast", "slow", 2), ("main~2", "fast", 0), ("fast", "broken", 1)]
)
def test_revisions_are_built_and_removed(kymo, repository, recording, base, head, status):
    folder, environment, temporary = repository
    command = [str(kymo.binary), "gate", base, head, recording, *QUICK, str(PAIRS), "--skip", "load"]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=environment, timeout=120
    )
    assert done.returncode == status, done.stderr
    assert "building BASE" in done.stderr
    if status == 1:
        assert "broken: it does not build:" in done.stderr
        assert done.stderr.splitlines()[-1] == "kymo.swift:1: error: nothing to build"
    else:
        report = json.loads(done.stdout)
        assert len(report["base"]["commit"]) == 40
    assert list(temporary.iterdir()) == []
    trees = subprocess.run(
        ["git", "worktree", "list"], cwd=folder, capture_output=True, text=True, check=True
    )
    assert len(trees.stdout.splitlines()) == 1


def test_a_worktree_that_git_has_not_finished_is_forgotten(kymo, repository, recording):
    """What git is making is locked; whoever interrupts it leaves neither worktree nor lock."""
    folder, environment, temporary = repository
    tools = temporary.parent / "slowgit"
    tools.mkdir()
    real = shutil.which("git", path=environment.get("PATH"))
    slow = tools / "git"
    slow.write_text(
        f'#!/bin/sh\n[ "$1 $2" = "worktree add" ] || exec {real} "$@"\n'
        f'shift 2\n{real} worktree add --lock "$@"\ntouch {tools}/made\nsleep 60\n'
    )
    slow.chmod(0o755)
    process = subprocess.Popen(
        [str(kymo.binary), "gate", "HEAD~1", "HEAD", recording, *QUICK, str(PAIRS)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**environment, "PATH": f"{tools}:{environment['PATH']}"},
    )
    deadline = time.monotonic() + 60
    while not (tools / "made").exists():
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 3
    assert list(temporary.iterdir()) == []
    assert not (folder / ".git" / "worktrees").exists()


def test_an_executable_that_never_ends_to_say_what_it_is(kymo, fake, recording):
    """Neither endless output nor silence is waited for, and little of it is kept; all at once, as each takes 20 s."""
    start = time.monotonic()
    head = fake("head")
    running = []
    for name, answer in [("one", "yes 'kymo 1.0'"), ("two", "yes >&2"), ("three", "sleep 1000")]:
        words = ["gate", fake(name, version=answer), head, recording, *QUICK, PAIRS]
        command = ["/usr/bin/env", "sh", "-c", 'ulimit -v 4000000; exec "$@"', "sh", str(kymo.binary), *map(str, words)]
        running.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
    for process in running:
        _, said = process.communicate(timeout=100)
        assert process.returncode == 1 and "in answer to" in said or "no answer to" in said
        assert len(said) < 1000
    assert time.monotonic() - start < 60


# Builds of revisions


STATED = """echo '{{"schema": "kymograph.version/1", "name": "steps", "version": "2.0", \
"capabilities": ["bench.pace", "bench.handicap"], "apps": {apps}}}'"""


def stated(*apps):
    """The answer of a build that states its capabilities."""
    return STATED.replace("{{", "{").replace("}}", "}").replace("{apps}", json.dumps(apps))


class Revisions:
    """A repository of a user's own, and what a gate between its revisions says."""

    def __init__(self, kymo, folder, environment, recording):
        self.kymo, self.folder, self.environment = kymo, folder, environment
        self.recording = recording

    def commit(self, tag, **files):
        for name, text in files.items():
            path = self.folder / name.replace("__", ".")
            path.write_text(text)
            path.chmod(0o755)
        git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
        for command in (["add", "."], ["commit", "-m", tag], ["tag", tag]):
            subprocess.run([*git, *command], cwd=self.folder, check=True, capture_output=True)

    def gate(self, base, head, *options, exit_code=0, cwd=None):
        return self.kymo.run(
            *["gate", base, head, self.recording, *QUICK, PAIRS, "--skip", "load", *options],
            exit_code=exit_code,
            cwd=cwd or self.folder,
            env=self.environment,
        )


@pytest.fixture
def revisions(kymo, recording, tmp_path):
    folder = tmp_path / "around" / "steps"
    folder.mkdir(parents=True)
    subprocess.run(["git", "init", "-b", "main"], cwd=folder, check=True, capture_output=True)
    (tmp_path / "temporary").mkdir()
    environment = {
        **os.environ,
        "TMPDIR": str(tmp_path / "temporary"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    return Revisions(kymo, folder, environment, recording)


BUILD = ["--build", "./make.sh", "--executable", "out/steps"]
MAKE = "#!/bin/sh\nmkdir -p out && cp tool out/steps && echo built >>$HOME_LOG\n"


def test_whatever_a_command_builds_is_measured_and_kept(revisions, fake, tmp_path):
    log = tmp_path / "log"
    revisions.environment["HOME_LOG"] = str(log)
    state = {"version": stated("Steps", "Fence"), "app": '"Steps"'}
    for tag, cost in [("slow", 1200), ("fast", 1000)]:
        revisions.commit(tag, make__sh=MAKE, tool=fake(tag, cost=cost, **state).read_text())
    done = revisions.gate("fast", "slow", *BUILD, exit_code=2)
    report = json.loads(done.stdout)
    assert report["verdict"] == "REGRESSED" and report["app"] == "Steps"
    assert report["base"]["version"] == "steps 2.0" and report["base"]["built"] == "'./make.sh'"
    assert report["base"]["kept"] is False and report["head"]["kept"] is False
    assert log.read_text() == "built\nbuilt\n"
    # The second time nothing is built, and the report says so.
    done = revisions.gate("slow", "fast", *BUILD)
    report = json.loads(done.stdout)
    assert report["verdict"] == "IMPROVED"
    assert report["base"]["kept"] and report["head"]["kept"]
    assert done.stderr.count("the build that was kept is used") == 2
    assert log.read_text() == "built\nbuilt\n"
    revisions.gate("slow", "fast", *BUILD, "--no-cache")
    assert log.read_text() == "built\n" * 4
    # Another command is another build.
    revisions.gate("slow", "slow", "--build", "sh ./make.sh", *BUILD[2:])
    assert log.read_text() == "built\n" * 5
    assert list((tmp_path / "temporary").iterdir()) == []
    assert len(list((tmp_path / "cache" / "kymograph" / "builds").iterdir())) == 3


def test_a_build_that_says_nothing_is_seen_to_go_on(revisions, fake):
    slow = "#!/bin/sh\nsleep 2.5; mkdir -p out && cp tool out/steps\n"
    state = {"version": stated("Steps", "Fence"), "app": '"Steps"'}
    revisions.commit("one", make__sh=slow, tool=fake("one", **state).read_text())
    command = [revisions.kymo.binary, "gate", "one", "one", revisions.recording, *QUICK, PAIRS, "--skip", "load", *BUILD]
    status, _, drawn = on_terminal(command, cwd=revisions.folder, env=revisions.environment)
    assert status == 0, drawn
    assert re.search(r"\rbuilding BASE  1 s\x1b\[K.*\rbuilding BASE  2 s\x1b\[K", drawn), drawn
    # In a pipe there is a line for each phase.
    piped = revisions.gate("one", "one", *BUILD, "--no-cache").stderr
    assert "\r" not in piped
    begun, done = (piped.index(word) for word in ("building BASE, one, with ./make.sh", "built BASE in 2."))
    assert begun < done


@pytest.mark.quick
def test_outside_of_a_repository_it_says_so_and_what_helps(kymo, recording, tmp_path):
    plan = ["corpus", "plan", recording, "--build", "base=main", "-o", tmp_path / "corpus.json"]
    for words in (["gate", "main", "HEAD", recording], plan):
        said = kymo.run(*words, exit_code=1, cwd=tmp_path).stderr
        assert "main: no executable, and no revision: the working directory is in no git repository" in said
        assert "give built tools in place of revisions" in said


# A compiler in a process group of its own, which leaves files behind for as long as it lives.
COMPILER = """#!/bin/bash
set -m
(trap '' TERM; echo $BASHPID >$PID_FILE; while :; do mkdir -p $PWD/rubbish/$RANDOM; sleep 0.01; done) &
wait
"""


def test_stopped_while_building_it_leaves_nothing(revisions, tmp_path):
    revisions.commit("one", make__sh=COMPILER)
    pid = tmp_path / "pid"
    revisions.environment["PID_FILE"] = str(pid)
    process = subprocess.Popen(
        [revisions.kymo.binary, "gate", "one", "one", revisions.recording, *BUILD]
        + ["--budget", "1s"],  # It has not begun.
        cwd=revisions.folder,
        env=revisions.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(process, pid, 2)
    time.sleep(1.5)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)  # To the tool alone.
    _, said = process.communicate(timeout=60)
    assert process.returncode == 3, said
    assert "interrupted" in said
    state = pathlib.Path(f"/proc/{pid.read_text().strip()}/stat")
    assert not state.exists() or " Z " in state.read_text()
    assert list((tmp_path / "temporary").iterdir()) == []
    git = ["git", "worktree", "list", "--porcelain"]
    trees = subprocess.run(git, cwd=revisions.folder, capture_output=True, text=True, check=True)
    assert trees.stdout.count("worktree ") == 1


MAKE_ECHO = "printf '#!/bin/sh\\necho hello\\n' >x; chmod +x x"


def test_what_cannot_be_built_is_refused_in_a_line(revisions, fake):
    tool = fake("tool", version=stated("Steps")).read_text()
    revisions.commit("good", make__sh=MAKE.replace(" && echo built >>$HOME_LOG", ""), tool=tool)
    done = revisions.gate("good", "good", "--build", "false", *BUILD[2:], exit_code=1)
    assert "good: it does not build:" in done.stderr
    done = revisions.gate("good", "good", "--build", "true", *BUILD[2:], exit_code=1)
    assert "'true' left no executable at " in done.stderr.splitlines()[-1]
    assert str(revisions.folder) in done.stderr.splitlines()[-1]
    done = revisions.gate("good", "good", exit_code=1)
    assert "there is no Package.swift in it (--build COMMAND" in done.stderr.splitlines()[-1]
    revisions.gate("good", "good", "--build", "true", exit_code=64)
    # What was built is no tool of Kymograph's.
    options = ["--build", MAKE_ECHO, "--executable", "x"]
    done = revisions.gate("good", "good", *options, exit_code=1)
    assert "neither kymo nor a tool made with KymoTool" in done.stderr.splitlines()[-1]


def test_two_apps_are_not_compared(revisions, gate, fake, kymo, recording):
    one = fake("one", version=stated("Steps", "Fence"), app='"Steps"')
    other = fake("other", version=stated("Radar"), app='"Radar"')
    both = fake("both", version=stated("Fence", "Steps"), app='"Fence"')
    command = [recording, *QUICK, PAIRS]
    done = kymo.run("gate", one, other, *command, exit_code=1)
    assert "two different programs are not compared: BASE has the apps Steps, Fence" in done.stderr
    done = kymo.run("gate", one, both, *command, exit_code=1)
    assert "BASE replays the recording with Steps, HEAD with Fence (choose one" in done.stderr
    done = kymo.run("gate", one, both, *command, "--app", "Radar", exit_code=1)
    assert "BASE has no app 'Radar'; it has: Steps, Fence" in done.stderr
    # A build from before does not say which apps it has, and is measured.
    report = gate(fake("old"), one, "--skip", "load", exit_code=0)
    assert report["app"] == "Steps" and report["base"]["version"] == "kymo 0.0.1"
    # One that measures something else than it replays is not trusted.
    liar = fake("liar", version=stated("Steps"), app='"Steps"')
    text = liar.read_text()
    liar.write_text(text[::-1].replace('"spetS"', '"radaR"', 1)[::-1])
    report = gate(one, liar, "--skip", "load", exit_code=3)
    assert "HEAD measured the app Radar instead of Steps" in report["reasons"][0]


MANIFEST = """// swift-tools-version: 5.9
import PackageDescription
let package = Package(
  name: "steps",
  dependencies: [.package(name: "helper", path: "../helper")],
  targets: [
{targets}
  ]
)
"""
HELPER = """// swift-tools-version: 5.9
import PackageDescription
let package = Package(
  name: "helper",
  products: [.library(name: "Helper", targets: ["Helper"]), .executable(name: "kymo", targets: ["kymo"])],
  targets: [.target(name: "Helper"), .executableTarget(name: "kymo")]
)
"""
ANSWERS = r"""import Helper
let word = CommandLine.arguments.dropFirst().first ?? ""
var extra = 0
if let place = CommandLine.arguments.firstIndex(of: "--handicap") {
  extra = Int(CommandLine.arguments[place + 1]) ?? 0
}
let cost = helperCost + COST + extra
switch word {
case "--version":
  print(#"{"schema": "kymograph.version/1", "name": "steps", "version": "1", "#)
  print(#""capabilities": ["bench.pace", "bench.handicap"], "apps": ["Steps"]}"#)
case "replay": print(#"{"schema": "kymograph.replay/1", "digest": "aa", "events": 9, "app": "Steps"}"#)
default:
  print(#"{"schema": "kymograph.bench/1", "valid": true, "reasons": [], "digest": "aa", "#)
  print(#""app": "Steps", "commands": [{"name": "step", "count": 5000, "#)
  print(#""serviceNanoseconds": {"trimmedMean": "# + "\(cost)" + "}}]}")
}
"""


@pytest.fixture
def package(revisions):
    """A package that depends on its neighbour by a relative path; the neighbour has a kymo of its own."""
    helper = revisions.folder.parent / "helper"
    for name, text in {
        "Package.swift": HELPER,
        "Sources/Helper/Helper.swift": "public let helperCost = 500\n",
        "Sources/kymo/main.swift": 'print("the wrong program")\n',
    }.items():
        path = helper / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def write(tag, *tools, cost=500):
        helper = '.product(name: "Helper", package: "helper")'
        targets = [
            f'    .executableTarget(name: "{tool}", dependencies: [{helper}]),' for tool in tools
        ]
        for tool in tools:
            path = revisions.folder / "Sources" / tool / "main.swift"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(ANSWERS.replace("COST", str(cost)))
        manifest = MANIFEST.format(targets="\n".join(targets))
        revisions.commit(tag, Package__swift=manifest, __gitignore=".build\n")

    return write


def test_a_package_builds_its_own_product_and_no_other(revisions, package):
    package("fast", "steps")
    package("slow", "steps", cost=700)
    done = revisions.gate("fast", "slow", "--budget", "20m", exit_code=2)
    report = json.loads(done.stdout)
    assert report["app"] == "Steps" and report["base"]["built"] == "the product steps"
    assert report["measurements"][0]["metrics"][0]["baseNanoseconds"] == 1000
    assert report["verdict"] == "REGRESSED"
    # Its neighbour is no repository: nobody can say that the build would be the same again.
    assert f"built with {revisions.folder.parent / 'helper'} as it is now" in done.stderr
    assert done.stderr.count("this build is not kept") == 2
    # Once it is one, and clean, the build is kept until something is committed there.
    helper = revisions.folder.parent / "helper"
    git = ["git", "-C", helper, "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for command in (["init", "-b", "main"], ["add", "."], ["commit", "-m", "one"]):
        subprocess.run([*git, *command], check=True, capture_output=True)
    assert revisions.gate("slow", "slow", "--budget", "20m").stderr.count("built BASE") == 1
    assert revisions.gate("slow", "slow").stderr.count("the build that was kept is used") == 1
    (helper / "Sources" / "Helper" / "Helper.swift").write_text("public let helperCost = 600\n")
    done = revisions.gate("slow", "slow", "--budget", "20m")
    assert "which is not a clean checkout" in done.stderr and "built BASE" in done.stderr
    report = json.loads(done.stdout)
    assert report["measurements"][0]["metrics"][0]["baseNanoseconds"] == 1300
    # From a folder within the repository it is the same package.
    package("several", "steps", "walk")
    done = revisions.gate("slow", "several", exit_code=1, cwd=revisions.folder / "Sources")
    assert (
        "several: the package steps has several executable products: steps, walk"
        in done.stderr.splitlines()[-1]
    )
    done = revisions.gate("several", "slow", "--product", "kymo", exit_code=1)
    assert "has no executable product 'kymo'; it has steps, walk" in done.stderr.splitlines()[-1]


# What HEAD, or a later gate, is spared.
SPARED = "what it depends on is as it was, and was compiled before"


def committed(folder):
    """Makes a folder a repository with one commit."""
    git = ["git", "-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for command in (["init", "-b", "main"], ["add", "."], ["commit", "-m", "one"]):
        subprocess.run([*git, *command], check=True, capture_output=True)


def test_what_a_package_depends_on_is_compiled_once(revisions, package, tmp_path):
    package("fast", "steps")
    package("slow", "steps", cost=700)
    done = revisions.gate("fast", "slow", "--budget", "20m", exit_code=2)
    assert f"HEAD: {SPARED}" in done.stderr and f"BASE: {SPARED}" not in done.stderr
    cost = json.loads(done.stdout)["measurements"][0]["metrics"][0]
    assert (cost["baseNanoseconds"], cost["headNanoseconds"]) == (1000, 1200)
    # What changed of it is compiled again, although nothing is committed there.
    source = revisions.folder.parent / "helper" / "Sources" / "Helper" / "Helper.swift"
    source.write_text("public let helperCost = 600\n")
    done = revisions.gate("fast", "slow", "--budget", "20m", exit_code=2)
    assert f"HEAD: {SPARED}" in done.stderr and f"BASE: {SPARED}" not in done.stderr
    cost = json.loads(done.stdout)["measurements"][0]["metrics"][0]
    assert (cost["baseNanoseconds"], cost["headNanoseconds"]) == (1100, 1300)
    # Nothing is taken from it that is not as it was left, or of which nobody knows, as of a build that was killed.
    (scratch,) = (tmp_path / "cache" / "kymograph" / "scratch").iterdir()
    (built,) = (scratch / "build").glob("*/release/Helper.build/*.o")
    damages = [lambda: built.write_bytes(b"?"), (scratch / "objects").unlink]
    for damage in damages if LONG else damages[:1]:
        assert revisions.gate("fast", "fast", "--budget", "20m").stderr.count(SPARED) == 1
        damage()
        assert SPARED not in revisions.gate("fast", "fast", "--budget", "20m").stderr
    assert SPARED not in revisions.gate("fast", "fast", "--no-cache", "--budget", "20m").stderr
    assert list((tmp_path / "temporary").iterdir()) == [] and not (scratch / "tree").exists()


@pytest.mark.skipif(not LONG, reason="builds three times more; make test-long does")
def test_a_build_beside_others_is_that_of_an_empty_cache(revisions, package, tmp_path):
    committed(revisions.folder.parent / "helper")
    package("one", "steps")
    package("two", "steps", cost=700)
    cache = tmp_path / "cache" / "kymograph"

    def executables():
        return {path.parts[-3][:12]: path.read_bytes() for path in cache.glob("builds/*/product/kymo")}

    done = revisions.gate("one", "two", "--budget", "20m", exit_code=2)
    assert done.stderr.count(SPARED) == 1
    beside = executables()
    assert len(beside) == 2
    shutil.rmtree(cache)
    done = revisions.gate("two", "two", "--budget", "20m")
    assert SPARED not in done.stderr
    (alone,) = executables().items()
    assert beside[alone[0]] == alone[1]


EXTRA = """// swift-tools-version: 5.9
import PackageDescription
let package = Package(
  name: "steps",
  dependencies: [.package(name: "helper", path: "../helper")],
  targets: [
    {library}
    .executableTarget(
      name: "steps", dependencies: [{extra} .product(name: "Helper", package: "helper")],
      resources: [.copy("map.txt")]
    ),
  ]
)
"""


def test_what_the_commit_before_made_is_not_there(revisions, package, tmp_path):
    """A module that is gone cannot be imported, and resources go with the executable."""
    package("plain", "steps")
    (revisions.folder / "Sources" / "steps" / "map.txt").write_text("here\n")
    extra = revisions.folder / "Sources" / "Extra" / "Extra.swift"
    extra.parent.mkdir()
    extra.write_text("public let extraCost = 7\n")
    main = revisions.folder / "Sources" / "steps" / "main.swift"
    main.write_text("import Extra\n" + main.read_text().replace("helperCost +", "helperCost + extraCost +"))
    with_it = EXTRA.replace("{library}", '.target(name: "Extra"),').replace("{extra}", '"Extra",')
    revisions.commit("with", Package__swift=with_it)
    revisions.commit("without", Package__swift=EXTRA.replace("{library}", "").replace("{extra}", ""))
    committed(revisions.folder.parent / "helper")
    done = revisions.gate("with", "without", exit_code=1)
    assert f"HEAD: {SPARED}" in done.stderr and "no such module 'Extra'" in done.stderr
    (product,) = (tmp_path / "cache" / "kymograph" / "builds").glob("*/product")
    assert {path.name for path in product.iterdir()} == {"kymo", "steps_steps.resources"}
    assert (product / "steps_steps.resources" / "map.txt").read_text() == "here\n"
    # A compiler that failed is no reason to compile what others made again.
    done = revisions.gate("plain", "with", "--budget", "20m")
    assert f"BASE: {SPARED}" in done.stderr
    assert json.loads(done.stdout)["measurements"][0]["metrics"][0]["headNanoseconds"] == 1007


def test_two_gates_take_turns(revisions, package, tmp_path):
    package("fast", "steps")
    revisions.gate("fast", "fast", "--budget", "20m")
    (lock,) = (tmp_path / "cache" / "kymograph" / "locks").glob("scratch-*")
    log = tmp_path / "said"
    with lock.open() as held, log.open("w") as said:
        fcntl.flock(held, fcntl.LOCK_EX)
        process = subprocess.Popen(
            [revisions.kymo.binary, "gate", "fast", "fast", revisions.recording, *QUICK, str(PAIRS), "--skip", "load"],
            cwd=revisions.folder,
            env=revisions.environment,
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
        deadline = time.monotonic() + 60
        while "BASE waits for another gate" not in log.read_text():
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.02)
        assert "building" not in log.read_text()
    assert process.wait(timeout=300) == 0
    assert SPARED in log.read_text()


HELD_SWIFT = r"""#!/bin/sh
# A compiler that works for as long as there is a file, also when whoever started it is gone.
for last; do :; done
case "$1 $last" in
--version*) echo "Swift version 0" ;;
"package resolve")
  mkdir -p "$5"
  cat >"$5/workspace-state.json" <<END
{{"object": {{"dependencies": [{{"packageRef": {{"kind": "fileSystem", "location": "{helper}"}}}}]}}}}
END
  ;;
package*) cat "$3/products.json" ;;
build*)
  while [ -e {tools}/hold ]; do touch {tools}/held; sleep 0.1; done
  mkdir -p "$9/release" && cp "$7/kymo" "$9/release/kymo" && chmod +x "$9/release/kymo"
  ;;
esac
"""


def test_a_compiler_that_outlives_its_gate_is_waited_for(kymo, repository, recording, tmp_path):
    folder, environment, _ = repository
    tools = tmp_path / "tools"
    (tmp_path / "helper").mkdir()
    (tools / "swift").write_text(HELD_SWIFT.format(helper=tmp_path / "helper", tools=tools))
    (tools / "hold").touch()
    command = [kymo.binary, "gate", "fast", "fast", recording, *QUICK, str(PAIRS), "--skip", "load"]

    def start(log):
        return subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=log.open("w")
        )

    def until(condition, process):
        deadline = time.monotonic() + 60
        while not condition():
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.02)

    first = start(tmp_path / "first")
    until((tools / "held").exists, first)
    first.kill()
    first.wait()
    log = tmp_path / "second"
    second = start(log)
    until(lambda: "BASE waits for another gate" in log.read_text(), second)
    assert "building" not in log.read_text()
    (tools / "hold").unlink()
    assert second.wait(timeout=120) == 0, log.read_text()
    # What the first one left is not used.
    assert "building BASE" in log.read_text() and SPARED not in log.read_text()
    # A third one uses what the second one left.
    third = start(log)
    assert third.wait(timeout=120) == 0 and SPARED in log.read_text()


def test_a_library_has_nothing_to_measure(revisions, package):
    package("none")
    done = revisions.gate("none", "none", exit_code=1)
    assert "none: the package steps has no executable product (--build" in done.stderr


# Exports


@pytest.mark.parametrize(
    "cost, verdict, level, exit_code",
    [(1000, "PASS", "notice", 0), (1200, "REGRESSED", "error", 2)],
)
def test_exports(kymo, fake, recording, tmp_path, cost, verdict, level, exit_code):
    summary = tmp_path / "summary.md"
    options = ["--export", "junit", "--export", "github-summary", "--export", "github-annotations"]
    done = kymo.run(
        "gate",
        *[fake("base"), fake("head", cost=cost), recording],
        *["--skip", "counts", "--pairs", PAIRS, "--quiet", *options],
        exit_code=exit_code,
        cwd=tmp_path,
        env={**os.environ, "GITHUB_STEP_SUMMARY": str(summary)},
    )
    assert f"{verdict}: HEAD is" in done.stdout
    lines = [line for line in done.stdout.splitlines() if line.startswith("::")]
    assert lines and all(line.startswith(f"::{level} title=kymo gate%3A ") for line in lines)
    assert summary.read_text().startswith(f"### kymo gate: {verdict}\n")
    assert "| cost | accel cost | 1.00 µs |" in summary.read_text()
    assert not (tmp_path / "gate.github-summary.md").exists()

    schema = xmlschema.XMLSchema(pathlib.Path(__file__).with_name("junit.xsd"))
    schema.validate(tmp_path / "gate.junit.xml")
    (suite,) = schema.to_dict(tmp_path / "gate.junit.xml")["testsuite"]
    cases = {(case["@classname"], case["@name"]): case for case in suite["testcase"]}
    assert suite["@tests"] == len(cases) == len(suite["testcase"])
    failed = {name for name, case in cases.items() if "failure" in case}
    assert suite["@failures"] == len(failed)
    figure = ("kymo.gate.cost", "accel cost")
    assert (figure in failed) == (verdict == "REGRESSED")
    if figure in failed:
        assert cases[figure]["failure"]["$"].startswith("REGRESSED")
    assert (("kymo.gate.load", "accel response p50") in cases) == (verdict == "PASS")
    assert f"{verdict}: HEAD is" in cases["kymo.gate.verdict", "HEAD against BASE"]["system-out"]


def test_annotations_leave_json_alone(kymo, fake, recording):
    options = [*QUICK, PAIRS, "--skip", "load", "--export", "github-annotations"]
    done = kymo.run("gate", fake("base"), fake("head"), recording, *options, exit_code=0)
    assert json.loads(done.stdout)["verdict"] == "PASS"
    assert "::notice title=kymo gate%3A PASS::" in done.stderr


def test_what_is_judged_is_not_overwritten(kymo, tmp_path, recording):
    build = tmp_path / "build"
    build.write_bytes(kymo.binary.read_bytes())
    build.chmod(0o755)
    for name in ["base", "head"]:
        pair = [build, kymo.binary] if name == "base" else [kymo.binary, build]
        done = kymo.attempt("gate", *pair, recording, "--export", f"junit={build}")
        assert done.returncode == 64 and "overwrite" in done.stderr
    assert build.read_bytes() == kymo.binary.read_bytes()


def test_nothing_to_compare(kymo, recording):
    parts = ["--skip", "counts", "--skip", "cost", "--skip", "load"]
    assert kymo.attempt("gate", kymo.binary, kymo.binary, recording, *parts).returncode == 64
    assert kymo.attempt("gate", kymo.binary, kymo.binary, recording, "--budget", 0).returncode == 64
