"""Captures against live servers, and load over HTTP: the servers are Python's own and nginx."""

import http.server
import json
import re
import secrets
import signal
import socket
import subprocess
import threading
import time
import urllib.parse

import pytest
from conftest import ROOT, on_terminal
from http_capture import Capture, Talk, Wire
from small_servers import FIN, NGINX, RST, WAIT, Faulty, Leaving, Nginx, Raw, free_port

TOKENS = set()


class Shop(http.server.BaseHTTPRequestHandler):
    """Gives tokens, and answers only who has one."""

    protocol_version = "HTTP/1.1"
    # Small writes must not wait for each other.
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def answer(self, status, value, headers=()):
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        for name, content in headers:
            self.send_header(name, content)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    def do_GET(self):
        self.server.seen.append(f"{self.command} {self.path} {self.headers['Host']}")
        delay = self.server.delay
        if delay:
            time.sleep(delay)
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        if url.path == "/items":
            if query.get("token") not in TOKENS:
                return self.answer(403, {"error": "no token"})
            return self.answer(
                200, {"items": [{"price": 5}, {"price": self.server.price}], "ts": time.time_ns()}
            )
        self.answer(200, {"path": url.path, "ts": time.time_ns()}, [("X-Shop", self.server.name)])

    do_HEAD = do_GET

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.seen.append(f"POST {self.path}")
        if self.path == "/login":
            # A slash, so that it is not the same in a URL.
            token = secrets.token_hex(8) + "/" + secrets.token_hex(4)
            TOKENS.add(token)
            return self.answer(200, {"token": token, "ts": time.time_ns()})
        bearer = self.headers.get("Authorization", "").removeprefix("Bearer ")
        if bearer not in TOKENS or json.loads(body)["token"] != bearer:
            return self.answer(403, {"error": "no token"})
        self.answer(200, {"done": True, "by": bearer})


class Running:
    """A server on a port of its own, until the end of the test."""

    def __init__(self, price=7, name="first", delay=0, handler=Shop):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.server.price, self.server.name, self.server.delay = price, name, delay
        self.server.seen = []
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def seen(self):
        return self.server.seen

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def capture(tmp_path_factory):
    """Two connections at a time: a login, and requests with its token in target, header and body."""
    path = tmp_path_factory.mktemp("target") / "shop.pcap"
    packets = Capture()
    with Running() as shop:
        first = Talk(packets, shop.port)
        _, reply = first.ask("POST", "/login", b'{"user":"me"}')
        token = json.loads(reply)["token"]
        second = Talk(packets, shop.port)
        quoted = urllib.parse.quote(token, safe="")
        assert second.ask("GET", f"/items?token={quoted}&n=1")[0] == 200
        assert first.ask("GET", "/plain")[0] == 200
        body = json.dumps({"token": token, "n": 2}).encode()
        assert second.ask("POST", "/act", body, [f"Authorization: Bearer {token}"])[0] == 200
        assert second.ask("HEAD", "/plain")[0] == 200
        first.close()
        second.close()
    packets.write(path)
    return path


MAPPED = ["--map", "json:/token", "--ignore", "json:/ts,header:Date"]


def replay(kymo, path, url, *arguments, exit_code=0):
    done = kymo.run(
        "send", path, url, "--format", "json", *arguments, exit_code=exit_code
    )
    report = json.loads(done.stdout)
    assert report["schema"] == "kymograph.send/1"
    return report


@pytest.mark.quick
def test_the_same_server_answers_the_same(kymo, capture):
    with Running() as shop:
        report = replay(kymo, capture, shop.url, *MAPPED)
        assert report["sent"] == report["equal"] == 5 and report["different"] == 0
        assert report["connections"] == report["connectionsAtOnce"] == 2
        assert report["ignored"] == ["json:/ts,header:Date"]
        assert report["map"] == [
            {"rule": "json:/token", "recorded": 1, "found": 1, "replaced": 3, "missing": 0}
        ]
        assert all(one["captured"] == one["actual"] == 200 for one in report["statuses"])
        assert len(shop.seen) == 5
        assert f"GET /plain 127.0.0.1:{shop.port}" in shop.seen
        assert report["latencyNanoseconds"]["actual"]["count"] == 5


def test_without_a_map_the_token_is_unknown(kymo, capture):
    TOKENS.clear()
    with Running() as shop:
        report = replay(kymo, capture, shop.url, "--ignore", "json:/ts", exit_code=4)
        assert report["different"] == 3 and report["equal"] == 2
        paths = {one["path"] for one in report["fields"]}
        assert {"status", "json:/token", "json:/error"} <= paths
        assert {"captured": 200, "actual": 403, "count": 2} in report["statuses"]


