"""Captures say what they know: nothing is whole that is not, and Wireshark finds the same exchanges, or it is named why not.

The captures of this file are made here, with many connections each. Those of others are in test_kymo_capture.py.
"""

import json
import shutil
import socket
import time
from collections import Counter

import pytest
from http_capture import Capture, Wire
from served import Server
from test_kymo_capture import exchanges, tshark

needs_tshark = pytest.mark.skipif(shutil.which("tshark") is None, reason="needs tshark")
START = 1_700_000_000 * 10**9


# What a server of ours has refused


class Client:
    """A connection to a server whose bytes go both ways into a capture."""

    def __init__(self, capture, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.wire = Wire(capture, self.socket.getsockname()[1], port, time.time_ns())

    def ask(self, request):
        """Sends a request; returns the head of its reply."""
        self.wire.send(0, request, time.time_ns())
        self.socket.sendall(request)
        data = b""
        while b"\r\n\r\n" not in data:
            part = self.socket.recv(65536)
            assert part, data
            data += part
        head, _, body = data.partition(b"\r\n\r\n")
        length = [int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
        while len(body) < (length or [0])[0]:
            body += self.socket.recv(65536)
        self.wire.send(1, head + b"\r\n\r\n" + body, time.time_ns())
        return head.decode()

    def close(self):
        self.socket.close()
        self.wire.close(time.time_ns())


def get(target, host="localhost"):
    return f"GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()


def post(target, body):
    head = f"POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body.encode()


REFUSED = [
    (405, post("/call?cmd=logMessage&msg=%5B%22no%22%5D", "")),
    (421, get("/call?cmd=logMessage&msg=%5B%22no%22%5D", "elsewhere.example")),
    (400, post("/bridge/queue", "no JSON")),
    (405, get("/sensors")),
    (404, get("/nothing.html")),
]


@pytest.mark.quick
def test_requests_that_the_server_refused_are_no_events(kymo, tmp_path):
    recording, path = tmp_path / "a.mcap", tmp_path / "a.pcap"
    capture = Capture()
    with Server(kymo, "--record", recording) as server:
        for place, (status, request) in enumerate(REFUSED):
            client = Client(capture, server.port)
            assert " 200 " in client.ask(get(f"/call?cmd=logMessage&msg=%5B%22{place}%22%5D")).replace("204", "200")
            client.close()
            # One that is refused may end its connection.
            client = Client(capture, server.port)
            head = client.ask(request)
            assert f" {status} " in head and "Kymo-Outcome: refused" in head, head
            assert "Kymo-Event" not in head
            client.close()
        digest = server.stop()["digest"]
    capture.write(path)
    count = len(REFUSED)
    imported = kymo.json("import", path, "-o", tmp_path / "b.mcap")
    assert imported["order"] == "stamps" and imported["events"] == count
    assert sum(entry["count"] for entry in imported["refused"]) == count
    assert {"name": "421 GET /call", "count": 1} in imported["refused"]
    assert imported["notCommands"] == [] and imported["digest"] == digest
    replayed = kymo.json("replay", path)
    assert replayed["digest"] == digest and replayed["refused"] == imported["refused"]
    assert "1 × 405 POST /call: refused by the server" in kymo.run("replay", path).stdout
    # What does not say so, as the replies of a library may not, is known by the stamps of the others.
    unmarked = tmp_path / "unmarked.pcap"
    unmarked.write_bytes(path.read_bytes().replace(b"Kymo-Outcome", b"Some-Outcome"))
    imported = kymo.json("import", unmarked, "-o", tmp_path / "c.mcap")
    assert imported["order"] == "stamps" and imported["digest"] == digest
    assert {"name": "405 POST /call", "count": 1} in imported["refused"]


@pytest.mark.parametrize("count", [1, 2])
def test_a_queue_of_one_message_replays_as_that_command(kymo, tmp_path, count):
    recording, path = tmp_path / "a.mcap", tmp_path / "a.pcap"
    with Server(kymo, "--record", recording, "--pcap", path, "--pcap-from", "server") as server:
        message = {"handlerName": "logMessage", "data": "hi", "callbackId": "cb_1"}
        assert server.post("/bridge/queue", [message] * count).status == 200
        digest = server.stop()["digest"]
    replayed = kymo.json("replay", path)
    assert replayed["events"] == count and replayed["order"] == "stamps"
    assert replayed["digest"] == digest and replayed["different"] == 0
    assert kymo.json("import", path, "-o", tmp_path / "b.mcap")["digest"] == digest


# Made captures, beside Wireshark


class Made:
    """A capture of many connections, and what each of them really was."""

    def __init__(self):
        self.capture = Capture()
        self.clock = START
        # By the port of the client: the exchanges, as method, target and status.
        self.truth = {}
        self.reasons = {}

    def connect(self, truth, reason=None):
        port = 40_000 + len(self.truth)
        self.truth[port] = set(truth)
        self.reasons[port] = reason
        return Wire(self.capture, port, 80, self.now())

    def now(self):
        self.clock += 1_000_000
        return self.clock

    def talk(self, wire, side, data, hole=None):
        """Bytes of a side, but for those of a hole, and an acknowledgement of all."""
        if hole:
            wire.send(side, data[: hole[0]], self.now())
            wire.skip(side, hole[1] - hole[0])
            data = data[hole[1] :]
        wire.send(side, data, self.now())
        wire.add(1 - side, 0x10, b"", self.now())


def request(target, *lines, method="GET"):
    return "\r\n".join([f"{method} {target} HTTP/1.1", "Host: t", *lines, "", ""]).encode()


def reply(body, *lines):
    return "\r\n".join(["HTTP/1.1 200 OK", *(lines or [f"Content-Length: {len(body)}"]), "", ""]).encode() + body


CALL = request("/call?cmd=logMessage&msg=%5B%22one%22%5D")
PAIR = ("GET", "/call?cmd=logMessage&msg=%5B%22one%22%5D", 200)
NEXT = ("GET", "/b", 200)


def holes(side):
    """A hole of one byte at every byte of a head, and one from there to the end of it."""
    made = Made()
    head = CALL if side == 0 else reply(b"")
    for start in range(len(head)):
        for end in {start + 1, len(head)}:
            wire = made.connect([NEXT], "http-heads-cut")
            made.talk(wire, 0, CALL, (start, end) if side == 0 else None)
            made.talk(wire, 1, reply(b""), (start, end) if side == 1 else None)
            made.talk(wire, 0, request("/b"))
            made.talk(wire, 1, reply(b"two"))
            wire.close(made.now())
    return made


def resets(distance):
    """A reset of either side at every place of a conversation, so far from the number that comes next."""
    made = Made()
    steps = [(0, CALL), (1, reply(b"one")), (0, request("/b")), (1, reply(b"two"))]
    for side in (0, 1):
        for place in range(len(steps) + 1):
            ends = [PAIR, NEXT][: place // 2]
            wire = made.connect([PAIR, NEXT] if distance else ends, None if distance else "behind")
            for step, (sender, data) in enumerate(steps):
                if step == place:
                    wire.put(side, wire.sequences[side] + distance, 0x04, b"", made.now())
                made.talk(wire, sender, data)
            if place == len(steps):
                wire.put(side, wire.sequences[side] + distance, 0x04, b"", made.now())
            wire.close(made.now())
    return made


def challenge():
    """A SYN that an old connection questions, the reset to that, and the same SYN again."""
    made = Made()
    wire = made.connect([PAIR])
    # The handshake is there already: what was before it goes in front.
    handshake = made.capture.records[1:]
    del made.capture.records[1:]
    wire.sequences = [1000, 99_000_000]
    wire.put(0, 1000, 0x02, b"", START)
    wire.capture.frame((80, wire.ports[0]), 99_000_000, 77_000_000, 0x10, b"", START + 1)
    wire.put(0, 77_000_000, 0x04, b"", START + 2)
    made.capture.records += handshake
    wire.sequences = [1001, 5001]
    made.talk(wire, 0, CALL)
    made.talk(wire, 1, reply(b"one"))
    wire.close(made.now())
    return made


CHUNKED = b"5\r\nhello\r\n0\r\n\r\n"
FRAMING = [
    ("http-length-beside-coding", ["Content-Length: 5", "Transfer-Encoding: chunked"], CHUNKED),
    ("http-length-beside-coding", ["Transfer-Encoding: chunked", "Content-Length: 40"], CHUNKED),
    ("http-lengths-several", ["Content-Length: 5", "Content-Length: 6"], b"hello"),
    ("http-lengths-several", ["Content-Length: 5, 5"], b"hello"),
    ("http-lengths-wrong", ["Content-Length: -35"], b""),
    ("http-lengths-wrong", ["Content-Length: +5"], b"hello"),
    ("http-lengths-wrong", ["Content-Length: 0x5"], b"hello"),
    ("http-lengths-wrong", ["Content-Length: 18446744073709551615"], b"hello"),
    ("http-lengths-wrong", ["Content-Length : 5"], b"hello"),
    ("http-lengths-wrong", ["X: y\r\n Content-Length: 5"], b"hello"),
    ("http-lengths-wrong", ["Transfer-Encoding: chunked"], b"0x5\r\nhello\r\n0\r\n\r\n"),
    ("http-lengths-wrong", ["Transfer-Encoding: chunked"], b"-5\r\nhello\r\n0\r\n\r\n"),
    ("http-codings-wrong", ["Transfer-Encoding: xchunked"], CHUNKED),
    ("http-codings-wrong", ["Transfer-Encoding: chunked, identity"], CHUNKED),
]
INNER = request("/inner")


def framing(side):
    """Each ambiguity in a request, or in a reply, with what may be an exchange or a part of it behind that."""
    made = Made()
    for reason, lines, body in FRAMING:
        wire = made.connect([PAIR], reason)
        made.talk(wire, 0, CALL)
        made.talk(wire, 1, reply(b"one"))
        if side == 0:
            made.talk(wire, 0, request("/b", *lines, method="POST") + body + INNER)
            made.talk(wire, 1, reply(b"two"))
            made.talk(wire, 1, reply(b"three"))
        else:
            made.talk(wire, 0, request("/b"))
            made.talk(wire, 1, reply(body, *lines))
            made.talk(wire, 0, INNER)
            made.talk(wire, 1, reply(b"three"))
        wire.close(made.now())
    return made


def others():
    """Replies without a status line, urgent bytes, and HTTP/2 behind HTTP/1."""
    made = Made()
    for line in (b"gobble", b"HTTP/1.1 abc", b"HTTP/1.1 20 OK", b"HTTP/1.1"):
        wire = made.connect([PAIR], "http-status-lines-wrong")
        made.talk(wire, 0, CALL)
        made.talk(wire, 1, reply(b"one"))
        made.talk(wire, 0, request("/b"))
        made.talk(wire, 1, line + b"\r\nContent-Length: 0\r\n\r\n")
        wire.close(made.now())
    for place in (1, 7, 20):
        wire = made.connect([PAIR], "urgent-bytes")
        made.talk(wire, 0, CALL)
        made.talk(wire, 1, reply(b"one"))
        wire.add(0, 0x38, request("/urgent"), made.now(), place)
        made.talk(wire, 1, reply(b"two"))
        wire.close(made.now())
    wire = made.connect([PAIR], "http2-behind-http1")
    made.talk(wire, 0, CALL)
    made.talk(wire, 1, reply(b"one"))
    made.talk(wire, 0, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9))
    made.talk(wire, 1, bytes([0, 0, 0, 4, 0, 0, 0, 0, 0]))
    wire.close(made.now())
    return made


MADE = {
    "holes in requests": lambda: holes(0),
    "holes in replies": lambda: holes(1),
    "resets that come next": lambda: resets(0),
    "resets 2 MB ahead": lambda: resets(2_000_000),
    "resets 2 MB behind": lambda: resets(-2_000_000),
    "a challenged SYN": challenge,
    "framing of requests": lambda: framing(0),
    "framing of replies": lambda: framing(1),
    "other doubts": others,
}


def pairs_of_wireshark(path):
    """By the port of the client: targets and statuses, as Wireshark has paired them."""
    shown = {}
    for port, codes, targets in tshark(
        path, "http.response", "tcp.dstport", "http.response.code", "http.response_for.uri"
    ):
        for code, target in zip(codes, targets, strict=False):
            shown.setdefault(int(port[0]), Counter())[(target.removeprefix("http://t"), int(code))] += 1
    return shown


@needs_tshark
@pytest.mark.parametrize("name", MADE)
def test_made_captures(kymo, tmp_path, name):
    made, path = MADE[name](), tmp_path / "made.pcap"
    made.capture.write(path)
    report, found = exchanges(kymo, path)
    assert report["complete"] and report["connections"] == len(made.truth)
    names = {}
    for finding in report["findings"]:
        names.setdefault(40_000 + finding["connection"] - 1, set()).add(finding["name"])
    holes = {40_000 + hole["connection"] - 1 for hole in report["holes"]}
    whole, paired = {}, {}
    for one in found:
        port = int(one["client"].rsplit(":", 1)[1])
        target = one["request"]["target"]
        if one["reply"]:
            paired.setdefault(port, Counter())[(target, one["reply"]["status"])] += 1
        if one["reply"] and one["request"]["complete"] and one["reply"]["complete"]:
            whole.setdefault(port, []).append((one["request"]["method"], target, one["reply"]["status"]))
    shown = pairs_of_wireshark(path)
    differing = 0
    for port, truth in made.truth.items():
        told = whole.get(port, [])
        # Nothing is whole that is not, and nothing twice.
        assert len(told) == len(set(told)) and set(told) <= truth, (port, told)
        reason = made.reasons[port]
        if reason == "behind":
            # Wireshark goes on behind a reset.
            assert set(told) == truth, (port, told)
        elif reason is None:
            assert set(told) == truth and paired[port] == shown[port], (port, told, shown.get(port))
        elif reason != "http-heads-cut":
            assert reason in names.get(port, set()), (port, names.get(port))
        if paired.get(port) != shown.get(port):
            differing += 1
            assert reason == "behind" or names.get(port) or port in holes, (port, paired.get(port), shown.get(port))
    if name.startswith("holes"):
        assert len(report["holes"]) == len(made.truth)
        assert not any(PAIR[1] == one["request"]["target"] and one["reply"] for one in found)
    else:
        assert report["holes"] == []
    print(f"{name}: {len(made.truth)} connections, {differing} with other pairs than in Wireshark")


def test_holes_in_heads_are_neither_dispatched_nor_timed(kymo, tmp_path):
    path = tmp_path / "made.pcap"
    made = holes(0)
    made.capture.write(path)
    report, found = exchanges(kymo, path)
    listed = [one for one in found if one["request"]["target"] != "/b"]
    assert len(listed) > 100
    assert all(one["reply"] is None and not one["request"]["complete"] for one in listed)
    done = kymo.attempt("replay", path, "--format", "json", lines=1)
    assert done.returncode == 3 and "none of its" in done.stderr and "not whole" in done.stderr
    assert "request not whole" in kymo.run("inspect", path, "--exchanges").stdout
    assert kymo.attempt("import", path, "--strict", "-o", tmp_path / "x.mcap", lines=1).returncode == 3


@pytest.mark.parametrize("snapshot", [80, 100, 120])
def test_packets_that_were_cut_to_a_snapshot_length(kymo, tmp_path, snapshot):
    """As `kymo capture --snapshot` writes them."""
    made, path = Made(), tmp_path / "cut.pcap"
    wire = made.connect([PAIR])
    made.talk(wire, 0, CALL)
    made.talk(wire, 1, reply(b"one"))
    wire.close(made.now())
    records = made.capture.records
    for place in range(2, len(records), 2):
        head = bytearray(records[place - 1])
        head[8:12] = min(snapshot, len(records[place])).to_bytes(4, "little")
        records[place - 1], records[place] = bytes(head), records[place][:snapshot]
    made.capture.write(path)
    report, found = exchanges(kymo, path)
    # Raw IP: 40 bytes of headers.
    isWhole = snapshot >= 40 + len(CALL)
    assert [one["request"]["complete"] for one in found] == [isWhole]
    assert report["completeExchanges"] == (1 if snapshot >= 40 + len(reply(b"one")) and isWhole else 0)
    if not isWhole:
        assert found[0]["reply"] is None
        assert kymo.attempt("replay", path, lines=1).returncode == 3


# Behind a hole that has taken the end of a message


def play(count=2):
    return request("/call?cmd=play&msg=%22evil%22") * count


def smuggled(kind):
    """A POST whose body holds requests, with a hole that ends where they begin."""
    made = Made()
    wire = made.connect([PAIR])
    made.talk(wire, 0, CALL)
    made.talk(wire, 1, reply(b"one"))
    if kind == "chunks":
        start = request("/b", "Transfer-Encoding: chunked", method="POST") + b"64\r\n" + b"A" * 100
        data = start + b"\r\n%x\r\n" % len(play()) + play() + b"\r\n0\r\n\r\n"
        hole = (len(start) - 80, data.index(play()))
    else:
        data = request("/b", "X: y", f"Content-Length: {len(play())}", method="POST") + play()
        hole = (0 if kind == "head" else 30, data.index(play()))
    made.talk(wire, 0, data, hole)
    made.talk(wire, 1, reply(b"two"))
    made.talk(wire, 0, CALL)
    made.talk(wire, 1, reply(b"three"))
    wire.close(made.now())
    return made


@pytest.mark.parametrize("kind", ["part of a head", "head", "chunks"])
def test_what_may_be_in_a_body_is_not_dispatched(kymo, tmp_path, kind):
    path = tmp_path / "made.pcap"
    smuggled(kind).capture.write(path)
    report, found = exchanges(kymo, path)
    in_doubt = [one for one in found if one["request"]["inDoubt"]]
    assert len(in_doubt) == 3 and report["completeExchanges"] == 1
    assert all(one["absence"] == "pairing-lost" and not one["request"]["complete"] for one in in_doubt)
    text = kymo.run("inspect", path, "--exchanges").stdout
    assert text.count("pairing-lost, request in doubt") == 3 and "data-behind-end" not in text
    numbers = [line.split()[0] for line in text.splitlines() if line.startswith("  1.")]
    assert numbers == sorted(numbers) and "out-of-order" not in text
    imported = kymo.json("import", path, "-o", tmp_path / "x.mcap")
    assert (imported["events"], imported["requestsInDoubt"]) == (1, 3)
    assert "3 requests behind a hole or framing in doubt" in kymo.run("import", path, "-o", tmp_path / "y.mcap").stdout
    replayed = json.loads(kymo.run("replay", path, "--format", "json", exit_code=4).stdout)
    assert (replayed["events"], replayed["requestsInDoubt"]) == (1, 3)


def test_a_replay_of_a_part_of_a_capture_ends_with_3(kymo, tmp_path):
    """As against a live server."""
    nothing, path = b"HTTP/1.1 204 No Content\r\n\r\n", tmp_path / "made.pcap"
    for side in (None, 0, 1):
        made = Made()
        wire = made.connect([PAIR])
        made.talk(wire, 0, CALL)
        made.talk(wire, 1, nothing)
        made.talk(wire, 0, CALL, (10, 20) if side == 0 else None)
        made.talk(wire, 1, nothing, (10, 20) if side == 1 else None)
        wire.close(made.now())
        made.capture.write(path)
        done = kymo.run("replay", path, "--format", "json", exit_code=0 if side is None else 3)
        replayed = json.loads(done.stdout)
        assert replayed["different"] == 0 and replayed["equal"] == (2 if side is None else 1)


@pytest.mark.parametrize("kind", ["framing", "hole", "end"])
def test_answered_and_unanswered_are_all(kymo, tmp_path, kind):
    made, path = Made(), tmp_path / "made.pcap"
    wire = made.connect([PAIR])
    for number, body in enumerate([b"one", b"A" * 100, b"three"]):
        made.talk(wire, 0, CALL)
        if number != 1:
            made.talk(wire, 1, reply(body))
        elif kind == "framing":
            made.talk(wire, 1, reply(CHUNKED, "Content-Length: 5", "Transfer-Encoding: chunked"))
        elif kind == "hole":
            made.talk(wire, 1, reply(body), (60, 80))
        else:
            # Its end is the one of the connection, and lost.
            until = reply(body, "X: y")
            made.talk(wire, 1, until[:-60])
            wire.skip(1, 60)
            break
    wire.close(made.now())
    made.capture.write(path)
    report, found = exchanges(kymo, path)
    statuses = sum(one["count"] for one in report["statuses"])
    assert statuses + sum(one["count"] for one in report["unanswered"]) == report["exchanges"] == len(found)
    text = kymo.run("inspect", path, "--exchanges").stdout
    if kind == "framing":
        assert report["unanswered"] == [{"name": "pairing-lost", "count": 2}] and statuses == 1
        assert found[1]["reply"] is None and "reply not whole" not in text
    elif kind == "hole":
        assert report["unanswered"] == [] and report["replyBodyBytes"] == 3 + 80 + 5
        assert found[1]["absence"] == "lost-in-hole" and "200, 80 of 100 bytes" in text
    else:
        assert report["replyBodyBytes"] == 3 + 40 and "200, 40 of 100 bytes" in text
