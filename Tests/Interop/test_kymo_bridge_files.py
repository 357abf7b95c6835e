"""What a session with a page leaves on the disk, and what it makes of files that are no such session."""

import base64
import json
import os
import signal
import struct
import subprocess
import time
from collections import Counter

import pytest
from conftest import ROOT, wait_for
from mcap_bytes import chunk, requests, whole
from test_kymo_bridge import BRIDGE, KEPT, REPLY, REQUEST, Session, command

# The sandbox


def caf(data):
    """The samples of a file in Core Audio Format, read by what Apple's specification says."""
    assert data[:8] == b"caff" + struct.pack(">HH", 1, 0)
    place, chunks = 8, {}
    while place < len(data):
        kind, size = struct.unpack_from(">4sq", data, place)
        chunks[kind] = data[place + 12 : place + 12 + size]
        assert len(chunks[kind]) == size
        place += 12 + size
    rate, kind, flags, packet, frames, channels, bits = struct.unpack(">d4s5I", chunks[b"desc"])
    assert (rate, kind, channels, bits) == (44_100, b"lpcm", 1, 16)
    assert (packet, frames) == (2, 1) and not flags & 1  # Integers.
    order = "<" if flags & 2 else ">"
    samples = chunks[b"data"][4:]  # After the count of edits.
    return struct.unpack(f"{order}{len(samples) // 2}h", samples)


def takes(session):
    """The last recording under each name, in ns, as the page asked for it."""
    started, lengths = {}, {}
    for message, url in zip(session.messages[REQUEST], session.texts(REQUEST)):
        if command(url) != "rec" or "%22%2C%22" not in url:
            continue
        name, action = url.split("%22")[1::2]
        if action == "start":
            started[name] = message.log_time
        else:
            lengths[name] = message.log_time - started[name]
    return lengths


def replay(kymo, sandbox, folder, *options, exit_code=0):
    arguments = ["replay", KEPT, "--verify", "--sandbox", sandbox, "--format", "json", *options]
    environment = {**os.environ, "HOME": str(folder), "TMPDIR": str(folder)}
    done = kymo.attempt(*arguments, cwd=folder, env=environment)
    assert done.returncode == exit_code, done.stderr
    return json.loads(done.stdout)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def place(tmp_path):
    """A sandbox, and a folder to run in."""
    sandbox, folder = tmp_path / "sandbox", tmp_path / "folder"
    sandbox.mkdir()
    folder.mkdir()
    return sandbox, folder


def test_the_phone_writes_audio_files_into_the_sandbox_alone(kymo, place, tmp_path):
    sandbox, folder = place
    report = replay(kymo, sandbox, folder)
    expected = takes(Session(KEPT))
    files = contents(sandbox)
    assert set(files) == set(expected) and len(files) >= 5
    for name, data in files.items():
        samples = caf(data)
        assert len(samples) == expected[name] * 44_100 // 1_000_000_000
        assert 0.05 < len(samples) / 44_100 < 10
        assert 8000 < max(samples) < 8500 and -8500 < min(samples) < -8000
    assert report["device"]["audio.recorded"] >= len(files)
    assert not any(folder.iterdir()), "nothing is written elsewhere"
    assert {path.name for path in tmp_path.iterdir()} == {"sandbox", "folder"}


def test_files_of_a_former_run_change_nothing(kymo, place, tmp_path):
    sandbox, folder = place
    first = replay(kymo, sandbox, folder)
    files = contents(sandbox)
    for path in sandbox.iterdir():
        path.write_bytes(b"no audio at all")
    (sandbox / "never.caf").write_bytes(files["note-1.caf"])
    (sandbox / "notes.txt").write_text("not ours")
    copy = tmp_path / "copy.mcap"
    again = replay(kymo, sandbox, folder, "--record", copy)
    assert copy.read_bytes() == KEPT.read_bytes()
    for report in (first, again):
        del report["eventsPerSecond"]
    assert again == first
    left = contents(sandbox)
    assert left.pop("never.caf") == files["note-1.caf"] and left.pop("notes.txt") == b"not ours"
    assert left == files


