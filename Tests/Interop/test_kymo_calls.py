"""Logs of calls that a page has kept, and recordings of what kymo call did."""

import json
import pathlib
import re
import shutil
import subprocess

import pytest
from conftest import ROOT
from mcap.reader import make_reader

TIMES = 1_700_000_000_000


def requests(path):
    with open(path, "rb") as file:
        return [
            message.data for _, _, message in make_reader(file).iter_messages(topics=["/bridge/request"])
        ]


def write(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.quick
def test_a_log_becomes_a_recording(kymo, tmp_path):
    lines = [
        {"time": TIMES, "url": "https://app.local/call?cmd=logMessage&msg=%22h%C3%A4%22"},
        {"time": TIMES + 1.5, "cmd": "playSound", "msg": -1},
        {"time": "2023-11-14T22:13:21Z", "message": {"handlerName": "showDate", "data": "Date"}},
        {"time": TIMES + 2000, "cmd": "nobodyKnows"},
    ]
    log, target = write(tmp_path / "calls.jsonl", lines), tmp_path / "a.mcap"
    report = kymo.json("import", log, "-o", target)
    assert report["schema"] == "kymograph.call-log-import/1" and report["events"] == 4 == report["lines"]
    assert report["clock"] == {
        "unit": "ms", "unix": True, "reason": "ms since 1970: by no other unit are they of this century"
    }  # fmt: skip
    assert report["repairs"] == report["leftOut"] == report["unused"] == []
    kymo.run("replay", target, "--verify")
    kymo.run("check", target)
    commands = {one["name"]: one for one in kymo.json("inspect", target)["commands"]}
    assert commands["logMessage"]["completed"] == commands["playSound"]["completed"] == 1
    assert commands["showDate"]["completed"] == 1
    texts = [json.loads(one) for one in requests(target)]
    shown = json.dumps(texts)
    for part in ("logMessage", "h%C3%A4", "playSound", "showDate", "nobodyKnows", "poll", "url"):
        assert part in shown
    # The name does not matter if the file begins like one.
    other = shutil.copy(log, tmp_path / "export.txt")
    again = kymo.json("import", other, "-o", tmp_path / "b.mcap")
    assert again["digest"] == report["digest"]


def test_what_is_repaired_or_left_out_is_said_and_strictly_refused(kymo, tmp_path):
    good = {"time": TIMES, "cmd": "loc"}
    for lines, part in [
        ([good, {"time": TIMES - 1, "cmd": "loc"}], "unsorted-rows"),
        ([good, {"time": TIMES, "url": "index.html"}], "addresses to load"),
        ([good, {"time": TIMES, "message": {"responseId": "1"}}], "responses"),
        ([good, {"time": TIMES, "message": {"data": 1}}], "default handler"),
    ]:
        log, target = write(tmp_path / "calls.jsonl", lines), tmp_path / "a.mcap"
        assert part in kymo.run("import", log, "-o", target).stdout
        target.unlink()
        done = kymo.run("import", log, "-o", target, "--strict", exit_code=1)
        assert "refused" in done.stderr and not target.exists()
    callback = {"time": TIMES, "message": {"handlerName": "loc", "callbackId": "cb_1"}}
    log = write(tmp_path / "calls.jsonl", [callback])
    assert "callbackIds" in kymo.run("import", log, "-o", target, "--strict").stdout


def test_a_bad_line_leaves_nothing_if_it_is_to_be_strict(kymo, tmp_path):
    log, target = tmp_path / "calls.jsonl", tmp_path / "a.mcap"
    log.write_text('{"time":1700000000000,"cmd":"loc"}\n{"time":17000')
    done = kymo.run("import", log, "--strict", "-o", target, exit_code=1)
    assert done.stderr.startswith(f"kymo import: {log}:2: ") and len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == [log]
    log.write_text("")
    assert "it has no calls" in kymo.run("import", log, "-o", target, exit_code=1).stderr
    kymo.run("import", log, log, "-o", target, exit_code=64)
    kymo.run("import", log, "-o", log, exit_code=64)
    kymo.run("import", log, "-o", target, "--command", "path", exit_code=64)
    kymo.run("import", log, "-o", target, "--time-unit", "datetime", exit_code=64)


def test_times_of_no_clock_need_a_unit(kymo, tmp_path):
    log, target = write(tmp_path / "a.jsonl", [{"time": 12.25, "cmd": "loc"}]), tmp_path / "a.mcap"
    assert "--time-unit" in kymo.run("import", log, "-o", target, exit_code=1).stderr
    report = kymo.json("import", log, "-o", target, "--time-unit", "ms")
    assert report["clock"]["unix"] is False
    with open(target, "rb") as file:
        times = [
            message.log_time
            for _, _, message in make_reader(file).iter_messages(topics=["/bridge/request"])
        ]
    assert times == [12_250_000]


def test_the_script_of_the_documentation(kymo, tmp_path):
    """The page's own script, as the guide has it, run by node where there is one."""
    node = shutil.which("node") or shutil.which("nodejs")
    script = re.search(r"```js\n(.*?)```", (ROOT / "Documentation" / "guide" / "record-on-a-phone.md").read_text(), re.S).group(1)
    assert "Date.now()" in script
    if node is None:
        pytest.skip("needs node")
    page = tmp_path / "page.js"
    page.write_text(
        "const loaded = [];\nglobalThis.makeCall = (cmd, msg) => loaded.push(cmd);\n"
        + script
        + "\nmakeCall('loc');\nmakeCall('rec', ['a.caf', 'start']);\n"
        + "makeCall('logMessage', 'h\\u00e4 \"x\"');\n"
        + "if (loaded.length !== 3) throw new Error('not called');\nprocess.stdout.write(callLog());\n"
    )
    done = subprocess.run([node, str(page)], capture_output=True, text=True, check=True)
    log, target = tmp_path / "calls.jsonl", tmp_path / "a.mcap"
    log.write_text(done.stdout)
    report = kymo.json("import", log, "-o", target, "--strict")
    assert report["events"] == 3 and report["unused"] == []


# kymo call --record

CALLS = [
    "call?cmd=loc",
    "call?cmd=showDate&msg=Date",
    "call?cmd=nonsense",
    "call?cmd=logMessage&msg=%zz",
    'call?cmd=rec&msg=["a.caf","start"]',
    'call?cmd=rec&msg=["a.caf","stop"]',
    'call?cmd=play&msg=["a.caf","start"]',
]


@pytest.mark.quick
@pytest.mark.parametrize("options", [(), ("--seed", 7, "--every", "2.5"), ("--mode", "legacy"), ("--motion", "still")])
def test_what_was_called_is_a_recording(kymo, tmp_path, options):
    target = tmp_path / "a.mcap"
    command = ["call", *CALLS, *options, "--record", target, "--format", "json"]
    report = json.loads(kymo.run(*command, exit_code=1).stdout)
    assert report["recording"] == str(target)
    kymo.run("replay", target, "--verify")
    kymo.run("check", target)
    inspected = kymo.json("inspect", target)
    assert sum(one["count"] for one in inspected["channels"] if one["topic"] == "/trace") == len(
        report["steps"]
    )
    assert len(requests(target)) == len(CALLS)
    # The same calls are the same recording, bit for bit.
    first = target.read_bytes()
    kymo.run(*command, exit_code=1)
    assert target.read_bytes() == first


def test_a_recording_says_what_was_chosen_about_the_device(kymo, tmp_path):
    target = tmp_path / "a.mcap"
    counted = kymo.json("call", "call?cmd=playSound&msg=-1", "--phone", "ipod-touch", "--record", target)["device"]
    assert counted == {"sounds.vibrationsIgnored": 1}
    assert kymo.json("replay", target, "--verify")["verification"] == "identical"
    # What is chosen by default needs no saying.
    kymo.run("call", "call?cmd=loc", "--phone", "iphone", "--record", target)
    first = target.read_bytes()
    kymo.run("call", "call?cmd=loc", "--record", target)
    assert target.read_bytes() == first


def test_recordings_that_cannot_be_written(kymo, tmp_path):
    target = tmp_path / "a.mcap"
    kymo.run("call", "call?cmd=loc", "--compression", "none", exit_code=64)
    done = kymo.run("call", "call?cmd=loc", "--record", "/dev/full", exit_code=1)
    assert "No space left on device" in done.stderr and "sendloc" in done.stdout
    kymo.run("call", "call?cmd=loc", "--record", target)
    assert pathlib.Path(target).exists()
