"""Logs of calls and captures are parts of a session wherever they lie: in a folder, in an archive, in a pipe."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

from conftest import on_terminal

pytestmark = pytest.mark.quick

START = 1_706_702_400_000


def call(offset):
    return json.dumps({"time": START + offset, "cmd": "logMessage", "msg": f"[{offset}]"}) + "\n"


@pytest.fixture
def session(kymo, tmp_path):
    """A folder with the rows of a sensor, a log, a capture and what is none of these."""
    folder = tmp_path / "Walk"
    folder.mkdir()
    (folder / "TotalAcceleration.csv").write_text(
        f"time,seconds_elapsed,z,y,x\n{START}000000,0,9.81,0,0\n{START + 5000}000000,5,9.81,0,0\n"
    )
    (folder / "calls.jsonl").write_text(call(1000) + call(2000))
    kymo.run("synth", "devicecatalog", "--duration", "10", "-o", tmp_path / "page.mcap")
    # tcpdump numbers the files of a capture that goes on behind their names.
    kymo.run("export", tmp_path / "page.mcap", "--to", "pcap", "-o", folder / "bridge.pcap1")
    (folder / "pages.jsonl").write_text('{"time":1,"name":"x"}\n')
    return folder


def packed(folder, kind):
    path = folder.with_suffix(kind)
    if kind == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for each in sorted(folder.iterdir()):
                archive.write(each, each.name)
    else:
        with tarfile.open(path, "w:gz" if kind == ".tgz" else "w") as archive:
            for each in sorted(folder.iterdir()):
                archive.add(each, each.name)
    return path


def piped(kymo, content, *words):
    done = subprocess.run(
        [kymo.binary, "import", "-", *map(str, words)], input=content, capture_output=True, timeout=120, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_they_lie_in_a_folder_or_an_archive(kymo, tmp_path, session):
    apart = kymo.json(
        "import", session / "TotalAcceleration.csv", session / "bridge.pcap1", session / "calls.jsonl",
        "--align", "start", "-o", tmp_path / "apart.mcap",
    )
    assert [part["kind"] for part in apart["parts"]] == ["sensors", "capture", "calls"]
    for source in session, packed(session, ".zip"), packed(session, ".tar"), packed(session, ".tgz"):
        report = kymo.json("import", source, "--align", "start", "-o", tmp_path / "out.mcap")
        assert report["digest"] == apart["digest"]
        assert [(part["kind"], part["events"]) for part in report["parts"]] == [
            (part["kind"], part["events"]) for part in apart["parts"]
        ]
        assert report["parts"][2]["paths"] == [f"{source}/calls.jsonl"]
        notes = {note["file"]: note["explanation"] for note in report["notes"]}
        assert "of no known format" in notes[f"{source}/pages.jsonl"]
        assert kymo.json("replay", tmp_path / "out.mcap", "--verify")["verified"]


def test_a_folder_of_nothing_else(kymo, tmp_path, session):
    (session / "TotalAcceleration.csv").unlink()
    (session / "bridge.pcap1").unlink()
    # What was passed over is said, and is in the recording.
    report = kymo.json("import", session, "-o", tmp_path / "out.mcap")
    assert report["schema"] == "kymograph.import/1" and report["events"] == 2
    assert [each["use"] for each in report["files"]] == ["rows", "skipped"]
    (session / "pages.jsonl").unlink()
    report = kymo.json("import", session, "-o", tmp_path / "out.mcap")
    assert report["schema"] == "kymograph.call-log-import/1" and report["events"] == 2


def test_standard_input(kymo, tmp_path, session):
    for name in "bridge.pcap1", "calls.jsonl":
        alone = kymo.json("import", session / name, "-o", tmp_path / "alone.mcap")
        code, said, _ = piped(kymo, (session / name).read_bytes(), "-o", tmp_path / "out.mcap", "--format", "json")
        report = json.loads(said)
        assert code == 0 and report["schema"] == alone["schema"] and report["digest"] == alone["digest"]
        with open(session / name, "rb") as file:
            done = subprocess.run(
                [kymo.binary, "import", "-", "-o", tmp_path / "out.mcap"], stdin=file, capture_output=True, check=True
            )
        assert report["digest"] in done.stdout.decode()
    archive = packed(session, ".zip").read_bytes()
    code, said, _ = piped(kymo, archive, "--align", "start", "-o", tmp_path / "out.mcap", "--format", "json")
    assert code == 0 and [part["kind"] for part in json.loads(said)["parts"]] == ["sensors", "capture", "calls"]


def test_a_large_capture_is_kept_on_disk(kymo, tmp_path, session):
    """More than is read at first: the rest comes from a file without a name, in the folder for temporary files."""
    kymo.run("synth", "devicecatalog", "--duration", "300", "-o", tmp_path / "long.mcap")
    kymo.run("export", tmp_path / "long.mcap", "--to", "pcap", "-o", tmp_path / "long.pcap")
    content = (tmp_path / "long.pcap").read_bytes()
    # Of a capture that begins with many: those of another one.
    alone = kymo.json("import", tmp_path / "long.pcap", "-o", tmp_path / "alone.mcap")
    code, said, _ = piped(kymo, content, "-o", tmp_path / "out.mcap", "--format", "json")
    assert code == 0 and json.loads(said)["digest"] == alone["digest"]
    code, said, _ = piped(kymo, content[:-5], "-o", tmp_path / "cut.mcap")
    assert code == 3 and (tmp_path / "cut.mcap").exists()


def test_one_bad_line_is_a_repair(kymo, tmp_path):
    log = tmp_path / "calls.jsonl"
    log.write_text(call(0) + "broken\n" + call(1) + "[]\n" + '{"time":5,"cmd":"a"}\n' + call(2) * 20 + '{"time":17')
    report = kymo.json("import", log, "-o", tmp_path / "out.mcap")
    assert report["events"] == 22 and report["lines"] == 26
    assert [(each["rule"], each["line"], each["count"]) for each in report["repairs"]] == [
        ("malformed-row", 2, 3), ("cut-off-row", 26, 1),
    ]
    assert "it is not JSON" in report["repairs"][0]["explanation"]
    seen = kymo.json("inspect", tmp_path / "out.mcap")["imports"][0]
    assert [each["rule"] for each in seen["repairs"]] == ["malformed-row", "cut-off-row"]
    refused = kymo.attempt("import", log, "--strict", "-o", tmp_path / "no.mcap")
    assert refused.returncode == 1 and f"{log}:2: refused: it is not JSON" in refused.stderr
    assert not (tmp_path / "no.mcap").exists()
    log.write_text("broken\n[]\n")
    refused = kymo.attempt("import", log, "-o", tmp_path / "no.mcap")
    assert refused.returncode == 1 and f"{log}:1: it is not JSON" in refused.stderr


def test_a_wrong_name_hides_nothing(kymo, tmp_path, session):
    shutil.move(session / "bridge.pcap1", session / "bridge.txt")
    shutil.move(session / "calls.jsonl", session / "calls.csv")
    report = kymo.json("import", session, "--align", "start", "-o", tmp_path / "out.mcap")
    assert [part["kind"] for part in report["parts"]] == ["sensors", "capture", "calls"]


def test_what_is_good_is_kept(kymo, tmp_path, session):
    """Captures of which nothing can be read: left out, said, and the exit code is 3."""
    content = (session / "bridge.pcap1").read_bytes()
    (session / "bridge.pcap1").write_bytes(content[:10])
    (session / "second.pcap").write_bytes(content[:24] + bytes(range(256)) * 8)
    done = kymo.attempt("import", session, "-o", tmp_path / "out.mcap")
    assert done.returncode == 3 and "bridge.pcap1: truncated" in done.stderr and "second.pcap: " in done.stderr
    seen = kymo.json("inspect", tmp_path / "out.mcap")
    assert seen["events"] == 4
    files = {each["file"]: each["use"] for each in seen["imports"][0]["files"]}
    assert (files["bridge.pcap1"], files["second.pcap"], files["calls.jsonl"]) == ("skipped", "skipped", "rows")
    refused = kymo.attempt("import", session, "--strict", "-o", tmp_path / "no.mcap")
    assert refused.returncode == 1 and not (tmp_path / "no.mcap").exists()
    # One that was asked for is an error.
    refused = kymo.attempt("import", session, session / "bridge.pcap1", "-o", tmp_path / "no.mcap")
    assert refused.returncode == 1 and not (tmp_path / "no.mcap").exists()


def test_links_in_archives_lead_nowhere(kymo, tmp_path):
    secret, archive = tmp_path / "secret.jsonl", tmp_path / "links.tar"
    secret.write_text(call(0))
    with tarfile.open(archive, "w") as tar:
        for name in "calls.jsonl", "bridge.pcap":
            link = tarfile.TarInfo(name)
            link.type, link.linkname = tarfile.SYMTYPE, str(secret)
            tar.addfile(link)
    refused = kymo.attempt("import", archive, "-o", tmp_path / "no.mcap")
    assert refused.returncode == 1 and "calls.jsonl (a link)" in refused.stderr


def test_an_archive_that_unpacks_to_too_much(kymo, tmp_path):
    for name, head in ("bridge.pcap", b"\xd4\xc3\xb2\xa1"), ("calls.jsonl", call(0).encode()):
        archive = tmp_path / f"{name}.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed, packed.open(name, "w") as file:
            file.write(head)
            for _ in range(520):
                file.write(bytes(1 << 20))
        refused = kymo.attempt("import", archive, "-o", tmp_path / "no.mcap")
        assert refused.returncode == 1 and "unpacks to more than" in refused.stderr


def test_a_damaged_archive_is_refused(kymo, tmp_path, session):
    archive = packed(session, ".zip")
    content = bytearray(archive.read_bytes())
    for place in range(len(content) // 4, len(content) // 2):
        content[place] ^= 0x55
    archive.write_bytes(content)
    refused = kymo.attempt("import", archive, "--align", "start", "-o", tmp_path / "no.mcap")
    assert refused.returncode == 1 and str(archive) in refused.stderr and not (tmp_path / "no.mcap").exists()


def test_reading_is_shown_on_a_terminal(kymo, tmp_path):
    """What takes a second is shown: a pipe that gives its rows slowly."""
    source = tmp_path / "rows.py"
    source.write_text(
        "import sys, time\n"
        "print('time,seconds_elapsed,z,y,x', flush=True)\n"
        "for place in range(150000):\n"
        "    print(f'{1706702400000000000 + place * 10**7},{place / 100},9.81,0,0')\n"
        "    if place % 30000 == 0:\n"
        "        sys.stdout.flush()\n"
        "        time.sleep(0.5)\n"
    )
    pipe = tmp_path / "TotalAcceleration.csv"
    os.mkfifo(pipe)
    with subprocess.Popen(f"exec {sys.executable} {source} > {pipe}", shell=True):
        status, _, drawn = on_terminal([kymo.binary, "import", pipe, "-o", tmp_path / "out.mcap"])
    assert status == 0, drawn
    assert re.search(r"\rreading  [\d,]+ bytes", drawn), drawn
    # It is gone before anything else is drawn.
    assert "reading" not in drawn.split("\r\x1b[K")[-1], drawn


def test_what_is_twice_is_named(kymo, tmp_path, session):
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(session / "TotalAcceleration.csv", other)
    names = [folder / "TotalAcceleration.csv" for folder in (session, other)]
    refused = kymo.attempt("import", *names, "-o", tmp_path / "no.mcap")
    assert refused.returncode == 1 and "both have /accelerometer; leave out" in refused.stderr
    assert all(str(name)[-40:] in refused.stderr for name in names)
    tracks = [tmp_path / "a.gpx", tmp_path / "b.gpx"]
    for track in tracks:
        track.write_text('<gpx><wpt lat="47" lon="8"><time>2024-01-31T12:00:00Z</time></wpt></gpx>')
    refused = kymo.attempt("import", *tracks, "-o", tmp_path / "no.mcap")
    assert refused.returncode == 1 and "both are of GPX; leave out" in refused.stderr


@pytest.fixture
def tables(tmp_path):
    walk, ride = tmp_path / "walk.csv", tmp_path / "ride.csv"
    walk.write_text("t,ax,ay,az\n0,0,0,9.8\n1,0,0,9.8\n2,0,0,9.8\n")
    ride.write_text("clock,breadth,length\n0,47,8\n1,47.1,8\n")
    return walk, ride


def test_columns_are_those_of_one_table(kymo, tmp_path, tables):
    walk, ride = tables
    vector, place = "time=t:s,x=ax,y=ay,z=az", "time=clock:s,lat=breadth,lon=length"
    report = kymo.json(
        "import", *tables, "--columns", f"walk.csv:{vector}", "--columns", f"{ride}:{place}",
        "-o", tmp_path / "out.mcap",
    )
    assert [each["count"] for each in report["channels"]] == [3, 2]
    # A list for all of them is one for each of them.
    refused = kymo.attempt("import", *tables, "--columns", vector, "-o", tmp_path / "no.mcap")
    assert refused.returncode == 1 and f"{ride}:1: no column is named t" in refused.stderr
    refused = kymo.attempt("import", *tables, "--columns", f"none.csv:{vector}", "-o", tmp_path / "no.mcap")
    assert refused.returncode == 64 and "none.csv is none of the tables" in refused.stderr
    refused = kymo.attempt(
        "import", *tables, "--columns", vector, "--columns", place, "-o", tmp_path / "no.mcap"
    )
    assert refused.returncode == 64 and "twice" in refused.stderr


def test_the_column_of_times_is_that_of_one_table(kymo, tmp_path, session):
    (session / "Gyroscope.csv").write_text(f"time,z,y,x\n{START}000000,0,0,0\n{START + 5000}000000,1,0,0\n")
    for name in "bridge.pcap1", "calls.jsonl":
        (session / name).unlink()
    refused = kymo.attempt("import", session, "--time-column", "seconds_elapsed", "-o", tmp_path / "no.mcap")
    assert refused.returncode == 1
    assert f"{session}/Gyroscope.csv:1: no column is named seconds_elapsed" in refused.stderr
    report = kymo.json(
        "import", session, "--time-column", "TotalAcceleration.csv:time", "-o", tmp_path / "out.mcap"
    )
    assert report["events"] == 4


@pytest.mark.parametrize("words", [
    ["--time-unit", "ms"], ["--time-column", "t"], ["--columns", "time=t,x=x,y=y,z=z"], ["--units", "g"],
    ["--platform", "ios"],
])
def test_what_has_no_effect_on_a_format_is_refused(kymo, tmp_path, words):
    track = tmp_path / "a.gpx"
    track.write_text('<gpx><wpt lat="47" lon="8"><time>2024-01-31T12:00:00Z</time></wpt></gpx>')
    refused = kymo.attempt("import", track, *words, "-o", tmp_path / "no.mcap")
    assert refused.returncode == 64 and words[0] in refused.stderr and "a.gpx" in refused.stderr
    kymo.run("import", track, "-o", tmp_path / "out.mcap")
    kymo.run("export", tmp_path / "out.mcap", "--to", "mcap", "-o", tmp_path / "robot.mcap")
    refused = kymo.attempt("import", tmp_path / "robot.mcap", *words, "-o", tmp_path / "no.mcap")
    assert refused.returncode == 64 and words[0] in refused.stderr and "robot.mcap" in refused.stderr