@pytest.mark.quick
def test_a_changed_server_is_named_by_the_path(kymo, capture):
    with Running(price=8, name="second") as shop:
        report = replay(kymo, capture, shop.url, *MAPPED, exit_code=4)
        assert {"path": "json:/items/1/price", "count": 1} in report["fields"]
        assert {"path": "header:X-Shop", "count": 2} in report["fields"]
        assert report["different"] == 3 and report["equal"] == 2
        first = report["firstDifference"]
        assert first["request"].startswith("GET /items?token=")
        assert json.loads(first["expected"]["body"])["items"][1]["price"] == 7
        assert json.loads(first["actual"]["body"])["items"][1]["price"] == 8
        ignored = [*MAPPED, "--ignore", "header:x-shop", "--ignore", "json:/items"]
        assert replay(kymo, capture, shop.url, *ignored)["equal"] == 5
        text = kymo.run("send", capture, shop.url, *MAPPED, exit_code=4).stdout
        assert "differs    json:/items/1/price × 1" in text
        assert "first byte after" in text


def timed(path, gaps):
    """A capture of requests at stated times, in seconds, each on a connection of its own."""
    packets = Capture()
    start = 1_700_000_000 * 10**9
    for index, gap in enumerate(gaps):
        at = start + int(gap * 10**9)
        wire = Wire(packets, 50_000 + index, 80, at)
        wire.send(0, f"GET /n/{index} HTTP/1.1\r\nHost: a\r\n\r\n".encode(), at)
        body = json.dumps({"path": f"/n/{index}", "ts": 0}).encode()
        wire.send(
            1,
            b"HTTP/1.1 200 OK\r\nServer: x\r\nContent-Type: application/json\r\nX-Shop: first\r\n"
            + f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body,
            at + 10**6,
        )
        wire.close(at + 2 * 10**6)
    packets.write(path)
    return path


LOOSE = ["--ignore", "json:/ts,header:Server"]


def test_requests_go_at_their_times(kymo, tmp_path):
    path = timed(tmp_path / "timed.pcap", [0, 0.2, 0.4, 1.0])
    with Running() as shop:
        for speed, seconds in ((1, 1.0), (4, 0.25)):
            report = replay(kymo, path, shop.url, "--speed", speed, *LOOSE)
            # Never sooner, whatever the machine does.
            assert report["durationNanoseconds"] >= seconds * 10**9
            assert report["latenessNanoseconds"]["count"] == 4
        quick = replay(kymo, path, shop.url, *LOOSE)
        assert quick["latenessNanoseconds"] is None
        assert quick["connectionsAtOnce"] == 1
        assert [line.split()[1] for line in shop.seen[-4:]] == ["/n/0", "/n/1", "/n/2", "/n/3"]


def test_a_server_that_dies_midway(kymo, tmp_path):
    path = timed(tmp_path / "long.pcap", [index / 20 for index in range(40)])
    with Running() as shop:
        process = kymo.start(
            "send", path, shop.url, "--speed", "1", "--format", "json", *LOOSE
        )
        while len(shop.seen) < 5:
            assert process.poll() is None
            time.sleep(0.01)
        shop.server.shutdown()
        shop.server.server_close()
        output, said = process.communicate(timeout=60)
    report = json.loads(output)
    assert process.returncode == 4, said
    # Those for which there was no server any more were never sent.
    assert report["sent"] + report["neverSent"] == 40 and report["neverSent"] > 0
    assert report["equal"] + report["missing"] == 40
    assert report["missing"] > 0 and report["equal"] >= 5
    assert sum(one["count"] for one in report["errors"]) == report["missing"]


def test_interrupted(kymo, tmp_path):
    path = timed(tmp_path / "slow.pcap", [0, 60])
    with Running() as shop:
        process = kymo.start(
            "send", path, shop.url, "--speed", "1", "--format", "json", *LOOSE
        )
        while not shop.seen:
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
    report = json.loads(output)
    assert process.returncode == 3
    assert report["interrupted"] and report["sent"] == 1 and report["notSent"] == 1


def test_a_server_that_closes_every_connection(kymo, capture):
    class Closing(Shop):
        protocol_version = "HTTP/1.0"

    with Running(handler=Closing) as shop:
        report = replay(kymo, capture, shop.url, *MAPPED)
        assert report["equal"] == 5 and report["reopened"] == 3


