"""What is left of a recording whose process is killed: all but its last second, at any moment and any rate.

Twelve kills, and 204 with KYMOGRAPH_LONG=1. The seed of the moments is printed, and can be given as KYMOGRAPH_SEED.
"""

import json
import os
import pathlib
import random
import re
import signal
import socket
import string
import struct
import subprocess
import threading
import time

import pytest
from mcap.reader import SeekingReader

from served import Server, push, vector, wait_until
from small_disk import full_disk  # noqa: F401

COUNT = 17 if os.environ.get("KYMOGRAPH_LONG") == "1" else 1
SEED = int(os.environ.get("KYMOGRAPH_SEED", random.SystemRandom().randrange(1 << 32)))
RATES = [1, 100, 100_000]
# What may be lost, in seconds.
LIMIT = 1.0
# How long a replay takes from the first byte of its recording to its first event, on a busy machine, in seconds.
STARTUP = 0.3


def moments(name, rate):
    """When to kill, in seconds after the first event."""
    print(f"KYMOGRAPH_SEED={SEED}")
    dice = random.Random(f"{SEED} {name} {rate}")
    longest = 5 if COUNT > 1 else 2.5 if rate < 1000 else 1
    return [dice.uniform(0.2, longest) for _ in range(COUNT)]


def kill(process):
    """Kills a process; the time at which it cannot have done anything more."""
    process.send_signal(signal.SIGKILL)
    at = time.monotonic()
    process.communicate()
    return at


def messages(path, topic):
    with path.open("rb") as file:
        return [one.data for _, _, one in SeekingReader(file).iter_messages([topic], log_time_order=False)]


def salvage(kymo, part, folder):
    """The recording of what is left, whose digest is that of the same inputs."""
    whole = folder / "salvaged.mcap"
    done = kymo.attempt("recover", part, "-o", whole, "--format", "json")
    assert done.returncode in (0, 3), done.stderr
    kymo.run("check", whole)
    return whole


def verify(kymo, whole, count):
    """The steps that are left are those of the inputs that are left; the last inputs may have none."""
    if count == 0:
        return
    done = kymo.run("replay", whole, "--verify", exit_code=None)
    assert done.returncode in (0, 3), done.stderr + done.stdout
    found = re.search(r"identical for the (\d+) steps? that the trace has", done.stdout)
    assert found and 0 < int(found[1]) <= count, done.stdout


# MARK: Servers


class Calls:
    """A client that makes a call, or pushes samples, at a rate, and notes when each event was answered."""

    def __init__(self, server, rate):
        self.server, self.rate = server, rate
        self.answered = []  # When, and how many events by then.
        self.isOver = False
        self.thread = threading.Thread(target=self.work, daemon=True)
        self.thread.start()

    def work(self):
        size = 4000 if self.rate > 10_000 else 1
        body = json.dumps(push(*(vector("accelerometer", 1_700_000_000_000_000_000 + n) for n in range(size))))
        start, count = time.monotonic(), 0
        while not self.isOver:
            time.sleep(max(0, start + count / self.rate - time.monotonic()))
            try:
                answer = self.server.post("/sensors", body)
            except OSError:
                return
            if answer.status != 200:
                return
            count += size
            self.answered.append((time.monotonic(), count))


@pytest.mark.parametrize("rate", RATES)
def test_a_killed_server_loses_a_second_at_most(kymo, tmp_path, rate):
    losses = []
    for number, moment in enumerate(moments("serve", rate)):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "session.mcap"
        server = Server(kymo, "--record", path)
        calls = Calls(server, rate)
        wait_until(lambda calls=calls: calls.answered)
        time.sleep(moment)
        killed = kill(server.process)
        calls.isOver = True
        calls.thread.join()
        assert not path.exists()
        whole = salvage(kymo, folder / "session.mcap.part", folder)
        saved = len(messages(whole, "/accelerometer"))
        lost = [at for at, count in calls.answered if count > saved and at < killed]
        losses.append(killed - lost[0] if lost else 0)
        assert losses[-1] <= LIMIT, f"{losses[-1]} s are lost: {saved} of {calls.answered[-1][1]}"
        verify(kymo, whole, saved)
    print(f"serve at {rate}/s: {len(losses)} kills, at most {max(losses):.3f} s lost")


