"""A session with a page: the field's own readers understand it, and a replay says the same again."""

import json
import os
import re
from collections import Counter
from urllib.parse import quote, unquote

import jsonschema
import pytest
from conftest import ROOT, Kymo
from mcap.reader import SeekingReader
from mcap_ros2.decoder import DecoderFactory

KEPT = ROOT / "Recordings" / "devicecatalog" / "session.mcap"
REQUEST, REPLY = BRIDGE = ("/bridge/request", "/bridge/reply")
# What encodeURIComponent of JavaScript leaves as it is, beside letters and digits.
UNESCAPED = "-_.!~*'()"
# What the page made in another way, to see what comes of it.
NO_CALLS = {"call?cmd=play&msg=%zz", "index.html?page=2"}
# What replies to which command.
ANSWERS = {"loc": "showLoc", "showDate": "showPickResults"}


class Session:
    """What the PyPI package mcap finds in a recording; every checksum is validated."""

    def __init__(self, path):
        self.messages = {topic: [] for topic in BRIDGE}
        self.channels, self.schemas = {}, {}
        with open(path, "rb") as file:
            reader = SeekingReader(file, validate_crcs=True)
            for schema, channel, message in reader.iter_messages(topics=BRIDGE):
                self.channels[channel.topic], self.schemas[channel.topic] = channel, schema
                self.messages[channel.topic].append(message)

    def texts(self, topic):
        return [json.loads(message.data)["text"] for message in self.messages[topic]]

    def bytes(self, topic):
        return [(message.log_time, message.data) for message in self.messages[topic]]


@pytest.fixture(scope="module")
def kept():
    return Session(KEPT)


def command(url):
    """The command of a call's URL, read as a web server would read it."""
    found = re.fullmatch(r"call\?cmd=([^&]*)(?:&msg=(.*))?", url, re.DOTALL)
    return unquote(found[1]) if found else None


def script(text):
    """What a reply does: (function, command, parameters)."""
    called = re.fullmatch(r"handleRequest\('(\w+)',(\{.*\})\)", text)
    if called:
        return "handleRequest", called[1], json.loads(called[2])
    called = re.fullmatch(r"handleJSONRequest\('(\w+)','(.*)'\)", text)
    literal = re.sub(r"\\(.)", r"\1", called[2])  # These have no escapes but \" and \\.
    return "handleJSONRequest", called[1], json.loads(literal)


# What is in the file


@pytest.mark.quick
@pytest.mark.parametrize("topic", BRIDGE)
def test_every_message_is_valid_under_the_stored_schema(kept, topic):
    schema, channel = kept.schemas[topic], kept.channels[topic]
    assert (schema.encoding, channel.message_encoding) == ("jsonschema", "json")
    definition = json.loads(schema.data)
    assert schema.name == definition["title"]
    jsonschema.Draft202012Validator.check_schema(definition)
    validator = jsonschema.Draft202012Validator(definition)
    assert len(kept.messages[topic]) >= 400
    for message in kept.messages[topic]:
        validator.validate(json.loads(message.data))
    for wrong in ({}, [], {"sequence": -1, "text": ""}, {"sequence": 1, "text": 1}):
        assert not validator.is_valid(wrong)


def test_requests_are_the_exact_urls(kept):
    for index, message in enumerate(kept.messages[REQUEST]):
        request = json.loads(message.data)
        assert request["sequence"] == message.sequence == index
        assert request["transport"] == "url"
        url = request["text"]
        if url in NO_CALLS:
            continue
        name, has_message, rest = url.removeprefix("call?cmd=").partition("&msg=")
        again = "call?cmd=" + quote(unquote(name, errors="strict"), safe=UNESCAPED)
        again += has_message + quote(unquote(rest, errors="strict"), safe=UNESCAPED)
        assert again == url
    assert NO_CALLS < set(kept.texts(REQUEST))
    assert any(not unquote(url).isascii() for url in kept.texts(REQUEST))


def test_every_command_is_called(kymo, kept):
    called = Counter(command(url) for url in kept.texts(REQUEST))
    assert called.pop(None) == called.pop("lco") == 2  # An address to load, and a misspelling.
    rows = {row["name"]: row["count"] for row in kymo.json("inspect", KEPT)["commands"]}
    # The phone answers for itself when the user has picked a date.
    picked = sum(script(text)[1] == "showPickResults" for text in kept.texts(REPLY))
    for name in ("logMessage", "playSound", "play", "rec", "loc", "showDate", "switchAccelerometer"):
        assert called.pop(name) == rows[name] > 10
    assert called.pop("sendPickResults", 0) + picked >= rows["sendPickResults"] >= picked > 10
    assert not called
    assert rows["accel"] == 6000 and rows["sendloc"] == 60 and rows["unknown command"] == 4