@pytest.mark.quick
def test_a_link_in_the_sandbox_leads_nowhere(kymo, place, tmp_path):
    sandbox, folder = place
    outside = tmp_path / "outside.caf"
    outside.write_bytes(b"precious")
    name = min(takes(Session(KEPT)))
    (sandbox / name).symlink_to(outside)
    report = replay(kymo, sandbox, folder, exit_code=4)
    assert outside.read_bytes() == b"precious"
    assert "sandbox" in report["firstDivergence"]["actual"]["outcome"]
    assert report["firstDivergence"]["command"] == "rec"


@pytest.mark.parametrize("target", ["nowhere", "file", "/proc"])
def test_what_cannot_be_a_sandbox(kymo, tmp_path, target):
    (tmp_path / "file").touch()
    path, copy = tmp_path / target, tmp_path / "copy.mcap"
    done = kymo.attempt("replay", KEPT, "--sandbox", path, "--record", copy)
    assert done.returncode == 1 and done.stdout == ""
    reason = "it cannot be used as a sandbox (a sandbox is a directory that exists"
    assert done.stderr.startswith(f"kymo replay: {path}: {reason}")
    assert done.stderr.count("\n") == 1 and not copy.exists()


def test_a_sandbox_without_permission(kymo, tmp_path):
    tmp_path.chmod(0o500)
    if os.access(tmp_path, os.W_OK):
        pytest.skip("this user may write everywhere")
    done = kymo.attempt("replay", KEPT, "--sandbox", tmp_path)
    assert done.returncode == 1 and "cannot be used as a sandbox" in done.stderr


# Requests that cannot be read


def request(text, transport="url"):
    return json.dumps({"sequence": 0, "text": text, "transport": transport}).encode()


GOOD = request("call?cmd=logMessage&msg=1")
UNREADABLE = {
    "no JSON": b"call?cmd=loc",
    "nothing": b"",
    "two values": GOOD + GOOD,
    "cut": GOOD[:-1],
    "not UTF-8": GOOD.replace(b"call", b"c\xe4ll"),
    "half a surrogate pair": GOOD.replace(b"call", rb"\ud800"),
    "a list": b"[]",
    "no text": b'{"sequence":0,"transport":"url"}',
    "a number for a text": b'{"sequence":0,"text":5,"transport":"url"}',
    "unknown transport": request("call?cmd=loc", "pigeon"),
    "a number for a transport": b'{"sequence":0,"text":"call?cmd=loc","transport":1}',
    "20 MB": request("call?cmd=logMessage&msg=" + "x" * 20_000_000),
    "13 MB when decoded": request("call?cmd=logMessage&msg=" + "%41" * 4_200_000),
    "10,000 deep": GOOD[:-1] + b',"more":' + b"[" * 10_000 + b"]" * 10_000 + b"}",
}


def one_line(done, path):
    """What went wrong, if it was said in one line that names the file."""
    assert done.returncode == 1 and done.stdout == ""
    errors = done.stderr.splitlines()
    assert len(errors) == 1 and f": {path}: " in errors[0] and len(errors[0]) < 400
    return errors[0]


@pytest.mark.parametrize("name", UNREADABLE)
def test_requests_that_cannot_be_read_are_outcomes(kymo, tmp_path, name):
    path, copy = tmp_path / "bad.mcap", tmp_path / "copy.mcap"
    path.write_bytes(whole(chunk(requests(GOOD, UNREADABLE[name], GOOD))))
    report = kymo.json("replay", path, "--record", copy)
    rows = {row["name"]: row for row in report["commands"]}
    assert rows["logMessage"]["completed"] == 2 and rows["unknown command"]["malformed"] == 1
    again = kymo.json("replay", copy, "--verify")
    assert again["verified"] is True and again["digest"] == report["digest"]
    kept = json.loads(Session(copy).bytes(REQUEST)[1][1])
    message = base64.b64decode(kept["unreadable"])
    assert message == UNREADABLE[name][: 1 << 20] and kept["text"] == ""
    for file in (path, copy):
        assert kymo.json("inspect", file)["unreadableRequests"] == 1
        assert "unreadable 1 of the messages" in kymo.run("inspect", file).stdout


