"""Programs of a few lines over the libraries, built and run as a stranger would."""

import http.server
import os
import re
import subprocess
import threading

import pytest

from conftest import BUILD_IN_SCRATCH, ROOT, SCRATCH
from http_capture import Capture, Talk

PROGRAMS = ROOT / "Examples" / "Programs"
WALK = ROOT / "Recordings" / "walk" / "session.mcap"


@pytest.fixture(scope="module")
def programs():
    """Where they are, built."""
    command = [*BUILD_IN_SCRATCH, "--package-path", PROGRAMS]
    built = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert built.returncode == 0, built.stdout[-4000:] + built.stderr[-4000:]
    return SCRATCH / "debug"


def run(program, *words, **environment):
    return subprocess.run(
        [program, *words], capture_output=True, text=True, timeout=1200,
        env=dict(os.environ, **environment),
    )


def test_each_is_short():
    sources = sorted((PROGRAMS / "Sources").rglob("*.swift"))
    assert sources
    for source in sources:
        assert len(source.read_text().splitlines()) <= 15, source


def test_a_gate(programs, kymo):
    done = run(programs / "gate", kymo.binary, kymo.binary, WALK)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("PASS HEAD is no worse than BASE: only counts were compared")
    # What cannot be had is an error that says what.
    done = run(programs / "gate", kymo.binary, kymo.binary, "missing.mcap")
    assert done.returncode != 0 and "missing.mcap" in done.stderr


class Prices(http.server.BaseHTTPRequestHandler):
    """Says what a thing costs."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        text = b'{"thing":"%s","price":%d}' % (self.path[1:].encode(), self.server.price)
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


def test_a_capture_and_a_live_server(programs, tmp_path):
    packets = Capture()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Prices) as server:
        server.price = 5
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            talk = Talk(packets, server.server_port)
            for thing in ["cup", "pot"]:
                assert talk.ask("GET", f"/{thing}")[0] == 200
            talk.close()
            packets.write(tmp_path / "prices.pcap")
            words = [tmp_path / "prices.pcap", f"http://127.0.0.1:{server.server_port}"]
            same = run(programs / "compare", *words)
            assert same.stdout == "2 equal, 0 different, 0 missing\n", same.stderr
            server.price = 7
            other = run(programs / "compare", *words)
            assert other.stdout == "0 equal, 2 different, 0 missing\n2 json:/price\n", other.stderr
        finally:
            server.shutdown()
    # Nobody is there any more.
    done = run(programs / "compare", *words)
    assert done.returncode != 0 and "equal" not in done.stdout and "refused" in done.stderr


def test_a_sweep_as_a_page(programs):
    done = run(programs / "sweep", WALK)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("<!doctype html>") and done.stdout.rstrip().endswith("</html>")
    # The curve begins at the first rate; what comes of it depends on the machine.
    assert "<dt>objective</dt><dd>p99 of all at 1.00 ms or less</dd>" in done.stdout
    assert re.search(r'<tr><th scope="row"[^>]*>1,000</th>', done.stdout)
    # What cannot be read is an error, and no page.
    done = run(programs / "sweep", "missing.mcap")
    assert done.returncode != 0 and "cannot be opened" in done.stderr and done.stdout == ""