# MARK: Replays and pages


@pytest.fixture(scope="module")
def source(kymo, tmp_path_factory):
    """A long walk, and how many events it has in a second."""
    path = tmp_path_factory.mktemp("source") / "walk.mcap"
    seconds = 8000 if COUNT > 1 else 1500
    kymo.run("synth", "walk", "--seed", 4, "--duration", seconds, "-o", path)
    return path, kymo.json("inspect", path)["events"] / seconds


@pytest.fixture(scope="module")
def complete(kymo, source, tmp_path_factory):
    """The steps of that walk when nobody is killed."""
    path = tmp_path_factory.mktemp("complete") / "walk.mcap"
    kymo.run("replay", source[0], "--record", path)
    return messages(path, "/trace")


def left_of(kymo, folder, rate, moment, command):
    """Kills a command that gives events at a rate.

    Returns what is left, its steps, and for how long at most what is missing had been there.
    """
    path, part = folder / "out.mcap", folder / "out.mcap.part"
    process = subprocess.Popen(
        [str(kymo.binary), *map(str, command), "--record", str(path)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )
    wait_until(part.exists, step=0.001)
    start = time.monotonic()
    time.sleep(moment)
    assert process.poll() is None, "it was through before it was killed"
    offset = time.time() - time.monotonic()
    killed = kill(process)
    whole = salvage(kymo, part, folder)
    steps = messages(whole, "/trace")
    # The first that is missing came at this moment, or later by what the start took.
    lost = killed - (start + len(steps) / rate) - STARTUP
    if rate >= 100:
        # All that had come is written at once; something comes all the time.
        lost = min(lost, killed - (part.stat().st_mtime - offset))
    return whole, steps, max(0, lost)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("command", ["replay", "run"])
def test_a_killed_run_loses_a_second_at_most(kymo, tmp_path, source, complete, command, rate):
    path, native = source
    page = tmp_path / "page.js"
    page.write_text("var nothing = 0;\n")
    losses = []
    for number, moment in enumerate(moments(command, rate)):
        folder = tmp_path / str(number)
        folder.mkdir()
        speed = ["--speed", min(1e6, rate / native)]
        arguments = ["replay", path, *speed] if command == "replay" else ["run", page, path, *speed]
        whole, steps, lost = left_of(kymo, folder, rate, moment, arguments)
        losses.append(lost)
        assert lost <= LIMIT, f"{lost} s are lost: {len(steps)} steps are left"
        if command == "replay":
            assert steps == complete[: len(steps)]
        verify(kymo, whole, len(steps))
    print(f"{command} at {rate}/s: {len(losses)} kills, at most {max(losses):.3f} s lost")


@pytest.mark.parametrize("interval", [0, 0.05, 1])
def test_the_finished_file_is_the_same_at_any_interval_and_speed(kymo, tmp_path, interval):
    source = tmp_path / "walk.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 12, "-o", source)
    kymo.run("replay", source, "--record", tmp_path / "plain.mcap", "--flush-interval", 0)
    kymo.run("replay", source, "--record", tmp_path / "paced.mcap", "--flush-interval", interval, "--speed", 8, "--fsync")
    assert (tmp_path / "paced.mcap").read_bytes() == (tmp_path / "plain.mcap").read_bytes()


# MARK: Captures


def packets(path):
    """The packets of a capture, each with what it holds of TCP; all of them are whole."""
    data = path.read_bytes()
    assert data[:4] == b"\x4d\x3c\xb2\xa1"
    place, found = 24, []
    while place < len(data):
        _, _, length, _ = struct.unpack_from("<4I", data, place)
        found.append(data[place + 16 : place + 16 + length])
        assert len(found[-1]) == length, "the capture ends within a packet"
        place += 16 + length
    return found


@pytest.mark.parametrize("rate", RATES)
def test_a_killed_capture_loses_a_second_at_most(kymo, tmp_path, rate):
    losses = []
    for number, moment in enumerate(moments("capture", rate)):
        path = tmp_path / f"{number}.pcap"
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            process = subprocess.Popen(
                [str(kymo.binary), "capture", "-i", "lo", "--port", str(port), "-w", str(path)],
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            )
            line = process.stderr.readline()
            if "CAP_NET_RAW" in line:
                pytest.skip("needs CAP_NET_RAW")
            assert "capturing on lo" in line
            client = socket.create_connection(("127.0.0.1", port))
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            peer, _ = listener.accept()
        drain = threading.Thread(target=lambda peer=peer: [None for _ in iter(lambda: peer.recv(1 << 16), b"")], daemon=True)
        drain.start()
        sent, start = [], time.monotonic()
        while time.monotonic() - start < moment:
            time.sleep(max(0, min(start + len(sent) / rate, start + moment) - time.monotonic()))
            client.sendall(struct.pack("<Q", len(sent)))
            sent.append(time.monotonic())
        killed = kill(process)
        client.close()
        # Numbers in order, however TCP has put them together.
        last = -1
        for packet in packets(path):
            header = 14 + 20
            payload = packet[header + 4 * (packet[header + 12] >> 4) :]
            if int.from_bytes(packet[header + 2 : header + 4], "big") == port and len(payload) >= 8:
                last = max(last, struct.unpack_from("<Q", payload, len(payload) - 8)[0])
        missing = sent[last + 1 :]
        losses.append(killed - missing[0] if missing else 0)
        assert losses[-1] <= LIMIT, f"{losses[-1]} s are lost: {last + 1} of {len(sent)}"
    print(f"capture at {rate}/s: {len(losses)} kills, at most {max(losses):.3f} s lost")


# MARK: What is beside a file


def test_recover_and_inspect_name_what_was_not_finished(kymo, tmp_path):
    path, part = tmp_path / "session.mcap", tmp_path / "session.mcap.part"
    with Server(kymo, "--record", path) as server:
        assert server.call('logMessage&msg=["a"]').status == 204
        time.sleep(1.2)
        said = kymo.run("inspect", path, exit_code=1).stderr
        assert f"{part} does, and is being written" in said
        kill(server.process)
    for command in (["inspect", path], ["recover", path, "-o", tmp_path / "x.mcap"], ["replay", path]):
        said = kymo.run(*command, exit_code=1).stderr
        assert f"it does not exist, but {part} does, and was never finished" in said
        assert f"kymo recover {part} -o {path}" in said
    kymo.run("recover", part, "-o", path, exit_code=3)
    assert "newer" not in kymo.run("inspect", path).stderr
    os.utime(part, (time.time() + 9, time.time() + 9))
    for command in (["inspect", path], ["recover", path, "-o", tmp_path / "x.mcap"]):
        assert f"{part} is newer, and was never finished (kymo recover {part} -o OUT.mcap)" in kymo.run(*command).stderr


def test_serve_replaces_no_recording_in_silence(kymo, tmp_path):
    path = tmp_path / "session.mcap"
    short = ["serve", "--port", 0, "--duration", 0.1, "--record", path]
    kymo.run(*short)
    first = path.stat().st_ino
    said = kymo.run(*short, exit_code=1).stderr
    assert "it already exists (--force replaces it, --series keeps one file for each start)" in said
    assert path.stat().st_ino == first
    kymo.run(*short, "--force")
    assert path.stat().st_ino != first
    for number in (1, 2):
        kymo.run(*short, "--series")
        assert (tmp_path / f"session-0000{number}.mcap").exists()
    kymo.run(*short, "--series", "--force", exit_code=64)
    kymo.run("serve", "--port", 0, "--series", exit_code=64)
    kymo.run("serve", "--port", 0, "--series", "--record", "-", exit_code=64)
    # A file that comes there meanwhile is no more replaced than one that was there.
    late = tmp_path / "late.mcap"
    with Server(kymo, "--record", late) as server:
        late.write_bytes(b"mine")
        server.process.send_signal(signal.SIGTERM)
        _, said = server.process.communicate(timeout=60)
        assert server.process.returncode == 1 and f"kept as {late}.part" in said
    assert late.read_bytes() == b"mine"
    kymo.run("check", f"{late}.part")


@pytest.mark.quick
@pytest.mark.parametrize("options", [[], ["--force"]])
def test_a_second_server_on_one_name_is_refused(kymo, tmp_path, options):
    path = tmp_path / "session.mcap"
    with Server(kymo, "--record", path, *options) as server:
        said = kymo.run("serve", "--port", 0, "--record", path, *options, exit_code=1).stderr
        assert "another process is writing it, as" in said
        kill(server.process)
    before = pathlib.Path(f"{path}.part").read_bytes()
    with Server(kymo, "--record", path, *options) as server:
        assert any(f"{path}.part is left from a run that was not finished" in line for line in server.notes)
        server.stop()
    assert path.exists() and pathlib.Path(f"{path}.part").read_bytes() == before


# MARK: Full disks


@pytest.mark.quick
def test_a_full_disk_is_said_when_it_happens(kymo, full_disk, tmp_path):
    path = full_disk / "session.mcap"
    with Server(kymo, "--record", path, "--compression", "none") as server:
        taken = 0
        while True:
            answer = server.post("/sensors", push(*(vector("accelerometer", n) for n in range(500))))
            if answer.status != 200:
                break
            taken += 500
            assert taken < 100_000
        assert answer.status == 507 and "No space left" in answer.text
        assert server.call('logMessage&msg=["a"]').status == 507
        assert server.post("/bridge/queue", '["call?cmd=logMessage&msg=[\\"a\\"]"]').status == 507
        # It is said on standard error as it happens, and not at the end alone.
        line = server.process.stderr.readline()
        assert str(path) in line and "No space left" in line and "now get 507" in line
        told = server.get("/status").json
        assert "No space left" in told["recordingFailure"] and told["recording"] is None
        lost = told["recordingLost"]
        assert f"{lost} accepted event" in line
        report = server.stop(exit_code=1)
        said = "".join(server.notes)
        assert "No space left" in said and f"kept as {path}.part" in said
        assert (f"{lost} accepted event" in said) == (lost > 0)
    assert report["events"] == taken and report["responses"]["507"] == 3 and report["recordings"] == []
    assert report["unfinished"] == [
        {"recording": str(path), "kept": f"{path}.part", "accepted": taken, "lost": lost}
    ]
    whole = salvage(kymo, full_disk / "session.mcap.part", tmp_path)
    saved = len(messages(whole, "/accelerometer"))
    # Every event that was accepted is in the file, or counted.
    assert 0 < saved == taken - lost
    verify(kymo, whole, saved)


@pytest.mark.quick
def test_the_file_that_has_no_room_is_named(kymo, full_disk):
    path = full_disk / "day.mcap"
    with Server(kymo, "--record", path, "--compression", "none", "--rotate-time", "0.1s") as server:
        deadline = time.monotonic() + 60
        while len(list(full_disk.glob("day-*.mcap"))) < 2:
            assert time.monotonic() < deadline
            server.call('logMessage&msg=["a"]')
        status = os.statvfs(full_disk)
        (full_disk / "other").write_bytes(bytes(max(0, status.f_bavail * status.f_bsize - (64 << 10))))
        while server.post("/sensors", push(*(vector("accelerometer", n) for n in range(500)))).status == 200:
            assert time.monotonic() < deadline
        line = server.process.stderr.readline()
        while "no new file can be begun" in line:
            line = server.process.stderr.readline()
        report = server.stop(exit_code=1)
    (unfinished,) = report["unfinished"]
    # Those that are whole are not the one.
    assert len(report["recordings"]) > 1 and unfinished["recording"] not in report["recordings"]
    assert f"{unfinished['recording']} can no longer be written" in line
    assert f"{unfinished['recording']}: " in "".join(server.notes)


def test_calls_that_a_full_disk_has_no_room_for_are_counted(kymo, full_disk, tmp_path):
    path = full_disk / "session.mcap"
    with Server(kymo, "--record", path, "--flush-interval", 0.2) as server:
        (full_disk / "other").write_bytes(bytes(720 << 10))
        dice, taken = random.Random(7), 0
        while True:
            text = "".join(dice.choices(string.ascii_letters, k=1500))
            answer = server.call(f'logMessage&msg=["{text}"]')
            if answer.status != 204:
                break
            taken += 1
            assert taken < 10_000
            time.sleep(0.002)
        assert answer.status == 507
        lost = server.get("/status").json["recordingLost"]
        assert f"{lost} accepted event" in server.process.stderr.readline()
        report = server.stop(exit_code=1)
    assert report["unfinished"][0]["accepted"] == taken and report["unfinished"][0]["lost"] == lost
    whole = salvage(kymo, full_disk / "session.mcap.part", tmp_path)
    assert lost > 0 and len(messages(whole, "/bridge/request")) == taken - lost


def test_a_capture_that_cannot_be_written_is_said_when_it_happens(kymo, full_disk, tmp_path):
    path, record = full_disk / "traffic.pcap", tmp_path / "session.mcap"
    with Server(kymo, "--pcap", path, "--pcap-from", "server", "--record", record) as server:
        assert server.get("/status").json["captureFailure"] is None
        taken = 0
        while server.get("/status").json["captureFailure"] is None:
            assert server.call(f'logMessage&msg=["{"a" * 8000}"]').status == 204
            taken += 1
            assert taken < 10_000
        assert "No space left" in server.get("/status").json["captureFailure"]
        line = server.process.stderr.readline()
        assert str(path) in line and "No space left" in line and "without capturing" in line
        # The recording lies elsewhere and goes on.
        assert server.call('logMessage&msg=["a"]').status == 204
        report = server.stop(exit_code=1)
        assert f"kept as {path}.part" in "".join(server.notes)
    assert report["recordings"] == [str(record)] and report["unfinished"] == []
    assert report["events"] == taken + 1 and report["pcap"]["kept"] == f"{path}.part"
    assert "No space left" in report["pcap"]["failure"]
    kymo.run("replay", "--verify", record)


def test_a_recording_that_cannot_begin_ends_no_server(kymo, full_disk):
    with Server(kymo, "--recordings", full_disk) as server:
        with pytest.raises(OSError), open(full_disk / "other", "wb", buffering=0) as other:
            while other.write(bytes(4096)):
                pass
        answer = server.post("/recording", {"action": "start"})
        assert answer.status == 200 and answer.json["recording"] is None
        assert "No space left" in server.process.stderr.readline()
        assert server.call('logMessage&msg=["a"]').status == 204
        (full_disk / "other").unlink()
        assert server.post("/recording", {"action": "start"}).json["recording"]
        assert server.call('logMessage&msg=["a"]').status == 204
        report = server.stop(exit_code=1)
    assert len(report["recordings"]) == 1 and report["unfinished"] == []
    assert not list(full_disk.glob("*.part*"))


def test_a_server_that_records_well_says_nothing_of_failures(kymo, tmp_path):
    with Server(kymo, "--record", tmp_path / "session.mcap") as server:
        assert server.call('logMessage&msg=["a"]').status == 204
        assert server.get("/status").json["recordingFailure"] is None
        server.stop()
