"""Captures: Wireshark agrees about what kymo writes, and about what it finds in captures of others.

The foreign captures lie in ../shared/data/captures; where they are absent those tests are skipped. Where kymo and
tshark differ, FOREIGN says what is right and why.
"""

import base64
import gzip
import json
import re
import shutil
import struct
import subprocess
from collections import Counter

import pytest
from conftest import ROOT

SHARED = ROOT.parent / "shared" / "data" / "captures"
SESSION = ROOT / "Recordings" / "devicecatalog" / "session.mcap"
# Without these tshark reads streams in the order of the capture, and pairs nothing that comes later.
SETTINGS = [
    "tcp.reassemble_out_of_order:TRUE",
    "tcp.desegment_tcp_streams:TRUE",
    "http.desegment_body:TRUE",
    "http.dechunk_body:TRUE",
    "http.decompress_body:FALSE",
]
CHECKED = SETTINGS + ["tcp.check_checksum:TRUE", "ip.check_checksum:TRUE"]
WRONG = (
    '_ws.malformed || tcp.checksum.status == "Bad" || ip.checksum.status == "Bad"'
    " || tcp.analysis.lost_segment || tcp.analysis.ack_lost_segment || tcp.analysis.retransmission"
    " || tcp.analysis.out_of_order || tcp.analysis.window_full"
)

pytestmark = pytest.mark.skipif(shutil.which("tshark") is None, reason="needs tshark")


def tshark(path, shown, *fields, settings=SETTINGS, options=()):
    """The fields of the frames that a filter shows; those that a frame has several times are lists."""
    command = ["tshark", "-r", str(path), "-2", "-Y", shown, "-T", "fields"]
    command += ["-E", "separator=\t", "-E", "occurrence=a", "-E", "aggregator=\x1f", *options]
    for setting in settings:
        command += ["-o", setting]
    for field in fields:
        command += ["-e", field]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    return [[cell.split("\x1f") if cell else [] for cell in row] for row in rows]


def exchanges(kymo, path, exit_code=0):
    """All exchanges, in the order in which they were asked."""
    done = kymo.run("inspect", path, "--exchanges", "--format", "json", exit_code=exit_code)
    report = json.loads(done.stdout)
    found = report.get("list", [])
    found.sort(key=lambda one: (one["request"]["last"], one["connection"], one["number"]))
    return report, found


def body(message):
    return base64.b64decode(message["body"]["base64"])


