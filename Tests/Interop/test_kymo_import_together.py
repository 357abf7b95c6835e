"""Sensors, logs of calls and captures become one session, on one time line."""

import json

import pytest
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory

from conftest import ROOT

pytestmark = pytest.mark.quick

START = 1_706_702_400_000_000_000


def sensors(path, rows=50, step=100_000_000, start=START):
    text = "time,seconds_elapsed,z,y,x\n"
    for index in range(rows):
        text += f"{start + index * step},{index * step / 1e9:.2f},9.81,{index % 7},0\n"
    path.write_text(text)
    return path


def fixes(path, times):
    text = '<gpx version="1.1"><trk><trkseg>'
    for index, seconds in enumerate(times):
        text += (
            f'<trkpt lat="47.{index:03}" lon="8.5"><time>2024-01-31T12:00:{seconds:02}Z</time></trkpt>'
        )
    path.write_text(text + "</trkseg></trk></gpx>")
    return path


def calls(path, seconds, start=START):
    path.write_text("".join(
        json.dumps({"time": start // 10**6 + int(each * 1000), "cmd": "logMessage", "msg": f"[\"{each}\"]"}) + "\n"
        for each in seconds
    ))
    return path


def inputs(path, *topics):
    with open(path, "rb") as file:
        reader = make_reader(file)
        return [
            (message.log_time, channel.topic, message.data)
            for _, channel, message in reader.iter_messages(topics=topics or ["/accelerometer", "/location", "/bridge/request"])
        ]


def test_it_is_what_merging_gives(kymo, tmp_path):
    walk = sensors(tmp_path / "TotalAcceleration.csv")
    track = fixes(tmp_path / "ride.gpx", [1, 2, 3])
    log = calls(tmp_path / "calls.jsonl", [0.05, 0.1, 2.5, 9])
    report = kymo.json("import", walk, track, log, "-o", tmp_path / "both.mcap")
    assert {each["topic"]: each["count"] for each in report["channels"]} == {
        "/accelerometer": 50, "/location": 3, "/bridge/request": 4,
    }
    assert [(part["kind"], part["events"], part["offset"]) for part in report["parts"]] == [
        ("sensors", 53, 0), ("calls", 4, 0),
    ]
    for name, source in ("a", walk), ("b", track), ("c", log):
        kymo.run("import", source, "-o", tmp_path / f"{name}.mcap")
    parts = [tmp_path / f"{name}.mcap" for name in "abc"]
    kymo.run("merge", *parts, "-o", tmp_path / "merged.mcap")
    kymo.run("replay", tmp_path / "merged.mcap", "--record", tmp_path / "replayed.mcap")
    assert inputs(tmp_path / "both.mcap") == inputs(tmp_path / "replayed.mcap")
    seen = [kymo.json("inspect", tmp_path / name) for name in ("both.mcap", "replayed.mcap")]
    assert seen[0]["digest"] == seen[1]["digest"] == report["digest"]
    # What the imports have said is in both.
    assert len(seen[0]["imports"][0]["files"]) == 3
    assert sum(len(each["files"]) for each in seen[1]["imports"]) == 3
    assert kymo.json("replay", tmp_path / "both.mcap", "--verify")["verified"]


def test_parts_are_moved(kymo, tmp_path):
    walk = sensors(tmp_path / "TotalAcceleration.csv")
    track = fixes(tmp_path / "ride.gpx", [7, 8])
    report = kymo.json("import", walk, track, "--align", "start", "-o", tmp_path / "start.mcap")
    assert [part["offset"] for part in report["parts"]] == [0, -7_000_000_000]
    assert [time for time, *_ in inputs(tmp_path / "start.mcap", "/location")] == [START, START + 10**9]
    with open(tmp_path / "start.mcap", "rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        found = [decoded for *_, decoded in reader.iter_decoded_messages(topics=["/location"])]
    # The time of the fix moves, too.
    stamps = [fix.fix_time for fix in found]
    assert stamps == [START, START + 10**9]
    report = kymo.json("import", walk, track, "--align", "-0.25", "-o", tmp_path / "moved.mcap")
    assert [time for time, *_ in inputs(tmp_path / "moved.mcap", "/location")][0] == START + 6_750_000_000
    text = kymo.run("import", walk, track, "--align", "-0.25", "-o", tmp_path / "moved.mcap").stdout
    assert f"part      {track}: 2 events, moved by -0.25 s" in text


def test_clocks_that_say_nothing_about_each_other(kymo, tmp_path):
    log = calls(tmp_path / "calls.jsonl", [1])
    refused = kymo.attempt("import", ROOT / "Examples" / "Walk", log, "-o", tmp_path / "out.mcap")
    assert refused.returncode == 1 and "--align start" in refused.stderr
    report = kymo.json("import", ROOT / "Examples" / "Walk", log, "--align", "start", "-o", tmp_path / "out.mcap")
    assert report["events"] == 3032
    refused = kymo.attempt("import", ROOT / "Examples" / "Walk", log, "--align", "clock", "-o", tmp_path / "no.mcap")
    assert refused.returncode == 1 and not (tmp_path / "no.mcap").exists()


def test_a_capture_beside_sensors(kymo, tmp_path):
    """A capture of a session's bridge; its accelerations are there, too, and are put together with the others."""
    kymo.run("synth", "devicecatalog", "--duration", "30", "-o", tmp_path / "page.mcap")
    kymo.run("export", tmp_path / "page.mcap", "--to", "pcap", "-o", tmp_path / "page.pcap")
    alone = kymo.json("import", tmp_path / "page.pcap", "-o", tmp_path / "alone.mcap")
    track = fixes(tmp_path / "ride.gpx", [1, 2])
    report = kymo.json(
        "import", track, tmp_path / "page.pcap", "--align", "start", "-o", tmp_path / "both.mcap"
    )
    assert [part["kind"] for part in report["parts"]] == ["sensors", "capture"]
    assert [part["events"] for part in report["parts"]] == [2, alone["events"]]
    assert report["events"] == alone["events"] + 2
    assert report["files"][-1]["rows"] == alone["exchanges"]
    moved = [each[1:] for each in inputs(tmp_path / "both.mcap", "/bridge/request")]
    assert moved == [each[1:] for each in inputs(tmp_path / "alone.mcap", "/bridge/request")]
    assert kymo.json("replay", tmp_path / "both.mcap", "--verify")["verified"]
    # One that ends within a packet: what came before counts, and the exit code says so.
    (tmp_path / "cut.pcap").write_bytes((tmp_path / "page.pcap").read_bytes()[:-5])
    cut = kymo.attempt("import", track, tmp_path / "cut.pcap", "--align", "start", "-o", tmp_path / "cut.mcap")
    assert cut.returncode == 3 and "cut.pcap" in cut.stderr and (tmp_path / "cut.mcap").exists()


@pytest.mark.parametrize("words, said", [
    (["--align", "start"], "there is one"),
    (["--gap-policy", "cap"], "--gap-policy wants"),
    (["--gap-policy", "cap=0"], "--gap-policy wants"),
    (["--gap-policy", "split=1s", "-o", "-"], "several files"),
    (["--command", "path"], "captures of packets"),
    (["-", "-"], "can be read once"),
])
def test_what_makes_no_sense_is_refused(kymo, tmp_path, words, said):
    walk = sensors(tmp_path / "TotalAcceleration.csv")
    output = [] if "-o" in words else ["-o", tmp_path / "out.mcap"]
    refused = kymo.attempt("import", walk, *words, *output)
    assert refused.returncode == 64 and said in refused.stderr


def test_offsets_have_to_be_as_many_as_parts(kymo, tmp_path):
    walk, log = sensors(tmp_path / "TotalAcceleration.csv"), calls(tmp_path / "calls.jsonl", [1])
    refused = kymo.attempt("import", walk, log, "--align", "1,2", "-o", tmp_path / "out.mcap")
    assert refused.returncode == 64 and "one offset for each" in refused.stderr


def test_the_unit_of_times_is_that_of_the_calls(kymo, tmp_path):
    log = tmp_path / "calls.jsonl"
    log.write_text("".join(f'{{"time":{each},"cmd":"logMessage","msg":"[1]"}}\n' for each in (100, 2000)))
    walk = ROOT / "Examples" / "Walk"
    report = kymo.json("import", walk, log, "--time-unit", "ms", "--align", "clock", "-o", tmp_path / "out.mcap")
    assert report["events"] == 3033
    assert [time for time, *_ in inputs(tmp_path / "out.mcap", "/bridge/request")] == [100_000_000, 2_000_000_000]
    assert max(time for time, *_ in inputs(tmp_path / "out.mcap", "/accelerometer")) > 29 * 10**9


def test_what_is_put_together_is_said(kymo, tmp_path):
    walk, again = tmp_path / "walk", tmp_path / "again"
    for folder in (walk, again):
        folder.mkdir()
        sensors(folder / "TotalAcceleration.csv")
    report = kymo.json("import", walk, again, "--align", "start", "-o", tmp_path / "out.mcap")
    assert report["channels"][0] == {"topic": "/accelerometer", "count": 100}
    assert f"{walk} has /accelerometer, too: the events of both are put together." in [
        note["explanation"] for note in report["notes"]
    ]
    calls(walk / "calls.jsonl", [1])
    report = kymo.json("import", walk, "-o", tmp_path / "out.mcap")
    assert [part["kind"] for part in report["parts"]] == ["sensors", "calls"]


def test_a_log_alone_has_gaps_too(kymo, tmp_path):
    log = calls(tmp_path / "calls.jsonl", [0, 1, 100])
    report = kymo.json("import", log, "--gap-policy", "cap=5s", "-o", tmp_path / "out.mcap")
    assert report["gaps"] == {"count": 1, "longest": 99_000_000_000, "removed": 94_000_000_000}


def with_gap(path):
    """Rows of 5 s, nothing for 55 s, rows of 1 s, nothing for 99 s, one row."""
    text = "time,seconds_elapsed,z,y,x\n"
    for tenths in [*range(51), *range(600, 611), 1600]:
        text += f"{START + tenths * 10**8},{tenths / 10},9.81,{tenths % 5},0\n"
    path.write_text(text)
    return path


def test_gaps_are_capped(kymo, tmp_path):
    walk = with_gap(tmp_path / "TotalAcceleration.csv")
    report = kymo.json("import", walk, "--gap-policy", "cap=10s", "-o", tmp_path / "out.mcap")
    assert report["gaps"] == {"count": 2, "longest": 99_000_000_000, "removed": 134_000_000_000}
    times = [(time - START) / 1e9 for time, *_ in inputs(tmp_path / "out.mcap", "/accelerometer")]
    assert times[50:52] == [5.0, 15.0] and times[-2:] == [16.0, 26.0]
    kept = kymo.json("import", walk, "--gap-policy", "keep", "-o", tmp_path / "kept.mcap")
    usual = kymo.json("import", walk, "-o", tmp_path / "usual.mcap")
    assert kept["digest"] == usual["digest"] and kept["gaps"]["count"] == 0
    assert (tmp_path / "kept.mcap").read_bytes() == (tmp_path / "usual.mcap").read_bytes()


def test_gaps_split(kymo, tmp_path):
    walk, log = with_gap(tmp_path / "TotalAcceleration.csv"), calls(tmp_path / "calls.jsonl", [0.5, 60.5])
    report = kymo.json("import", walk, log, "--gap-policy", "split=10s", "-o", tmp_path / "out.mcap")
    assert [each["events"] for each in report["recordings"]] == [52, 12, 1] and report["gaps"]["count"] == 2
    paths = [tmp_path / f"out-0000{number}.mcap" for number in (1, 2, 3)]
    assert [each["output"] for each in report["recordings"]] == list(map(str, paths))
    kymo.run("import", walk, log, "-o", tmp_path / "whole.mcap")
    assert sum((inputs(path, "/accelerometer") for path in paths), []) != []
    times = [time for path in paths for time, *_ in inputs(path)]
    assert times == [time for time, *_ in inputs(tmp_path / "whole.mcap")]
    for path in paths:
        assert kymo.json("replay", path, "--verify")["verified"]
    seen = [kymo.json("inspect", path)["series"] for path in paths]
    assert [each["number"] for each in seen] == [1, 2, 3] and not any(each["isPart"] for each in seen)
    assert [each["behind"]["state"] for each in seen] == ["there", "there", "missing"]
    assert kymo.json("inspect", tmp_path / "whole.mcap")["series"] is None
    text = kymo.run("import", walk, "--gap-policy", "split=10s", "-o", tmp_path / "text.mcap").stdout
    assert "gaps      2, the longest 1.65 min: a new recording begins behind each" in text or "gaps      2" in text


def test_the_user_says_the_unit(kymo, tmp_path):
    """A phone in free fall, or on a table in a lift: the magnitude says nothing about the unit."""
    path = tmp_path / "TotalAcceleration.csv"
    rows = "".join(f"{START + index * 10**7},{index / 100},3.0,0,0\n" for index in range(100))
    path.write_text("time,seconds_elapsed,z,y,x\n" + rows)

    def z(*words):
        report = kymo.json("import", path, *words, "-o", tmp_path / "out.mcap")
        with open(tmp_path / "out.mcap", "rb") as file:
            reader = make_reader(file, decoder_factories=[DecoderFactory()])
            found = [decoded.z for *_, decoded in reader.iter_decoded_messages(topics=["/accelerometer"])]
        return round(found[0], 4), [repair["rule"] for repair in report["repairs"]]

    assert z() == (3.0, [])
    assert z("--units", "m/s2") == (3.0, [])
    # Only iOS writes g, on opposite axes; an export that iOS did not write is in m/s².
    assert z("--units", "g") == (pytest.approx(-29.42, abs=1e-3), ["axes-guessed"])
    assert z("--units", "g", "--platform", "android")[0] == pytest.approx(29.42, abs=1e-3)
    refused = kymo.attempt("import", calls(tmp_path / "c.jsonl", [1]), "--units", "g", "-o", tmp_path / "no.mcap")
    assert refused.returncode == 64
