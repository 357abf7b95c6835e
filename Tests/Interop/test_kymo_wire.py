"""What `kymo serve` takes for a request is what anybody else takes for one: attacks on framing, alone and behind nginx."""

import concurrent.futures
import json
import re
import socket
import time

import pytest
from served import Server, receive, statuses
from small_servers import NGINX, Nginx
from wire_attacks import HOST, attacks

INNER = f"GET /call?cmd=logMessage&msg=%22a%22 HTTP/1.1\r\n{HOST.decode()}\r\n".encode()
POST = b"POST /bridge/queue HTTP/1.1\r\n" + HOST


def executed(kymo, capture):
    """The targets of all requests that a server has executed, as it has written them down."""
    report = json.loads(kymo.run("inspect", capture, "--exchanges", "--format", "json").stdout)
    return sorted(one["request"]["target"] for one in report["list"] if one["reply"]["status"] in (200, 204))


def each(port, attacks, timeout):
    """Sends every attack on a connection of its own, and returns what is answered, in their order."""

    def send(numbered):
        number, attack = numbered
        with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
            try:
                client.sendall(attack.bytes(number))
                client.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            return receive(client, timeout)

    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        return list(pool.map(send, enumerate(attacks, 1)))


def test_there_are_two_hundred_attacks():
    assert len(attacks()) >= 200


@pytest.mark.quick
def test_attacks_on_framing_are_answered_once_and_end_the_connection(kymo, tmp_path):
    """What is behind the first request is not executed, unless the first is beyond doubt."""
    made = attacks()
    with Server(kymo, "--pcap", tmp_path / "s.pcap", "--pcap-from", "server") as server:
        before = total(server)
        answers = each(server.port, made, 10)
        counted = total(server) - before
        server.stop()
    wrong = []
    for attack, answer in zip(made, answers):
        seen = statuses(answer)
        if attack.good:
            if seen != [200, 204][: attack.good]:
                wrong.append((attack.name, seen, answer))
        # One head, which says that it is the last, and the one line that says why.
        elif len(seen) != 1 or seen[0] < 400 or answer.count(b"Connection: close") != 1 or answer.count(b"\r\n\r\n") != 1:
            wrong.append((attack.name, seen, answer))
    assert not wrong, wrong
    assert executed(kymo, tmp_path / "s.pcap") == sorted(
        [target for attack in made for target in attack.targets] + ["/metrics", "/metrics"]
    )
    # Every answer is in the counts, those to what was no request included; the first look at them is one as well.
    assert counted == 1 + sum(len(statuses(answer)) for answer in answers)


def total(server):
    return sum(one.value for one in server.metrics()["kymo_http_responses"].samples)


# What it has forwarded, each with what it was answered; connections to the server are used again and again.
PROXY = """
  log_format forwarded '$request_method $request_uri $upstream_status';
  access_log @FOLDER@/access.log forwarded;
  upstream kymo {
    server 127.0.0.1:@TARGET@;
    keepalive 16;
  }
  server {
    listen 127.0.0.1:@PORT@;
    location / {
      proxy_pass http://kymo;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host localhost;
      proxy_ignore_client_abort on;
      @BUFFERING@
    }
  }
"""


def forwarded_by(proxy):
    """The targets that a proxy that has stopped has forwarded, each with what it was answered."""
    found = []
    for line in proxy.seen():
        if request := re.fullmatch(r"\S+ (\S+) (.*)", line):
            answers = [int(one) for one in re.findall(r"\d+", request[2])]
            if answers:
                found.append((request[1], answers[-1]))
    return found


