"""Runs `kymo serve` for the tests in this folder, and speaks HTTP with it, well and badly."""

import http.client
import json
import pathlib
import re
import signal
import socket
import subprocess
import time

from conftest import DOCUMENTS


class Answer:
    """A response that was read whole."""

    def __init__(self, status, fields, body):
        self.status = status
        self.fields = fields
        self.body = body

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.fields} {self.body[:300]!r}"


class Server:
    """A server on a free port of loopback, from its start to its end."""

    def __init__(self, kymo, *options, port=0, scheme="http", under=()):
        command = [*under, str(kymo.binary), "serve", "--port", str(port), "--format", "json"]
        self.process = subprocess.Popen(
            command + [str(option) for option in options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        self.notes = []
        line = self.process.stderr.readline()
        while line and not (found := re.search(r" at (https?)://(\S+):(\d+)/$", line)):
            self.notes.append(line)
            line = self.process.stderr.readline()
        assert line, (self.process.wait(), self.notes)
        self.notes.append(line)
        assert found[1] == scheme
        self.port = int(found[3])
        self.report = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def stop(self, exit_code=0):
        """Stops it as Ctrl-C does, and returns what it reports."""
        self.process.send_signal(signal.SIGTERM)
        out, err = self.process.communicate(timeout=60)
        self.notes += err.splitlines(keepends=True)
        assert self.process.returncode == exit_code, (out, err)
        DOCUMENTS.check(out)
        self.report = json.loads(out)
        assert self.report["schema"] == "kymograph.serve/1"
        return self.report

    @property
    def peak_kibibytes(self):
        """The most memory that it ever had."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1])

    # Clients

    def connect(self, timeout=30):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def ask(self, method, target, body=None, fields=None, timeout=30):
        """Sends one request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, target, body, fields or {})
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    def get(self, target, fields=None, timeout=30):
        return self.ask("GET", target, None, fields, timeout)

    def post(self, target, body, fields=None, timeout=30):
        data = body if isinstance(body, (bytes, str)) else json.dumps(body)
        return self.ask("POST", target, data, fields, timeout)

    def call(self, text, **options):
        return self.get(f"/call?cmd={text}", **options)

    def send(self, data, timeout=30, hang_up=False):
        """Sends bytes as they are, and returns all that comes until the server ends the connection, or is silent."""
        with self.connect(timeout) as client:
            try:
                client.sendall(data)
                if hang_up:
                    client.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            return receive(client, timeout)

    def metrics(self):
        from prometheus_client.openmetrics.parser import text_string_to_metric_families

        answer = self.get("/metrics")
        assert answer.status == 200
        assert answer.fields["Content-Type"].startswith("application/openmetrics-text; version=1.0.0")
        return {family.name: family for family in text_string_to_metric_families(answer.text)}

    def events(self, last=None, timeout=30):
        return Events(self, last, timeout)


def receive(client, timeout):
    """All that comes until the end of a connection, or until it is silent for so long."""
    client.settimeout(timeout)
    data = b""
    while True:
        try:
            part = client.recv(65536)
        except (TimeoutError, ConnectionError):
            return data
        if not part:
            return data
        data += part


def statuses(data):
    """The statuses in what a connection has brought."""
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", data)]


class Events:
    """A listener to server-sent events."""

    def __init__(self, server, last=None, timeout=30):
        fields = "" if last is None else f"Last-Event-ID: {last}\r\n"
        self.timeout = timeout
        self.socket = server.connect(timeout)
        self.socket.sendall(f"GET /bridge/events HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n".encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.fields = {}
        while (line := self.file.readline().strip()):
            name, value = line.decode().split(":", 1)
            self.fields[name.lower()] = value.strip()
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.file.close()
        self.socket.close()

    def lines(self):
        """The lines of the stream, out of the chunks that it came in."""
        while True:
            while b"\n" in self.rest:
                line, self.rest = self.rest.split(b"\n", 1)
                yield line.decode()
            size = int(self.file.readline() or b"0", 16)
            if size == 0:
                return
            self.rest += self.file.read(size)
            self.file.readline()

    def next(self):
        """The next event: its id, its name, and its data; None at the end of the stream."""
        event = {}
        deadline = time.monotonic() + self.timeout
        for line in self.lines():
            assert time.monotonic() < deadline, "nothing but lines that say nothing"
            if line == "" and "data" in event:
                return event
            name, _, value = line.partition(": ")
            if name in ("id", "event", "data"):
                event[name] = value
        return None


def sample(name, nanoseconds, **values):
    return {"name": name, "time": nanoseconds, "values": values}


def vector(name, nanoseconds, x=0.0, y=0.0, z=9.81):
    return sample(name, nanoseconds, x=x, y=y, z=z)


def position(nanoseconds, latitude=48.1, longitude=11.5, altitude=500, **values):
    return sample("location", nanoseconds, latitude=latitude, longitude=longitude, altitude=altitude, **values)


def push(*samples):
    return {"messageId": 1, "sessionId": "s", "deviceId": "d", "payload": list(samples)}


def stamps(answer):
    """The events that an answer speaks of: source, sequence, time."""
    text = answer.fields["Kymo-Event"]
    if text == "body":
        body = answer.json
        text = body["events"] if isinstance(body, dict) else body[-1]["events"]
    found = []
    for run in text.split(", "):
        stamp, _, count = run.partition("*")
        source, sequence, timestamp = (int(part) for part in stamp.split("/"))
        found += [(source, sequence + step, timestamp + step) for step in range(int(count or 1))]
    return found


def wait_until(what, seconds=20, step=0.02):
    """Waits for something to be true, however slow the machine is."""
    deadline = time.monotonic() + seconds
    while not (value := what()):
        assert time.monotonic() < deadline, "it never came to be"
        time.sleep(step)
    return value
