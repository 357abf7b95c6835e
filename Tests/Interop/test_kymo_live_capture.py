"""Live captures: what passed the loopback device is in the file, whoever reads it.

They need the right to capture, and are skipped without it.
"""

import http.client
import http.server
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import threading
import time
from collections import Counter

import pytest
from test_kymo_capture import SETTINGS, exchanges, tshark

WAIT = 60


def drops_capture(kymo):
    """The command line of kymo without the right to capture, which root has otherwise."""
    return ["setpriv", "--bounding-set=-net_raw", "--inh-caps=-net_raw", str(kymo.binary)]


@pytest.fixture(scope="module")
def may_capture(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("right") / "a.pcap"
    done = subprocess.run(
        [str(kymo.binary), "capture", "-i", "lo", "--duration", "0", "-w", str(path)],
        capture_output=True,
        text=True,
    )
    if "CAP_NET_RAW" in done.stderr:
        pytest.skip("needs CAP_NET_RAW")
    assert done.returncode == 0, done.stderr


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def reply(self):
        length = int(self.headers.get("Content-Length", 0))
        taken = self.rfile.read(length)
        status = 404 if self.path.startswith("/none") else 200
        size = int(self.path.rpartition("=")[2]) if "=" in self.path else len(taken)
        body = (self.path.encode() + b" ") * (size // (len(self.path) + 1) + 1)
        self.send_response(status)
        self.send_header("Content-Length", str(size))
        self.end_headers()
        self.wfile.write(body[:size])

    do_GET = do_POST = reply

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    # Its sockets are few; connections that wait are not refused.
    request_queue_size = 64


class Server6(Server):
    address_family = socket.AF_INET6


@pytest.fixture(params=["127.0.0.1", "::1"])
def server(request):
    try:
        one = (Server6 if ":" in request.param else Server)((request.param, 0), Handler)
    except OSError:
        pytest.skip(f"no address {request.param}")
    threading.Thread(target=one.serve_forever, daemon=True).start()
    yield one
    one.shutdown()
    one.server_close()


def ask(server, count, clients=4):
    """Sends requests from several connections at once; returns what was asked, with the statuses."""
    asked = []

    def run(client):
        host, port = server.server_address[:2]
        connection = http.client.HTTPConnection(host, port, timeout=WAIT)
        for number in range(count // clients):
            kind = number % 10
            if kind == 3:
                method, path, body = "POST", f"/post/{client}/{number}", b"x" * (1000 * number)
            elif kind == 5:
                method, path, body = "GET", f"/none/{client}/{number}?n=40", None
            elif kind == 7:
                method, path, body = "GET", f"/big/{client}/{number}?n={400_000 + number}", None
            else:
                method, path, body = "GET", f"/call?cmd=a{client}&msg=%5B{number}%5D&n=12", None
            connection.request(method, path, body)
            reply = connection.getresponse()
            reply.read()
            asked.append((method, path, reply.status))
        connection.close()

    threads = [threading.Thread(target=run, args=(client,)) for client in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return asked


class Capture:
    """kymo capture, running: it may be asked to end, and then reports."""

    def __init__(self, kymo, port, path, *options, output=subprocess.PIPE):
        command = [str(kymo.binary), "capture", "-i", "lo", "--port", str(port), "-w", str(path)]
        command += ["--format", "json", *map(str, options)]
        self.process = subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        assert "capturing on lo" in line, line + self.process.stderr.read()

    def end(self, number=signal.SIGINT, exit_code=0):
        if number:
            self.process.send_signal(number)
        out, err = self.process.communicate(timeout=WAIT)
        assert self.process.returncode == exit_code, err
        return json.loads(out)


def packets(path):
    """The bytes of every packet of a file, which ends with a whole one."""
    data = path.read_bytes()
    assert struct.unpack("<I", data[:4]) == (0xA1B23C4D,)
    place, found = 24, []
    while place < len(data):
        start, place = place + 16, place + 16 + struct.unpack("<I", data[place + 8 : place + 12])[0]
        found.append(data[start:place])
    assert place == len(data)
    return found


def frames(path):
    """How many packets a file has."""
    return len(packets(path))


needs_tshark = pytest.mark.skipif(shutil.which("tshark") is None, reason="needs tshark")


@needs_tshark
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_everything_that_was_asked_is_in_the_capture(kymo, may_capture, server, tmp_path, number):
    path = tmp_path / "a.pcap"
    port = server.server_address[1]
    capture = Capture(kymo, port, path)
    asked = ask(server, 400)
    report = capture.end(number)
    assert len(asked) == 400
    assert report["schema"] == "kymograph.live-capture/1" and report["end"] == "stopped"
    assert report["kernel"]["ps_drop"] == 0 and not report["knownIncomplete"]
    assert report["packets"] == report["writtenPackets"] == frames(path)
    # The loopback device counts each twice, which is why it is no measure.
    assert report["kernel"]["ps_recv"] >= report["packets"]
    inspected, found = exchanges(kymo, path)
    told = sorted(
        (one["request"]["method"], one["request"]["target"], one["reply"]["status"]) for one in found
    )
    assert told == sorted(asked)
    assert all(one["request"]["complete"] and one["reply"]["complete"] for one in found)
    assert "holes" not in inspected["noticed"] and inspected["packets"] == report["packets"]
    decoded = SETTINGS + ["tcp.check_checksum:FALSE"]
    lost = "tcp.analysis.lost_segment || tcp.analysis.ack_lost_segment || _ws.malformed"
    assert tshark(path, lost, "frame.number", settings=decoded) == []
    assert len(tshark(path, "frame", "frame.number")) == report["packets"]
    requests = tshark(path, "http.request", "http.request.method", "http.request.uri")
    assert sorted((row[0][0], row[1][0]) for row in requests) == sorted(one[:2] for one in told)
    replies = tshark(path, "http.response", "http.response.code")
    assert sorted(int(row[0][0]) for row in replies) == sorted(one[2] for one in told)


def test_calls_become_a_recording(kymo, may_capture, server, tmp_path):
    path, recording = tmp_path / "a.pcap", tmp_path / "a.mcap"
    capture = Capture(kymo, server.server_address[1], path)
    asked = ask(server, 40)
    capture.end()
    imported = kymo.json("import", path, "-o", recording)
    assert imported["events"] == sum(one[1].startswith("/call?") for one in asked) > 0
    kymo.run("replay", recording, "--verify")


@pytest.mark.parametrize("server", ["127.0.0.1"], indirect=True)
def test_the_parts_of_a_series_hold_everything(kymo, may_capture, server, tmp_path):
    port = server.server_address[1]
    whole = Capture(kymo, port, tmp_path / "whole.pcap")
    parts = Capture(kymo, port, tmp_path / "part.pcap", "--rotate-size", 300_000)
    ring = Capture(kymo, port, tmp_path / "ring.pcap", "--rotate-size", 300_000, "--files", 3)
    ask(server, 80)
    for one in (whole, parts, ring):
        one.process.send_signal(signal.SIGINT)
    whole, parts, ring = (one.end(None) for one in (whole, parts, ring))
    names = [file["path"] for file in parts["files"]]
    assert names == [str(tmp_path / f"part-{n + 1:05}.pcap") for n in range(len(names))]
    assert len(names) > 10
    read = [frames(tmp_path / name) for name in names]
    assert read == [file["packets"] for file in parts["files"]]
    assert sum(read) == whole["packets"] == parts["packets"]
    assert all(file["bytes"] <= 300_000 for file in parts["files"])

    # Each capture stamps packets by itself, and has those of two processors in an order of its own.
    all_packets = packets(tmp_path / "whole.pcap")
    assert Counter(one for name in names for one in packets(tmp_path / name)) == Counter(all_packets)
    kept = sorted(path.name for path in tmp_path.glob("ring-*.pcap"))
    assert len(kept) == 3 == len(ring["files"]) and ring["removedFiles"] > 5
    newest = [one for name in kept for one in packets(tmp_path / name)]
    assert newest and Counter(newest) <= Counter(all_packets)
    # The order differs by no more than a few packets of each connection.
    assert set(newest) <= set(all_packets[-len(newest) - 100 :])
    assert ring["removedPackets"] + sum(frames(tmp_path / name) for name in kept) == ring["packets"]
    # A series of that name is not written over.
    done = kymo.run(
        "capture", "-i", "lo", "-w", tmp_path / "ring.pcap", "--rotate-time", 1, exit_code=1
    )
    assert kept[0] in done.stderr and "earlier capture" in done.stderr


@pytest.mark.quick
@pytest.mark.parametrize("server", ["127.0.0.1"], indirect=True)
def test_a_number_of_packets(kymo, may_capture, server, tmp_path):
    path = tmp_path / "a.pcap"
    capture = Capture(kymo, server.server_address[1], path, "--count", 25)
    ask(server, 40)
    report = capture.end(None)
    assert report["end"] == "limit" and report["packets"] == 25 == frames(path)


@needs_tshark
@pytest.mark.parametrize("server", ["127.0.0.1"], indirect=True)
def test_a_pipe_into_another_program(kymo, may_capture, server, tmp_path):
    reader = subprocess.Popen(
        ["tshark", "-r", "-", "-Y", "http.request", "-T", "fields", "-e", "http.request.uri",
         "-d", f"tcp.port=={server.server_address[1]},http"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    capture = subprocess.Popen(
        [str(kymo.binary), "capture", "-i", "lo", "--port", str(server.server_address[1]), "-w", "-"],
        stdout=reader.stdin, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    reader.stdin.close()
    assert "standard output" in capture.stderr.readline()
    asked = ask(server, 40)
    capture.send_signal(signal.SIGINT)
    told = capture.communicate(timeout=WAIT)[1]
    assert capture.returncode == 0 and "captured" in told and "ps_drop 0" in told
    seen = reader.stdout.read().split()
    assert reader.wait() == 0
    assert sorted(seen) == sorted(one[1] for one in asked)


@pytest.mark.parametrize("server", ["127.0.0.1"], indirect=True)
def test_a_reader_that_has_enough(kymo, may_capture, server):
    capture = subprocess.Popen(
        [str(kymo.binary), "capture", "-i", "lo", "--port", str(server.server_address[1]), "-w", "-"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    capture.stderr.readline()
    assert len(capture.stdout.read(24)) == 24
    capture.stdout.close()
    ask(server, 8)
    assert capture.wait(timeout=WAIT) == -signal.SIGPIPE
    assert capture.stderr.read() == b""
    capture.stderr.close()


@pytest.mark.parametrize("server", ["127.0.0.1"], indirect=True)
def test_a_disk_that_fills_up(kymo, may_capture, server, tmp_path):
    if shutil.which("prlimit") is None:
        pytest.skip("needs prlimit")
    path = tmp_path / "a.pcap"
    port = str(server.server_address[1])
    capture = subprocess.Popen(
        ["prlimit", "--fsize=1000001", str(kymo.binary), "capture", "-i", "lo", "--port", port,
         "-w", str(path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    capture.stderr.readline()
    ask(server, 80)
    told = capture.communicate(timeout=WAIT)[1]
    assert capture.returncode == 1
    assert told.splitlines() == [
        f"kymo capture: {path}: cannot be written: File too large "
        "(see --rotate-size; what was written before is a capture)"
    ]
    assert frames(path) > 10 and 900_000 < path.stat().st_size <= 1_000_001
    report = json.loads(kymo.run("inspect", path, "--format", "json").stdout)
    assert report["complete"] and report["packets"] == frames(path)


@pytest.mark.parametrize("server", ["127.0.0.1"], indirect=True)
def test_what_the_kernel_lost_is_said(kymo, may_capture, server, tmp_path):
    """A capture that cannot keep up: it does not run at all while more passes than its buffer holds."""
    path = tmp_path / "a.pcap"
    capture = Capture(kymo, server.server_address[1], path, "--buffer", 1)
    capture.process.send_signal(signal.SIGSTOP)
    ask(server, 80)
    capture.process.send_signal(signal.SIGCONT)
    capture.process.send_signal(signal.SIGINT)
    out, err = capture.process.communicate(timeout=WAIT)
    assert capture.process.returncode == 3
    report = json.loads(out)
    dropped = report["kernel"]["ps_drop"]
    assert dropped > 0 and report["knownIncomplete"]
    assert err.splitlines() == [
        f"kymo capture: packets are missing: {dropped} packets had no room in the kernel's buffer "
        "(ps_drop; see --buffer)"
    ]
    assert report["writtenPackets"] == report["packets"] == frames(path)


@pytest.mark.parametrize("server", ["127.0.0.1"], indirect=True)
def test_a_snapshot_cuts_packets(kymo, may_capture, server, tmp_path):
    path = tmp_path / "a.pcap"
    capture = Capture(kymo, server.server_address[1], path, "--snapshot", 100)
    ask(server, 40)
    report = capture.end()
    sizes = [len(packet) for packet in packets(path)]
    assert max(sizes) == 100 and report["truncatedPackets"] == sizes.count(100)
    assert report["bytes"] > sum(sizes)


def test_outputs_that_cannot_be(kymo, may_capture, tmp_path):
    def refused(path, *options):
        done = kymo.run("capture", "-i", "lo", "-w", path, *options, exit_code=1)
        return done.stderr

    assert "No space left on device" in refused("/dev/full")
    assert "Is a directory" in refused(tmp_path)
    assert "check the path" in refused(tmp_path / "none" / "a.pcap")
    text = tmp_path / "thesis.txt"
    text.write_text("my only copy")
    assert "is not a capture" in refused(text)
    assert text.read_text() == "my only copy"
    done = kymo.run("capture", "-i", "nolo", "-w", tmp_path / "a.pcap", exit_code=1)
    assert "nolo: there is no such device" in done.stderr and " lo" in done.stderr
    assert not (tmp_path / "a.pcap").exists()


def test_a_former_capture_is_replaced(kymo, may_capture, tmp_path):
    path = tmp_path / "a.pcap"
    for former in (b"", b"\xd4\xc3\xb2\xa1" + b"\0" * 5000, b"\x0a\x0d\x0d\x0a" + b"\0" * 50):
        path.write_bytes(former)
        # A port that nobody uses: it is below those that are given out, and privileged.
        kymo.run("capture", "-i", "lo", "--port", 1, "--duration", 0, "-w", path)
        assert path.stat().st_size == 24 and frames(path) == 0


def test_two_captures_do_not_share_a_file(kymo, may_capture, tmp_path):
    path = tmp_path / "a.pcap"
    first = Capture(kymo, 1, path)
    done = kymo.run("capture", "-i", "lo", "--port", 1, "-w", path, exit_code=1)
    assert "another capture is being written there" in done.stderr
    assert first.end()["packets"] == 0


def test_a_file_that_grows_is_a_capture(kymo, may_capture, tmp_path):
    path = tmp_path / "a.pcap"
    with Server(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        capture = Capture(kymo, server.server_address[1], path)
        assert path.stat().st_size == 24
        ask(server, 8)
        deadline = time.monotonic() + WAIT
        while frames(path) < 20:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        capture.end()
        server.shutdown()


# Without a right, and what is no device


def test_without_the_right_it_says_what_is_needed(kymo, tmp_path):
    path = tmp_path / "a.pcap"
    command = [*drops_capture(kymo), "capture", "-i", "lo", "-w", str(path)]
    if os.geteuid() != 0:
        command = [str(kymo.binary), *command[4:]]
    elif shutil.which("setpriv") is None:
        pytest.skip("needs setpriv")
    done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT)
    if os.geteuid() != 0 and done.returncode == 0:
        pytest.skip("the program has the right")
    assert done.returncode == 1 and not path.exists()
    assert len(done.stderr.splitlines()) == 1
    for part in ("CAP_NET_RAW", "setcap cap_net_raw+ep", "--pcap-from server"):
        assert part in done.stderr


def test_command_lines_that_go_nowhere(kymo, tmp_path):
    path = tmp_path / "a.pcap"
    for options, part in [
        (["-w", path], "-i"),
        (["-i", "lo"], "-w"),
        (["-i", "lo", "-w", path, "--files", 3], "--files"),
        (["-i", "lo", "-w", "-", "--rotate-size", 5000], "standard output"),
        (["-i", "lo", "-w", path, "--rotate-time", 0], "--rotate-time"),
        (["-i", "lo", "-w", path, "--port", 0], "--port"),
        (["-i", "lo", "-w", path, "--port", 65536], "--port"),
    ]:
        assert part in kymo.run("capture", *options, exit_code=64).stderr
    assert not path.exists()


def test_the_devices(kymo):
    listed = kymo.json("capture", "--list")
    assert listed["schema"] == "kymograph.devices/1"
    if not listed["devices"]:
        pytest.skip("no devices")
    assert [one["name"] for one in listed["devices"] if one["loopback"]] == ["lo"]
    assert "lo  loopback" in kymo.run("capture", "--list").stdout