def test_replies_name_the_request_that_caused_them(kept):
    requests = [json.loads(message.data) for message in kept.messages[REQUEST]]
    answered = Counter()
    for message in kept.messages[REPLY]:
        reply = json.loads(message.data)
        function, name, _ = script(reply["text"])
        if name == "accel":
            assert function == "handleRequest" and reply["sequence"] is None
            continue
        assert function == "handleJSONRequest"
        cause = reply["sequence"]
        assert ANSWERS[command(requests[cause]["text"])] == name
        assert kept.messages[REQUEST][cause].log_time < message.log_time
        answered[cause] += 1
    assert set(answered.values()) == {1}, "one reply for a request"
    names = Counter(command(requests[cause]["text"]) for cause in answered)
    assert set(names) == set(ANSWERS) and min(names.values()) > 10


def test_locations_are_those_of_the_sensor_at_that_moment(kept):
    with open(KEPT, "rb") as file:
        reader = SeekingReader(file, decoder_factories=[DecoderFactory()])
        fixes = {
            message.log_time: [fix.latitude, fix.longitude, fix.altitude]
            for _, _, message, fix in reader.iter_decoded_messages(topics=["/location"])
        }
    told = [
        (message.log_time, script(text)[2])
        for message, text in zip(kept.messages[REPLY], kept.texts(REPLY))
        if "'showLoc'" in text
    ]
    assert len(told) > 10
    for time, numbers in told:
        assert numbers == fixes[time]


def test_replies_have_the_shortest_numbers_and_the_zone_of_the_session(kept):
    for text in kept.texts(REPLY):
        _, name, value = script(text)
        if name == "showPickResults":
            assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:00 \+0000", *value)
            continue
        numbers = list(value.values()) if name == "accel" else value
        shortest = [re.sub(r"e-0(\d)", r"e-\1", repr(number)) for number in numbers]
        assert len(numbers) == 3
        if name == "accel":
            assert list(value) == ["x", "y", "z"]
        for number in shortest:
            assert re.search(rf"(?<![\d.-]){re.escape(number)}(?![\d.e])", text)


# Same in, same out

OPTIONS = {
    "plain": [],
    "rings": ["--rings", 4],
    "scheduled": ["--speed", 10, "--clock", "virtual"],
    "both": ["--rings", 3, "--speed", 10, "--clock", "virtual"],
}
MACHINES = [
    {"TZ": "UTC", "LC_ALL": "C", "LANG": "C"},
    {"TZ": "Asia/Kolkata", "LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR.UTF-8"},
    {"TZ": "America/St_Johns", "LC_ALL": "", "LANG": "ar_EG.UTF-8", "LC_TIME": "fa_IR"},
]


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine["LANG"])
def test_a_replay_gives_the_same_bytes_on_every_machine(kymo, kept, tmp_path, machine, options):
    home, copy = tmp_path / "home", tmp_path / "copy.mcap"
    home.mkdir()
    arguments = ["replay", KEPT, "--verify", "--record", copy, "--format", "json", *options]
    environment = {**os.environ, **machine, "HOME": str(home)}
    done = kymo.attempt(*arguments, env=environment, cwd=home)
    report, expected = json.loads(done.stdout), expectation()
    assert done.returncode == 0 and report["verified"]
    for key in ("events", "digest", "channels", "commands"):
        assert report[key] == expected[key]
    assert Session(copy).bytes(REPLY) == kept.bytes(REPLY)
    assert copy.read_bytes() == KEPT.read_bytes()
    assert not any(home.iterdir())


def expectation():
    return json.loads((KEPT.parent / "expected.json").read_text())


def test_a_debug_build_gives_the_same_bytes(tmp_path):
    debug = ROOT / ".build" / "debug" / "kymo"
    if not debug.is_file():
        pytest.skip("there is no debug build")
    made, copy = tmp_path / "made.mcap", tmp_path / "copy.mcap"
    Kymo(debug).run("synth", "devicecatalog", "--seed", 20261121, "-o", made)
    Kymo(debug).run("replay", KEPT, "--verify", "--record", copy)
    assert made.read_bytes() == copy.read_bytes() == KEPT.read_bytes()


def synth(kymo, path, *options):
    kymo.run("synth", "devicecatalog", *options, "-o", path)
    return path.read_bytes()


def test_a_seed_gives_its_own_session_again(kymo, tmp_path):
    assert synth(kymo, tmp_path / "kept.mcap", "--seed", 20261121) == KEPT.read_bytes()
    files = [
        synth(kymo, tmp_path / f"{number}.mcap", "--seed", seed)
        for number, seed in enumerate([1, 1, 2, 3])
    ]
    assert files[0] == files[1] and len(set(files)) == 3
    requests = {tuple(Session(tmp_path / f"{number}.mcap").texts(REQUEST)) for number in range(4)}
    assert len(requests) == 3


