"""`kymo serve` among clients that mean harm: it refuses them, serves the others, and stays small.

The requests of others lie in ../shared/data/captures; where they are absent those tests are skipped.
"""

import base64
import errno
import json
import os
import random
import selectors
import socket
import subprocess
import threading
import time

import pytest
from conftest import ROOT
from served import Server, push, receive, statuses, vector, wait_until

SHARED = ROOT.parent / "shared" / "data" / "captures" / "zeek" / "http"
HOST = "Host: localhost\r\n"
# What none of these servers may take more of, in KiB; one that has done nothing has about half of it.
MEMORY = 64 * 1024
SEED = int(os.environ.get("KYMO_SEED", "20250611"))


class Others(threading.Thread):
    """A client that does no harm: it is served all the time, and each time soon."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server = server
        self.count = 0
        self.slowest = 0.0
        self.problem = None
        self.isOver = False

    def __enter__(self):
        self.start()
        wait_until(lambda: self.count or self.problem)
        return self

    def run(self):
        try:
            while not self.isOver:
                began = time.monotonic()
                answer = self.server.call("logMessage&msg=%22a%22", timeout=10)
                assert answer.status == 204, answer
                self.slowest = max(self.slowest, time.monotonic() - began)
                self.count += 1
                time.sleep(0.005)
        except BaseException as problem:  # What went wrong is told by the thread that waits for this one.
            self.problem = problem

    def __exit__(self, kind, *_):
        if kind is None:
            # However fast the test was, some calls came during it, and one after it.
            wait_until(lambda: self.count > 3 or self.problem)
        self.isOver = True
        self.join(20)
        if kind is None:
            assert self.problem is None, self.problem
            assert self.count > 3 and self.slowest < 3, (self.count, self.slowest)


def is_well(server):
    """Whether a server still does everything, and has not grown."""
    assert server.process.poll() is None, server.process.communicate()
    assert server.call("logMessage&msg=%22a%22").status == 204
    assert server.post("/bridge/queue", ["call?cmd=nope"]).json == [{"index": 0, "status": "unknown command"}]
    assert server.post("/sensors", push(vector("gyroscope", 1))).json["samples"] == 1
    print(f"the most memory: {server.peak_kibibytes} KiB")
    assert server.peak_kibibytes < MEMORY, server.peak_kibibytes
    return True


def test_slow_clients_hold_nobody_up(kymo):
    """500 at a byte each second: with 2 s for a request all of them are gone soon, and each is told why."""
    with Server(kymo, "--request-timeout", 2) as server, Others(server):
        head = f"GET /call?cmd=logMessage&msg=%22a%22 HTTP/1.1\r\n{HOST}X-Slow: ".encode()
        body = f"POST /bridge/queue HTTP/1.1\r\n{HOST}Content-Length: 1000\r\n\r\n[".encode()
        starts = [head, body, b"", b"G", b"\x00"]
        began = time.monotonic()
        slow, told = {}, []
        for n in range(500):
            client = server.connect()
            client.setblocking(False)
            client.send(starts[n % len(starts)])
            slow[client] = b""
        selector = selectors.DefaultSelector()
        for client in slow:
            selector.register(client, selectors.EVENT_READ)
        last = time.monotonic()
        while slow:
            assert time.monotonic() - began < 25, f"{len(slow)} slow clients are still there"
            for key, _ in selector.select(0.1):
                client = key.fileobj
                try:
                    part = client.recv(4096)
                except OSError:
                    part = b""
                slow[client] += part
                if not part:
                    selector.unregister(client)
                    told.append(slow.pop(client))
                    client.close()
            if time.monotonic() - last > 1:
                last = time.monotonic()
                for client in slow:
                    try:
                        client.send(b"a")
                    except OSError as problem:
                        assert problem.errno in (errno.EPIPE, errno.ECONNRESET, errno.EAGAIN)
        seen = [status for data in told for status in statuses(data)]
        # What starts with NUL is no request.
        assert set(seen) <= {408, 400} and seen.count(408) >= 390, {one: seen.count(one) for one in set(seen)}
        assert is_well(server)
        report = server_report(server)
    assert report["kymo_http_slow"] >= 390


def server_report(server):
    return {name: family.samples[0].value for name, family in server.metrics().items() if family.samples}


def test_a_second_request_that_is_slow(kymo):
    """The time for a request is as long for the second of a connection as for the first."""
    with Server(kymo, "--request-timeout", 1) as server, server.connect() as client:
        for _ in range(2):
            client.sendall(f"GET /call?cmd=logMessage&msg=%22a%22 HTTP/1.1\r\n{HOST}\r\n".encode())
            assert client.recv(4096).startswith(b"HTTP/1.1 204 ")
        # Silence between requests is allowed.
        time.sleep(2.2)
        client.sendall(f"POST /bridge/queue HTTP/1.1\r\n{HOST}Content-Length: 100\r\n\r\n".encode())
        data, began = b"", time.monotonic()
        client.settimeout(0.3)
        while time.monotonic() - began < 10:
            try:
                client.sendall(b" ")
                part = client.recv(4096)
                data += part
                if not part:
                    break
            except TimeoutError:
                pass
            except OSError:
                break
        assert time.monotonic() - began < 5 and statuses(data) in ([408], [])
        assert is_well(server)


def test_a_body_of_a_gibibyte(kymo):
    with Server(kymo) as server, Others(server):
        for length in (1 << 30, 1 << 62, (1 << 63) - 1, 1 << 64, 10**40):
            data = server.send(
                f"POST /sensors HTTP/1.1\r\n{HOST}Content-Length: {length}\r\n\r\n".encode() + b" " * 100_000, timeout=5
            )
            assert statuses(data) == [413], (length, data)
        assert is_well(server)


@pytest.mark.quick
def test_a_body_without_end(kymo):
    with Server(kymo) as server, Others(server):
        for kind in ("chunked", "one chunk"):
            with server.connect() as client:
                client.sendall(f"POST /bridge/queue HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n".encode())
                piece = b"10000\r\n" + b" " * 65536 + b"\r\n"
                if kind == "one chunk":
                    client.sendall(b"40000000\r\n")
                    piece = b" " * 65536
                sent = 0
                with pytest.raises(OSError):
                    while sent < 1 << 30:
                        client.sendall(piece)
                        sent += len(piece)
                # It is not even read to the end.
                assert sent < 64 << 20
                assert statuses(receive(client, 5)) in ([413], [])
        assert is_well(server)


def test_bodies_that_are_never_finished_have_a_limit_in_all(kymo):
    """100 bodies of just under 1 MiB each: those beyond 64 MiB are refused with 503, until the others are gone."""
    # No request may end by its own timeout here: on a busy machine a hundred of them take seconds.
    with Server(kymo, "--request-timeout", 120) as server, Others(server):
        clients = []
        for _ in range(100):
            client = server.connect()
            client.sendall(f"POST /sensors HTTP/1.1\r\n{HOST}Content-Length: 1048576\r\n\r\n".encode() + b" " * 1_040_000)
            clients.append(client)
        # It may be slower than this test: it has read all of them before the first one ends.
        wait_until(lambda: not unread_bytes(server.port), 60)
        for client in clients:
            client.sendall(b" " * 8576)
        seen = [status for client in clients for status in statuses(first_answer(client))]
        assert set(seen) <= {400, 503, 408} and seen.count(503) > 10 and len(seen) >= 95, seen
        for client in clients:
            client.close()
        # 64 MiB of bodies, and what is kept of them on the way.
        print(f"the most memory: {server.peak_kibibytes} KiB")
        assert server.peak_kibibytes < MEMORY + 2 * 65536, server.peak_kibibytes
        assert server.call("logMessage&msg=%22a%22").status == 204


def unread_bytes(port):
    """How many bytes were sent to a port of this machine and not read yet, over all its connections."""
    rows = [line.split() for line in open("/proc/net/tcp").read().splitlines()[1:]]
    # Of the sender's end what is under way, of the receiver's what waits there: each is the hexadecimal "tx:rx".
    return sum(
        int(queues.split(":")[local.endswith(f":{port:04X}")], 16)
        for _, local, other, state, queues, *_ in rows
        if state == "01" and f":{port:04X}" in (local[-5:], other[-5:])
    )


def first_answer(client):
    client.settimeout(30)
    try:
        return client.recv(4096)
    except OSError:
        return b""


def test_more_connections_than_are_allowed(kymo):
    """2,000, of which 50 are allowed: others are told so with 503, and whoever is let go makes room."""
    with Server(kymo, "--max-connections", 50, "--request-timeout", 3) as server:
        began = time.monotonic()
        clients = []
        request = f"GET /call?cmd=logMessage&msg=%22a%22 HTTP/1.1\r\n{HOST}\r\n".encode()
        selector = selectors.DefaultSelector()
        for n in range(2000):
            client = socket.socket()
            client.setblocking(False)
            client.connect_ex(("127.0.0.1", server.port))
            selector.register(client, selectors.EVENT_WRITE, n)
            clients.append(client)
        data = {client: b"" for client in clients}
        over = set()
        # A tenth of them never says anything.
        while len(over) < len(clients):
            assert time.monotonic() - began < 40, f"{len(clients) - len(over)} hang"
            for key, ready in selector.select(0.2):
                client = key.fileobj
                if ready & selectors.EVENT_WRITE:
                    selector.modify(client, selectors.EVENT_READ, key.data)
                    try:
                        if key.data % 10:
                            client.send(request)
                    except OSError:
                        pass
                    continue
                try:
                    part = client.recv(4096)
                except OSError:
                    part = b""
                data[client] += part
                # Who has an answer lets the connection go, as clients do.
                if not part or statuses(data[client]):
                    selector.unregister(client)
                    over.add(client)
                    client.close()
        seen = [status for one in data.values() for status in statuses(one)]
        counts = {status: seen.count(status) for status in set(seen)}
        assert set(counts) <= {204, 503, 408} and counts.get(204, 0) >= 1 and counts.get(503, 0) >= 1, counts
        assert is_well(server)


def test_more_connections_than_the_system_has_descriptors_for(kymo):
    """The server allows itself fewer, so that it can still say no."""
    few = ["sh", "-c", 'ulimit -n 256; exec "$0" "$@"']
    with Server(kymo, under=few) as server:
        silent = [server.connect() for _ in range(100)]
        assert server.get("/status", timeout=5).status == 503
        for client in silent[:60]:
            client.close()
        wait_until(lambda: server.get("/status").status == 200)
        for client in silent:
            client.close()


@pytest.mark.parametrize("target", ["/metrics", "/bridge/events?after=0"])
def test_who_does_not_read_its_answers(kymo, target):
    """Answers of megabytes are asked for and not read: the server keeps none of them."""
    with Server(kymo, "--request-timeout", 2) as server, Others(server):
        clients = []
        for _ in range(50):
            client = socket.socket()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.settimeout(0.2)
            client.connect(("127.0.0.1", server.port))
            try:
                for _ in range(200):
                    client.sendall(f"GET {target} HTTP/1.1\r\n{HOST}\r\n".encode() * 20)
            except OSError:
                pass
            clients.append(client)
        assert is_well(server)
        for client in clients:
            client.close()


# Smuggling: requests whose end is where one side sees it and the other does not.


def request_bytes(kymo, path):
    """What the clients of a capture have sent, by connection."""
    done = subprocess.run(
        ["tshark", "-r", str(path), "-Y", "tcp.len > 0 && tcp.dstport == tcp.dstport", "-T", "fields",
         "-e", "tcp.stream", "-e", "tcp.dstport", "-e", "tcp.srcport", "-e", "tcp.seq", "-e", "tcp.payload"],
        capture_output=True, text=True, timeout=60,
    )
    streams = {}
    for line in done.stdout.splitlines():
        stream, to, source, sequence, payload = line.split("\t")
        # The side that speaks first is the client.
        client = streams.setdefault(stream, (int(source), {}))
        if int(source) == client[0]:
            client[1][int(sequence)] = bytes.fromhex(payload.replace(":", ""))
    return [b"".join(data for _, data in sorted(pieces.items())) for _, pieces in streams.values()]


def smuggled():
    if not SHARED.is_dir():
        return []
    return sorted(str(path.relative_to(SHARED)) for path in [*SHARED.glob("261/*.pcap"), SHARED / "smuggle-http-request.pcap"])


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data/captures")
def test_there_are_captures_of_smuggling():
    assert len(smuggled()) >= 5


@pytest.mark.parametrize("name", smuggled() or [pytest.param("", marks=pytest.mark.skip(reason="needs ../shared/data/captures"))])
def test_smuggling_of_others(kymo, hostile, name):
    streams = request_bytes(kymo, SHARED / name)
    assert streams and all(streams)
    for data in streams:
        # Under a name that the server has, so that it is not refused for that.
        lines = data.split(b"\r\n")
        lines = [b"Host: localhost" if line.lower().startswith(b"host:") else line for line in lines]
        answer = hostile.send(b"\r\n".join(lines), timeout=2, hang_up=True)
        # Whatever else it is, what was smuggled is not answered with success.
        assert not {200, 204, 202} & set(statuses(answer)), answer
    assert is_well(hostile)


@pytest.fixture(scope="module")
def hostile(kymo):
    with Server(kymo, "--request-timeout", 2) as server:
        yield server


INNER = b"GET /call?cmd=logMessage&msg=%22smuggled%22 HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /bridge/queue HTTP/1.1\r\nHost: localhost\r\n"
SMUGGLED = {
    "length and coding": POST + b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + INNER,
    "coding and length": POST + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + INNER,
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: 0\r\n\r\n[]" + INNER,
    "two equal lengths": POST + b"Content-Length: 0\r\nContent-Length: 0\r\n\r\n" + INNER,
    "a list of lengths": POST + b"Content-Length: 0, 2\r\n\r\n" + INNER,
    "a length with a sign": POST + b"Content-Length: +0\r\n\r\n" + INNER,
    "a length below zero": POST + b"Content-Length: -1\r\n\r\n" + INNER,
    "a length in hexadecimal": POST + b"Content-Length: 0x0\r\n\r\n" + INNER,
    "a length with a space": POST + b"Content-Length: 0 0\r\n\r\n" + INNER,
    "an empty length": POST + b"Content-Length: \r\n\r\n" + INNER,
    "a length beyond 64 bits": POST + b"Content-Length: 18446744073709551616\r\n\r\n" + INNER,
    "a space before the colon": POST + b"Content-Length : 2\r\n\r\n[]" + INNER,
    "a coding with a space": POST + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + INNER,
    "a coding that is not known": POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + INNER,
    "two codings": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + INNER,
    "two codings in two lines": POST + b"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + INNER,
    "a coding twice": POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + INNER,
    "a chunk beyond 64 bits": POST + b"Transfer-Encoding: chunked\r\n\r\n10000000000000002\r\n[]\r\n0\r\n\r\n" + INNER,
    "a chunk below zero": POST + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n[]\r\n0\r\n\r\n" + INNER,
    "a chunk with 0x": POST + b"Transfer-Encoding: chunked\r\n\r\n0x2\r\n[]\r\n0\r\n\r\n" + INNER,
    "a chunk without an end": POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n[]XX0\r\n\r\n" + INNER,
    "NUL in a name": POST + b"Content-Length\x00: 2\r\n\r\n[]" + INNER,
    "a line without a colon": POST + b"Content-Length 2\r\n\r\n" + INNER,
    "a bare CR": POST + b"X: a\rContent-Length: 2\r\n\r\n" + INNER,
}


@pytest.mark.quick
@pytest.mark.parametrize("name", SMUGGLED)
def test_where_a_request_ends_is_not_in_doubt(hostile, name):
    """It is refused, and the connection ends with that: nothing behind it is a request."""
    before = logged(hostile)
    answer = hostile.send(SMUGGLED[name], timeout=3, hang_up=True)
    seen = statuses(answer)
    assert logged(hostile) - before == seen.count(204)
    assert not {200, 204} & set(seen), (name, seen, answer)
    assert len(seen) == 1 and b"Connection: close" in answer


def logged(server):
    return sum(one["count"] for one in server.get("/status").json["commands"] if one["name"] == "logMessage")


# Nonsense


def test_half_requests_and_nonsense(kymo):
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    whole = [
        f"GET /call?cmd=logMessage&msg=%22a%22 HTTP/1.1\r\n{HOST}\r\n".encode(),
        f"POST /bridge/queue HTTP/1.1\r\n{HOST}Content-Length: 16\r\n\r\n".encode() + b'["call?cmd=nope"]'[:16],
        f"POST /sensors HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n".encode(),
        f"GET /bridge/events HTTP/1.1\r\n{HOST}Last-Event-ID: 0\r\n\r\n".encode(),
    ]
    with Server(kymo, "--request-timeout", 2) as server, Others(server):
        for n in range(400):
            data = bytearray(chance.choice(whole))
            kind = n % 4
            if kind == 0:
                data = chance.randbytes(chance.randrange(1, 3000))
            elif kind == 1:
                data = data[: chance.randrange(len(data))]
            else:
                for _ in range(chance.randrange(1, 8)):
                    data[chance.randrange(len(data))] = chance.randrange(256)
            with server.connect() as client:
                try:
                    client.sendall(data)
                    if n % 3:
                        client.shutdown(socket.SHUT_WR)
                        client.settimeout(0.02)
                        client.recv(4096)
                except OSError:
                    pass
        for line in (b"\r\n" * 10_000, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\n\n", b"\0" * 10_000,
                     b"GET " + b"/" * 30_000, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 20_000):
            server.send(line, timeout=0.3, hang_up=True)
        assert is_well(server)
        # Nobody is left over.
        wait_until(lambda: server_report(server)["kymo_in_flight"] == 0)


def test_bodies_that_are_nonsense(hostile):
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    bodies = [
        json.dumps(["call?cmd=nope", {"handlerName": "nope", "data": {"a": [1.5, None]}, "callbackId": "c"}]).encode(),
        json.dumps(push(vector("gyroscope", 1), vector("totalacceleration", 2), {"name": "location"})).encode(),
    ]
    for n in range(300):
        data = bytearray(bodies[n % 2])
        for _ in range(chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        for target in ("/bridge/queue", "/sensors", "/recording"):
            answer = hostile.post(target, bytes(data))
            assert answer.status in (200, 400, 409), (target, bytes(data), answer)
            if answer.status == 200:
                json.loads(answer.body)
    deep = "[" * 5000 + "]" * 5000
    for body in (deep, f'[{{"handlerName":"nope","data":{deep}}}]', f'{{"payload":[{{"name":"gyroscope","time":1,"values":{deep}}}]}}',
                 '{"payload":[{"name":"gyroscope","time":1e400,"values":{"x":1e999,"y":1,"z":1}}]}'):
        assert hostile.post("/bridge/queue", body).status == 400
        assert hostile.post("/sensors", body).status in (200, 400)
    # Names of the client's choosing do not fill an answer, or the server.
    many = push(*[{"name": f"sensor {n}", "time": n, "values": {}} for n in range(8000)])
    left = hostile.post("/sensors", many).json["leftOut"]
    assert sum(left.values()) == 8000 and len(left) <= 33
    assert is_well(hostile)
