"""The browser sample: its commands, recordings of it, and the same browser over real servers of this machine."""

import http.server
import json
import subprocess
import threading
import urllib.parse

import pytest

from conftest import ROOT
from served import Server


def call(command, *parameters):
    """The text of a call."""
    if not parameters:
        return f"call?cmd={command}"
    return f"call?cmd={command}&msg=" + urllib.parse.quote(json.dumps(parameters), safe="")


def states(report):
    """What the browser showed after each event."""
    return [json.loads(step["reply"]) for step in report["steps"] if step["reply"]]


def commands(report):
    return [step["command"] for step in report["steps"]]


@pytest.mark.quick
def test_a_page_is_loaded_and_its_url_shortened(kymo):
    report = kymo.json(
        "call", "--app", "Browser",
        call("loadLocation", "example.org/old"), call("shortenURL"), call("copyURL"),
    )
    assert commands(report) == [
        "loadLocation", "webViewDidStartLoad", "webViewDidFinishLoad", "shortenURL",
        "didReceiveResponse", "didReceiveData", "connectionDidFinishLoading", "copyURL",
    ]
    last = states(report)[-1]
    assert last["clipboard"] == last["label"] == "http://x.co/1" and last["state"] == "shortened"
    assert last["field"] == "http://example.org/" and last["copy"] and not last["shorten"]
    assert report["device"] == {
        "connections.finished": 1, "loads.finished": 1, "loads.started": 1,
    }


def test_a_button_that_is_off_cannot_be_tapped(kymo):
    done = kymo.run("call", "--app", "Browser", call("copyURL"), "--format", "json", exit_code=1)
    assert json.loads(done.stdout)["steps"][0]["status"] == "validationFailed"


def test_what_nobody_serves_could_not_be_connected_to(kymo):
    shown = states(kymo.json("call", "--app", "Browser", call("loadLocation", "http://nobody.example/")))[-1]
    assert shown["alert"] == {
        "title": "Could not load URL", "button": "That's Sad",
        "message": "A problem occurred trying to load this page: Could not connect to the server.",
    }


@pytest.mark.quick
@pytest.mark.parametrize("rules", ["faithful", "fixed"])
def test_recordings_replay_with_the_rules_that_were_chosen(kymo, tmp_path, rules):
    target = tmp_path / "a.mcap"
    calls = [
        call("loadLocation", "example.org/frames"), call("shortenURL"), call("loadLocation", "http://slow.example/"),
        call("loadLocation", "example.org"), call("shortenURL"), call("copyURL"),
    ]
    recorded = kymo.json("call", "--app", "Browser", "--browser", rules, *calls, "--record", target)
    assert len(states(recorded)) > 15
    for options in ([], ["--app", "Browser"], ["--speed", "max", "--rings", "2"]):
        report = kymo.json("replay", target, "--verify", *options)
        assert report["verification"] == "identical" and report["app"] == "Browser"
    first = target.read_bytes()
    kymo.run("call", "--app", "Browser", "--browser", rules, *calls, "--record", target)
    assert target.read_bytes() == first


def test_the_rules_differ(kymo):
    calls = [call("loadLocation", "http://example.org/"), call("shortenURL"), call("loadLocation", "http://slow.example/")]
    faithful, fixed = (
        states(kymo.json("call", "--app", "Browser", "--browser", rules, *calls))[-1] for rules in ("faithful", "fixed")
    )
    assert faithful["copy"] and faithful["label"] == "http://x.co/1"
    assert not fixed["copy"] and fixed["label"] == "Tap arrow to shorten"


def test_the_sandbox_says_what_servers_do(kymo, tmp_path):
    script = tmp_path / "fetch.json"
    script.write_text(json.dumps({"rules": [
        {"url": "http://a.example/", "text": "<p>", "delayNanoseconds": 5_000_000_000},
        {"prefix": "http://api.x.co/", "status": 404, "chunks": [{"text": "N"}, {"hex": "c3b6", "delayNanoseconds": 7}]},
    ]}))
    report = kymo.json(
        "call", "--app", "Browser", "--sandbox", tmp_path, "--every", "9", call("loadLocation", "a.example"), call("shortenURL"),
    )
    assert [step["timestamp"] for step in report["steps"]][2] == 5_000_000_000
    assert states(report)[-1]["label"] == "Nö", "the printed browser does not look at the status"
    target = tmp_path.parent / "no.mcap"
    done = kymo.run(
        "call", "--app", "Browser", "--sandbox", tmp_path, call("loadLocation", "a.example"), "--record", target, exit_code=1,
    )
    assert "has another outcome" in done.stderr and not target.exists()
    script.write_text('{"rules": [\n  {"url": "http://a.example/", "status": 1000}\n]}')
    done = kymo.run("call", "--app", "Browser", "--sandbox", tmp_path, call("copyURL"), exit_code=1)
    assert f"{script}: line 2: /rules/0/status: not a whole number from 100 to 599" in done.stderr
    script.unlink()
    script.mkdir()
    done = kymo.run("call", "--app", "Browser", "--sandbox", tmp_path, call("copyURL"), exit_code=1)
    assert "not a regular file" in done.stderr


