"""`kymo serve`, asked by clients that are well, and by some that are only careless.

Who means harm is in test_kymo_serve_hostile.py, the page in test_kymo_page.py.
"""

import http.client
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time

import pytest
from mcap.reader import SeekingReader
from mcap_ros2.decoder import DecoderFactory
from served import (
    Server, position, push, receive, sample, stamps, statuses, vector, wait_until,
)
from test_kymo_capture import CHECKED, WRONG, exchanges, tshark

TOKEN = "sixteen-letters-and-more"
HOST = "Host: localhost\r\n"


@pytest.fixture(scope="module")
def server(kymo):
    with Server(kymo, "--reply-timeout", 20) as server:
        yield server


def messages(path, topic, decoded=False):
    """The messages of a topic, in the order of their times."""
    with open(path, "rb") as file:
        factories = [DecoderFactory()] if decoded else []
        reader = SeekingReader(file, validate_crcs=True, decoder_factories=factories)
        if decoded:
            return [(m.log_time, data) for _, _, m, data in reader.iter_decoded_messages(topics=[topic])]
        return [(m.log_time, m.data) for _, _, m in reader.iter_messages(topics=[topic])]


# Commands


@pytest.mark.quick
def test_what_becomes_of_a_call_is_its_status(server):
    for text, status, outcome in (
        ("logMessage&msg=%22a%22", 204, None),
        ("playSound&msg=%5B-1%5D", 204, None),
        ("switchAccelerometer&msg=%5B%7B%22on%22%3A%22NO%22%7D%5D", 204, None),
        ("nope", 404, "unknown command"),
        ("", 404, "unknown command"),
        ("accel", 422, "validation failed"),
        ("logMessage", 500, "failed"),
        ("play&msg=%5B%22x.caf%22%2C%22start%22%5D", 500, "failed"),
        ("logMessage&msg=%zz", 400, "malformed"),
        ("logMessage&msg=%ff", 400, "malformed"),
    ):
        answer = server.call(text)
        assert (answer.status, answer.fields["Kymo-Outcome"]) == (status, outcome), (text, answer)
        assert [source for source, _, _ in stamps(answer)] == [3]
        if status == 204:
            assert answer.body == b"" and answer.fields["Content-Length"] is None
        else:
            assert answer.json["outcome"] == outcome
            assert answer.fields["Content-Type"] == "application/json"
    assert server.call("play&msg=%5B%22x.caf%22%2C%22start%22%5D").json["error"].startswith("no audio file")


def test_a_call_is_utf_8_and_a_get(server):
    assert b" 400 " in server.send(b"GET /call?cmd=a\xff HTTP/1.1\r\n" + HOST.encode() + b"Connection: close\r\n\r\n")
    for method in ("HEAD", "POST", "PUT", "DELETE", "TRACE", "BREW"):
        answer = server.ask(method, "/call?cmd=logMessage&msg=%22a%22")
        assert (answer.status, answer.fields["Allow"]) == (405, "GET, OPTIONS"), method


def test_the_methods_of_every_route(server):
    for target, allowed in (
        ("/bridge/queue", "POST"), ("/sensors", "POST"), ("/recording", "POST"), ("/bridge/events", "GET"),
    ):
        for method in {"GET", "HEAD", "POST", "PUT", "DELETE"} - {allowed}:
            answer = server.ask(method, target)
            assert (answer.status, answer.fields["Allow"]) == (405, f"{allowed}, OPTIONS"), (method, target)
    for target in ("/", "/status", "/metrics", "/s/1", "/Squeeze.svc/text/k?url=http%3A%2F%2Fa", "/recordings/a"):
        for method in ("POST", "PUT", "DELETE"):
            answer = server.ask(method, target)
            assert (answer.status, answer.fields["Allow"]) == (405, "GET, HEAD"), (method, target)
    for target in ("/", "/status", "/metrics", "/catalog.js"):
        head, whole = server.ask("HEAD", target), server.get(target)
        assert (head.status, head.body) == (200, b"") and whole.status == 200
        assert head.fields["Content-Type"] == whole.fields["Content-Type"]
    assert server.ask("OPTIONS", "/call").status == 204
    for target in ("/nothing", "/callx", "/bridge", "/s/", "/s/9999", "/Squeeze.svc/", "/recordings/x", "//", "/%2e"):
        assert server.get(target).status == 404, target


def test_a_long_target_and_a_long_header(server):
    assert server.call("logMessage&msg=%22" + "a" * 20_000 + "%22").status == 414
    assert server.get("/status", {"X-Long": "a" * 20_000}).status == 431
    # What is just short enough is taken.
    assert server.call("logMessage&msg=%22" + "a" * 12_000 + "%22").status == 204
    assert server.get("/status", {"X-Long": "a" * 12_000}).status == 200


@pytest.mark.quick
def test_requests_behind_one_another_are_answered_in_order(server):
    """Without waiting for the replies, as pages of 2009 could not: pipelining."""
    requests = b"".join(
        f"GET /call?cmd={'nope' if n % 3 else 'logMessage'}&msg=%22{n}%22 HTTP/1.1\r\n{HOST}\r\n".encode()
        for n in range(300)
    )
    last = f"GET /status HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n".encode()
    data = server.send(requests + last)
    assert statuses(data) == [404 if n % 3 else 204 for n in range(300)] + [200]


def test_the_answer_names_the_event_in_the_recording(kymo, tmp_path):
    path = tmp_path / "a.mcap"
    with Server(kymo, "--record", path) as server:
        told = [(f"call?cmd=logMessage&msg=%22{n}%22", stamps(server.call(f"logMessage&msg=%22{n}%22")))
                for n in range(20)]
        server.stop()
    found = [(json.loads(data)["text"], time) for time, data in messages(path, "/bridge/request")]
    assert found == [(text, stamp[2]) for text, [stamp] in told]
    assert [stamp[1] for _, [stamp] in told] == list(range(20))


# Replies that come later


def test_a_reply_that_comes_later_holds_the_response(server):
    with server.events() as events:
        caller = Asking(server, "/call?cmd=loc")
        wait_until(lambda: in_flight_locations(server))
        assert caller.is_alive()
        now = time.time_ns()
        pushed = server.post("/sensors", push(position(now, 48.25, 11.75, 512)))
        assert pushed.json == {"samples": 1, "leftOut": {}}
        answer = caller.answer()
        assert answer.status == 200 and answer.fields["Content-Type"].startswith("application/javascript")
        assert answer.text.startswith("handleJSONRequest('showLoc','") and "48.25" in answer.text
        # It was answered by the response, and by nothing else.
        pick(server)
        event = events.next()
        while event["event"] == "sample":
            event = events.next()
        assert "showLoc" not in event["data"]


def in_flight_locations(server):
    command = [one for one in server.get("/status").json["commands"] if one["name"] == "loc"]
    return command and command[0]["count"]


class Asking(threading.Thread):
    """A client that waits for its answer while others go on."""

    def __init__(self, server, target, method="GET", body=None, fields=None):
        super().__init__(daemon=True)
        self.arguments = (method, target, body, fields)
        self.server = server
        self.problem = self.result = None
        self.start()

    def run(self):
        try:
            self.result = self.server.ask(*self.arguments)
        except (OSError, http.client.HTTPException) as problem:
            self.problem = problem

    def answer(self):
        self.join(30)
        assert self.result is not None, self.problem
        return self.result