@pytest.fixture(scope="module")
def written(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("capture") / "bridge.pcap"
    report = json.loads(
        kymo.run("export", SESSION, "--to", "pcap", "-o", path, "--format", "json").stdout
    )
    assert report["schema"] == "kymograph.export/1"
    return path, report


# What kymo writes


def test_wireshark_finds_nothing_wrong(written):
    path, report = written
    assert tshark(path, WRONG, "frame.number", settings=CHECKED) == []
    frames = tshark(path, "tcp", "tcp.checksum.status", "ip.checksum.status", settings=CHECKED)
    assert len(frames) == report["frames"]
    # Ports that other protocols have, too, would be read as those.
    assert all(cells == [["1"], ["1"]] for cells in frames)


def test_wireshark_reads_the_same_requests_and_replies(kymo, written):
    path, report = written
    _, found = exchanges(kymo, path)
    assert len(found) == report["exchanges"] >= 400
    requests = tshark(
        path, "http.request", "http.request.method", "http.request.uri", "frame.time_epoch"
    )
    told = [
        (one["request"]["method"], one["request"]["target"], one["request"]["last"]) for one in found
    ]
    seconds = [
        (row[0][0], row[1][0], int(row[2][0].split(".")[0]) * 10**9 + int(row[2][0].split(".")[1]))
        for row in requests
    ]
    assert sorted(told) == sorted(seconds)
    replies = tshark(
        path, "http.response", "http.response.code", "http.response_for.uri", "http.file_data"
    )
    answered = sorted(
        (str(one["reply"]["status"]), one["request"]["target"]) for one in found if one["reply"]
    )
    assert answered == sorted((row[0][0], row[1][0].removeprefix("http://127.0.0.1")) for row in replies)
    bodies = sorted(body(one["reply"]).decode() for one in found if body(one["reply"]))
    assert len(bodies) > 10
    # tshark escapes what is no plain text.
    shown = sorted(row[2][0].replace("\\\\", "\\") for row in replies if row[2])
    plain = [text for text in bodies if text.isascii()]
    assert set(plain) <= set(shown)


def test_other_formats_of_the_same_capture(kymo, written, tmp_path):
    path, _ = written
    _, found = exchanges(kymo, path)
    if shutil.which("editcap") is None:
        pytest.skip("needs editcap")
    for kind in ("pcapng", "nsecpcap", "pcap"):
        other = tmp_path / f"other.{kind}"
        subprocess.run(["editcap", "-F", kind, str(path), str(other)], check=True)
        report, again = exchanges(kymo, other)
        assert report["complete"] and report["noticed"] == {}
        unit = 1000 if kind == "pcap" else 1
        for one in found:
            for message in (one["request"], one["reply"]):
                for end in ("first", "last"):
                    message[end] = message[end] // unit * unit
        key = lambda one: (one["connection"], one["number"])
        assert sorted(again, key=key) == sorted(found, key=key)


def big_endian(data):
    """A capture as a machine of the other byte order would have written it."""
    header = struct.unpack("<IHHIIII", data[:24])
    out = [struct.pack(">IHHIIII", *header)]
    place = 24
    while place < len(data):
        record = struct.unpack("<IIII", data[place : place + 16])
        out += [struct.pack(">IIII", *record), data[place + 16 : place + 16 + record[2]]]
        place += 16 + record[2]
    return b"".join(out)


def test_the_other_byte_order(kymo, written, tmp_path):
    path, _ = written
    other = tmp_path / "big.pcap"
    other.write_bytes(big_endian(path.read_bytes()))
    assert exchanges(kymo, other)[1] == exchanges(kymo, path)[1]


# Back


@pytest.mark.quick
def test_export_and_import_keep_the_digest(kymo, written, tmp_path):
    path, report = written
    first, capture, second = (tmp_path / name for name in ("a.mcap", "a.pcap", "b.mcap"))
    imported = kymo.json("import", path, "-o", first)
    assert imported["order"] == "stamps" and imported["events"] == report["exchanges"]
    assert imported["notCommands"] == []
    kymo.run("export", first, "-o", capture)
    again = kymo.json("import", capture, "-o", second)
    assert again["digest"] == imported["digest"] == kymo.json("inspect", first)["digest"]
    kymo.run("replay", second, "--verify")
    # The same requests as in the recording, text for text and at their times.
    kymo.run("check", first)
    assert bridge_requests(first) == bridge_requests(second) == bridge_requests(SESSION)


def bridge_requests(path):
    from mcap.reader import SeekingReader

    with open(path, "rb") as file:
        reader = SeekingReader(file, validate_crcs=True)
        return [
            (message.log_time, message.data)
            for _, _, message in reader.iter_messages(topics=["/bridge/request"])
        ]


@pytest.mark.quick
def test_replay_compares_with_the_captured_replies(kymo, written, tmp_path):
    path, _ = written
    recording, capture = tmp_path / "a.mcap", tmp_path / "a.pcap"
    kymo.run("import", path, "-o", recording)
    kymo.run("export", recording, "-o", capture)
    report = kymo.json("replay", capture)
    assert report["diverged"] is False and report["different"] == 0 and report["equal"] >= 400
    assert report["digest"] == kymo.json("inspect", recording)["digest"]
    # One letter of one reply.
    data = capture.read_bytes()
    assert b"showPickResults" in data
    capture.write_bytes(data.replace(b"showPickResults", b"showPickResultz", 1))
    done = kymo.run("replay", capture, "--format", "json", exit_code=4)
    report = json.loads(done.stdout)
    assert report["different"] == 1 and report["fields"] == [{"path": "", "count": 1}]
    first = report["firstDivergence"]
    assert first["expected"].replace("Resultz", "Results") == first["actual"]


def test_without_stamps_the_order_is_that_of_the_capture(kymo, written, tmp_path):
    path, report = written
    other, target = tmp_path / "other.pcap", tmp_path / "other.mcap"
    other.write_bytes(path.read_bytes().replace(b"Kymo-Event", b"Some-Event"))
    imported = kymo.json("import", other, "-o", target)
    assert imported["order"] == "capture-time"
    # Others than calls are known by their stamps alone.
    left = sum(entry["count"] for entry in imported["notCommands"])
    assert imported["events"] + left == report["exchanges"] and left > 0
    assert "times and order are those of the capture" in kymo.run(
        "import", other, "-o", tmp_path / "again.mcap"
    ).stdout


def test_strictly_nothing_may_be_missing(kymo, tmp_path):
    pairs = [("GET /call?cmd=play HTTP/1.1\r\n\r\n", "HTTP/1.1 204 No\r\n\r\n")] * 3
    path, target = tmp_path / "hole.pcap", tmp_path / "hole.mcap"
    # Behind a request that is missing nobody can tell whether what follows is one, or the rest of its body.
    for lost, exchanges, in_doubt in (((), 3, 0), ((7,), 3, 0), ((6,), 2, 1)):
        path.write_bytes(http_capture(pairs, lost))
        imported = kymo.json("import", path, "-o", target)
        assert (imported["events"], imported["requestsInDoubt"]) == (exchanges - in_doubt, in_doubt)
        report = kymo.json("inspect", path)
        assert len(report["holes"]) == len(lost) and report["exchanges"] == exchanges
        target.unlink()
        done = kymo.attempt("import", path, "-o", target, "--strict", lines=1)
        assert done.returncode == (3 if lost else 0), done.stderr
        assert target.exists() != bool(lost)


def test_commands_of_others(kymo, tmp_path):
    path = tmp_path / "foreign.pcap"
    path.write_bytes(http_capture([
        ("GET /play?x=1 HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 204 No\r\n\r\n"),
        ("POST /api HTTP/1.1\r\nContent-Length: 24\r\n\r\n" + '{"handlerName":"logMes"} '.strip(),
         "HTTP/1.1 204 No\r\n\r\n"),
        ("GET /q?cmd=play&msg=%5B%22a%22%5D HTTP/1.1\r\n\r\n", "HTTP/1.1 204 No\r\n\r\n"),
    ]))
    target = tmp_path / "foreign.mcap"
    done = kymo.attempt("import", path, "-o", target)
    assert done.returncode == 1 and "--command" in done.stderr and not target.exists()
    for rule, text in (
        ("path", "call?cmd=play&msg=x%3D1"),
        ("query:cmd", "call?cmd=play&msg=%5B%22a%22%5D"),
        ("json:/handlerName", "call?cmd=logMes&msg=%7B%22handlerName%22%3A%22logMes%22%7D"),
    ):
        kymo.run("import", path, "-o", target, "--command", rule)
        texts = [json.loads(data)["text"] for _, data in bridge_requests(target)]
        assert text in texts, rule
    assert "--command takes" in kymo.run(
        "import", path, "-o", target, "--command", "nonsense", exit_code=64
    ).stderr


def http_capture(pairs, lost=()):
    """A capture of requests and replies behind raw IP, without checksums, and without the packets that are lost."""
    out = [struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 101)]
    sequence = [1000, 5000]
    clock = 0

    def packet(side, flags, data=b""):
        nonlocal clock
        ports = (40000, 80) if side == 0 else (80, 40000)
        answer = sequence[1 - side] if flags & 16 else 0
        tcp = struct.pack(">HHIIBBHHH", *ports, sequence[side], answer, 0x50, flags, 65535, 0, 0)
        ends = b"\x0a\0\0\1\x0a\0\0\2" if side == 0 else b"\x0a\0\0\2\x0a\0\0\1"
        ip = struct.pack(">BBHHHBBH", 0x45, 0, 40 + len(data), 0, 0, 64, 6, 0) + ends
        whole = ip + tcp + data
        clock += 1
        if clock not in lost:
            out.append(struct.pack("<IIII", 1, clock, len(whole), len(whole)) + whole)
        sequence[side] = (sequence[side] + len(data) + (1 if flags & 3 else 0)) & 0xFFFFFFFF

    packet(0, 2), packet(1, 18), packet(0, 16)
    for request, reply in pairs:
        packet(0, 24, request.encode())
        packet(1, 24, reply.encode())
    packet(0, 17), packet(1, 17), packet(0, 16)
    return b"".join(out)