def test_holes_are_not_compared(kymo, tmp_path):
    packets = Capture()
    wire = Wire(packets, 50_000, 80, 10**18)
    wire.send(0, b"GET /a HTTP/1.1\r\nHost: a\r\n\r\n", 10**18)
    wire.send(1, b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfirst", 10**18 + 1000)
    wire.skip(1, 90)
    wire.send(1, b"last!", 10**18 + 2000)
    wire.add(0, 0x10, b"", 10**18 + 2500)
    wire.close(10**18 + 3000)
    path = tmp_path / "hole.pcap"
    packets.write(path)
    with Running() as shop:
        ignored = ["--ignore", "header:Server,header:Content-Type,header:X-Shop"]
        report = replay(kymo, path, shop.url, *ignored, exit_code=3)
        assert report["sent"] == 1 and report["equal"] == 0
        assert report["notCompared"] == [
            {"name": "reply not whole in the capture", "count": 1}
        ]


@pytest.mark.parametrize(
    "arguments, code, said",
    [
        (["https://127.0.0.1"], 64, "https is not supported"),
        (["127.0.0.1:80"], 64, "does not begin with http://"),
        (["http://127.0.0.1:1"], 1, "the server cannot be reached: connection refused"),
        (["http://no.such.host.invalid"], 1, "the server cannot be reached"),
        (["http://127.0.0.1:1", "--map", "token"], 64, "--map takes json:/POINTER"),
        (["http://127.0.0.1:1", "--ignore", "Date"], 64, "--ignore takes header:NAME"),
        (["http://127.0.0.1:1", "--verify"], 64, "unknown option '--verify'"),
        (["--map", "json:/token"], 64, "<url> is missing"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(kymo, capture, arguments, code, said):
    done = kymo.attempt("send", capture, *arguments)
    assert done.returncode == code
    assert said in done.stderr


def test_a_recording_is_not_replayed_over_http(kymo, tmp_path):
    path = tmp_path / "walk.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 1, "-o", path)
    done = kymo.attempt("send", path, "http://127.0.0.1:1")
    assert done.returncode == 1 and "it is not a capture of packets" in done.stderr and "export" in done.stderr
    # What is not there is said to be so, and no wrong usage.
    done = kymo.attempt("send", tmp_path / "missing.pcap", "http://127.0.0.1:1")
    assert done.returncode == 1 and "missing.pcap" in done.stderr and "not a capture" not in done.stderr


def test_ipv6_and_a_base(kymo, tmp_path):
    if not socket.has_ipv6:
        pytest.skip("needs IPv6")

    class Six(http.server.ThreadingHTTPServer):
        address_family = socket.AF_INET6

    try:
        server = Six(("::1", 0), Shop)
    except OSError as error:
        pytest.skip(f"needs IPv6 on this machine: {error}")
    server.daemon_threads = True
    server.price, server.name, server.delay, server.seen = 7, "first", 0, []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    path = timed(tmp_path / "one.pcap", [0])
    url = f"http://[::1]:{server.server_address[1]}/base"
    report = replay(kymo, path, url, *LOOSE, exit_code=4)
    server.shutdown()
    server.server_close()
    assert server.seen == [f"GET /base/n/0 [::1]:{server.server_address[1]}"]
    assert report["fields"] == [{"path": "json:/path", "count": 1}]


# What servers answer that is hard to read


BODY = b'{"path": "/n/0", "ts": 0}'
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Shop: first\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n5;x=y\r\n" + BODY[:5] + b"\r\n14\r\n" + BODY[5:] + b"\r\n"


@pytest.mark.parametrize(
    "reply, code, kind",
    [
        (HEAD + b"Content-Length: 25\r\n\r\n" + BODY, 0, None),
        (HEAD + CHUNKED + b"0\r\nX-Trailer: 1\r\n\r\n", 0, None),
        (HEAD + b"\r\n" + BODY, 0, None),
        (b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + HEAD + b"\r\n" + BODY, 0, None),
        (b"", 4, "closed without a reply"),
        (HEAD[:20], 4, "closed within a reply"),
        (HEAD + b"Content-Length: 26\r\n\r\n" + BODY, 4, "closed within a reply"),
        (HEAD + CHUNKED, 4, "closed within a reply"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", 4, "not a reply"),
        (HEAD + b"Content-Length: 5\r\n" + CHUNKED + b"0\r\n\r\n", 4, "not a reply"),
    ],
)
def test_replies_of_all_sorts(kymo, tmp_path, reply, code, kind):
    path = timed(tmp_path / "one.pcap", [0])
    with Raw(reply) as server:
        ignored = ["--ignore", "header:Server,header:Link"]
        report = replay(kymo, path, server.url, *ignored, exit_code=code)
    assert [one["kind"] for one in report["errors"]] == ([kind] if kind else [])
    assert report["equal"] == (0 if kind else 1)


def test_a_reply_that_never_comes(kymo, tmp_path):
    path = timed(tmp_path / "one.pcap", [0])
    with Raw(HEAD, closes=False) as server:
        report = replay(kymo, path, server.url, "--timeout", "0.3s", exit_code=4)
    assert [one["kind"] for one in report["errors"]] == ["reply timeout"]


# Load


def bench(kymo, url, *arguments, exit_code=None):
    """Load over HTTP; how loaded this machine is says whether the figures are valid, not whether they are counted."""
    command = [str(kymo.binary), "load", url, "--format", "json", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode in ((0, 3) if exit_code is None else (exit_code,)), done.stderr
    report = json.loads(done.stdout)
    assert report["schema"] == "kymograph.bench/1"
    return report


def counted(report):
    """What has to add up in every run."""
    http = report["http"]
    assert http["replies"] == sum(one["count"] for one in http["statuses"])
    measured = sum(one["count"] for one in report["commands"])
    if not http["errors"] and not report["drops"]:
        assert measured == report["events"] - report["warmUpEvents"]
        assert http["sent"] == http["replies"] + http["retried"]
    return http


def test_load_from_a_capture(kymo, capture):
    with Running() as shop:
        report = bench(
            kymo, shop.url, capture, "--rate", 200, "--duration", 1, "--connections", 4,
            "--arrivals", "constant", "--warm-up", "0%"
        )
        http = counted(report)
        assert report["events"] == 200 == http["replies"] == len(shop.seen)
        assert report["app"] == shop.url and http["connections"] == 4
        counts = {one["name"]: one["count"] for one in report["commands"]}
        # Five requests, again and again.
        assert counts == {"login": 40, "items": 40, "plain": 80, "act": 40}
        statuses = {one["name"]: one["statuses"] for one in report["commands"]}
        assert statuses["plain"]["completed"] == 80


def test_a_stall_is_felt_by_all_that_was_due(kymo):
    """One slow server, one connection: the times count from when requests were due."""
    with Running(delay=0.05) as shop:
        report = bench(
            kymo, shop.url, "--rate", 100, "--duration", 1, "--connections", 1, "--arrivals", "constant",
            "--warm-up", "0%", "--timeout", "20s"
        )
        http = counted(report)
        command = report["commands"][0]
        # It serves 20 a second at most, so that the last of a hundred waits for seconds, and no service does.
        assert http["waited"] > 50
        assert command["responseNanoseconds"]["max"] > 10 * command["serviceNanoseconds"]["p50"]
        assert not report["valid"]


def test_a_server_that_closes_after_every_reply(kymo):
    class Closing(Shop):
        protocol_version = "HTTP/1.0"

    with Running(handler=Closing) as shop:
        report = bench(kymo, shop.url, "--rate", 100, "--duration", 1, "--connections", 4)
        http = counted(report)
        assert http["replies"] == report["events"] and not http["errors"]
        assert http["reopened"] >= report["events"] - 4


def test_a_server_that_goes_away(kymo):
    with Running() as shop:
        process = kymo.start(
            "load", shop.url, "--rate", 200, "--duration", 3, "--connections", 2,
            "--timeout", "1s", "--format", "json"
        )
        while len(shop.seen) < 50:
            assert process.poll() is None, process.communicate()
            time.sleep(0.01)
        shop.server.shutdown()
        shop.server.server_close()
        # The threads that serve connections go on until those end.
        shop.server.RequestHandlerClass = None
        output, said = process.communicate(timeout=60)
    report = json.loads(output)
    assert process.returncode in (0, 3), said
    counted(report)


def test_no_server(kymo):
    done = kymo.attempt("load", f"http://127.0.0.1:{free_port()}")
    assert done.returncode == 1
    assert "the server cannot be reached: connection refused" in done.stderr


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--app", "DeviceCatalog"], "unknown option '--app'"),
        (["--repetitions", "2"], "unknown option '--repetitions'"),
        (["--resolution", "5"], "--resolution is for --sweep"),
        (["--only", "x"], "is for the requests of a file"),
    ],
)
def test_options_of_other_loads(kymo, arguments, said):
    done = kymo.attempt("load", "http://127.0.0.1:1", *arguments)
    assert done.returncode == 64 and said in done.stderr


def test_without_a_target_a_recording_is_needed(kymo):
    done = kymo.attempt("bench", "--rate", "10")
    assert done.returncode == 64 and "<recording> is missing" in done.stderr
    done = kymo.attempt("bench", "a.mcap", "--connections", "2")
    assert done.returncode == 64 and "use 'kymo load URL'" in done.stderr


# Each connection is closed after a hundred requests.
PAGES = """
  access_log @FOLDER@/access.log;
  keepalive_requests 100;
  server {
    listen 127.0.0.1:@PORT@;
    location / { return 200 "ok"; }
    location /call { return 200 "$arg_cmd"; }
    location /missing { return 404; }
  }
"""


@pytest.fixture
def nginx(tmp_path):
    if NGINX is None:
        pytest.skip("needs nginx")
    server = Nginx(tmp_path, PAGES)
    yield server
    server.stop()


def test_nginx_saw_as_many_requests_as_were_sent(kymo, nginx):
    report = bench(kymo, nginx.url, "--rate", 2000, "--duration", 1, "--connections", 8)
    http = counted(report)
    nginx.stop()
    assert len(nginx.seen()) == http["sent"] == report["events"] + http["retried"]
    assert http["statuses"] == [{"status": 200, "count": report["events"]}]
    # Two thousand on connections that serve a hundred each.
    assert http["reopened"] >= 12 and not http["errors"]
    assert http["bodyBytes"] == 2 * report["events"]


def test_the_calls_of_a_recording(kymo, nginx):
    path = ROOT / "Recordings" / "devicecatalog" / "session.mcap"
    report = bench(kymo, nginx.url, path, "--rate", 1000, "--duration", 1, "--warm-up", "0%")
    counted(report)
    nginx.stop()
    seen = nginx.seen()
    assert len(seen) == report["events"]
    assert sum('"GET /call?cmd=' in line for line in seen) > 0.95 * len(seen)
    assert report["arrivals"].startswith("recorded timing")
    names = {one["name"] for one in report["commands"] if one["count"]}
    assert names >= {"loc", "logMessage", "play"}


def test_failures_are_counted(kymo, nginx):
    report = bench(kymo, nginx.url + "/missing", "--rate", 200, "--duration", 1, "--warm-up", "0%")
    http = counted(report)
    assert http["statuses"] == [{"status": 404, "count": 200}]
    assert report["recording"] == "GET /missing"
    assert report["commands"][0]["statuses"]["failed"] == 200
    words = ["load", nginx.url + "/missing", "--rate", 200, "--duration", 1, "--warm-up", "0%"]
    told = subprocess.run([str(kymo.binary), *map(str, words)], capture_output=True, text=True, check=False)
    assert "refused   200 of 200 replies are of 400 or above: these are the times of refusals" in told.stdout


def test_a_load_is_seen_while_it_goes_on(kymo, nginx):
    url, load = nginx.url, ["--rate", 200, "--duration", 2.5, "--live"]
    piped = kymo.run("load", url, *load, exit_code=None)
    assert piped.returncode in (0, 3), piped.stderr
    seconds = re.findall(r"^(\d) s  \S+ requests/s  p50 \S+ \S+  p99 (?:-|\S+ \S+)$", piped.stderr, re.M)
    assert seconds[:2] == ["1", "2"], piped.stderr
    assert "\r" not in piped.stderr and "\x1b" not in piped.stderr
    # On a terminal one line takes the place of the other, and is gone before the report.
    status, report, drawn = on_terminal([kymo.binary, "load", url, *load])
    assert status in (0, 3)
    assert re.search(r"\r1 s  \S+ requests/s  p50 [^\n]*\x1b\[K\r2 s  [^\n]*\x1b\[K", drawn), drawn
    assert drawn.endswith("\r\x1b[K") and "response time from when each request was due" in report
    for words in (["--quiet"], ["--sweep", "--slo", "p99=1s"]):
        kymo.run("load", url, "--live", *words, exit_code=64)


def test_a_sweep(kymo, nginx):
    command = [
        str(kymo.binary), "load", nginx.url, "--sweep", "--slo", "p50=20s", "--rate", "500",
        "--resolution", "100", "--duration", "0.2s", "--format", "json", "--connections", "4",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if line.startswith("step 2"):
            process.send_signal(signal.SIGINT)
            break
    output, _ = process.communicate(timeout=120)
    report = json.loads(output)
    assert report["schema"] == "kymograph.sweep/1" and report["app"] == nginx.url
    assert len(report["steps"]) >= 2


def test_exports_and_a_baseline(kymo, nginx, tmp_path):
    base, page = tmp_path / "base.json", tmp_path / "page.html"
    load = ["load", nginx.url, "--rate", "500", "--duration", "1"]
    exports = [f"--export={name}={tmp_path / name}" for name in ("hlog", "junit", "github-summary")]
    first = kymo.attempt(*load, f"--export=json={base}", *exports, lines=9)
    assert first.returncode in (0, 3)
    report = json.loads(base.read_text())
    assert report["digest"] == "not taken over HTTP" and report["recording"] == "GET /"
    assert all((tmp_path / name).stat().st_size > 0 for name in ("hlog", "junit", "github-summary"))
    second = kymo.attempt(*load, "--baseline", base, f"--export=html={page}", lines=9)
    assert second.returncode in (0, 3) and "<html" in page.read_text()
    other = kymo.attempt(
        "load", nginx.url + "/missing", "--baseline", base, f"--export=html={page}"
    )
    assert other.returncode == 1 and "does not fit the run" in other.stderr


# What failed, and how


JSON_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
CHUNKS = JSON_HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
# What a server answers, how it ends; what is said of it: the sort, the reason, who closed, and what is shown.
FAULTS = [
    (b"SSH-2.0-OpenSSH_9.2\r\n", WAIT, "not a reply", "no status line", "client", '"SSH-2.0-OpenSSH_9.2\\r\\n"'),
    (b"HTTP/2 200\r\n", WAIT, "not a reply", "another version than HTTP/1.0 and HTTP/1.1", "client", '"HTTP/2 200\\r\\n"'),
    (b"HTTP/1.1 20 OK\r\n", WAIT, "not a reply", "a status that is not a number", "client", '"HTTP/1.1 20 OK\\r\\n"'),
    (JSON_HEAD[:30], FIN, "closed within a reply", "in the head", "server FIN", "Conte"),
    (JSON_HEAD[:30], RST, "connection reset", "in the head", "server RST", "Conte"),
    (b"HTTP/1.1 200 OK\r\nno field\r\n\r\n", WAIT, "not a reply", "a line of the head is no field", "client", "no field"),
    (CHUNKS + b"zz\r\n", WAIT, "not a reply", "the size of a chunk is no number", "client", "zz\\r\\n"),
    (CHUNKS + b"2\r\nabc\r\n", WAIT, "not a reply", "a chunk is longer than its size", "client", "abc"),
    (CHUNKS + b"9\r\nabc", FIN, "closed within a reply", "in a chunk", "server FIN", "9\\r\\nabc"),
    (CHUNKS + b"3\r\nabc\r\n", FIN, "closed within a reply", "at the size of a chunk", "server FIN", "abc\\r\\n"),
    (CHUNKS + b"0\r\n", FIN, "closed within a reply", "in the trailer", "server FIN", "0\\r\\n"),
    (JSON_HEAD + b"Content-Length: 9\r\n\r\nfour", FIN, "closed within a reply", "in the body", "server FIN", "four"),
    (JSON_HEAD + b"Content-Length: 9\r\n\r\nfour", RST, "connection reset", "in the body", "server RST", "four"),
    (JSON_HEAD + b"Content-Length: 9\r\n\r\nfour", WAIT, "reply timeout", "nothing more came in the body", "client", "four"),
    (CHUNKS.replace(b"\r\n\r\n", b"\r\nContent-Length: 5\r\n\r\n"), WAIT, "not a reply", "Content-Length beside Transfer-Encoding", "client", "chunked"),
    (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", WAIT, "not a reply", "several values of Content-Length", "client", "6"),
    (b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", WAIT, "not a reply", "Content-Length is not a number", "client", "-5"),
    (b"HTTP/1.1 200 OK\r\nContent-Length: 12345678901234567890123\r\n\r\n", WAIT, "not a reply", "Content-Length is too large a number", "client", "90123"),
    (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", WAIT, "not a reply", "a Transfer-Encoding other than chunked", "client", "gzip"),
    (b"HTTP/1.1 200 OK\r\nContent-Length: 300000000\r\n\r\n", WAIT, "not a reply", "a body of more than", "client", "300000000"),
    (b"", FIN, "closed without a reply", "closed without a reply", "server FIN", '""'),
    (b"", RST, "connection reset", "before a reply", "server RST", '""'),
    (b"", WAIT, "reply timeout", "nothing came", "client", '""'),
    (b"HTTP/1.1 100 Continue\r\n\r\n", FIN, "closed within a reply", "behind an interim reply", "server FIN", "Continue"),
    (b"HTTP/1.1 100 Continue\r\n\r\n" * 30, WAIT, "not a reply", "more than 16 interim replies", "client", "Continue"),
    (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 80_000, WAIT, "not a reply", "a head of more than 65536 bytes", "client", "yyyy"),
    (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", WAIT, "not a reply", "another protocol", "client", "Upgrade"),
    (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi and more", WAIT, "not a reply", "bytes behind the reply", "client", "hi and more"),
]


def test_each_fault_is_counted_by_its_own_reason(kymo, tmp_path):
    """Eight faults were once counted as eight times the first; each is shown as far as it was seen."""
    path = timed(tmp_path / "faults.pcap", [index * 0.01 for index in range(len(FAULTS))])
    with Faulty(FAULTS) as server:
        report = replay(kymo, path, server.url, "--timeout", "0.6s", exit_code=4)
        text = kymo.run("send", path, server.url, "--timeout", "0.6s", exit_code=4).stdout
    assert report["sent"] == report["missing"] == len(FAULTS) and report["neverSent"] == 0
    assert sum(one["count"] for one in report["errors"]) == len(FAULTS)
    for index, (reply, _, kind, reason, closed_by, shown) in enumerate(FAULTS):
        found = [one for one in report["errors"] if one["kind"] == kind and reason in one["reason"]
                 and one["closedBy"] == closed_by]
        assert len(found) == 1 and found[0]["count"] == 1, (index, kind, reason, report["errors"])
        first = found[0]["firstRequest"]
        assert first["index"] == index and f"GET /n/{index} " in first["name"], first
        assert first["sentBytes"] == first["bytes"] > 0 and found[0]["sent"]
        assert first["receivedBytes"] <= len(reply) or not reply
        assert shown in first["received"] + (first["receivedLast"] or ""), (index, first)
        assert len(first["received"]) + len(first["receivedLast"] or "") < 4 * (256 + 128) + 4
        assert f"1 × {found[0]['first']}, closed by " in text
    assert "4 of 9 bytes of the body" in text and "closed by the server (RST)" in text
    assert all(len(line) < 2000 for line in text.splitlines())


@pytest.mark.parametrize(
    "reply, reason",
    [
        (b"<html>old</html>", "no status line"),
        (b"\x00\x00\x12\x04", "no status line"),
        (bytes.fromhex("15030100020246"), "no status line, but TLS; does this port speak https?"),
        (bytes.fromhex("1503030002020a"), "no status line, but TLS; does this port speak https?"),
    ],
)
def test_bytes_that_begin_no_status_line_fail_at_once(kymo, tmp_path, reply, reason):
    """Such a peer may say no more, and keep the connection open: nobody waits for the end of its line."""
    path = timed(tmp_path / "one.pcap", [0])
    with Faulty([(reply, WAIT)]) as server:
        begin = time.monotonic()
        report = replay(kymo, path, server.url, "--timeout", "60s", exit_code=4)
        assert time.monotonic() - begin < 30
    [error] = report["errors"]
    assert (error["kind"], error["reason"], error["closedBy"]) == ("not a reply", reason, "client")
    assert error["firstRequest"]["receivedBytes"] == len(reply)


def test_the_same_fault_is_one_reason(kymo, tmp_path):
    path = timed(tmp_path / "same.pcap", [0, 0.1, 0.2])
    with Faulty([FAULTS[0]] * 3) as server:
        report = replay(kymo, path, server.url, exit_code=4)
    assert [(one["count"], one["firstRequest"]["index"]) for one in report["errors"]] == [(3, 0)]


def test_what_was_never_sent_is_apart_from_what_was_never_answered(kymo, tmp_path):
    path = timed(tmp_path / "three.pcap", [0, 0.1, 0.2])
    report = replay(kymo, path, Leaving().url, exit_code=4)
    assert report["sent"] == 1 and report["neverSent"] == 2 and report["notSent"] == 0
    assert report["missing"] == 3
    said = {(one["kind"], one["sent"], one["closedBy"]): one["count"] for one in report["errors"]}
    assert said == {
        ("closed without a reply", True, "server FIN"): 1,
        ("connection refused", False, "none"): 2,
    }
    reply = HEAD + b"Content-Length: 25\r\n\r\n" + BODY
    text = kymo.run("send", path, Leaving(reply).url, exit_code=4).stdout
    assert "2 missing, 2 of them never sent" in text
    assert "2 × never sent: connection refused" in text


def test_a_connection_that_is_never_made(kymo, tmp_path):
    """A server that accepts once: the system takes a few more, which get no answer, and then none."""
    path = timed(tmp_path / "six.pcap", [index * 0.1 for index in range(6)])
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(0)

    def serve():
        connection, _ = listener.accept()
        connection.recv(65536)
        connection.sendall(HEAD + b"Content-Length: 25\r\n\r\n" + BODY)
        connection.close()

    threading.Thread(target=serve, daemon=True).start()
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    report = replay(kymo, path, url, "--speed", "10", "--timeout", "0.5s", exit_code=4)
    listener.close()
    said = {(one["kind"], one["reason"], one["sent"], one["closedBy"]) for one in report["errors"]}
    assert said == {
        ("reply timeout", "nothing came", True, "client"),
        ("connect timeout", "connect timeout", False, "none"),
    }
    assert report["neverSent"] > 0 and report["sent"] + report["neverSent"] == 6
    assert report["missing"] == 5


def test_who_closed_a_connection_that_was_made_again(kymo, tmp_path):
    """Requests of one captured connection, on a server that closes in every way there is."""
    packets = Capture()
    start = 1_700_000_000 * 10**9
    wire = Wire(packets, 50_000, 80, start)
    for index in range(5):
        wire.send(0, f"GET /n/{index} HTTP/1.1\r\nHost: a\r\n\r\n".encode(), start + index * 10**7)
        wire.send(1, b"HTTP/1.1 204 No\r\n\r\n", start + index * 10**7 + 10**6)
    path = tmp_path / "one.pcap"
    packets.write(path)
    good = b"HTTP/1.1 204 No\r\n"
    faults = [
        (b"", FIN), (b"", RST), (good + b"Connection: close\r\n\r\n", WAIT), (b"x\r\n", WAIT),
        (good + b"\r\n", WAIT),
    ]
    with Faulty(faults) as server:
        report = replay(kymo, path, server.url, exit_code=4)
    assert report["reopened"] == 4
    assert {one["closedBy"]: one["count"] for one in report["reopenedAfter"]} == {
        "server FIN": 1, "server RST": 1, "client, as announced": 1, "client": 1,
    }


def test_header_names_are_one_in_whatever_letters(kymo, tmp_path):
    path = timed(tmp_path / "two.pcap", [0, 0.1])
    replies = [
        (JSON_HEAD + name + b": other\r\nserver: x\r\nContent-Length: 25\r\n\r\n" + BODY.replace(b"0", digit, 1), FIN)
        for name, digit in ((b"x-shop", b"0"), (b"X-SHOP", b"1"))
    ]
    with Faulty(replies) as server:
        report = replay(kymo, path, server.url, exit_code=4)
        assert [one for one in report["fields"] if one["path"].lower() == "header:x-shop"] == [
            {"path": "header:X-Shop", "count": 2}
        ]
        assert replay(kymo, path, server.url, "--ignore", "Header:x-sHOP")["equal"] == 2


def test_a_load_says_what_failed(kymo, tmp_path):
    """The faults of a load are told apart, too, with the first of each; what was never sent is counted by itself."""
    faults = [FAULTS[0], FAULTS[6], FAULTS[20], FAULTS[11]]
    path = timed(tmp_path / "faults.pcap", [index * 0.01 for index in range(len(faults))])
    arguments = [path, "--rate", 100, "--duration", 0.4, "--arrivals", "constant", "--connections", 4,
                 "--warm-up", "0%", "--timeout", "1s"]
    with Faulty(faults) as server:
        report = bench(kymo, server.url, *arguments, exit_code=3)
        http = report["http"]
        text = kymo.attempt("load", server.url, *arguments).stdout
    counts = {one["reason"]: one["count"] for one in http["errors"]}
    assert set(counts) == {
        "no status line", "the size of a chunk is no number", "closed without a reply", "in the body"
    }
    assert sum(counts.values()) + http["unanswered"] + http["neverSent"] == report["events"] == 40
    first = {one["reason"]: one["firstRequest"] for one in http["errors"]}["in the body"]
    assert first["detail"] == "4 of 9 bytes of the body" and "four" in first["received"]
    assert "n/3" in first["name"]
    assert "× not a reply: no status line, closed by this client" in text
    assert {one["closedBy"] for one in http["reopenedAfter"]} <= {"client", "server FIN"}
    assert any("no status line × " in str(reason) for reason in report["reasons"])


def test_a_load_says_what_was_never_sent_and_what_was_never_answered(kymo):
    """Neither is said to be lost in a queue; of requests of which none was measured there is no lateness."""
    with Faulty([(b"", WAIT)]) as server:
        arguments = ["--rate", 50, "--duration", 1, "--arrivals", "constant", "--connections", 2, "--timeout", "9s"]
        target = server.url + "/n/0"
        report = bench(kymo, target, *arguments, exit_code=3)
        text = kymo.attempt("load", target, *arguments).stdout
    assert "48 events were never sent: they waited until the run was over" in report["reasons"]
    assert "2 events were sent, and not answered when the run was over" in report["reasons"]
    assert report["drops"] == 50
    assert report["dropPlaces"] == [
        {"place": "never sent", "count": 48}, {"place": "sent, never answered", "count": 2},
    ]
    assert "missing   48 × never sent: they waited for a connection until the run was over" in text
    assert "missing   2 × sent, and no reply when the run was over" in text
    assert "lateness  p50 -  p99 -  max -, of this client" in text
    assert "queue" not in text and "abandoned" not in text


def test_connections_that_cannot_be_opened_are_no_requests(kymo):
    reply = HEAD + b"Content-Length: 25\r\n\r\n" + BODY
    text = kymo.attempt(
        "load", Leaving(reply).url, "--rate", 20, "--duration", 1, "--arrivals", "constant",
        "--connections", 1, "--warm-up", "0%",
    ).stdout
    [line] = [line for line in text.splitlines() if line.startswith("unopened")]
    assert re.fullmatch(r"unopened  \d+ × a connection could not be opened: connection refused", line), text
    assert "          first: connection 0" in text
    assert not [line for line in text.splitlines() if "never sent: connection" in line]