def test_after_the_reply_timeout_the_reply_comes_as_an_event(kymo):
    with Server(kymo, "--reply-timeout", 0.5) as server, server.events() as events:
        began = time.monotonic()
        answer = server.call("showDate&msg=%5B%22Date%22%5D")
        assert answer.status == 202 and "/bridge/events" in answer.text
        assert time.monotonic() - began >= 0.5
        [(source, sequence, _)] = stamps(answer)
        server.call("sendPickResults")
        event = events.next()
        assert event["event"] == "reply" and event["id"] == "1"
        told = json.loads(event["data"])
        assert (told["source"], told["sequence"]) == (source, sequence)
        assert told["text"].startswith("handleJSONRequest('showPickResults',")


@pytest.mark.parametrize("prefer", ["respond-async", "Respond-Async, wait=10", "wait=5,respond-async"])
def test_who_prefers_events_does_not_wait(server, prefer):
    began = time.monotonic()
    assert server.call("showDate&msg=%5B%22Date%22%5D", fields={"Prefer": prefer}).status == 202
    server.call("sendPickResults")
    # A call that is answered at once is answered.
    assert server.call("logMessage&msg=%22a%22", fields={"Prefer": prefer}).status == 204
    queue = [{"cmd": "showDate", "parameters": ["Date"]}, "call?cmd=nope"]
    answer = server.post("/bridge/queue", queue, {"Prefer": prefer})
    server.call("sendPickResults")
    assert answer.status == 200
    assert answer.json == [{"index": 0, "status": "later"}, {"index": 1, "status": "unknown command"}]
    assert time.monotonic() - began < 15


def test_who_goes_away_while_its_reply_is_awaited_harms_nobody(kymo):
    with Server(kymo) as server:
        for _ in range(20):
            with server.connect() as client:
                client.sendall(f"GET /call?cmd=loc HTTP/1.1\r\n{HOST}\r\n".encode())
        wait_until(lambda: in_flight_locations(server) == 20)
        assert server.post("/sensors", push(position(time.time_ns()))).status == 200
        assert server.call("logMessage&msg=%22a%22").status == 204
        server.stop()


# Events


def pick(server):
    server.call("showDate&msg=%5B%22Date%22%5D", fields={"Prefer": "respond-async"})
    server.call("sendPickResults")


def test_events_go_on_where_a_listener_was(kymo):
    with Server(kymo) as server:
        with server.events() as events:
            assert events.status == 200 and events.fields["content-type"] == "text/event-stream"
            pick(server)
            assert events.next()["id"] == "1"
        for _ in range(3):
            pick(server)
        with server.events(last=1) as events:
            assert [events.next()["id"] for _ in range(3)] == ["2", "3", "4"]
        with server.events() as events:
            # Who does not say where it was hears what is new.
            pick(server)
            assert events.next()["id"] == "5"
        assert b"id: 1\n" in stream_after(server, 0)
        # An id of a server before this one: all there is.
        with server.events(last=1000) as events:
            assert events.next()["id"] == "1"
        for last in ("x", "-1", "1.5", "9" * 30):
            with server.events(last=last) as events:
                assert events.status == 400


def stream_after(server, place):
    with server.connect() as client:
        client.sendall(f"GET /bridge/events?after={place} HTTP/1.1\r\n{HOST}\r\n".encode())
        return receive(client, 0.5)


def test_who_has_missed_events_is_told_how_many(kymo):
    with Server(kymo) as server:
        count = 0
        while count < 5000:
            now = time.time_ns()
            server.call("switchAccelerometer&msg=%5B%7B%22on%22%3A%22YES%22%7D%5D")
            samples = [vector("totalacceleration", now + n, x=n % 7) for n in range(500)]
            server.post("/sensors", push(*samples))
            count = server.get("/status").json["events"]
        with server.events(last=10) as events:
            lost = events.next()
            assert lost["event"] == "lost" and "id" not in lost
            following = events.next()
            assert int(following["id"]) == 10 + int(lost["data"]) + 1
            assert int(lost["data"]) == count - 4096 - 10


def test_a_listener_that_does_not_read_harms_nobody(kymo):
    with Server(kymo) as server:
        with server.events() as deaf, server.events() as events:
            pick(server)
            assert events.next()["id"] == "1"
            server.call("switchAccelerometer&msg=%5B%7B%22on%22%3A%22YES%22%7D%5D")
            for _ in range(20):
                samples = [vector("totalacceleration", time.time_ns() + n, x=n % 7) for n in range(2000)]
                assert server.post("/sensors", push(*samples)).status == 200
            server.stop()
            assert deaf.next()["id"] == "1"


def test_listeners_are_limited(kymo):
    with Server(kymo) as server:
        listeners = [server.events() for _ in range(64)]
        assert {one.status for one in listeners} == {200}
        assert server.get("/bridge/events").status == 503
        assert server.metrics()["kymo_listeners"].samples[0].value == 64
        listeners.pop().close()
        pick(server)  # It is seen that the client is gone once something is sent to it.
        pick(server)
        wait_until(lambda: server.metrics()["kymo_listeners"].samples[0].value < 64)
        server.events().close()
        # A server that stops ends them all.
        server.stop()
        for one in listeners:
            while one.next():
                pass


# /bridge/queue


def test_a_queue_of_messages_and_calls_in_any_mixture(server):
    body = [
        "call?cmd=logMessage&msg=%22a%22",
        {"handlerName": "logMessage", "data": "x", "callbackId": "cb_1"},
        {"handlerName": "nope", "callbackId": 7},
        {"cmd": "logMessage", "parameters": ["a", 1, None]},
        5,
        {"responseId": 3, "responseData": {}},
        {"a": 1},
        {"handlerName": "logMessage"},
        {"handlerName": "logMessage", "data": {"ü": "\u2028"}},
        "x",
        None,
        [],
        {"cmd": 7},
        {"cmd": "accel"},
    ]
    answer = server.post("/bridge/queue", body)
    assert answer.status == 200 and answer.fields["Content-Type"] == "application/json"
    by_index = {one["index"]: one["status"] for one in answer.json if "index" in one}
    assert by_index == {
        0: "completed", 3: "completed", 4: "refused", 5: "refused", 6: "refused", 7: "failed", 9: "malformed",
        10: "refused", 11: "refused", 12: "refused", 13: "validation failed",
    }
    by_callback = {one["responseId"]: one for one in answer.json if "responseId" in one}
    assert by_callback == {
        "cb_1": {"responseId": "cb_1", "responseData": None},
        7: {"responseId": 7, "error": "unknown command", "responseData": None},
    }
    assert len(stamps(answer)) == 8


def test_a_queue_with_replies_that_come_later(kymo):
    queue = [
        {"handlerName": "showDate", "data": ["Date"], "callbackId": "cb_1"}, "call?cmd=nope", {"cmd": "loc"},
    ]
    with Server(kymo) as server:
        asking = Asking(server, "/bridge/queue", "POST", json.dumps(queue))
        wait_until(lambda: in_flight_locations(server))
        server.call("sendPickResults")
        assert asking.is_alive()
        server.post("/sensors", push(position(time.time_ns())))
        answer = asking.answer()
    assert answer.status == 200 and len(answer.json) == 3
    by_callback = {one.get("responseId"): one for one in answer.json}
    assert by_callback["cb_1"]["responseData"].startswith("handleJSONRequest('showPickResults'")
    replies = [one["reply"] for one in answer.json if one.get("index") == 2]
    assert [reply.startswith("handleJSONRequest('showLoc',") for reply in replies] == [True]


