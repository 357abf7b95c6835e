"""`kymo query`: what SQL finds is what the field's own reader finds."""

import csv
import io
import json
import math
import signal
import sqlite3
import struct

import pytest
from conftest import ROOT, wait_for
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory
from test_kymo_edit import foreign

PAGE = ROOT / "Recordings" / "devicecatalog" / "session.mcap"
WALK = ROOT / "Recordings" / "walk" / "session.mcap"


def query(kymo, path, sql):
    return kymo.json("query", path, sql)


def rows(kymo, path, sql):
    return [tuple(row) for row in query(kymo, path, sql)["rows"]]


def raw(path, topic):
    with open(path, "rb") as file:
        return [message for _, _, message in make_reader(file).iter_messages(topics=[topic])]


def decoded(path, topic):
    with open(path, "rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        return [(message.log_time, content) for _, _, message, content in reader.iter_decoded_messages(topics=[topic])]


def same(left, right):
    """Equal, where null stands for a number that is none."""
    return left is None and (right is None or isinstance(right, float) and math.isnan(right)) or left == right


@pytest.mark.quick
def test_inputs_are_those_of_the_fields_reader(kymo):
    expected = [(time, sample.x, sample.y, sample.z) for time, sample in decoded(PAGE, "/accelerometer")]
    assert rows(kymo, PAGE, "SELECT time_ns, x, y, z FROM accelerations") == expected
    found = rows(kymo, PAGE, "SELECT time_ns, latitude, longitude, altitude, horizontal_accuracy, vertical_accuracy,"
                             " speed, course, fix_time_ns FROM locations")
    names = ["latitude", "longitude", "altitude", "horizontal_accuracy", "vertical_accuracy", "speed", "course", "fix_time"]
    fixes = [(time, *[getattr(fix, name) for name in names]) for time, fix in decoded(PAGE, "/location")]
    assert len(found) == len(fixes)
    assert all(same(left, right) for pair in zip(found, fixes) for left, right in zip(*pair))
    requests = [(message.log_time, *[json.loads(message.data)[key] for key in ("sequence", "text", "transport")])
                for message in raw(PAGE, "/bridge/request")]
    assert rows(kymo, PAGE, "SELECT time_ns, number, text, transport FROM requests") == requests


@pytest.mark.quick
def test_steps_and_replies_are_those_of_the_trace(kymo):
    steps = [(time, step.index, step.sequence, step.source, step.handler, step.error_code)
             for time, step in decoded(PAGE, "/trace")]
    assert rows(kymo, PAGE, "SELECT time_ns, step, sequence, source, handler, error_code FROM steps") == steps
    replies = [(message.log_time, message.sequence, json.loads(message.data)["sequence"], json.loads(message.data)["text"])
               for message in raw(PAGE, "/bridge/reply")]
    assert rows(kymo, PAGE, "SELECT time_ns, step, number, text FROM replies") == replies
    inspected = json.loads(kymo.run("inspect", PAGE, "--format", "json").stdout)
    by_command = dict(rows(kymo, PAGE, "SELECT command, count(*) FROM steps GROUP BY 1"))
    assert by_command == {entry["name"]: entry["count"] for entry in inspected["commands"]}
    digests = rows(kymo, PAGE, "SELECT step, digest FROM steps WHERE digest IS NOT NULL")
    stored = [(found.count - 1, f"{found.digest:016x}") for _, found in decoded(PAGE, "/trace/digest")]
    assert digests == stored and stored[-1][1] == inspected["digest"]


@pytest.mark.quick
def test_sqlite_finds_the_same_in_a_database_of_the_same_rows(kymo):
    """The statement of each line is asked of kymo, and of Python's SQLite over what the field's reader found."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE accelerations (time_ns, second, x, y, z)")
    first = min(message.log_time for topic in ("/accelerometer", "/location") for message in raw(WALK, topic))
    database.executemany(
        "INSERT INTO accelerations VALUES (?, ?, ?, ?, ?)",
        [(time, (time - first) // 10**9, sample.x, sample.y, sample.z) for time, sample in decoded(WALK, "/accelerometer")],
    )
    for sql in [
        "SELECT second, count(*), max(x) FROM accelerations GROUP BY second ORDER BY second",
        "SELECT time_ns, x FROM accelerations ORDER BY x DESC LIMIT 10",
        "SELECT a.time_ns, count(*) FROM accelerations a JOIN accelerations b"
        " ON b.time_ns BETWEEN a.time_ns - 1000000000 AND a.time_ns WHERE a.second < 3 GROUP BY a.time_ns",
        "SELECT max(gap) FROM (SELECT time_ns - lag(time_ns) OVER (ORDER BY time_ns) AS gap FROM accelerations)",
        "SELECT count(*) FROM accelerations WHERE second IN (1, 5, 7, 7)",
    ]:
        assert rows(kymo, WALK, sql) == database.execute(sql).fetchall(), sql


@pytest.mark.quick
def test_files_of_others_have_a_table_for_each_channel(kymo, tmp_path):
    path = foreign(tmp_path / "other.mcap", ["/a", "/b/c", "/steps"], seed=3)
    for table, topic in [("a", "/a"), ("b_c", "/b/c"), ("steps_2", "/steps")]:
        expected = [(message.log_time, message.sequence, struct.unpack("<d", message.data[4:])[0]) for message in raw(path, topic)]
        found = rows(kymo, path, f"SELECT time_ns, sequence, x FROM {table}")
        assert len(found) == len(expected)
        assert all(same(left, right) for pair in zip(found, expected) for left, right in zip(*pair))
    whole = rows(kymo, path, "SELECT topic, sequence, data FROM messages WHERE sequence < 20 ORDER BY sequence")
    known = sorted((m.sequence, t, m.data) for t in ("/a", "/b/c", "/steps") for m in raw(path, t) if m.sequence < 20)
    assert [(number, topic, bytes.fromhex(data["hex"])) for topic, number, data in whole] == known
    assert rows(kymo, path, "SELECT value FROM metadata WHERE name = 'calibration' AND key = 'k'") == [("1.5",)]
    assert rows(kymo, path, "SELECT count(*) FROM events") == [(0,)]


@pytest.mark.quick
def test_formats_and_places(kymo, tmp_path):
    sql = "SELECT step, command, text, error FROM requests JOIN steps USING (step) LIMIT 40"
    sql = sql.replace("command,", "requests.command,")
    document = query(kymo, PAGE, sql)
    assert document["columns"] == ["step", "command", "text", "error"] and document["complete"]
    kymo.run("query", PAGE, sql, "--format", "csv", "-o", tmp_path / "out.csv")
    with open(tmp_path / "out.csv", newline="") as file:
        read = list(csv.reader(file))
    assert read[0] == document["columns"]
    assert read[1:] == [["" if value is None else str(value) for value in row] for row in document["rows"]]
    table = kymo.run("query", PAGE, sql).stdout.splitlines()
    assert len(table) == 41 and table[0].split() == document["columns"]
    piped = kymo.run("query", PAGE, "-", "--format", "csv", input=sql).stdout
    assert list(csv.reader(io.StringIO(piped))) == read
    listed = kymo.run("query", PAGE, "--tables", "--format", "csv").stdout
    for entry in csv.DictReader(io.StringIO(listed)):
        if entry["column"]:
            query(kymo, PAGE, f"SELECT \"{entry['column']}\" FROM \"{entry['table']}\" LIMIT 1")
    schema = kymo.json("query", PAGE, "--tables")
    assert {row[0] for row in schema["rows"]} >= {"events", "steps", "losses", "metadata", "channels"}


@pytest.mark.quick
def test_failures_are_one_line(kymo, tmp_path):
    for sql, words in [
        ("SELECT * FORM events", "line 1, column 10"),
        ("SELECT *\nFROM nowhere", "no such table: nowhere"),
        ("DELETE FROM events", "only reads"),
        ("ATTACH 'x.db' AS x", "attaches nothing"),
        ("VACUUM INTO 'x.db'", "only reads"),
        ("SELECT 1; SELECT 2", "a second statement begins there"),
    ]:
        done = kymo.run("query", WALK, sql, "-o", tmp_path / "out", exit_code=1)
        assert words in done.stderr and done.stderr.count("\n") == 1 and not done.stdout
    assert not list(tmp_path.iterdir())
    kymo.run("query", WALK, exit_code=64)
    kymo.run("query", WALK, "SELECT 1", "--tables", exit_code=64)
    kymo.run("query", tmp_path / "none.mcap", "SELECT 1", exit_code=1)
    # What is left of a file that was cut off can be asked, but for what a replay would need whole.
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(WALK.read_bytes()[:200_000])
    assert rows(kymo, cut, "SELECT count(*) FROM messages")[0][0] > 0
    assert "recover" in kymo.run("query", cut, "SELECT count(*) FROM events", exit_code=1).stderr


def test_damaged_files_are_refused_or_read(kymo, tmp_path):
    whole = WALK.read_bytes()
    for place in range(500, len(whole), len(whole) // 25):
        damaged = bytearray(whole)
        damaged[place] ^= 0x55
        path = tmp_path / "damaged.mcap"
        path.write_bytes(damaged)
        done = kymo.run("query", path, "SELECT count(*), sum(x) FROM accelerations JOIN steps USING (step)", exit_code=None)
        assert done.returncode in (0, 1) and done.stderr.count("\n") <= 2


@pytest.mark.parametrize("sql", [
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n",
    # Its last row never comes.
    "WITH RECURSIVE few(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM few LIMIT 50000),"
    " n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM few UNION ALL SELECT max(x) FROM n",
], ids=["rows", "none"])
def test_ctrl_c_ends_it(kymo, tmp_path, sql):
    target = tmp_path / "rows.csv"
    child = kymo.start("query", WALK, sql, "--format", "csv", "-o", target)
    wait_for(child, tmp_path / "rows.csv.part", 100_000)
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=60)
    assert child.returncode == 3 and "rows.csv.part" in said and said.count("\n") == 1
    assert (tmp_path / "rows.csv.part").read_text().startswith("x\n1\n2\n") and not target.exists()


@pytest.fixture(scope="module")
def benched(kymo, tmp_path_factory):
    """The slowest events of a run that repeats the recording, and what it reported."""
    path = tmp_path_factory.mktemp("bench") / "bench.json"
    kymo.run("bench", PAGE, "--rate", "20000", "--duration", "1", "--tail", "1000", "--export", f"json={path}", exit_code=None)
    return path, json.loads(path.read_text())


def test_latencies_are_joined_with_what_came_in(kymo, tmp_path, benched):
    path, report = benched
    inputs = rows(kymo, PAGE, "SELECT step, command, time_ns FROM events")
    count = report["workloadEvents"]
    assert count == len(inputs) and len(report["tail"]) == 1000
    wanted = sorted((event["event"] is None, (event["event"] or 0) % count, event["responseNanoseconds"], event["command"])
                    for event in report["tail"])
    sql = "SELECT step, input, run, round, command, due_ns, response_ns, service_ns, slip_ns, cause FROM latencies"
    found = [tuple(row) for row in kymo.json("query", PAGE, sql, "--latencies", path)["rows"]]
    assert sorted((row[1] is None, row[1] or 0, row[6], row[4]) for row in found) == wanted
    assert {row[2] for row in found} == {0} and max(row[3] or 0 for row in found) >= 1
    for step, number, _, _, command, *_ in found:
        if number is not None:
            assert (step, command) == inputs[number][:2]
    by_place = {(event["event"], event["responseNanoseconds"]): event for event in report["tail"]}
    for row in found:
        if row[1] is not None:
            event = by_place[row[3] * count + row[1], row[6]]
            assert (row[5], row[7], row[8], row[9]) == tuple(
                event[name] for name in ["dueNanoseconds", "serviceNanoseconds", "slipNanoseconds", "cause"])
    # A join by steps: each with its outcome, and with its event.
    joined = kymo.json("query", PAGE, "SELECT count(*), sum(l.command = s.command), sum(e.topic IS NOT NULL) FROM latencies l "
                       "JOIN steps s USING (step) JOIN events e USING (step)", "--latencies", path)["rows"]
    known = sum(row[0] is not None for row in found)
    assert joined == [[known, known, known]]
    # Two runs, each with its number; the table is listed.
    twice = kymo.json("query", PAGE, "SELECT run, count(*) FROM latencies GROUP BY run", "--latencies", path, "--latencies", path)
    assert twice["rows"] == [[0, 1000], [1, 1000]]
    assert "response_ns" in kymo.run("query", PAGE, "--tables", "--latencies", path).stdout
    assert "latencies" not in kymo.run("query", PAGE, "--tables").stdout


def test_latencies_of_something_else_are_refused(kymo, tmp_path, benched):
    path, report = benched
    sql = "SELECT count(*) FROM latencies"
    said = kymo.run("query", WALK, sql, "--latencies", path, exit_code=1).stderr
    assert said.count("\n") == 1 and str(path) in said and report["inputDigest"] in said and "kymo bench" in said
    for change, reason in [({"tail": None}, "no events with latencies"), ({"workloadEvents": None}, "no events with latencies"),
                           ({"schema": "kymograph.sweep/1"}, "no report of kymo bench"), ({"inputDigest": "0"}, "other events"),
                           ({"tail": [{}]}, "damaged")]:
        bad = tmp_path / "bad.json"
        bad.write_text(json.dumps({**report, **change}))
        said = kymo.run("query", PAGE, sql, "--latencies", bad, exit_code=1).stderr
        assert "bad.json" in said and reason in said and said.count("\n") == 1
    bad.write_text("no json")
    assert "not JSON" in kymo.run("query", PAGE, sql, "--latencies", bad, exit_code=1).stderr
    assert "none.json" in kymo.run("query", PAGE, sql, "--latencies", tmp_path / "none.json", exit_code=1).stderr
    assert "no such table" in kymo.run("query", PAGE, sql, exit_code=1).stderr
    before = path.read_bytes()
    kymo.run("query", PAGE, sql, "--latencies", path, "-o", path, exit_code=None)
    assert path.read_bytes() == before


@pytest.mark.quick
def test_the_guide_shows_the_statements_of_the_examples():
    page = (ROOT / "Documentation" / "guide" / "query.md").read_text()
    for path in sorted((ROOT / "Examples" / "Queries").glob("*.sql")):
        assert f"```sql\n{path.read_text()}```" in page, path.name