def test_requests_that_cannot_be_read_are_measured(kymo, tmp_path):
    path = tmp_path / "bad.mcap"
    path.write_bytes(whole(chunk(requests(*[GOOD, UNREADABLE["no JSON"], GOOD] * 50))))
    done = kymo.attempt("bench", path, "--rate", 2000, "--duration", 1, "--format", "json")
    rows = {row["name"]: row for row in json.loads(done.stdout)["commands"]}
    # A third of them; where the counted part of the run begins and ends is a matter of its length.
    unread, read = rows["unknown command"]["count"], rows["logMessage"]["count"]
    assert read > 0 and abs(2 * unread - read) <= 4


@pytest.mark.parametrize("reader", ["replay", "bench"])
@pytest.mark.parametrize("other", [{"name": "std_msgs/msg/String"}, {"encoding": "cdr"}])
def test_requests_of_another_kind(kymo, tmp_path, other, reader):
    path = tmp_path / "bad.mcap"
    path.write_bytes(whole(chunk(requests(GOOD, **other))))
    error = one_line(kymo.attempt(reader, path), path)
    assert "channel 1 (/bridge/request) at byte 25: its schema is " in error
    assert "replay needs kymograph.BridgeRequest in json" in error


@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable_requests_are_counted_and_kept(kymo, tmp_path, name):
    path, saved = tmp_path / "bad.mcap", tmp_path / "saved.mcap"
    path.write_bytes(whole(chunk(requests(GOOD, UNREADABLE[name], GOOD))))
    channel = kymo.json("inspect", path)["channels"][0]
    assert (channel["topic"], channel["count"]) == (REQUEST, 3)
    assert kymo.attempt("inspect", path).returncode == 0
    kymo.run("recover", path, "-o", saved)
    assert Session(saved).bytes(REQUEST)[1][1] == UNREADABLE[name]


def test_requests_that_only_the_chunks_describe(kymo, tmp_path):
    """The file has no summary, so that its channels are known only to those who look."""
    path = tmp_path / "plain.mcap"
    long = request("call?cmd=logMessage&msg=" + "%41" * 2_000_000)
    lost = b'{"text":"call?cmd=lco"}'  # What is missing can be known.
    path.write_bytes(whole(chunk(requests(GOOD, long, lost))))
    rows = {row["name"]: row for row in kymo.json("replay", path)["commands"]}
    assert rows["logMessage"]["completed"] == 2 and rows["unknown command"]["unknownCommand"] == 1
    copy = tmp_path / "copy.mcap"
    kymo.run("replay", path, "--record", copy)
    assert kymo.json("replay", copy, "--verify")["verified"] is True
    texts = Session(copy).texts(REQUEST)
    assert texts == [json.loads(message)["text"] for message in (GOOD, long, lost)]


# Files that are cut


@pytest.fixture(scope="module")
def chunked(kymo, tmp_path_factory):
    """A session of ten minutes: several chunks."""
    path = tmp_path_factory.mktemp("chunked") / "session.mcap"
    kymo.run("synth", "devicecatalog", "--duration", "10m", "--seed", 7, "-o", path)
    return path


@pytest.mark.parametrize("part", [0.35, 0.6, 0.85, 0.999])
def test_a_cut_session_keeps_its_bridge(kymo, chunked, tmp_path, part):
    data = chunked.read_bytes()
    cut, saved = tmp_path / "cut.mcap", tmp_path / "saved.mcap"
    cut.write_bytes(data[: int(len(data) * part)])
    inspected = kymo.attempt("inspect", cut, "--format", "json")
    assert inspected.returncode == 3 and "kymo recover" in inspected.stderr
    assert {*BRIDGE} <= {channel["topic"] for channel in json.loads(inspected.stdout)["channels"]}
    assert "kymo recover" in one_line(kymo.attempt("replay", cut), cut)
    kymo.run("recover", cut, "-o", saved, exit_code=3)
    before, after = Session(chunked), Session(saved)
    for topic in BRIDGE:
        assert after.schemas[topic].data == before.schemas[topic].data
        count = len(after.messages[topic])
        assert count > 100 and after.bytes(topic) == before.bytes(topic)[:count]
    done = kymo.attempt("replay", saved, "--verify", "--format", "json")
    report = json.loads(done.stdout)
    inspected = kymo.json("inspect", saved)
    verdict = "identical" if inspected["finished"] else "identical-until-its-end"
    assert report["verification"] == verdict and report["events"] > 1000
    # What has no step in the trace was compared with nothing, and nobody says that it was.
    steps = {row["topic"]: row["count"] for row in inspected["channels"]}["/trace"]
    assert report["verified"] is inspected["finished"]
    assert done.returncode == (0 if report["verified"] else 3)
    assert ("metadata.seal" in report["notCompared"]) is not report["verified"]
    if steps < report["events"]:
        text = kymo.run("replay", saved, "--verify", exit_code=3).stdout
        assert f"identical for the {steps} steps" in text
        assert f"the other {report['events'] - steps} steps" in text
    copy = tmp_path / "copy.mcap"
    kymo.run("replay", saved, "--record", copy)
    assert Session(copy).bytes(REQUEST) == after.bytes(REQUEST)
    replies = after.bytes(REPLY)
    assert Session(copy).bytes(REPLY)[: len(replies)] == replies