@pytest.mark.parametrize("body", [
    b"", b"{}", b"[", b"null", b"[1,]", b"\xff\xfe[]", b'["a"', b'["\xff"]', b"[" * 1000, b'{"handlerName":"logMessage"}',
    b'["a"] ["b"]', b"[NaN]", b'["\\ud800"]x', b"\0",
])
def test_a_body_that_is_no_list_is_refused(server, body):
    answer = server.post("/bridge/queue", body)
    assert answer.status == 400 and answer.text.count("\n") == 1, answer
    assert server.post("/sensors", body).status == 400
    # The connection is as good as new.
    assert server.post("/bridge/queue", "[]").json == []


def test_a_body_with_too_many_commands(server):
    assert len(server.post("/bridge/queue", ["call?cmd=nope"] * 4096).json) == 4096
    assert server.post("/bridge/queue", ["call?cmd=nope"] * 4097).status == 413
    assert server.post("/sensors", push(*[vector("gyroscope", n) for n in range(8192)])).json["samples"] == 8192
    assert server.post("/sensors", push(*[vector("gyroscope", n) for n in range(8193)])).status == 413


def test_a_large_body_is_taken_and_a_larger_one_is_not(server):
    message = json.dumps(["x" * 1_000_000])
    assert server.post("/bridge/queue", message).json == [{"index": 0, "status": "malformed"}]
    assert server.post("/bridge/queue", " " * (1 << 20)).status == 400
    answer = server.send(
        f"POST /bridge/queue HTTP/1.1\r\n{HOST}Content-Length: {(1 << 20) + 1}\r\n\r\n".encode(), timeout=10
    )
    assert statuses(answer) == [413] and b"Connection: close" in answer
    chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"
    head = f"POST /bridge/queue HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n".encode()
    assert statuses(server.send(head + 16 * chunk + b"0\r\n\r\n", timeout=1)) == [400]
    assert statuses(server.send(head + 17 * chunk + b"0\r\n\r\n", timeout=10)) == [413]
    assert statuses(server.send(head + b"2\r\n[]\r\n0\r\n\r\n", timeout=1)) == [200]


def test_who_expects_to_go_on_is_told_to_or_not(server):
    for length, wanted in ((2, [100, 200]), (1 << 30, [413])):
        with server.connect() as client:
            client.sendall(
                f"POST /bridge/queue HTTP/1.1\r\n{HOST}Content-Length: {length}\r\nExpect: 100-continue\r\n\r\n".encode()
            )
            first = client.recv(65536)
            if length == 2:
                client.sendall(b"[]")
                first += receive(client, 1)
            assert statuses(first) == wanted


# /sensors


@pytest.mark.quick
def test_samples_come_in_the_order_of_their_times(kymo, tmp_path):
    path = tmp_path / "a.mcap"
    base = 1_700_000_000_123_456_789  # Beyond 2^53, and not a multiple of anything.
    order = [3, 0, 4, 1, 2]
    with Server(kymo, "--record", path) as server:
        answer = server.post("/sensors", push(
            *[position(base + n, 40 + n) for n in order],
            *[vector("gyroscope", base + n, x=n) for n in order],
            sample("heart rate", base, bpm=60), {"name": "gyroscope"}, {"time": 5}, 7,
            sample("gyroscope", base, x=1), vector("gyroscope", 1.5), vector("gyroscope", -1),
            sample("barometer", base, pressure=1013.25),
        ))
        assert answer.json["samples"] == 11
        assert answer.json["leftOut"] == {
            "heart rate": 1, "gyroscope without a time in ns": 3, "without a name": 2, "gyroscope without x, y, z": 1,
        }
        assert len(stamps(answer)) == 11
        server.stop()
    fixes = [data for _, data in messages(path, "/location", decoded=True)]
    assert [fix.fix_time for fix in fixes] == [base + n for n in range(5)]
    assert [fix.latitude for fix in fixes] == [40 + n for n in range(5)]
    turns = messages(path, "/gyroscope", decoded=True)
    assert [data.x for _, data in turns] == list(range(5))
    times = [time for time, _ in turns]
    assert times == sorted(set(times))
    kymo.run("replay", path, "--verify")


def test_gravity_is_added_to_accelerations_that_lack_it(kymo, tmp_path):
    path = tmp_path / "a.mcap"
    with Server(kymo, "--record", path) as server:
        server.post("/sensors", push(
            vector("accelerometer", 20, 1, 2, 3), vector("gravity", 10, 0.5, 0, 9), vector("accelerometer", 30, 2, 0, 0),
            vector("gravity", 25, 0, 0.25, 9.5), vector("accelerometer", 5, 0, 0, 0),
        ))
        server.post("/sensors", push(vector("accelerometer", 7, 4, 5, 6)))
        answer = server.post("/sensors", push(
            vector("totalacceleration", 7, 7, 8, 9), vector("accelerometer", 7), vector("gravity", 7)
        ))
        assert answer.json["samples"] == 1 and sum(answer.json["leftOut"].values()) == 2
        server.stop()
    found = [(data.x, data.y, data.z) for _, data in messages(path, "/accelerometer", decoded=True)]
    assert found == [(0.5, 0, 9), (1.5, 2, 12), (2, 0.25, 9.5), (4, 5, 6), (7, 8, 9)]


def test_many_samples_of_several_sensors(kymo, tmp_path):
    """What a page sends that could not send for a while: thousands, that take turns."""
    path, capture = tmp_path / "a.mcap", tmp_path / "a.pcap"
    with Server(kymo, "--record", path, "--pcap", capture, "--pcap-from", "server") as server:
        for count in (10, 100, 1000, 8192):
            now = time.time_ns()
            answer = server.post("/sensors", push(
                *[vector(("totalacceleration", "gyroscope", "magnetometer")[n % 3], now + n, z=n % 9) for n in range(count)]
            ))
            assert answer.status == 200 and answer.json["samples"] == count
            assert len(set(stamps(answer))) == count
        report = server.stop()
    assert report["samples"] == 9302 == sum(
        len(messages(path, topic)) for topic in ("/accelerometer", "/gyroscope", "/magnetometer")
    )
    assert kymo.json("replay", capture)["digest"] == kymo.json("inspect", path)["digest"]


# The shortening service


