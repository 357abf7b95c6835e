"""Corpora on engines that others maintain: GNU parallel, Slurm with its own daemons, and files for the rest."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import jsonschema
import pytest

import slurm_cluster

INDICES = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "PARALLEL_SEQ", "CI_NODE_INDEX", "CI_NODE_TOTAL"]
RECORDINGS = 40


def environment(kymo, **more):
    """An environment without an engine, in which the tool is in PATH under its name."""
    kept = {name: value for name, value in os.environ.items() if name not in INDICES}
    return {**kept, "PATH": f"{kymo.binary.parent}:{kept.get('PATH', '')}:/usr/sbin", **more}


def run(kymo, folder, *words, exit_code=0, timeout=120, **more):
    """Runs the tool in a folder."""
    return kymo.run(
        *words, exit_code=exit_code, timeout=timeout, cwd=folder, env=environment(kymo, **more)
    )


def schema(kymo, name):
    return json.loads(kymo.run("--print-schema", name).stdout)


@pytest.fixture(scope="module")
def recordings(kymo, tmp_path_factory):
    """Forty small recordings, no two alike."""
    folder = tmp_path_factory.mktemp("recordings")
    kinds = ["walk", "drive", "still"]
    for number in range(RECORDINGS):
        place = folder / kinds[number % 3]
        place.mkdir(exist_ok=True)
        kymo.run(
            "synth", kinds[number % 3], "--seed", number + 1, "--duration", 1, "-o",
            place / f"{number:02}.mcap",
        )
    return folder


@pytest.fixture
def corpus(kymo, recordings, tmp_path):
    """A folder with a manifest: forty recordings by two builds, which are the same tool twice."""
    for name in ("base", "head"):
        # A link of its own, as a build elsewhere has a file of its own.
        os.link(kymo.binary, tmp_path / name) if same_disk(kymo.binary, tmp_path) else shutil.copy2(
            kymo.binary, tmp_path / name
        )
    run(
        kymo, tmp_path, "corpus", "plan", recordings, "--build", "base=base", "--build", "head=head",
        "-o", "corpus.json",
    )
    return tmp_path


def same_disk(one, other):
    return one.stat().st_dev == other.stat().st_dev


@pytest.fixture(scope="module")
def small(kymo, recordings, tmp_path_factory):
    """A folder with a manifest of three recordings by the tool itself."""
    folder = tmp_path_factory.mktemp("small")
    for number, name in enumerate(["walk/00.mcap", "drive/01.mcap", "still/02.mcap"]):
        shutil.copy(recordings / name, folder / f"{number}.mcap")
    run(kymo, folder, "corpus", "plan", ".", "-o", "corpus.json")
    return folder


@pytest.fixture
def copied(small, tmp_path):
    """The same, to be spoilt."""
    shutil.copytree(small, tmp_path / "small")
    return tmp_path / "small"


def merged(kymo, folder, results="results", exit_code=0, *words):
    text = run(
        kymo, folder, "corpus", "merge", "corpus.json", results, "--format", "json", *words,
        exit_code=exit_code,
    ).stdout
    jsonschema.validate(json.loads(text), schema(kymo, "corpus-merge"))
    return text


# --- The manifest


def test_a_plan_is_the_same_twice(kymo, corpus, recordings):
    first = (corpus / "corpus.json").read_bytes()
    run(
        kymo, corpus, "corpus", "plan", *sorted(recordings.iterdir(), reverse=True), "--build",
        "base=base", "--build", "head=head", "-o", "again.json",
    )
    assert (corpus / "again.json").read_bytes() == first
    manifest = json.loads(first)
    jsonschema.validate(manifest, schema(kymo, "corpus"))
    assert len(manifest["recordings"]) == RECORDINGS and len(manifest["tasks"]) == 2 * RECORDINGS
    paths = [one["path"] for one in manifest["recordings"]]
    assert paths == sorted(paths)
    for one in manifest["recordings"]:
        assert (corpus / one["path"]).stat().st_size == one["bytes"]
    assert not list(corpus.glob("*.part*"))


def test_the_hash_is_that_of_xxhsum(kymo, small):
    tool = shutil.which("xxhsum")
    if not tool:
        pytest.skip("no xxhsum")
    for one in json.loads((small / "corpus.json").read_text())["recordings"]:
        said = subprocess.run(
            [tool, "-H2", small / one["path"]], capture_output=True, text=True, check=True
        ).stdout
        assert said.split()[0] == one["content"]


def test_equal_recordings_are_planned_once(kymo, copied):
    shutil.copy(copied / "0.mcap", copied / "9.mcap")
    said = run(kymo, copied, "corpus", "plan", ".", "-o", "twice.json").stderr
    assert "./9.mcap is left out: it has the content of ./0.mcap" in said
    assert len(json.loads((copied / "twice.json").read_text())["recordings"]) == 3


# --- One process


@pytest.mark.quick
def test_one_process_runs_all_and_skips_what_is_done(kymo, copied):
    first = run(kymo, copied, "corpus", "run", "corpus.json", "--task", "0-2", "-o", "results")
    assert [line.split()[:2] for line in first.stdout.splitlines()] == [
        ["0", "measured"], ["1", "measured"], ["2", "measured"],
    ]
    results = sorted((copied / "results").iterdir())
    assert len(results) == 3 and all(path.suffix == ".json" for path in results)
    for path in results:
        result = json.loads(path.read_text())
        jsonschema.validate(result, schema(kymo, "corpus-result"))
        assert result["report"]["verification"] == "identical"
        assert 0 <= result["machine"]["othersShare"] <= 1
    before = [path.stat().st_mtime_ns for path in results]
    again = run(kymo, copied, "corpus", "run", "corpus.json", "--task", "0-2", "-o", "results")
    assert "0  measured before" in again.stdout
    assert [path.stat().st_mtime_ns for path in results] == before
    # The plan with one recording more: what is done stays done.
    run(kymo, copied, "synth", "walk", "--seed", "99", "--duration", "1", "-o", "00.mcap")
    run(kymo, copied, "corpus", "plan", ".", "-o", "more.json")
    said = run(kymo, copied, "corpus", "run", "more.json", "--task", "0-3", "-o", "results").stdout
    assert said.count("measured before") == 3


def test_engines_say_which_task(kymo, copied):
    def task(exit_code=0, *words, **variables):
        done = run(
            kymo, copied, "corpus", "run", "corpus.json", "-o", "r", *words, exit_code=exit_code,
            **variables,
        )
        return done.stdout.split()[0] if exit_code == 0 else done.stderr

    assert task(SLURM_ARRAY_TASK_ID="2") == "2"
    assert task(JOB_COMPLETION_INDEX="1") == "1"
    assert task(PARALLEL_SEQ="1") == "0"
    assert task(CI_NODE_INDEX="3", CI_NODE_TOTAL="3") == "2"
    both = task(64, SLURM_ARRAY_TASK_ID="2", PARALLEL_SEQ="1")
    assert "SLURM_ARRAY_TASK_ID=2 is task 2, PARALLEL_SEQ=1 is task 0" in both
    assert "tasks 0 to 2" in task(64, SLURM_ARRAY_TASK_ID="3")
    assert "no task is given" in task(64)


def test_a_build_that_cannot_is_a_failure_and_one_that_is_killed_is_not(kymo, copied):
    fake = copied / "fake"
    fake.write_text(
        f"#!/bin/sh\n[ \"$1\" = replay ] || exec {kymo.binary} \"$@\"\n. ./do\n"
    )
    fake.chmod(0o755)
    (copied / "do").write_text("exit 1\n")
    run(kymo, copied, "corpus", "plan", "0.mcap", "--build", "x=fake", "-o", "fake.json")

    def once(text, exit_code):
        (copied / "do").write_text(text)
        return run(
            kymo, copied, "corpus", "run", "fake.json", "--task", "0", "-o", "r",
            exit_code=exit_code,
        ).stderr

    # Killed by others: nothing is written, and another try is worth it.
    assert "signal 9" in once("kill -9 $$\n", 75)
    assert not list((copied / "r").iterdir())
    assert "exit 1: out of luck" in once("echo out of luck >&2; exit 1\n", 1)
    once("kill -SEGV $$\n", 1)
    once("echo no JSON; exit 0\n", 1)
    assert "report cannot be read" in json.loads(next((copied / "r").iterdir()).read_text())["message"]
    text = run(kymo, copied, "corpus", "merge", "fake.json", "r", exit_code=3).stdout
    assert "FAILED  0.mcap, x, replay: its report cannot be read" in text and "run again  --task 0" in text
    # One that was asked to stop, and had time to say how far it came.
    before = {path.name: path.read_text() for path in (copied / "r").iterdir()}
    slow = f"shift; exec timeout --preserve-status -s INT 1 {kymo.binary} replay --speed 0.01 \"$@\"\n"
    assert "stopped before the end" in once(slow, 75)
    assert {path.name: path.read_text() for path in (copied / "r").iterdir()} == before
    # A verdict is no failure.
    once(f"exec {kymo.binary} \"$@\"\n", 0)
    run(kymo, copied, "corpus", "merge", "fake.json", "r")
    # What says of itself that it is of another build is none of this task, whatever its id.
    (path,) = (copied / "r").iterdir()
    result = json.loads(path.read_text())
    result["task"]["buildIdentity"] = "other"
    path.write_text(json.dumps(result))
    text = run(kymo, copied, "corpus", "merge", "fake.json", "r", exit_code=3).stdout
    assert "DAMAGED" in text and "it was changed" in text
    result["schema"] = "kymograph.corpus-result/9"
    path.write_text(json.dumps(result))
    text = run(kymo, copied, "corpus", "merge", "fake.json", "r", exit_code=3).stdout
    assert "DAMAGED" in text and "corpus-result/9" in text


@pytest.mark.quick
def test_a_limit_that_a_task_breaks_is_the_verdict(kymo, copied):
    run(
        kymo, copied, "corpus", "plan", "0.mcap", "--command",
        "bench --pace none --duration 0.2 --limit service.p50=1ns", "-o", "limit.json",
    )
    run(kymo, copied, "corpus", "run", "limit.json", "--task", "0", "-o", "r")
    done = run(
        kymo, copied, "corpus", "merge", "limit.json", "r", "--export", "junit=m.xml", "--export",
        "github-annotations=a.txt", exit_code=2,
    )
    assert done.stdout.startswith("REGRESSED") and "BROKEN  0.mcap" in done.stdout
    assert "service.p50" in done.stdout and "measured  1 of 1" in done.stdout
    # Whoever sees an export alone sees the verdict, too.
    junit = (copied / "m.xml").read_text()
    assert 'failures="2"' in junit and "a limit is broken" in junit and "service.p50" in junit
    assert "::error" in (copied / "a.txt").read_text()


@pytest.mark.parametrize(
    "command, words",
    [
        ("bench --pace none --slo p99=1ms --rate 5", "--pace none"), ("bench --prepare true", "--prepare"),
        ("scan queue=1,2", "not 'scan'"), ("bench --stage 1s@5k", "--stage"),
        ("bench --limits none.json", "there is no none.json"), ("bench --save-baseline main", "--save-baseline"),
    ],
)
def test_what_no_task_can_do_is_refused_by_the_plan(kymo, copied, command, words):
    done = run(kymo, copied, "corpus", "plan", "0.mcap", "--command", command, "-o", "c.json", exit_code=64)
    assert words in done.stderr and not (copied / "c.json").exists()


def test_a_recording_that_is_cut_off_is_no_corpus(kymo, copied):
    (copied / "cut.mcap").write_bytes((copied / "0.mcap").read_bytes()[:3000])
    done = run(kymo, copied, "corpus", "plan", "cut.mcap", "-o", "c.json", exit_code=1)
    assert "cut.mcap" in done.stderr and "recover" in done.stderr


def test_a_divergence_lies_in_the_result(kymo, copied):
    run(
        kymo, copied, "corpus", "plan", ".", "--command", "replay --verify --fault flip@20", "-o",
        "fault.json",
    )
    run(kymo, copied, "corpus", "run", "fault.json", "--task", "0-2", "-o", "r")
    done = run(kymo, copied, "corpus", "merge", "fault.json", "r", exit_code=4)
    assert done.stdout.startswith("DIVERGED") and "first at step 20" in done.stdout


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_process_that_is_ended_leaves_nothing_half(kymo, copied, number):
    run(
        kymo, copied, "corpus", "plan", "0.mcap", "--command", "replay --speed 0.05", "-o",
        "slow.json",
    )
    words = [kymo.binary, "corpus", "run", "slow.json", "--task", "0", "-o", "r"]
    process = subprocess.Popen(words, cwd=copied, env=environment(kymo), stderr=subprocess.PIPE)
    child = child_of(process)
    process.send_signal(number)
    assert process.wait(30) == (75 if number == signal.SIGTERM else -signal.SIGKILL)
    assert not list((copied / "r").iterdir())
    # What it had started ends with it.
    deadline = time.monotonic() + 20
    while pathlib.Path(f"/proc/{child}").exists():
        assert time.monotonic() < deadline, "the build goes on alone"
        time.sleep(0.05)


def child_of(process):
    """The child of a process, once there is one that plays."""
    deadline = time.monotonic() + 30
    children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while True:
        assert process.poll() is None and time.monotonic() < deadline
        for child in children.read_text().split():
            try:
                words = pathlib.Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"--speed" in words and b"setpriv" not in words[0]:
                return int(child)
        time.sleep(0.02)


# --- Bad input


def test_what_does_not_belong_together_is_one_line(kymo, copied):
    def refused(*words, exit_code=1):
        done = run(kymo, copied, "corpus", *words, exit_code=exit_code)
        assert len(done.stderr.splitlines()) <= (2 if exit_code == 64 else 1), done.stderr
        return done.stderr

    recording = copied / "1.mcap"
    whole = recording.read_bytes()
    recording.write_bytes((copied / "2.mcap").read_bytes())
    assert "1.mcap: the recording was changed since" in refused(
        "run", "corpus.json", "--task", "1", "-o", "r"
    )
    recording.unlink()
    assert "1.mcap: cannot be read" in refused("run", "corpus.json", "--task", "1", "-o", "r")
    recording.write_bytes(whole[: len(whole) // 2])
    recording.write_bytes(whole)

    text = (copied / "corpus.json").read_text()
    (copied / "edited.json").write_text(text.replace('"0.mcap"', '"2.mcap"', 1).replace('"bytes"', '"byte"', 1))
    assert "edited.json: it is damaged" in refused("merge", "edited.json", "r")
    (copied / "half.json").write_text(text[: len(text) // 2])
    assert "half.json: it is not JSON" in refused("run", "half.json", "--task", "0", "-o", "r")
    assert "its schema is 'x', not 'kymograph.corpus/1'" in refused(
        "run", write(copied / "other.json", '{"schema": "x"}'), "--task", "0", "-o", "r"
    )
    assert "there is no such folder of results" in refused("merge", "corpus.json", "nowhere")
    assert "nothing.json" in refused("run", "nothing.json", "--task", "0", "-o", "r")
    (copied / "empty").mkdir()
    assert "there is no recording in it" in refused("plan", "empty", "-o", "x.json")
    assert "no executable, and no revision: the working directory is in no git repository" in refused(
        "plan", ".", "--build", "a=nothing", "-o", "x.json"
    )
    assert "two builds are called 'a'" in refused(
        "plan", ".", "--build", f"a={kymo.binary}", "--build", f"a={kymo.binary}", "-o", "x.json",
        exit_code=64,
    )
    assert "it would overwrite" in refused("plan", ".", "-o", "0.mcap", exit_code=64)
    assert not (copied / "x.json").exists()
    assert "the corpus has no bench command" in refused(
        "merge", "corpus.json", "empty", "--export", "hlog", exit_code=64
    )
    # A page needs no load, and not one result.
    run(kymo, copied, "corpus", "merge", "corpus.json", "empty", "--export", "html=none.html", exit_code=3)
    assert "<strong>PARTIAL</strong>" in (copied / "none.html").read_text()


def test_no_export_takes_the_place_of_a_result(kymo, copied):
    run(kymo, copied, "corpus", "plan", "0.mcap", "--command", "bench --rate 5000 --duration 0.1", "-o", "b.json")
    run(kymo, copied, "corpus", "run", "b.json", "--task", "0", "-o", "r", "--attempts", "1")
    (result,) = (copied / "r").iterdir()
    before = result.read_bytes()
    words = ["corpus", "merge", "b.json", "r", "--export", f"json={result}"]
    assert "it would overwrite" in run(kymo, copied, *words, exit_code=64).stderr
    assert result.read_bytes() == before


def write(path, text):
    path.write_text(text)
    return path.name


def test_a_build_that_was_replaced_is_noticed(kymo, copied):
    tool = copied / "tool"
    shutil.copy2(kymo.binary, tool)
    run(kymo, copied, "corpus", "plan", ".", "--build", "x=tool", "-o", "x.json")
    run(kymo, copied, "corpus", "run", "x.json", "--task", "0-2", "-o", "r")
    with tool.open("ab") as file:
        file.write(b"another")
    for path in list((copied / "r").iterdir())[:1]:
        path.unlink()
    done = run(kymo, copied, "corpus", "run", "x.json", "--task", "0-2", "-o", "r", exit_code=1)
    assert "not the planned build" in done.stderr
    run(kymo, copied, "corpus", "plan", ".", "--build", "x=tool", "-o", "y.json")
    text = run(kymo, copied, "corpus", "merge", "y.json", "r", exit_code=3).stdout
    assert text.count("left out") == 2 and "it is of another build: 'x' was executable" in text


def test_half_a_result_is_named_and_made_anew(kymo, copied):
    run(kymo, copied, "corpus", "run", "corpus.json", "--task", "0-2", "-o", "r")
    path = sorted((copied / "r").iterdir())[0]
    whole = path.read_text()
    path.write_text(whole[: len(whole) // 2])
    text = run(kymo, copied, "corpus", "merge", "corpus.json", "r", exit_code=3).stdout
    assert f"DAMAGED  r/{path.name}: it is not JSON" in text and "MISSING" in text
    assert path.read_text() == whole[: len(whole) // 2]
    done = run(kymo, copied, "corpus", "run", "corpus.json", "--task", "0-2", "-o", "r")
    assert "is made anew" in done.stderr
    run(kymo, copied, "corpus", "merge", "corpus.json", "r")


def test_two_mergers_at_once_do_no_harm(kymo, copied):
    run(kymo, copied, "corpus", "plan", ".", "--command", "bench --rate 5000 --duration 0.2", "-o", "b.json")
    run(kymo, copied, "corpus", "run", "b.json", "--task", "0-2", "-o", "r", "--attempts", "1")
    words = [kymo.binary, "corpus", "merge", "b.json", "r", "--format", "json"]
    words += ["--export", "json=all.json", "--export", "html=all.html"]
    mergers = [
        subprocess.Popen(words, cwd=copied, env=environment(kymo), stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    said = {merger.communicate(timeout=60)[0] for merger in mergers}
    assert len(said) == 1 and {merger.returncode for merger in mergers} <= {0, 3}
    total = sum(one["count"] for one in json.loads((copied / "all.json").read_text())["commands"])
    parts = [json.loads(path.read_text())["report"] for path in (copied / "r").glob("*.json")]
    assert total == sum(one["count"] for part in parts for one in part["commands"])
    assert (copied / "all.html").read_text().rstrip().endswith("</html>")
    assert not list(copied.glob("*.part*"))


# --- Coverage


def test_a_command_that_occurs_nowhere_is_named(kymo, copied):
    run(kymo, copied, "corpus", "run", "corpus.json", "--task", "0-2", "-o", "r")
    assert "never:" in run(kymo, copied, "corpus", "merge", "corpus.json", "r").stdout
    report = json.loads(merged(kymo, copied, "r", 3, "--require-coverage"))
    (app,) = report["coverage"]
    assert app["app"] == "DeviceCatalog" and "logMessage" in app["uncovered"]
    assert "accel" not in app["uncovered"]


# --- Engines


@pytest.fixture(scope="module")
def alone(kymo, recordings, tmp_path_factory):
    """What a single process makes of the whole corpus: the report, byte for byte."""
    folder = tmp_path_factory.mktemp("alone")
    for name in ("base", "head"):
        shutil.copy2(kymo.binary, folder / name)
    run(
        kymo, folder, "corpus", "plan", recordings, "--build", "base=base", "--build", "head=head",
        "-o", "corpus.json",
    )
    run(
        kymo, folder, "corpus", "run", "corpus.json", "--task", f"0-{2 * RECORDINGS - 1}", "-o",
        "results",
    )
    return merged(kymo, folder)


def test_gnu_parallel_comes_to_the_same(kymo, corpus, alone):
    if not shutil.which("parallel"):
        pytest.skip("no GNU parallel")
    done = run(kymo, corpus, "corpus", "submit", "corpus.json", "--to", "parallel")
    assert done.stdout.startswith("PASS") or "\nPASS" in done.stdout
    assert merged(kymo, corpus) == alone
    files = sorted((corpus / "results").glob("*.json"))
    assert len(files) == 2 * RECORDINGS
    for path in files[:3]:
        path.unlink()
    said = run(kymo, corpus, "corpus", "merge", "corpus.json", "results", exit_code=3).stdout
    assert said.count("MISSING") == 3
    # Again: what was done is not done again, and what was not is.
    kept = {path: path.stat().st_mtime_ns for path in files[3:]}
    run(kymo, corpus, "corpus", "submit", "corpus.json", "--to", "parallel")
    assert merged(kymo, corpus) == alone
    assert {path: path.stat().st_mtime_ns for path in files[3:]} == kept


def test_slurm_comes_to_the_same_whoever_is_killed(kymo, corpus, alone, tmp_path_factory):
    try:
        with slurm_cluster.Cluster(tmp_path_factory.mktemp("slurm")) as cluster:
            run_on_slurm(kymo, corpus, alone, cluster)
    except slurm_cluster.Unavailable as reason:
        pytest.skip(f"no Slurm here: {reason}")


def run_on_slurm(kymo, corpus, alone, cluster):
    variables = {name: cluster.environment[name] for name in ("SLURM_CONF",)}
    run(
        kymo, corpus, "corpus", "submit", "corpus.json", "--to", "slurm", "-o", "slurm",
        "--setup", "sleep 0.3", **variables,
    )
    cluster.environment["PATH"] = environment(kymo)["PATH"]
    said = cluster.run("sh", "slurm/submit.sh", cwd=corpus).stdout
    array, merge = [word.strip(",") for word in said.split()[1::2]]
    # Some tasks are requeued while they run, and of some the processes are killed.
    requeued, killed = set(), set()
    deadline = time.monotonic() + 60
    while len(requeued) < 3 or len(killed) < 3:
        assert time.monotonic() < deadline, (requeued, killed)
        for index, (state, restarts) in cluster.states(array).items():
            if state != "RUNNING" or restarts or index in requeued | killed:
                continue
            if len(requeued) < 3:
                done = cluster.run("scontrol", "requeue", f"{array}_{index}", check=False)
                if done.returncode == 0:
                    requeued.add(index)
            elif kill_task(cluster, array, index):
                killed.add(index)
                requeue = ("scontrol", "requeue", f"{array}_{index}")
                cluster.wait(
                    lambda: cluster.run(*requeue, check=False).returncode == 0, "it is not requeued"
                )
    cluster.wait(
        lambda: all(cluster.states(array)[index][0] == "PENDING" for index in requeued | killed),
        "a requeued task is not back in the queue",
    )
    cluster.hasten(array, requeued | killed)
    cluster.wait_for_job(array)
    cluster.wait_for_job(merge)
    states = cluster.states(array)
    assert {state for state, _ in states.values()} == {"COMPLETED"}, states
    assert len(states) == 2 * RECORDINGS
    assert all(states[index][1] > 0 for index in requeued | killed), states
    assert merged(kymo, corpus) == alone
    log = (corpus / "results" / f"merge-{merge}.log").read_text()
    assert log.startswith("PASS"), log
    assert len(list((corpus / "results").glob("*.json"))) == 2 * RECORDINGS
    assert not list((corpus / "results").glob("*.part*"))


def kill_task(cluster, array, index):
    """Kills every process of a task by its number; whether there was one."""
    wanted = {f"SLURM_ARRAY_JOB_ID={array}".encode(), f"SLURM_ARRAY_TASK_ID={index}".encode()}
    found = False
    for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if wanted <= set(path.read_bytes().split(b"\0")):
                os.kill(int(path.parent.name), signal.SIGKILL)
                found = True
        except OSError:
            continue
    return found


def test_submitting_to_slurm_submits(kymo, copied, tmp_path_factory):
    try:
        with slurm_cluster.Cluster(tmp_path_factory.mktemp("slurm")) as cluster:
            said = run(
                kymo, copied, "corpus", "submit", "corpus.json", "--to", "slurm", "--slice", "2",
                SLURM_CONF=cluster.environment["SLURM_CONF"],
            ).stdout
            array, merge = [word.strip(",") for word in said.split()[1::2]]
            cluster.wait_for_job(merge)
            assert set(cluster.states(array)) == {0, 1}
            log = (copied / "results" / f"merge-{merge}.log").read_text()
            assert log.startswith("PASS") and "measured  3 of 3 tasks" in log
    except slurm_cluster.Unavailable as reason:
        pytest.skip(f"no Slurm here: {reason}")


def test_without_an_engine_there_is_one_line(kymo, copied):
    for engine, program in [("slurm", "sbatch"), ("parallel", "parallel"), ("kubernetes", "kubectl")]:
        done = kymo.run(
            "corpus", "submit", "corpus.json", "--to", engine, exit_code=1, cwd=copied,
            env={"PATH": "/nowhere"},
        )
        (line,) = done.stderr.splitlines()[-1:]
        assert f"there is no {program} in PATH" in line and "--print" in line
    done = run(kymo, copied, "corpus", "submit", "corpus.json", "--to", "github", exit_code=64)
    assert "give -o DIR or --print" in done.stderr


# --- Files against the schemas that their readers publish


@pytest.fixture(params=["replay", "bench --duration 0.2"])
def planned(kymo, copied, request):
    run(kymo, copied, "corpus", "plan", ".", "--command", request.param, "-o", "corpus.json")
    return copied


def test_the_workflow_is_one_of_github(kymo, planned):
    for setup in ([], ["--setup", "make install\nkymo --version"]):
        run(
            kymo, planned, "corpus", "submit", "corpus.json", "--to", "github", "-o", "w", "--slice",
            "2", "--force", *setup,
        )
        done = subprocess.run(
            [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows",
             "w/corpus.yml"],
            cwd=planned, capture_output=True, text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    # What somebody has changed is not replaced unasked.
    (planned / "w" / "corpus.yml").write_text("mine\n")
    done = run(
        kymo, planned, "corpus", "submit", "corpus.json", "--to", "github", "-o", "w", exit_code=1
    )
    assert "w/corpus.yml" in done.stderr and (planned / "w" / "corpus.yml").read_text() == "mine\n"
    run(
        kymo, planned, "corpus", "submit", "corpus.json", "--to", "github", "-o", "w", "--force", "--slice",
        "2", "--setup", "make install\nkymo --version",
    )
    # The commands of a job, as they are written.
    steps = workflow(planned / "w" / "corpus.yml")
    (task,) = [step for step in steps["run"]["steps"] if "corpus run" in step.get("run", "")]
    for tasks in steps["run"]["strategy"]["matrix"]["tasks"]:
        script = task["run"].replace("${{ matrix.tasks }}", tasks)
        subprocess.run(
            ["bash", "-e", "-c", script], cwd=planned, env=environment(kymo), check=True,
            capture_output=True,
        )
    (merge,) = [step for step in steps["merge"]["steps"] if "corpus merge" in step.get("run", "")]
    done = subprocess.run(
        ["bash", "-e", "-c", merge["run"]], cwd=planned, env=environment(kymo), capture_output=True,
        text=True,
    )
    # A machine that is too busy for a load is no mistake of the file.
    assert done.returncode in (0, 3) and "measured  3 of 3 tasks" in done.stdout, done.stdout


def workflow(path):
    import ruamel.yaml

    return ruamel.yaml.YAML(typ="safe").load(path.read_text())["jobs"]


def test_the_jobs_are_those_of_kubernetes(kymo, planned):
    run(
        kymo, planned, "corpus", "submit", "corpus.json", "--to", "kubernetes", "-o", "k", "--image",
        "registry.example/kymo:1", "--claim", "corpus", "--setup", 'echo "ready"',
    )
    import kubernetes_validate
    import yaml

    for name in ("corpus.yaml", "merge.yaml"):
        job = yaml.safe_load((planned / "k" / name).read_text())
        kubernetes_validate.validate(job, "1.33", strict=True)
        with pytest.raises(Exception):
            kubernetes_validate.validate({**job, "spec": {**job["spec"], "completion": 3}}, "1.33", strict=True)
    job = yaml.safe_load((planned / "k" / "corpus.yaml").read_text())
    assert job["spec"]["completions"] == 3
    (container,) = job["spec"]["template"]["spec"]["containers"]
    command = container["command"]
    done = subprocess.run(
        command, cwd=planned, env=environment(kymo, JOB_COMPLETION_INDEX="1"), capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and done.stdout.splitlines()[-1].startswith("1  "), done


# --- Revisions


def test_a_revision_is_built_once_where_its_first_task_runs(kymo, copied, tmp_path):
    repository = tmp_path / "app"
    repository.mkdir()
    built = tmp_path / "built.log"

    def git(*words):
        identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
        subprocess.run(["git", "-C", repository, *identity, *words], check=True, capture_output=True)

    git("init", "-q")
    for text in ("before", "after"):
        (repository / "tool").write_text(f"#!/bin/sh\n# {text}\nexec {kymo.binary} \"$@\"\n")
        (repository / "tool").chmod(0o755)
        git("add", "tool")
        git("commit", "-q", "-m", text)
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    run(
        kymo, repository, "corpus", "plan", copied, "--build", "base=HEAD~1", "--build", "head=HEAD",
        "--build-command", f"echo built >>{built}; mkdir -p out; cp tool out/tool", "--executable",
        "out/tool", "-o", "corpus.json", **cache,
    )
    manifest = json.loads((repository / "corpus.json").read_text())
    jsonschema.validate(manifest, schema(kymo, "corpus"))
    assert len({build["commit"] for build in manifest["builds"]}) == 2
    assert not built.exists(), "planning builds nothing"
    words = [kymo.binary, "corpus", "run", "corpus.json", "-o", "r", "--task"]
    tasks = [
        subprocess.Popen(
            words + [str(task)], cwd=repository, env=environment(kymo, **cache),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for task in range(6)
    ]
    for task in tasks:
        said = task.communicate(timeout=120)
        assert task.returncode == 0, said
    assert built.read_text().splitlines() == ["built"] * 2
    report = json.loads(merged(kymo, repository, "r"))
    assert report["verdict"] == "PASS" and report["tasks"]["measured"] == 6