def test_events_from_outside_are_recorded_and_replayed(kymo, tmp_path):
    target = tmp_path / "a.mcap"
    page = "http://example.org/"
    report = kymo.json(
        "call", "--app", "Browser", "--fetcher", "outside", "--browser", "fixed", "--record", target,
        call("loadLocation", page), call("webViewDidStartLoad", page), call("webViewDidFinishLoad", page),
        call("shortenURL"), call("didReceiveResponse", 1, 200), call("didReceiveData", 1, "http://x.co/"),
        call("didReceiveData", 1, "c3", "hex"), call("didReceiveData", 1, "bc", "hex"), call("connectionDidFinishLoading", 1),
    )
    assert len(report["steps"]) == 9, "the browser does nothing by itself"
    assert states(report)[-1]["label"] == "http://x.co/ü"
    assert kymo.json("replay", target, "--verify")["verification"] == "identical"


def test_the_default_app_is_still_the_first(kymo, tmp_path):
    target = tmp_path / "walk.mcap"
    kymo.run("synth", "walk", "--duration", "5", "-o", target)
    assert kymo.json("replay", target)["app"] == "DeviceCatalog"
    assert commands(kymo.json("call", "call?cmd=loc"))[0] == "loc"
    kymo.run("synth", "walk", "--duration", "5", "--no-trace", "-o", target)
    assert kymo.json("replay", target)["app"] == "DeviceCatalog"
    kymo.run("call", "--fetcher", "outside", "call?cmd=loc", exit_code=64)


# Real servers


class Pages(http.server.BaseHTTPRequestHandler):
    """A page with a frame, and a redirect to it."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path == "/old":
            self.send_response(301)
            self.send_header("Location", "/page?a=1&b=2")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        body = b"<p>frame" if self.path == "/frame" else b'<p>\xc3\xbc<iframe src="frame"></iframe>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def pages():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("rules", ["faithful", "fixed"])
def test_pages_of_real_servers_shortened_by_kymo_serve(kymo, pages, tmp_path, rules):
    program = ROOT / ".build" / "debug" / "BrowsedPages"
    if not program.is_file():
        pytest.skip("no BrowsedPages: run `swift build --product BrowsedPages`")
    with Server(kymo) as server:
        service = f"http://127.0.0.1:{server.port}"
        done = subprocess.run(
            [str(program), rules, service, f"{pages}/old", "http://127.0.0.1:1/"],
            capture_output=True, text=True, timeout=120,
        )
        assert done.returncode == 0, done.stderr
        calls = done.stdout.splitlines()
        names = [text.removeprefix("call?cmd=").split("&")[0] for text in calls]
        assert names[:5] == ["loadLocation"] + ["webViewDidStartLoad"] * 2 + ["webViewDidFinishLoad"] * 2
        assert names[5:8] == ["shortenURL", "didReceiveResponse", "didReceiveData"]
        assert names[-3:] == ["loadLocation", "webViewDidStartLoad", "didFailLoadWithError"]
        # What a real network did is a recording that replays without one.
        target = tmp_path / "a.mcap"
        report = kymo.json(
            "call", "--app", "Browser", "--fetcher", "outside", "--browser", rules, *calls, "--record", target,
        )
        shown = states(report)
        page = f"{pages}/page?a=1&b=2"
        short = next(one for one in shown if one["state"] == "shortened")
        assert short["field"] == page and short["label"].startswith(f"{service}/s/")
        assert shown[-1]["alert"]["message"].endswith("Could not connect to the server.")
        gone = server.get(short["label"].removeprefix(service))
        # The printed browser's `&` is cut at the service.
        assert gone.fields["Location"] == (f"{pages}/page?a=1" if rules == "faithful" else page)
        assert kymo.json("replay", target, "--verify")["verification"] == "identical"