def test_long_urls_become_short_ones(server):
    long = "http://example.org/a?b=%20c+d&e=ü"
    first = server.get("/Squeeze.svc/text/KEY?url=" + http_escape(long))
    assert first.status == 200 and first.fields["Content-Type"].startswith("text/plain")
    assert first.text.startswith(f"http://127.0.0.1:{server.port}/s/") and "\n" not in first.text
    assert server.get("/Squeeze.svc/text/OTHER?url=" + http_escape(long)).text == first.text
    gone = server.get(first.text.removeprefix(f"http://127.0.0.1:{server.port}"))
    assert gone.status == 302 and gone.fields["Location"].encode("latin-1").decode() == long
    other = server.get("/Squeeze.svc/text/KEY?url=" + http_escape("https://example.org/" + "a" * 8000))
    assert other.status == 200 and other.text != first.text
    assert len(server.get(other.text.removeprefix(f"http://127.0.0.1:{server.port}")).fields["Location"]) == 8020
    for target in (
        "text/KEY?url=ftp%3A%2F%2Fa", "text/KEY?url=javascript%3Aalert(1)", "text/KEY?url=", "text/KEY", "text/KEY?a=b",
        "text/KEY?url=http%3A%2F%2Fa%0d%0aSet-Cookie%3Ax", "text/KEY?url=http%3A%2F%2Fa%2", "text/KEY?url=http%3A%2F%2F%ff",
        "text/KEY?url=http%3A%2F%2F" + "a" * 8192,
    ):
        assert server.get("/Squeeze.svc/" + target).status == 400, target
    for target in ("text", "text/", "json/KEY?url=http%3A%2F%2Fa", "text/KEY/more?url=http%3A%2F%2Fa"):
        assert server.get("/Squeeze.svc/" + target).status == 404, target


def http_escape(text):
    return "".join(c if c.isalnum() and c.isascii() else "".join(f"%{b:02x}" for b in c.encode()) for c in text)


def test_short_urls_are_limited(kymo):
    with Server(kymo) as server, server.connect() as client:
        requests = [f"GET /Squeeze.svc/text/k?url=http%3A%2F%2Fa%2F{n} HTTP/1.1\r\n{HOST}\r\n" for n in range(10_001)]
        sender = threading.Thread(target=client.sendall, args=("".join(requests).encode(),), daemon=True)
        sender.start()
        data, deadline = b"", time.monotonic() + 30
        while b"HTTP/1.1 507" not in data and time.monotonic() < deadline:
            data += client.recv(1 << 20)
        assert statuses(data) == [200] * 10_000 + [507]
        assert b"/s/7ps" in data  # 10,000 in base 36.


# What it says of itself


def test_metrics_are_open_metrics(kymo):
    with Server(kymo) as server:
        for _ in range(3):
            server.call("logMessage&msg=%22a%22")
        server.call("nope")
        server.post("/sensors", push(vector("gyroscope", 1), vector("totalacceleration", 1)))
        assert server.get("/", {"Host": "evil.test"}).status == 421
        families = server.metrics()
        values = {
            (one.name, tuple(sorted(one.labels.items()))): one.value
            for family in families.values() for one in family.samples
        }
        assert values[("kymo_commands_total", ())] == 4 and values[("kymo_samples_total", ())] == 2
        assert values[("kymo_http_responses_total", (("status", "204"),))] == 3
        assert values[("kymo_http_responses_total", (("status", "404"),))] == 1
        assert values[("kymo_http_refused_total", ())] == 1
        assert values[("kymo_in_flight", ())] == 0 and values[("kymo_listeners", ())] == 0
        outcome = lambda command, outcome: values[
            ("kymo_command_outcomes_total", (("command", command), ("outcome", outcome)))
        ]
        assert outcome("logMessage", "completed") == 3 and outcome("unknown command", "unknown command") == 1
        assert values[("kymo_command_latency_seconds_count", (("command", "logMessage"),))] == 3
        latencies = [
            values[("kymo_command_latency_seconds", (("command", "logMessage"), ("quantile", quantile)))]
            for quantile in ("0.5", "0.9", "0.99", "1.0")
        ]
        assert 0 < latencies[0] <= latencies[1] <= latencies[2] <= latencies[3] < 10
        report = server.stop()
        assert report["responses"]["204"] == 3 and report["refused"] == 1 and report["samples"] == 2


def test_the_status_is_that_of_the_session(kymo):
    with Server(kymo) as server:
        server.call("logMessage")
        status = server.get("/status")
        assert status.fields["Cache-Control"] == "no-store"
        told = status.json
        assert told["schema"] == "kymograph.status/1" and told["app"] == "DeviceCatalog"
        assert (told["recording"], told["canRecord"], told["recordings"]) == (None, False, [])
        [command] = told["commands"]
        assert (command["name"], command["count"], command["failed"]) == ("logMessage", 1, 1)
        assert 0 < command["latencyNanoseconds"]["p50"] <= command["latencyNanoseconds"]["max"] < 10**10
        assert abs(told["time"] - time.time_ns()) < 60 * 10**9
        assert server.post("/recording", '{"action":"start"}').status == 409


# Pages


def test_the_built_in_page_is_whole(server):
    page = server.get("/")
    assert page.status == 200 and page.fields["Content-Type"] == "text/html; charset=utf-8"
    assert "default-src 'self'" in page.fields["Content-Security-Policy"]
    assert page.fields["X-Content-Type-Options"] == "nosniff"
    kinds = {
        "quickconnect.js": "text/javascript", "bridge.js": "text/javascript", "catalog.js": "text/javascript",
        "style.css": "text/css",
    }
    for name, kind in kinds.items():
        assert name in page.text
        part = server.get(f"/{name}")
        assert part.status == 200 and part.fields["Content-Type"] == f"{kind}; charset=utf-8"


def test_a_folder_of_pages_and_nothing_beside_it(kymo, tmp_path):
    (tmp_path / "secret.txt").write_text("the secret")
    folder = tmp_path / "site"
    (folder / "sub").mkdir(parents=True)
    (folder / "index.html").write_text("the start")
    (folder / "sub" / "index.html").write_text("the sub")
    (folder / "a b ü.txt").write_text("spaced")
    (folder / ".hidden").write_text("the secret")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "up").symlink_to(tmp_path)
    with Server(kymo, "--page", folder) as server:
        assert server.get("/").text == "the start" and server.get("/index.html").text == "the start"
        assert server.get("/sub/").text == "the sub"
        assert server.get("/a%20b%20%c3%bc.txt").text == "spaced"
        assert server.get("/catalog.js").status == 404
        for target in (
            "/../secret.txt", "/sub/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt",
            "/..%5csecret.txt", "/..\\secret.txt", "/....//secret.txt", "//secret.txt", "/./secret.txt", "/link.txt",
            "/up/secret.txt", "/.hidden", "/%2ehidden", "/..;/secret.txt", "/%252e%252e/secret.txt", "/%c0%ae%c0%ae/secret.txt",
            f"//{tmp_path}/secret.txt", f"{tmp_path}/secret.txt", "/index.html%00.txt", "/recordings/../secret.txt",
            "/recordings/..%2f..%2fsecret.txt", "/sub/%2e%2e/index.html%00",
        ):
            data = server.send(f"GET {target} HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n".encode())
            assert statuses(data) in ([404], [400]) and b"the secret" not in data, (target, data)
    kymo.run("serve", "--port", 0, "--page", tmp_path / "none", exit_code=1)


# Who may come