# A body is forwarded once it is there, or as it comes, in chunks.
@pytest.mark.parametrize("buffering", ["", "proxy_request_buffering off;"], ids=["buffered", "as it comes"])
@pytest.mark.skipif(NGINX is None, reason="needs nginx")
def test_behind_nginx_what_is_executed_is_what_it_has_forwarded(kymo, tmp_path, buffering):
    made = attacks()
    with Server(kymo, "--pcap", tmp_path / "s.pcap", "--pcap-from", "server") as server:
        proxy = Nginx(tmp_path, PROXY.replace("@TARGET@", str(server.port)).replace("@BUFFERING@", buffering))
        try:
            each(proxy.port, made, 10)
        finally:
            proxy.stop()
        forwarded = forwarded_by(proxy)
        server.stop()
    # What it forwards and the server refuses is not executed.
    taken = [target for target, status in forwarded if status in (200, 204)]
    assert {status for _, status in forwarded} <= {200, 204, 400, 404, 405, 413, 502, 505}
    print(f"{len(made)} attacks, {len(forwarded)} requests forwarded, {len(taken)} executed")
    assert len(taken) >= 2 * sum(attack.good == 2 for attack in made) - 2
    assert executed(kymo, tmp_path / "s.pcap") == sorted(path_of(target) for target in taken)


def path_of(target):
    """A target without the scheme and the host that it may have."""
    return re.sub(r"^https?://[^/?]*", "", target)


@pytest.fixture(scope="module")
def server(kymo):
    with Server(kymo, "--request-timeout", 2) as server:
        yield server


