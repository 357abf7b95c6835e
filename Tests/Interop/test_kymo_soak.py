"""A server at most of its speed for as long as one likes, among clients that come, go, stall and break.

A few seconds by default, ten minutes with KYMOGRAPH_LONG, and as many as KYMOGRAPH_SOAK_SECONDS says.
"""

import json
import os
import random
import re
import socket
import threading
import time

from served import Server, push, vector, wait_until

SECONDS = float(os.environ.get("KYMOGRAPH_SOAK_SECONDS", "600" if os.environ.get("KYMOGRAPH_LONG") else "8"))
SHARE = 0.7
SEED = int(os.environ.get("KYMO_SEED", "20261124"))
HOST = b"Host: localhost\r\n"
CALL = b"GET /call?cmd=logMessage&msg=%22soak%22 HTTP/1.1\r\n" + HOST + b"\r\n"
CONNECTIONS = 8


class Steady(threading.Thread):
    """A client that asks so often, one request after the other, and counts what it is answered."""

    def __init__(self, port, rate):
        super().__init__(daemon=True)
        self.port, self.rate = port, rate
        self.sent = self.answered = 0
        self.problem = None
        self.isOver = threading.Event()

    def run(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=30) as client:
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                began = time.monotonic()
                while not self.isOver.is_set():
                    # As many behind one another as are due: Python alone would be too slow.
                    due = 32 if self.rate is None else min(64, int((time.monotonic() - began) * self.rate) - self.sent)
                    if due <= 0:
                        time.sleep(0.001)
                        continue
                    self.sent += due
                    client.sendall(CALL * due)
                    data = b""
                    while data.count(b"\r\n\r\n") < due:
                        part = client.recv(65536)
                        assert part, "the connection ended"
                        data += part
                    assert data.count(b"HTTP/1.1 204 ") == due, data
                    self.answered += due
        except BaseException as problem:  # It is told by the thread that waits for this one.
            self.problem = problem


def steady(port, seconds, rate):
    """How many calls were answered in so many seconds, at a rate or as fast as can be."""
    clients = [Steady(port, rate and rate / CONNECTIONS) for _ in range(CONNECTIONS)]
    for client in clients:
        client.start()
    return clients


def finish(clients):
    for client in clients:
        client.isOver.set()
    for client in clients:
        client.join(60)
        assert client.problem is None, client.problem
    assert all(client.sent == client.answered for client in clients)
    return sum(client.answered for client in clients)


class Others(threading.Thread):
    """Clients that come and go, stall, break off, and send what is no request; each is gone soon."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.server = server
        self.chance = random.Random(seed)
        self.kinds = {}
        # Calls that were answered, and commands in bodies that were.
        self.calls = self.samples = 0
        self.problem = None
        self.isOver = threading.Event()
        self.stalled = []

    def run(self):
        try:
            while not self.isOver.is_set():
                kind = self.chance.choice([self.visit, self.post, self.stall, self.tear, self.nonsense, self.listen, self.reset])
                kind()
                self.kinds[kind.__name__] = self.kinds.get(kind.__name__, 0) + 1
                while len(self.stalled) > 40:
                    self.stalled.pop(0).close()
                time.sleep(0.002)
        except BaseException as problem:
            self.problem = problem
        for client in self.stalled:
            client.close()

    def visit(self):
        assert self.server.call("logMessage&msg=%22visit%22").status == 204
        self.calls += 1

    def post(self):
        count = self.chance.randrange(1, 20)
        answer = self.server.post("/sensors", push(*[vector("gyroscope", n) for n in range(count)]))
        assert answer.status == 200 and answer.json["samples"] == count, answer
        self.samples += count

    def stall(self):
        client = self.server.connect()
        client.sendall(self.chance.choice([b"", b"G", CALL[:-2], b"POST /sensors HTTP/1.1\r\n" + HOST + b"Content-Length: 9\r\n\r\n{"]))
        self.stalled.append(client)

    def tear(self):
        with self.server.connect() as client:
            client.sendall(CALL[: self.chance.randrange(len(CALL) - 2)])

    def nonsense(self):
        data = self.server.send(self.chance.choice([b"\0", b"GET\r\n\r\n", b"POST / HTTP/1.1\r\nX : a\r\n\r\n"]) + CALL)
        assert data.startswith(b"HTTP/1.1 400 ") and data.count(b"HTTP/1.1 ") == 1, data

    def listen(self):
        with self.server.connect() as client:
            client.sendall(b"GET /bridge/events?after=0 HTTP/1.1\r\n" + HOST + b"\r\n")
            assert client.recv(15) == b"HTTP/1.1 200 OK"

    def reset(self):
        client = self.server.connect()
        # Closed so, it sends a reset: with an answer under way, or a body half sent.
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.sendall(self.chance.choice([b"GET /status HTTP/1.1\r\n" + HOST + b"\r\n", b"POST /sensors HTTP/1.1\r\n" + HOST + b"Content-Length: 9\r\n\r\n{"]))
        client.close()


def resident_kibibytes(server):
    with open(f"/proc/{server.process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+) kB", status.read())[1])


def test_a_soak_at_seventy_percent(kymo, tmp_path):
    """Memory stays, every request is accounted for, and what was recorded replays to the same digest."""
    with Server(kymo) as server:
        clients = steady(server.port, 1.5, None)
        time.sleep(1.5)
        full = finish(clients) / 1.5
    path = tmp_path / "soak.mcap"
    with Server(kymo, "--record", path, "--request-timeout", 2, "--max-connections", 400) as server:
        others = [Others(server, SEED + n) for n in range(2)]
        clients = steady(server.port, SECONDS, SHARE * full)
        for one in others:
            one.start()
        began = time.monotonic()
        memory = []
        while time.monotonic() - began < SECONDS:
            time.sleep(min(1, SECONDS / 8))
            memory.append(resident_kibibytes(server))
            assert server.process.poll() is None
            assert all(one.problem is None for one in others + clients), [one.problem for one in others + clients]
        answered = finish(clients)
        for one in others:
            one.isOver.set()
        for one in others:
            one.join(60)
            assert one.problem is None, one.problem
        wait_until(lambda: gauge(server, "kymo_in_flight") == 0 and gauge(server, "kymo_listeners") == 0, 30)
        report = server.stop()
    kinds = {kind: sum(one.kinds.get(kind, 0) for one in others) for kind in others[0].kinds}
    calls = answered + sum(one.calls for one in others)
    print(f"{SECONDS:g} s at {answered / SECONDS:.0f} of {full:.0f} calls/s, beside {kinds}; "
          f"memory {memory[len(memory) // 4]} to {memory[-1]} KiB, at most {max(memory)}")
    # Nothing is lost, nothing is executed twice, and nothing that was torn is executed.
    assert report["commands"][0]["outcomes"] == {"completed": calls}, (report["commands"], calls)
    assert report["samples"] == sum(one.samples for one in others)
    assert all(kinds.values()) and answered >= 0.5 * SHARE * full * SECONDS
    # The first quarter fills what is kept: the last events, buffers, what the recording holds back.
    assert max(memory[len(memory) // 2 :]) < 1.1 * max(memory[: len(memory) // 2]) + 4096, memory
    done = kymo.run("replay", path, "--verify", "--format", "json", timeout=900)
    assert json.loads(done.stdout)["digest"]


def gauge(server, name):
    return server.metrics()[name].samples[0].value