@pytest.mark.quick
def test_other_names_and_other_pages_are_refused(kymo):
    with Server(kymo, "--allow-host", "kymo.test", "--allow-origin", "https://example.org") as server:
        port = server.port
        for host, status in (
            ("localhost", 200), ("127.0.0.1", 200), (f"localhost:{port}", 200), (f"[::1]:{port}", 200), ("LOCALHOST", 200),
            ("kymo.test", 200), ("Kymo.Test:80", 200), ("evil.test", 421), (f"evil.test:{port}", 421), ("127.0.0.1.evil.test", 421),
            ("localhost.evil.test", 421), ("", 421), ("[::1].evil.test", 421), ("evil.test#@localhost", 421), ("127.0.0.2", 421),
        ):
            assert server.get("/status", {"Host": host}).status == status, host
        for fields, status in (
            ({"Origin": "https://evil.test"}, 403),
            ({"Origin": "null"}, 403),
            ({"Origin": ""}, 403),
            ({"Origin": f"http://127.0.0.1:{port}"}, 200),
            ({"Origin": f"https://127.0.0.1:{port}"}, 403),
            ({"Origin": "http://127.0.0.1"}, 403),
            ({"Origin": f"http://localhost:{port}"}, 403),
            ({"Origin": "https://example.org"}, 200),
            ({"Origin": "http://example.org"}, 403),
            ({"Origin": "https://example.org.evil.test"}, 403),
            ({"Sec-Fetch-Site": "cross-site"}, 403),
            ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 403),
            ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"}, 403),
            ({"Sec-Fetch-Site": "same-origin"}, 200),
            ({"Sec-Fetch-Site": "none"}, 200),
            ({"Sec-Fetch-Site": "cross-site", "Origin": "https://example.org"}, 200),
        ):
            assert server.get("/status", fields).status == status, fields
            assert server.call("logMessage&msg=%22a%22", fields=fields).status == (204 if status == 200 else status)
        # A link of another page may lead to the start page, and to nothing else.
        assert server.get("/", {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}).status == 200
        assert statuses(server.send(b"GET /status HTTP/1.1\r\nConnection: close\r\n\r\n")) == [400]
        two = b"GET /status HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\nConnection: close\r\n\r\n"
        assert statuses(server.send(two)) == [400]


def test_what_pages_of_other_origins_may_do(kymo):
    with Server(kymo, "--allow-origin", "https://example.org") as server:
        own = {"Origin": "https://example.org"}
        allowed = server.ask("OPTIONS", "/call?cmd=a", None, own | {
            "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "prefer,authorization",
        })
        assert allowed.status == 204 and allowed.fields["Access-Control-Allow-Origin"] == "https://example.org"
        names = {name.strip().lower() for name in allowed.fields["Access-Control-Allow-Headers"].split(",")}
        # What the page of our own sends.
        assert {"prefer", "content-type", "authorization", "last-event-id"} <= names
        for answer in (
            server.call("logMessage&msg=%22a%22", fields=own), server.call("nope", fields=own),
            server.post("/bridge/queue", [], own), server.post("/sensors", push(), own),
            server.call("showDate&msg=%5B%22Date%22%5D", fields=own | {"Prefer": "respond-async"}),
            server.get("/status", own), server.get("/metrics", own), server.post("/bridge/queue", "{", own),
        ):
            assert answer.fields["Access-Control-Allow-Origin"] == "https://example.org", answer
        assert server.get("/status").fields["Access-Control-Allow-Origin"] is None
        refused = server.ask("OPTIONS", "/call", None, {"Origin": "https://evil.test"})
        assert refused.status == 403 and refused.fields["Access-Control-Allow-Origin"] is None
        with server.connect() as client:
            client.sendall(f"GET /bridge/events HTTP/1.1\r\n{HOST}Origin: https://example.org\r\n\r\n".encode())
            assert b"Access-Control-Allow-Origin: https://example.org\r\n" in receive(client, 0.5)


@pytest.mark.quick
def test_a_token(kymo):
    with Server(kymo, "--token", TOKEN) as server:
        for fields, status in (
            ({}, 401), ({"Authorization": f"Bearer {TOKEN}"}, 204), ({"Authorization": f"bearer {TOKEN}"}, 204),
            ({"Authorization": f"Bearer {TOKEN}x"}, 401), ({"Authorization": f"Bearer {TOKEN[:-1]}"}, 401),
            ({"Authorization": "Bearer "}, 401), ({"Authorization": f"Basic {TOKEN}"}, 401),
            ({"Cookie": f"kymo-token={TOKEN}"}, 204), ({"Cookie": f"a=b; kymo-token={TOKEN}; c=d"}, 204),
            ({"Cookie": "kymo-token="}, 401), ({"Cookie": f"x-kymo-token={TOKEN}"}, 401),
        ):
            answer = server.call("logMessage&msg=%22a%22", fields=fields)
            assert answer.status == status, fields
            assert (answer.fields["WWW-Authenticate"] == "Bearer") == (status == 401)
        assert server.get(f"/status?token={TOKEN}").status == 401
        for target in ("/", "/status", "/metrics", "/nothing", "/bridge/events", "/catalog.js"):
            assert server.get(target).status == 401
        entered = server.get(f"/?token={TOKEN}")
        assert (entered.status, entered.fields["Location"]) == (303, "/")
        cookie = entered.fields["Set-Cookie"]
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
        assert server.get("/", {"Cookie": cookie.split(";")[0]}).status == 200
        assert server.get("/?token=wrong").status == 401
        assert server.stop()["commands"][0]["outcomes"] == {"completed": 4}
    for token in ("short", "fifteen-letters", "a b c d e f g h i j k l"):
        kymo.run("serve", "--port", 0, "--token", token, exit_code=64)


def test_a_token_from_a_file_or_the_environment(kymo, tmp_path):
    file = tmp_path / "token"
    file.write_text(TOKEN + "\n")
    known = {"Authorization": f"Bearer {TOKEN}"}
    with Server(kymo, "--token-file", file) as server:
        assert server.get("/status").status == 401 and server.get("/status", known).status == 200
        with open(f"/proc/{server.process.pid}/cmdline") as line:
            assert TOKEN not in line.read()
    # What an option says comes before what the environment says.
    for options, status in ([], 200), (["--token", "another-of-sixteen"], 401):
        with Server(kymo, *options, under=["env", f"KYMO_TOKEN={TOKEN}"]) as server:
            assert server.get("/status").status == 401 and server.get("/status", known).status == status
    done = kymo.run("serve", "--port", 0, "--token", TOKEN, "--token-file", file, exit_code=64)
    assert "--token and --token-file are the same: give one" in done.stderr
    for text in ("", "short", "two lines of\nsixteen-letters", TOKEN + "\n\n", TOKEN + " "):
        file.write_text(text)
        done = kymo.run("serve", "--port", 0, "--token-file", file, exit_code=1)
        assert len(done.stderr.splitlines()) == 1 and str(file) in done.stderr and "one line of 16" in done.stderr
    done = kymo.run("serve", "--port", 0, "--token-file", tmp_path / "none", exit_code=1)
    assert str(tmp_path / "none") in done.stderr
    for text in ("", "short"):
        done = kymo.run("serve", "--port", 0, exit_code=64, env={**os.environ, "KYMO_TOKEN": text})
        assert "the variable KYMO_TOKEN takes 16 or more" in done.stderr
        assert ("is empty: unset it if no token is wanted" in done.stderr) == (text == "")