# Bad files


def test_a_capture_that_is_cut_off(kymo, written, tmp_path):
    path, report = written
    cut = tmp_path / "cut.pcap"
    data = path.read_bytes()
    cut.write_bytes(data[: len(data) // 2])
    done = kymo.run("inspect", cut, "--format", "json", exit_code=3)
    told = json.loads(done.stdout)
    assert not told["complete"] and 0 < told["exchanges"] < report["exchanges"]
    assert done.stderr.count("\n") == 1 and "truncated" in done.stderr
    assert kymo.run("import", cut, "-o", tmp_path / "cut.mcap", exit_code=3).stderr.count("\n") == 1
    kymo.run("replay", tmp_path / "cut.mcap", "--verify")


@pytest.mark.parametrize("size", [4, 10, 23])
def test_a_capture_without_a_header(kymo, written, tmp_path, size):
    cut = tmp_path / "cut.pcap"
    cut.write_bytes(written[0].read_bytes()[:size])
    for command in (["inspect"], ["replay"], ["import", "-o", tmp_path / "x.mcap"]):
        done = kymo.attempt(*command, cut, lines=1)
        assert done.returncode == 1, done.stderr


def test_options_that_would_do_nothing_are_refused(kymo, written, tmp_path):
    path, _ = written
    for command in (
        ["inspect", path, "--no-plot"],
        ["inspect", SESSION, "--exchanges"],
        ["replay", path, "--verify"],
        ["replay", path, "--ignore", "reply.x"],
        ["import", path, "-o", tmp_path / "x.mcap", "--platform", "ios"],
        ["import", path, path, "-o", tmp_path / "x.mcap"],
    ):
        kymo.run(*command, exit_code=64)


# Captures of others


def unpacked(name, folder):
    path = SHARED / name
    if not name.endswith(".gz"):
        return path
    plain = folder / path.stem
    plain.write_bytes(gzip.decompress(path.read_bytes()))
    return plain


def captures():
    if not SHARED.is_dir():
        return []
    return sorted(str(path.relative_to(SHARED)) for path in SHARED.rglob("*.pcap*"))


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data/captures")
def test_there_are_foreign_captures():
    assert len(captures()) == 53


# Where kymo follows another than tshark: why, the methods, and the statuses (0 for a reply without one).
FOREIGN = {
    "zeek/http/1000-requests-one-dropped-response.pcap.gz": (
        "the head of the first reply is missing, and nothing says where its body ends: what follows may be in it",
        {"GET": 1000}, {},
    ),
    "zeek/http/261/variant-02-cl_uint64max.pcap": (
        "a length of 2^64-1 cannot be: what follows is not read, and no smuggled request is believed",
        {"POST": 1}, {},
    ),
    "zeek/http/content-range-gap-skip.pcap": (
        "tshark shows no reply with a hole; its header is there",
        {"GET": 1}, {206: 1},
    ),
    "zeek/http/content-range-gap.pcap": (
        "tshark shows no reply with a hole; the length is known, so that the body has one",
        {"GET": 1}, {206: 1},
    ),
    "zeek/http/entity_gap.pcap": (
        "tshark shows no reply with a hole; the length is known, so that the body has one",
        {"GET": 1}, {200: 1},
    ),
    "zeek/http/http-single-conn-22.pcap": (
        "tshark takes port 22 for SSH; Zeek has the exchange",
        {"GET": 1}, {200: 1},
    ),
    "zeek/http/http_09.pcap": (
        "tshark does not know HTTP/0.9; Zeek has the first two, and the third has no target",
        {"GET": 2, "POST": 1}, {0: 3},
    ),
    "zeek/http/methods.pcap": (
        "lines without a target, or without a space, are no requests; Zeek has these 25, too",
        {"OPTIONS": 2, "GET": 4, "CCM_POST": 2, "CONNECT": 3, "TRACE": 3, "DELETE": 3, "PUT": 3,
         "POST": 2, "HEAD": 3},
        {200: 5, 400: 7, 403: 1, 405: 7, 411: 5},
    ),
    "zeek/http/no-version.pcap": (
        "tshark does not know HTTP/0.9; Zeek has the exchange",
        {"GET": 1}, {0: 1},
    ),
    "zeek/http/zero-length-bodies-with-drops.pcap": (
        "tshark stops at the first hole in the requests; those behind it have no replies",
        {"GET": 7}, {200: 1, 302: 2},
    ),
    "zeek/tcp/payload-synack.pcap": (
        "who was connected to sends a request with its SYN: there is nobody to answer it",
        {}, {},
    ),
    "zeek/tcp/reassembly.pcap": (
        "a header of which parts are missing, and others differ; tshark shows none of it",
        {"SEARCH": 1}, {},
    ),
}


@pytest.mark.parametrize("name", captures() or [pytest.param("", marks=pytest.mark.skip)])
def test_foreign_captures(kymo, tmp_path, name):
    path = unpacked(name, tmp_path)
    report, found = exchanges(kymo, path)
    assert report["complete"]
    for finding in report["findings"]:
        # What is not whole, or in doubt, is never a whole exchange.
        one = [one for one in found if (one["connection"], one["number"]) == (finding["connection"], finding["exchange"])]
        if finding["name"] != "http-read-leniently":
            assert not any(it["request"]["complete"] and it["reply"] and it["reply"]["complete"] for it in one), finding
    told = [(one["request"]["method"], one["request"]["target"]) for one in found]
    statuses = Counter(one["reply"]["status"] for one in found if one["reply"])
    if name in FOREIGN:
        reason, methods, wanted = FOREIGN[name]
        assert (Counter(method for method, _ in told), statuses) == (methods, wanted), reason
        return
    requests = tshark(path, "http.request", "http.request.method", "http.request.uri")
    replies = tshark(path, "http.response", "http.response.code")
    assert sorted(told) == sorted(
        pair for row in requests for pair in zip(row[0], row[1], strict=True)
    )
    # Interim replies are none.
    codes = [int(code) for row in replies for code in row[0]]
    assert statuses == Counter(code for code in codes if code == 101 or code >= 200)
    # And each reply belongs to the same request.
    pairs = tshark(path, "http.response", "http.response.code", "http.response_for.uri")
    shown = Counter(
        (int(code), without_host(target))
        for codes, targets in pairs
        for code, target in zip(codes, targets, strict=False)
    )
    told = Counter(
        (one["reply"]["status"], without_host(one["request"]["target"])) for one in found if one["reply"]
    )
    assert shown - told == Counter({pair: n for pair, n in (shown - told).items() if pair[0] == 100})
    # Wireshark says of some replies not to which request they belong.
    assert sum((told - shown).values()) <= sum(len(codes) - len(targets) for codes, targets in pairs)


def without_host(target):
    """A target without the host that Wireshark puts before it; one may be nothing but a version."""
    return re.sub("^http://[^/]*?(?=/|HTTP/|$)", "", target)


# Zeek's log of each capture, where its own tests have one.
LOGS = {
    "100-continue": "http/100-continue.pcap",
    "http-pipelining": "http/pipelined-requests.pcap",
    "http-single-conn-22": "http/http-single-conn-22.pcap",
    "http-methods": "http/methods.pcap",
    "no-uri": "http/no-uri.pcap",
    "percent-end-of-line": "http/percent-end-of-line.pcap",
    "content-length-overflow": "http/content-length-overflow.pcap",
}


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data/captures")
@pytest.mark.parametrize("log", LOGS)
def test_lengths_and_statuses_are_those_of_zeek(kymo, log):
    """But for replies of HTTP/0.9, which Zeek takes replies to lines without a version for."""
    _, found = exchanges(kymo, SHARED / "zeek" / LOGS[log])
    lines = (SHARED / "zeek" / "expected" / f"{log}.http.log").read_text().splitlines()
    lines = [line.removeprefix("#fields\t") for line in lines]
    fields, *rows = [line.split("\t") for line in lines if not line.startswith("#")]
    rows = [dict(zip(fields, row, strict=True)) for row in rows]
    # Of that reply Zeek counts two bytes more than the server has sent.
    is_long = log == "http-single-conn-22"
    wanted = Counter(
        (row["method"], int(row["status_code"]), int(row["response_body_len"]) - 2 * is_long)
        for row in rows
        if row["method"] != "-" and row["version"] != "0.9"
    )
    told = Counter(
        (one["request"]["method"], one["reply"]["status"], len(decoded(one["reply"])))
        for one in found
    )
    assert wanted <= told


def decoded(reply):
    """The body as it was before its encoding."""
    names = {field["name"].lower(): field["value"] for field in reply["fields"]}
    return gzip.decompress(body(reply)) if names.get("content-encoding") == "gzip" else body(reply)