def test_a_legacy_session_replays_as_one(kymo, tmp_path):
    path, copy = tmp_path / "legacy.mcap", tmp_path / "copy.mcap"
    synth(kymo, path, "--mode", "legacy", "--seed", 5)
    kymo.run("replay", path, "--verify", "--record", copy)
    assert copy.read_bytes() == path.read_bytes()
    session = Session(path)
    assert "call?cmd=loc&msg=undefined" in session.texts(REQUEST)
    kinds = {script(text)[1] for text in session.texts(REPLY)}
    assert kinds == {"accel", "showLoc", "showPickResults"}
    number = r"-?\d+\.\d{6}"
    accel = rf"handleRequest\('accel',\{{\"x\":{number},\"y\":{number},\"z\":{number}\}}\)"
    assert all(re.fullmatch(accel, text) for text in session.texts(REPLY) if "'accel'" in text)


def test_a_replay_under_other_rules_names_the_first_difference(kymo):
    arguments = ["replay", KEPT, "--verify", "--mode", "legacy"]
    shown = kymo.run(*arguments, exit_code=4).stdout
    strict, legacy = [
        re.search(rf"^  {side} +#0 accel .*: completed, reply (.*?)(?:  \[digest.*)?$", shown, re.MULTILINE)
        for side in ("expected", "actual")
    ]
    assert "first difference at input 0, step 0" in shown
    assert strict[1] == Session(KEPT).texts(REPLY)[0]
    assert script(strict[1])[1:] != script(legacy[1])[1:]
    report = json.loads(kymo.run(*arguments, "--format", "json", exit_code=4).stdout)
    first = report["firstDivergence"]
    assert report["diverged"] and not report["verified"] and first["index"] == 0
    for side, text in (("expected", strict[1]), ("actual", legacy[1])):
        assert first[side]["command"] == "accel"
        assert first[side]["outcome"] == f"completed, reply {text}"


def test_a_recording_under_other_rules_is_verified_under_them(kymo, tmp_path):
    path = tmp_path / "legacy.mcap"
    kymo.run("replay", KEPT, "--mode", "legacy", "--record", path)
    assert kymo.json("replay", path, "--verify")["verified"] is True


# Nothing silent

WAYS = ["completed", "validationFailed", "exited", "failed", "unknownCommand", "malformed"]


@pytest.mark.quick
def test_inspect_counts_every_way_to_end(kymo):
    report = kymo.json("inspect", KEPT)
    for way in WAYS:
        assert sum(row[way] for row in report["commands"]) > 0, way
    for row in report["commands"]:
        assert row["count"] == sum(row[way] for way in WAYS)
    assert report["losses"] == [{"place": "page queue", "count": 32}]
    replies = {row["name"]: row for row in report["replies"]}
    assert set(replies) == {"loc", "showDate"}
    for row in replies.values():
        times = row["logicalNanoseconds"]
        assert row["count"] > 10 and 0 < times["p50"] <= times["max"] < 10e9
    assert report["device"] == kymo.json("replay", KEPT)["device"]
    assert report["device"]["location.coalesced"] > 0
    assert report["device"]["accelerometer.suppressed"] > 0
    assert report["deviceName"] == "synthetic phone"
    shown = kymo.run("inspect", KEPT).stdout
    for words in ("invalid", "unknown", "malformed", "32 at page queue"):
        assert words in shown


def test_bench_counts_every_way_to_end(kymo):
    arguments = ["bench", KEPT, "--rate", 20_000, "--duration", 1, "--format", "json"]
    done = kymo.attempt(*arguments)
    assert done.returncode in (0, 3)
    report = json.loads(done.stdout)
    for way in WAYS:
        assert sum(row["statuses"][way] for row in report["commands"]) > 0, way
    rows = {row["name"]: row for row in report["commands"]}
    wanted = {row["name"] for row in kymo.json("inspect", KEPT)["commands"]} - {"unknown"}
    assert wanted <= set(rows)
    for name in wanted:
        assert rows[name]["count"] == sum(rows[name]["statuses"].values()) > 0, name
        assert rows[name]["responseNanoseconds"]["max"] > 0
        assert (rows[name]["replies"] > 0) == (name in ANSWERS), name
    for name in ANSWERS:
        assert rows[name]["replyNanoseconds"]["max"] > 0
    assert report["losses"] == [{"place": "page queue", "count": 32}]
    assert report["device"]["log.lines"] > 0


def test_bench_shows_a_row_for_every_command(kymo):
    shown = kymo.attempt("bench", KEPT, "--rate", 20_000, "--duration", 1).stdout
    for row in kymo.json("inspect", KEPT)["commands"]:
        assert re.search(rf"^{row['name']}\b.* \d", shown, re.MULTILINE), row["name"]
    replies = shown.split("to the reply that names it")[1]
    assert re.search(r"^loc +\d", replies, re.MULTILINE)
    assert re.search(r"^showDate +\d", replies, re.MULTILINE)
    assert "32 at page queue" in shown