@pytest.mark.quick
def test_beyond_loopback_a_token_and_tls_are_needed(kymo):
    for options in ([], ["--token", TOKEN], ["--tls"]):
        for address in ("0.0.0.0", "::"):
            done = kymo.run("serve", "--port", 0, "--address", address, *options, exit_code=64)
            assert "can be reached from elsewhere" in done.stderr and "--token and --tls" in done.stderr
    for address in ("nowhere", "256.1.1.1"):
        done = kymo.run("serve", "--port", 0, "--address", address, "--tls", "--token", TOKEN, exit_code=64)
        assert f"'{address}' is not a numeric address" in done.stderr
    done = kymo.run("serve", "--port", 0, "--address", "203.0.113.7", "--tls", "--token", TOKEN, exit_code=1)
    assert len(done.stderr.splitlines()) == 1 and "203.0.113.7" in done.stderr
    with Server(kymo, "--address", "0.0.0.0", "--tls", "--token", TOKEN, scheme="https") as server:
        done = curl(server, "-k", "-H", f"Authorization: Bearer {TOKEN}", "/status")
        assert done.returncode == 0 and json.loads(done.stdout)["app"] == "DeviceCatalog"


def curl(server, *options):
    *options, target = options
    command = ["curl", "-sS", "--max-time", "20", *map(str, options), f"https://localhost:{server.port}{target}"]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_tls_with_a_certificate_of_its_own(kymo, tmp_path):
    with Server(kymo, "--tls", scheme="https") as server:
        pem = ssl.get_server_certificate(("localhost", server.port))
        certificate = tmp_path / "server.pem"
        certificate.write_text(pem)
        # Who trusts this very certificate is let in; others see that it is signed by nobody they know.
        assert json.loads(curl(server, "--cacert", certificate, "/status").stdout)["app"] == "DeviceCatalog"
        assert curl(server, "/status").returncode == 60
        note = [line for line in take_notes(server) if "SHA-256" in line]
        import hashlib
        digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest().upper()
        assert [line.split()[-1].replace(":", "") for line in note] == [digest]


def take_notes(server):
    while not any("SHA-256" in line for line in server.notes):
        line = server.process.stderr.readline()
        assert line
        server.notes.append(line)
    return server.notes


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_new_keys_of_tls_in_front_of_a_request_do_not_hide_it(kymo):
    # Both come in one segment, so that the socket tells of them once: what the client says goes through these hands.
    def said():
        parts = [hands.recv(65536)]
        hands.settimeout(0.5)
        try:
            while parts[-1]:
                parts.append(hands.recv(65536))
        except TimeoutError:
            pass
        hands.settimeout(20)
        return b"".join(parts)

    def answer():
        while part := upstream.recv(65536):
            hands.sendall(part)

    with Server(kymo, "--tls", scheme="https") as server, socket.create_server(("127.0.0.1", 0)) as listener:
        command = ["openssl", "s_client", "-connect", f"127.0.0.1:{listener.getsockname()[1]}", "-tls1_3"]
        client = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            hands, _ = listener.accept()
            hands.settimeout(20)
            with hands, socket.create_connection(("127.0.0.1", server.port)) as upstream:
                threading.Thread(target=answer, daemon=True).start()
                upstream.sendall(said())
                held = b""
                for text in (b"K\n", b"GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"):
                    client.stdin.write(text)
                    client.stdin.flush()
                    held += said()
                upstream.sendall(held)
                for line in client.stdout:
                    if line.startswith(b"HTTP/1.1 200"):
                        break
                else:
                    pytest.fail("the request is not answered")
        finally:
            client.kill()