# Interrupts, pipes and full disks


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_synth_leaves_a_whole_session(kymo, tmp_path, stop):
    path = tmp_path / "stopped.mcap.part"
    long = ["--duration", "1h", "--rate", 270, "-o", tmp_path / "stopped.mcap", "--format", "json"]
    process = kymo.start("synth", "devicecatalog", *long)
    try:
        wait_for(process, path, 1 << 20)
        process.send_signal(stop)
        output, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 3 and f"kept as {path}" in errors
    check_stopped(kymo, json.loads(output), path)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_replay_leaves_a_whole_session(kymo, tmp_path, stop):
    path, place = tmp_path / "stopped.mcap.part", tmp_path / "stopped.mcap"
    sandbox = tmp_path / "sandbox"
    sandbox.mkdir()
    process = kymo.start(
        "replay", KEPT, "--speed", 4, "--record", place, "--format", "json", "--sandbox", sandbox
    )
    try:
        wait_for(process, path, 1)
        time.sleep(1)
        process.send_signal(stop)
        output, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 3 and f"kept as {path}" in errors
    report = json.loads(output)
    check_stopped(kymo, report, path)
    count = len(Session(path).bytes(REQUEST))
    assert 0 < count < 400 and Session(path).bytes(REQUEST) == Session(KEPT).bytes(REQUEST)[:count]


def check_stopped(kymo, report, path):
    assert report["interrupted"] is True
    replayed = kymo.json("replay", path, "--verify")
    assert replayed["verified"] is True
    assert (replayed["events"], replayed["digest"]) == (report["events"], report["digest"])
    assert replayed["events"] > 0


MAKERS = {
    "synth": ["synth", "devicecatalog", "-o"],
    "replay": ["replay", KEPT, "--record"],
}


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("target", ["/dev/full", "folder", "nowhere/out.mcap"])
def test_recordings_that_cannot_be_written(kymo, tmp_path, maker, target):
    (tmp_path / "folder").mkdir()
    path = tmp_path / target
    one_line(kymo.attempt(*MAKERS[maker], path), path)


@pytest.mark.parametrize("maker", MAKERS)
def test_a_recording_into_a_pipe_that_was_closed(kymo, maker):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [kymo.binary, *MAKERS[maker], "-"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writing)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "Broken pipe" in done.stderr


@pytest.mark.parametrize("maker", MAKERS)
def test_a_recording_into_a_pipe_is_whole(kymo, maker):
    options = ["--seed", "20261121"] if maker == "synth" else []
    arguments = [kymo.binary, *MAKERS[maker], "-", *options]
    done = subprocess.run(arguments, capture_output=True, check=True)
    assert done.stdout == KEPT.read_bytes()


@pytest.mark.parametrize("reader", ["inspect", "replay", "bench"])
def test_head_of_a_report(kymo, reader):
    options = "--rate 2000 --duration 0.2 --quiet" if reader == "bench" else ""
    done = subprocess.run(
        f"'{kymo.binary}' {reader} '{KEPT}' {options} | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    errors = [line for line in done.stderr.splitlines() if "INVALID" not in line]
    assert done.stdout.count("\n") == 1 and errors == []


def test_sessions_that_do_not_fit_into_memory(kymo, tmp_path):
    path = tmp_path / "never.mcap"
    for options in (["--duration", "2h"], ["--rate", 100_000, "--duration", "1h"], ["--events", 9]):
        done = kymo.run("synth", "devicecatalog", *options, "-o", path, exit_code=64)
        assert f"{options[0]}" in done.stderr and not path.exists()