def test_an_expectation_with_a_length_of_zero_and_a_request_behind_it(server):
    """Nothing is to be said to go on for, and the second is answered as well."""
    first = b"GET /call?cmd=logMessage&msg=%22a%22 HTTP/1.1\r\n" + HOST + b"Content-Length: 0\r\nExpect: 100-continue\r\n\r\n"
    assert statuses(server.send(first + INNER, timeout=5, hang_up=True)) == [204, 204]
    # A body that has come meanwhile needs no word, either.
    second = POST + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n[]"
    assert statuses(server.send(second + INNER, timeout=5, hang_up=True)) == [200, 204]
    with server.connect() as client:
        client.sendall(POST + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        assert client.recv(4096) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(b"[]" + INNER)
        client.shutdown(socket.SHUT_WR)
        assert statuses(receive(client, 5)) == [200, 204]


def test_a_refusal_arrives_whatever_is_still_being_sent(server):
    """The answer is read though megabytes follow the fault: no reset takes it away."""
    for _ in range(20):
        with server.connect() as client:
            client.sendall(POST + b"Content-Length: two\r\n\r\n" + b" " * 4_000_000)
            assert statuses(receive(client, 10)) == [400]


def test_clients_of_http_1_0(server):
    old = INNER.replace(b"1.1", b"1.0")
    answer = server.send(old + old, timeout=5)
    assert statuses(answer) == [204] and b"Connection: close\r\n" in answer
    kept = old.replace(b"\r\n\r\n", b"\r\nConnection: keep-alive\r\n\r\n")
    answer = server.send(kept + old, timeout=5)
    assert statuses(answer) == [204, 204] and b"Connection: keep-alive\r\n" in answer
    with server.connect() as client:
        client.sendall(b"GET /bridge/events HTTP/1.0\r\n" + HOST + b"\r\n")
        head = receive(client, 0.5)
        assert statuses(head) == [200] and b"chunked" not in head and head.endswith(b"retry: 1000\n\n")


def test_a_whole_url_is_asked_for_by_its_own_host(server):
    def ask(target, host="localhost"):
        return statuses(server.send(f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()))

    assert ask("http://localhost/status") == [200]
    # RFC 9112 3.2.2: what the header says of the host does not count then.
    assert ask("http://localhost/status", "evil.test") == [200]
    assert ask("http://evil.test/status") == [421]
    # RFC 9110 7.4: nor is it this server that another scheme or port asks for.
    assert ask(f"http://127.0.0.1:{server.port}/status") == ask(f"HTTP://localhost:{server.port}/status") == [200]
    for target in (f"https://127.0.0.1:{server.port}/status", "https://localhost/status", "http://127.0.0.1:1/status"):
        assert ask(target) == [421]
    assert ask("http://me@localhost/status") == [400] and ask("ftp://localhost/status") == [400]


def test_what_could_be_overlooked_is_refused(server):
    own, evil = f"Origin: http://localhost:{server.port}\r\n", "Origin: https://evil.test\r\n"
    for origins in (own + evil, evil + own, own + own):
        data = f"GET /status HTTP/1.1\r\nHost: localhost:{server.port}\r\n{origins}\r\n".encode()
        assert statuses(server.send(data)) == [400]
    for coding in ("gzip", "GZip", "identity, gzip", "identity\r\nContent-Encoding: br"):
        answer = server.send(POST + f"Content-Encoding: {coding}\r\nContent-Length: 2\r\n\r\n[]".encode())
        assert statuses(answer) == [415] and b"Accept-Encoding: identity\r\n" in answer
    assert server.post("/bridge/queue", "[]", {"Content-Encoding": "identity"}).status == 200
    # Without a body there is nothing that is encoded.
    assert server.get("/status", {"Content-Encoding": "gzip"}).status == 200


def test_places_of_clients_that_are_gone_are_for_others(kymo):
    with Server(kymo, "--max-connections", 3) as server:
        stream = server.connect()
        stream.sendall(b"GET /bridge/events HTTP/1.1\r\n" + HOST + b"\r\n")
        assert statuses(stream.recv(4096)) == [200]
        waiting = b"GET /call?cmd=loc HTTP/1.1\r\n" + HOST + b"\r\n"
        for _ in range(2):
            with server.connect() as client:
                client.sendall(waiting)
                time.sleep(0.2)
        for _ in range(3):
            assert server.call("logMessage&msg=%22a%22").status == 204
        # Who reads on has its place as long as nobody needs it, and loses it to nobody who came too late.
        for client in (half := server.connect()), (full := server.connect()):
            # Each has its place once it was answered.
            client.sendall(INNER + b"\r\n")
            assert statuses(client.recv(4096)) == [204]
            client.sendall(waiting)
        half.shutdown(socket.SHUT_WR)
        time.sleep(0.2)
        half.settimeout(0.2)
        with pytest.raises(TimeoutError):
            half.recv(1)
        assert server.get("/status").status == 200
        assert half.recv(1) == b""
        with server.connect() as other:
            other.sendall(waiting)
            time.sleep(0.2)
            assert server.get("/status").status == 503
        for client in (half, full, stream):
            client.close()


def test_what_is_refused_is_counted_as_the_responses_say(kymo):
    with Server(kymo, "--max-connections", 2) as server:
        assert server.get("/status", {"Host": "evil.test"}).status == 421
        assert server.post("/call?cmd=a", "").status == 405
        with server.connect(), server.connect():
            time.sleep(0.2)
            for _ in range(2):
                assert statuses(server.send(INNER)) == [503]
        report = server.stop()
    assert report["responses"] == {"405": 1, "421": 1, "503": 2}
    assert report["refused"] == 4 and report["overflows"] == 2 and report["slow"] == 0


def test_a_head_of_a_byte_at_a_time(server):
    with server.connect() as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in POST + b"Transfer-Encoding: chunked\r\n\r\n2;a=b\r\n[]\r\n0\r\nX: y\r\n\r\n" + INNER:
            client.sendall(bytes([byte]))
        client.shutdown(socket.SHUT_WR)
        assert statuses(receive(client, 5)) == [200, 204]


def test_refusals_are_in_the_counts(kymo):
    """Also those of what is no request: a head that is too long, a time that is up, a fault in a chunk."""
    with Server(kymo, "--request-timeout", 1) as server:
        sent = {
            414: b"GET /" + b"a" * 20_000, 431: b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 20_000, 505: b"GET / HTTP/3.0\r\n",
            501: POST + b"Transfer-Encoding: gzip\r\n\r\n", 417: POST + b"Expect: tea\r\n\r\n", 413: POST + b"Content-Length: 9999999\r\n\r\n",
            400: POST + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n", 408: POST,
        }
        for status, data in sent.items():
            assert statuses(server.send(data, timeout=10)) == [status]
        families = server.metrics()
        counts = {int(one.labels["status"]): one.value for one in families["kymo_http_responses"].samples}
        assert counts == {status: 1 for status in sent}
        assert families["kymo_http_refused"].samples[0].value == 7 and families["kymo_http_slow"].samples[0].value == 1