@pytest.mark.skipif(None in (shutil.which("curl"), shutil.which("openssl")), reason="needs curl and openssl")
def test_tls_with_a_key_that_was_given(kymo, tmp_path):
    key, certificate, other = (tmp_path / name for name in ("key.pem", "certificate.pem", "other.pem"))
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run(make + ["-keyout", key, "-out", certificate], check=True, capture_output=True)
    subprocess.run(make + ["-keyout", other, "-out", tmp_path / "x.pem"], check=True, capture_output=True)
    with Server(kymo, "--tls", "--tls-key", key, "--tls-certificate", certificate, scheme="https") as server:
        assert json.loads(curl(server, "--cacert", certificate, "/status").stdout)["app"] == "DeviceCatalog"
        assert curl(server, "--cacert", certificate, "--tls-max", "1.1", "/status").returncode == 35
        # Garbage, and plain HTTP, in place of TLS.
        for data in (os.urandom(4096), b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\x16\x03\x01\xff\xff" + bytes(70000), b"\x16"):
            answer = server.send(data, timeout=5, hang_up=True)
            assert b"HTTP/1.1 200" not in answer
        silent = server.connect()
        assert json.loads(curl(server, "--cacert", certificate, "/status").stdout)["app"] == "DeviceCatalog"
        silent.close()
        server.stop()
    (tmp_path / "junk.pem").write_bytes(b"no key")
    for options in (
        ["--tls-key", other, "--tls-certificate", certificate], ["--tls-key", tmp_path / "junk.pem", "--tls-certificate", certificate],
        ["--tls-key", tmp_path / "none.pem", "--tls-certificate", certificate],
    ):
        done = kymo.run("serve", "--port", 0, "--tls", *options, exit_code=1)
        assert len(done.stderr.splitlines()) == 1
    for options in (["--tls-key", key], ["--tls", "--tls-key", key], ["--tls", "--tls-certificate", certificate]):
        kymo.run("serve", "--port", 0, *options, exit_code=64)


# Recordings and captures


def work(server):
    """Some of everything that becomes events."""
    for n in range(3):
        server.call(f"logMessage&msg=%22hello%20{n}%22")
        server.call("nope")
        server.call("logMessage&msg=%zz")
        now = time.time_ns()
        server.post("/sensors", push(
            vector("totalacceleration", now + 5, x=n), vector("gyroscope", now), position(now + 3),
            vector("totalacceleration", now - 5, x=-n), sample("heart rate", now, bpm=1),
        ))
        server.post("/bridge/queue", [
            "call?cmd=logMessage&msg=%22a%22", {"handlerName": "logMessage", "data": "x", "callbackId": "cb_1"},
            {"cmd": "showDate", "parameters": []}, 5,
        ])
    asking = Asking(server, "/call?cmd=loc")
    wait_until(lambda: in_flight_locations(server))
    server.post("/sensors", push(position(time.time_ns())))
    assert asking.answer().status == 200
    assert server.call("showDate&msg=%5B%22Date%22%5D", fields={"Prefer": "respond-async"}).status == 202
    server.call("sendPickResults")
    server.post("/bridge/queue", b"no JSON")
    server.get("/Squeeze.svc/text/k?url=http%3A%2F%2Fa")
    with server.connect() as client:
        # Several requests on one connection, one of them in chunks.
        client.sendall(
            f"GET /call?cmd=nope HTTP/1.1\r\n{HOST}\r\nPOST /bridge/queue HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n"
            f'5\r\n["cal\r\nf\r\nl?cmd=accel","x\r\n2\r\n"]\r\n0\r\n\r\nHEAD /status HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n'
            .encode()
        )
        assert statuses(receive(client, 10)) == [404, 200, 200]


@pytest.mark.quick
@pytest.mark.parametrize("compression", ["zstd", "none"])
def test_what_is_recorded_replays_the_same(kymo, tmp_path, compression):
    path = tmp_path / "a.mcap"
    with Server(kymo, "--record", path, "--compression", compression) as server:
        work(server)
        report = server.stop()
    assert report["recordings"] == [str(path)]
    kymo.run("check", path)
    told = kymo.json("inspect", path)
    assert told["digest"] == report["digest"]
    assert kymo.run("replay", path, "--verify").stdout.count("identical") == 1


@pytest.mark.skipif(shutil.which("tshark") is None, reason="needs tshark")
def test_a_capture_of_what_was_read_and_written(kymo, tmp_path):
    path, capture = tmp_path / "a.mcap", tmp_path / "a.pcap"
    with Server(kymo, "--record", path, "--pcap", capture, "--pcap-from", "server") as server:
        work(server)
        report = server.stop()
    assert report["pcap"]["lost"] == 0 and report["notAttached"] is None
    agrees_with_wireshark(kymo, capture, report)
    replayed = kymo.json("replay", capture)
    assert replayed["digest"] == report["digest"] and replayed["different"] == 0
    assert replayed["equal"] > 10
    assert attachment(path) == ("bridge.pcap", "application/vnd.tcpdump.pcap", capture.read_bytes())
    again = tmp_path / "b.mcap"
    assert kymo.json("import", capture, "-o", again)["digest"] == report["digest"]
    kymo.run("replay", again, "--verify")


def agrees_with_wireshark(kymo, capture, report):
    # A client's port may be that of another protocol, such as EtherCAT's 34980, by which it would be read.
    as_http = ["-d", f"tcp.port=={report['port']},http"]
    assert tshark(capture, WRONG, "frame.number", settings=CHECKED, options=as_http) == []
    told, found = exchanges(kymo, capture)
    assert told["complete"] and told["noticed"] == {} and told["holes"] == []
    requests = tshark_http(capture, "http.request", as_http, "http.request.method", "http.request.uri", "http.file_data")
    replies = tshark_http(capture, "http.response", as_http, "http.response.code", "http.file_data")
    assert sorted((one["request"]["method"], one["request"]["target"]) for one in found) == sorted(
        (row[0], row[1]) for row in requests
    )
    statuses = {}
    for one in found:
        status = str(one["reply"]["status"])
        statuses[status] = statuses.get(status, 0) + 1
    shown = {}
    for row in replies:
        shown[row[0]] = shown.get(row[0], 0) + 1
    assert statuses == shown
    bodies = lambda side: sorted(len(decode(one[side]["body"])) for one in found if decode(one[side]["body"]))
    assert bodies("request") == sorted(len(bytes.fromhex(row[2])) for row in requests if row[2])
    assert bodies("reply") == sorted(len(bytes.fromhex(row[1])) for row in replies if row[1])
    # A listener's response, and one that never ends, is not an exchange that is written.
    assert sum(shown.values()) <= sum(report["responses"].values())


def decode(body):
    import base64

    return base64.b64decode(body["base64"])


def tshark_http(path, shown, options, *fields):
    """Fields of HTTP on a port that is not HTTP's; bodies as hexadecimal digits."""
    command = ["tshark", "-r", str(path), "-2", "-Y", shown, *options, "-T", "json", "-x"]
    for setting in CHECKED:
        command += ["-o", setting]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    rows = []
    for frame in json.loads(done.stdout or "[]"):
        layer = frame["_source"]["layers"]["http"]
        for one in layer if isinstance(layer, list) else [layer]:
            rows.append([raw(one, field) if field == "http.file_data" else text_of(one, field) for field in fields])
    return rows


def raw(layer, field):
    found = find(layer, field + "_raw")
    return found[0] if found else ""


def text_of(layer, field):
    return find(layer, field)


def find(layer, field):
    if field in layer:
        return layer[field]
    for value in layer.values():
        if isinstance(value, dict) and (found := find(value, field)) is not None:
            return found
    return None


def attachment(path):
    with open(path, "rb") as file:
        [one] = SeekingReader(file, validate_crcs=True).iter_attachments()
        return one.name, one.media_type, one.data


@pytest.mark.skipif(os.geteuid() != 0, reason="captures of the kernel need the right to make them")
@pytest.mark.skipif(shutil.which("tshark") is None, reason="needs tshark")
def test_a_capture_of_the_kernel(kymo, tmp_path):
    path, capture = tmp_path / "a.mcap", tmp_path / "a.pcap"
    with Server(kymo, "--record", path, "--pcap", capture) as server:
        work(server)
        report = server.stop()
    # The loopback leaves checksums to hardware that it does not have.
    wrong = '_ws.malformed || tcp.analysis.lost_segment || tcp.analysis.ack_lost_segment'
    assert tshark(capture, wrong, "frame.number") == []
    replayed = kymo.json("replay", capture)
    assert replayed["digest"] == report["digest"] and replayed["different"] == 0
    assert attachment(path)[0] == "bridge.pcap" and attachment(path)[2] == capture.read_bytes()


def test_clients_start_and_stop_recordings(kymo, tmp_path):
    with Server(kymo, "--recordings", tmp_path) as server:
        assert server.get("/status").json["canRecord"] is True
        server.call("logMessage&msg=%22before%22")
        for body in ("", "{}", '{"action":"burn"}', '["start"]', '{"action":5}'):
            assert server.post("/recording", body).status == 400, body
        started = server.post("/recording", {"action": "start"}).json
        assert started["recording"] and started["recordings"] == []
        assert server.post("/recording", '{"action":"start"}').json["recording"] == started["recording"]
        server.call("logMessage&msg=%22within%22")
        server.post("/recording", '{"action":"stop"}')
        assert wait_until(lambda: server.get("/status").json["recordings"])
        server.call("logMessage&msg=%22after%22")
        [one] = server.get("/status").json["recordings"]
        got = server.get(f"/recordings/{one['name']}")
        assert got.status == 200 and len(got.body) == one["bytes"]
        assert got.fields["Content-Disposition"] == f'attachment; filename="{one["name"]}"'
        assert server.ask("HEAD", f"/recordings/{one['name']}").status == 200
        copy = tmp_path / "copy.mcap"
        copy.write_bytes(got.body)
        for name in ("../" + one["name"], "%2e%2e/x", one["name"] + "x", ""):
            assert server.get(f"/recordings/{name}").status == 404
        # Once it is gone from the disk it is not there.
        (tmp_path / one["name"]).unlink()
        assert server.get(f"/recordings/{one['name']}").status == 404
        server.post("/recording", '{"action":"start"}')
        server.call("logMessage&msg=%22later%22")
        report = server.stop()
        assert report["sessions"] == 4 and len(report["recordings"]) == 2
    assert [json.loads(data)["text"] for _, data in messages(copy, "/bridge/request")] == [
        "call?cmd=logMessage&msg=%22within%22"
    ]
    for path in (copy, report["recordings"][1]):
        kymo.run("check", path)
        kymo.run("replay", path, "--verify")


# The end


def test_what_was_accepted_is_answered_before_the_end(kymo, tmp_path):
    path = tmp_path / "a.mcap"
    with Server(kymo, "--record", path, "--reply-timeout", 60) as server:
        asking = Asking(server, "/call?cmd=loc")
        wait_until(lambda: in_flight_locations(server))
        callers = []
        for n in range(20):
            client = server.connect()
            client.sendall("".join(
                f"GET /call?cmd=logMessage&msg=%22{n}.{m}%22 HTTP/1.1\r\n{HOST}\r\n" for m in range(50)
            ).encode())
            callers.append(client)
        began = time.monotonic()
        report = server.stop()
        assert time.monotonic() - began < 6
        # Nobody pushes a fix any more: that is the answer.
        assert asking.answer().status == 200 and "showLocError" in asking.answer().text
        answered = 0
        for client in callers:
            data = receive(client, 5)
            answered += statuses(data).count(204)
            assert set(statuses(data)) <= {204, 503}
            client.close()
    # Each that was taken is in the recording and was answered, and no other.
    taken = [json.loads(data)["text"] for _, data in messages(path, "/bridge/request")]
    assert len(taken) - 1 == answered == report["responses"].get("204", 0)
    kymo.run("replay", path, "--verify")


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_under_load(kymo, tmp_path, signal_number):
    path = tmp_path / "a.mcap"
    with Server(kymo, "--record", path) as server:
        counts = {"answered": 0, "refused": 0}
        callers = [threading.Thread(target=call_on, args=(server, counts), daemon=True) for _ in range(8)]
        for caller in callers:
            caller.start()
        wait_until(lambda: counts["answered"] > 200)
        server.process.send_signal(signal_number)
        out, err = server.process.communicate(timeout=30)
        assert server.process.returncode == 0, err
        for caller in callers:
            caller.join(10)
    report = json.loads(out)
    taken = len(messages(path, "/bridge/request"))
    assert taken == counts["answered"] == report["responses"]["204"]
    kymo.run("replay", path, "--verify")


def call_on(server, counts):
    """Calls until the server is gone; every answer that comes is whole."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    while True:
        try:
            connection.request("GET", "/call?cmd=logMessage&msg=%22a%22")
            response = connection.getresponse()
            response.read()
        except (OSError, http.client.HTTPException):
            return
        with LOCK:
            counts["answered" if response.status == 204 else "refused"] += 1


LOCK = threading.Lock()


def test_a_stop_at_any_time_is_a_stop(kymo, tmp_path):
    """Also right at the start, and while one session follows another."""
    for wait in (0, 0, 0.001, 0.01, 0.05):
        with Server(kymo, "--recordings", tmp_path) as server:
            askings = []
            if wait:
                askings = [Asking(server, "/recording", "POST", '{"action":"start"}') for _ in range(2)]
                time.sleep(wait)
            began = time.monotonic()
            report = server.stop()
            assert time.monotonic() - began < 4
            for asking in askings:
                asking.join(10)
                assert asking.result is None or asking.result.status in (200, 503)
        for path in report["recordings"]:
            kymo.run("check", path)
            kymo.run("replay", path, "--verify")


def test_a_server_that_is_killed_is_started_again_under_its_clients(kymo):
    with Server(kymo) as first:
        client = first.connect()
        client.sendall(f"GET /call?cmd=loc HTTP/1.1\r\n{HOST}\r\n".encode())
        with first.events() as events:
            pick(first)
            assert events.next()["id"] == "1"
            first.process.kill()
            first.process.wait()
            assert receive(client, 5) == b""
        port = first.port
    # The connections that were open do not keep the port.
    with Server(kymo, port=port) as second:
        assert second.port == port
        # The listener comes back with what it had heard last.
        with second.events(last=1) as events:
            pick(second)
            assert events.next()["event"] == "reply"
        assert second.call("logMessage&msg=%22a%22").status == 204
        second.stop()


def test_a_port_that_is_taken(kymo, server):
    done = kymo.run("serve", "--port", server.port, exit_code=1)
    assert len(done.stderr.splitlines()) == 1
    assert f"127.0.0.1:{server.port}" in done.stderr and "--port" in done.stderr
    assert server.get("/status").status == 200


def test_options_that_would_do_nothing_are_refused(kymo, tmp_path):
    for options in (
        ["--pcap-from", "server"], ["--compression", "none"], ["--tls-key", "a"], ["--port", 65536], ["--port", "x"],
        ["--record", tmp_path / "a", "--recordings", tmp_path], ["--record", "-", "--pcap", "-", "--pcap-from", "server"],
        ["--allow-origin", "example.org"], ["--allow-origin", "https://example.org/"], ["--max-connections", 0],
        ["--max-body", 0],
    ):
        kymo.run("serve", "--port", 0, *options, exit_code=64)
    kymo.run("serve", "--port", 0, "--record", tmp_path / "none" / "a.mcap", exit_code=1)


def test_it_ends_by_itself_after_a_duration(kymo):
    report = json.loads(kymo.run("serve", "--port", 0, "--duration", 0.3, "--format", "json").stdout)
    assert report["events"] == 0 and report["sessions"] == 1
    assert "responses  none" in kymo.run("serve", "--port", 0, "--duration", 0.3).stdout


# Load


@pytest.mark.skipif(shutil.which("wrk") is None, reason="needs wrk")
def test_two_seconds_of_load(kymo):
    with Server(kymo) as server:
        done = subprocess.run(
            ["wrk", "-t", "1", "-c", "50", "-d", "2s", f"http://127.0.0.1:{server.port}/call?cmd=logMessage&msg=%22a%22"],
            capture_output=True, text=True, timeout=30, check=True,
        )
        assert "Socket errors" not in done.stdout and "Non-2xx" not in done.stdout, done.stdout
        count = int([line.split()[0] for line in done.stdout.splitlines() if "requests in" in line][0])
        assert count > 100
        report = server.stop()
        # wrk does not count what it had asked last.
        assert count <= report["responses"]["204"] <= count + 50


# --- Answers from a capture ---


def test_a_capture_answers_as_it_was_answered(kymo, tmp_path):
    pcap, recording = tmp_path / "s.pcap", tmp_path / "s.mcap"
    with Server(kymo, "--pcap", pcap, "--pcap-from", "server", "--record", recording) as first:
        body = b'["call?cmd=logMessage&msg=%22a%22",{"cmd":"nope"}]'
        was = [
            (method, target, sent, first.ask(method, target, sent))
            for method, target, sent in [
                ("GET", "/call?cmd=logMessage&msg=%22a%22", None), ("GET", "/call?cmd=nope", None),
                ("POST", "/bridge/queue", body), ("GET", "/style.css", None), ("GET", "/call?cmd=nope", None),
            ]
        ]
        first.stop()
    with Server(kymo, "--from", pcap) as again:
        for method, target, sent, then in was:
            now = again.ask(method, target, sent)
            assert (now.status, now.body) == (then.status, then.body), target
            assert now.fields["Kymo-Event"] == then.fields["Kymo-Event"], target
        # One that came twice was answered in order, and is with the last answer from there on.
        assert again.ask("GET", "/call?cmd=nope").fields["Kymo-Event"] == was[-1][3].fields["Kymo-Event"]
        assert again.ask("GET", "/call?cmd=other").status == 404
        assert again.ask("POST", "/bridge/queue", b"[]").status == 404
        report = again.stop()
        assert report["events"] == 0
    kymo.run("serve", "--from", pcap, "--record", tmp_path / "x.mcap", exit_code=64)
    kymo.run("serve", "--from", tmp_path / "none.pcap", exit_code=1)
    kymo.run("serve", "--from", recording, "--port", 0, exit_code=1)
