"""What an import must not misread in silence: clocks, columns, files and values that are traps.

Each trap is a folder that this file writes, and the line that names it.
"""

import re
import struct

import pytest
from mcap.reader import make_reader

START = 1_706_702_400  # 2024-01-31T12:00:00Z, in s
AXES = "time,seconds_elapsed,z,y,x"
FIXES = "time,seconds_elapsed,latitude,longitude"


def written(folder, **files):
    """Writes CSV files, each a header and rows; a double underscore in a name is a sub-folder."""
    for name, (header, rows) in files.items():
        path = folder.joinpath(*name.split("__")).with_suffix(".csv")
        path.parent.mkdir(parents=True, exist_ok=True)
        text = header + "\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)
        path.write_text(text)
    return folder


def axes(time, count=300):
    """A phone at rest, 100 rows a second; `time` makes the time of a row."""
    return AXES, [(time(i), f"{i / 100:.2f}", 9.8, 0.1, 0.2) for i in range(count)]


def clock_digits(i):
    """The digits of a wall clock that stands at noon when the recording starts."""
    return f"{12 + i // 3600:02}{i // 60 % 60:02}{i % 60:02}"


def fixes(time, count=200):
    return FIXES, [(time(i), i, 40, f"{50 + i / 1e4:.4f}") for i in range(count)]


def imported(kymo, folder, *options):
    """The report for people, the one for programs, and the times of the events in ns."""
    output = folder.parent / f"{folder.name}.mcap"
    text = kymo.run("import", *options, folder, "-o", output).stdout
    report = kymo.json("import", *options, folder, "-o", output)
    topics = ["/accelerometer", "/location", "/gyroscope"]
    with open(output, "rb") as file:
        times = [m.log_time for _, _, m in make_reader(file).iter_messages(topics=topics)]
    return text, report, times


def refused(kymo, folder, *options):
    output = folder.parent / f"{folder.name}-refused.mcap"
    done = kymo.attempt("import", *options, folder, "-o", output, lines=1)
    assert done.returncode == 1 and not output.exists(), done.stdout
    return done.stderr


def clock_of(report, name):
    files = {entry["file"].rsplit("/", 1)[-1]: entry for entry in report["files"]}
    return files[f"{name}.csv"]["clock"]


# Clocks

UNITS = {
    "s": lambda i: f"{START + i // 100}.{i % 100:02}",
    "ms": lambda i: START * 1000 + i * 10,
    "us": lambda i: START * 10**6 + i * 10**4,
    "ns": lambda i: START * 10**9 + i * 10**7,
}
RIGHT = [START * 10**9 + i * 10**7 for i in range(300)]


@pytest.mark.quick
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("has_elapsed", [True, False], ids=["elapsed", "alone"])
def test_the_unit_of_a_time_is_found_out_and_said(kymo, tmp_path, unit, has_elapsed):
    header, rows = axes(UNITS[unit])
    if not has_elapsed:
        header, rows = "time,z,y,x", [(row[0], *row[2:]) for row in rows]
    folder = written(tmp_path / "walk", TotalAcceleration=(header, rows))
    text, report, times = imported(kymo, folder)
    assert times == RIGHT
    clock = clock_of(report, "TotalAcceleration")
    assert (clock["column"], clock["unit"], clock["origin"]) == ("time", unit, "1970")
    assert clock["assumed"] is False
    assert ("in step with seconds_elapsed" in clock["evidence"]) is has_elapsed
    word = unit.replace("us", "µs")
    assert f"TotalAcceleration.csv: time is {word} since 1970: by its magnitude" in text


def test_a_file_in_two_units_is_refused_at_the_first_row_of_the_other(kymo, tmp_path):
    mixed = axes(lambda i: UNITS["ns" if i < 200 else "ms"](i))
    said = refused(kymo, written(tmp_path / "walk", TotalAcceleration=mixed))
    assert "TotalAcceleration.csv:202: column time: \"1706702402000\" is ms by its magnitude" in said
    assert "bring the column to one unit, or say which it is with --time-unit" in said


@pytest.mark.parametrize("fraction", ["", ".25", "250"])
def test_the_digits_of_a_date_and_time_are_no_count(kymo, tmp_path, fraction):
    folder = written(
        tmp_path / "walk", Location=fixes(lambda i: f"20240131{clock_digits(i)}{fraction}")
    )
    text, report, times = imported(kymo, folder)
    more = 250_000_000 if fraction else 0
    assert times == [(START + i) * 10**9 + more for i in range(200)]
    assert clock_of(report, "Location")["unit"] == "datetime"
    assert "time is digits of a date and time (YYYYMMDDhhmmss), taken as UTC" in text


@pytest.mark.parametrize("has_elapsed", [True, False], ids=["elapsed", "alone"])
def test_the_digits_of_a_time_of_day_are_no_count(kymo, tmp_path, has_elapsed):
    header, rows = fixes(clock_digits)
    if not has_elapsed:
        header, rows = "time,latitude,longitude", [(row[0], *row[2:]) for row in rows]
    text, report, times = imported(kymo, written(tmp_path / "walk", Location=(header, rows)))
    assert times == [(12 * 3600 + i) * 10**9 for i in range(200)]
    clock = clock_of(report, "Location")
    assert (clock["unit"], clock["origin"]) == ("time-of-day", "midnight")
    assert "time is digits of a time of day (hhmmss) of an unknown day" in text


def test_seconds_that_look_like_a_time_of_day_stay_seconds(kymo, tmp_path):
    folder = written(tmp_path / "walk", Location=fixes(lambda i: 120_000 + i))
    _, report, times = imported(kymo, folder)
    assert times == [(120_000 + i) * 10**9 for i in range(200)]
    clock = clock_of(report, "Location")
    assert (clock["unit"], clock["origin"]) == ("s", "unknown")


def test_a_clock_that_counts_from_the_start_of_the_phone(kymo, tmp_path):
    boot = 123_456_789_012_345
    folder = written(tmp_path / "walk", TotalAcceleration=axes(lambda i: boot + i * 10**7))
    text, report, times = imported(kymo, folder)
    assert times == [boot + i * 10**7 for i in range(300)]
    assert clock_of(report, "TotalAcceleration")["origin"] == "unknown"
    assert "time is ns since an unknown moment: in step with seconds_elapsed" in text


def test_what_only_the_rate_tells_is_said_to_be_assumed(kymo, tmp_path):
    rows = [(i * 10, 9.8, 0.1, 0.2) for i in range(300)]
    folder = written(tmp_path / "walk", TotalAcceleration=("time,z,y,x", rows))
    text, report, times = imported(kymo, folder)
    assert times == [i * 10**7 for i in range(300)]
    assert clock_of(report, "TotalAcceleration")["assumed"] is True
    assert "time is taken as ms since an unknown moment: only so its rate is a usual one" in text


def test_times_that_contradict_the_seconds_since_the_start(kymo, tmp_path):
    _, rows = axes(UNITS["ns"])
    rows = [(time, i * 10, *rest) for i, (time, _, *rest) in enumerate(rows)]
    folder = written(tmp_path / "walk", TotalAcceleration=(AXES, rows))
    said = refused(kymo, folder)
    assert "by its magnitude time is ns since 1970, but it runs like µs against seconds_elapsed" in said
    assert "--time-unit" in said and "--time-column" in said
    # Both remedies work.
    assert imported(kymo, folder, "--time-unit", "ns")[2] == RIGHT
    text, _, times = imported(kymo, folder, "--time-column", "seconds_elapsed")
    assert times == [i * 10 * 10**9 for i in range(300)]
    assert "seconds_elapsed is s since the start of the recording" in text
    assert re.search(r"unused .*TotalAcceleration.csv: time\n", text)
    assert "no column is named ticks" in refused(kymo, folder, "--time-column", "ticks")


def test_a_header_that_lies_about_the_unit(kymo, tmp_path):
    header = '"Time (s)","X (m/s^2)","Y (m/s^2)","Z (m/s^2)"'
    rows = [(i * 10, 0.1, 0.2, 9.8) for i in range(300)]
    folder = written(tmp_path / "run", Accelerometer=(header, rows))
    said = refused(kymo, folder)
    assert "the header says s, but then two rows are 10.0 s apart, and 10.0 ms if it were ms" in said
    assert imported(kymo, folder, "--time-unit", "ms")[2] == [i * 10**7 for i in range(300)]


def test_two_files_whose_clocks_do_not_begin_together(kymo, tmp_path):
    folder = written(
        tmp_path / "walk",
        TotalAcceleration=axes(lambda i: 123_456_789_012_345 + i * 10**7),
        Location=fixes(lambda i: (START + i) * 10**9, count=3),
    )
    said = refused(kymo, folder)
    assert "Location.csv:1: its times count from 1970, and those of " in said
    assert "from an unknown moment; choose a column that all files have with --time-column" in said
    times = imported(kymo, folder, "--time-column", "seconds_elapsed")[2]
    assert len(times) == 303 and times[0] == 0 and times[-1] == 299 * 10**7


def test_units_may_differ_from_file_to_file(kymo, tmp_path):
    folder = written(
        tmp_path / "walk",
        TotalAcceleration=axes(UNITS["ms"]),
        Location=fixes(lambda i: (START + i) * 10**9, count=3),
    )
    _, report, times = imported(kymo, folder)
    assert times == sorted(RIGHT + [(START + i) * 10**9 for i in range(3)])
    assert clock_of(report, "TotalAcceleration")["unit"] == "ms"
    assert clock_of(report, "Location")["unit"] == "ns"


def test_a_column_of_another_name_can_be_the_time(kymo, tmp_path):
    rows = [(START * 1000 + i * 1000, 40, 50) for i in range(20)]
    folder = written(tmp_path / "walk", log=("Stamp_ms,latitude,longitude", rows))
    assert "no file of a known format" in refused(kymo, folder)
    text, _, times = imported(kymo, folder, "--time-column", "stamp_ms")
    assert times == [(START + i) * 10**9 for i in range(20)]
    assert "Stamp_ms is ms since 1970: the header says so" in text


# Columns


def test_columns_that_are_not_used_are_listed_by_name(kymo, tmp_path):
    header, rows = axes(UNITS["ns"])
    rows = [(*row, 20, 7) for row in rows]
    folder = written(tmp_path / "walk", TotalAcceleration=(f"{header},temperature,x", rows))
    text, report, _ = imported(kymo, folder)
    assert "TotalAcceleration.csv: temperature, x (column 5 has the same name)" in text
    assert "Columns 5 and 7 are both named x; the first is taken." in text
    columns = report["files"][0]["columns"]
    assert [(c["name"], c["use"]) for c in columns] == [
        ("time", "time"), ("seconds_elapsed", "seconds since the start"), ("z", "z"), ("y", "y"),
        ("x", "x"), ("temperature", None), ("x", None),
    ]
    assert [c["reason"] for c in columns[5:]] == ["unknown", "column 5 has the same name"]
    assert {note["topic"] for note in report["notes"]} >= {"duplicate-column"}


def car(header, *values):
    rows = [(START * 10**9 + i * 10**7, i / 100, 40, 50 + i / 1e6, *values) for i in range(300)]
    return f"{FIXES},{header}", rows


def test_a_car_gives_fixes_and_accelerations(kymo, tmp_path):
    folder = written(tmp_path / "drive", car=car("ax,ay,az,rpm", 0.1, 0.2, 9.8, 900))
    text, report, times = imported(kymo, folder)
    assert times == sorted(RIGHT * 2)
    counts = {channel["topic"]: channel["count"] for channel in report["channels"]}
    assert counts == {"/accelerometer": 300, "/location": 300}
    assert "car.csv: 300 rows for /accelerometer, /location" in text
    assert re.search(r"unused .*car.csv: rpm\n", text)
    assert "The accelerations are taken as m/s², with gravity, by their magnitude" in text
    assert report["gravity"] == "included"


@pytest.mark.parametrize(
    "header, z, factor, gravity",
    [
        ("acc_x,acc_y,acc_z", 1.0, 9.80665, "included"),
        ("accelX,accelY,accelZ", 0.05, 1, "excluded"),
        ("acceleration x (g),acceleration y (g),acceleration z (g)", 1.5, 9.80665, "included"),
    ],
)
def test_the_unit_of_a_cars_accelerations(kymo, tmp_path, header, z, factor, gravity):
    folder = written(tmp_path / "drive", car=car(header, 0, 0, z))
    _, report, _ = imported(kymo, folder)
    assert report["gravity"] == gravity
    with open(tmp_path / "drive.mcap", "rb") as file:
        data = next(m.data for _, _, m in make_reader(file).iter_messages(topics=["/accelerometer"]))
    assert struct.unpack("<3d", data[4:28])[2] == pytest.approx(z * factor, rel=1e-12)


@pytest.mark.parametrize(
    "header", ["ax,ay,az,acc_x,acc_y,acc_z", "ax,ay,az,ax,vy,vz", "ax (m/s^2),ay (g),az (g),p,q,r"]
)
def test_accelerations_that_leave_a_doubt_are_listed_and_not_taken(kymo, tmp_path, header):
    folder = written(tmp_path / "drive", car=car(header, 1, 2, 3, 4, 5, 6))
    text, report, _ = imported(kymo, folder)
    assert report["events"] == 300
    for name in header.split(","):
        assert re.search(rf"unused .*{re.escape(name)}", text)


# Files


def test_files_and_folders_that_are_left_out_are_named(kymo, tmp_path):
    folder = written(
        tmp_path / "walk",
        TotalAcceleration=axes(UNITS["ns"]),
        second__Location=fixes(lambda i: (START + i) * 10**9),
        Camera=("time,seconds_elapsed,filename", []),
        other=("a,b", [(1, 2)]),
    )
    (folder / "readme.md").write_text("hello")
    (folder / "old.zip").write_bytes(b"PK")
    (folder / ".hidden").write_text("")
    text, report, times = imported(kymo, folder)
    assert times == RIGHT
    skipped = {e["file"]: e["reason"] for e in report["files"] if e["use"] == "skipped"}
    reason = skipped.pop(f"{folder}/readme.md")
    assert reason.startswith("It is not looked at; files that are looked at end with ") and " .csv or " in reason
    assert skipped == {
        f"{folder}/second/": "A sub-folder is not looked into; import it by itself.",
        f"{folder}/old.zip": "An archive is not opened here; import it by itself.",
        f"{folder}/Camera.csv": "It has no rows for /camera: filename.",
        f"{folder}/other.csv": "It is of no known format: unknown columns a, b.",
    }
    for name, reason in skipped.items():
        assert f"note      {name}:1  {reason}" in text


# Values


@pytest.mark.quick
def test_values_out_of_range_are_counted(kymo, tmp_path):
    places = [(40, 50), (91, 50), (-91, 50), (40, 370), (40, 200), (40, -181)]
    header = "time,seconds_elapsed,latitude,longitude,bearing,speed,altitude"
    rows = [
        ((START + i) * 10**9, i, *places[i % 6], [400, 350][i % 2], [5, 2000][i % 2], "inf")
        for i in range(12)
    ]
    turns = [(START * 10**9 + i * 10**7, i / 100, 500, 0, 0) for i in range(30)]
    folder = written(tmp_path / "walk", Location=(header, rows), Gyroscope=(AXES, turns))
    _, report, times = imported(kymo, folder)
    assert len(times) == 6 + 30
    assert [(r["rule"], r["line"], r["count"]) for r in report["repairs"]] == [
        ("impossible-value", 2, 10), ("impossible-position", 3, 6), ("longitude-wrapped", 6, 4),
    ]
    notes = [(n["line"], n["count"], n["explanation"]) for n in report["notes"] if n["topic"] == "out-of-range"]
    assert notes == [
        (3, 6, "6 values hardly can be: speeds in m/s beyond -1.0 to 1000.0. They were kept."),
        (2, 30, "30 values hardly can be: gyroscope z beyond -100.0 to 100.0. They were kept."),
    ]
    strict = refused(kymo, folder, "--strict")
    assert "refused to repair (impossible-" in strict


def test_rows_that_all_lie_before_the_start_are_no_empty_file(kymo, tmp_path):
    _, rows = axes(UNITS["ns"], count=30)
    rows = [(time, float(elapsed) - 10, *rest) for time, elapsed, *rest in rows]
    said = refused(kymo, written(tmp_path / "walk", TotalAcceleration=(AXES, rows)))
    assert "TotalAcceleration.csv: every row was left out: 30 left out as cached-row" in said
    assert "from before the start of the recording" in said and "no rows at all" not in said
    nowhere = written(tmp_path / "none", Location=(FIXES, [(START * 10**9 + i, i, "", "") for i in range(4)]))
    assert "4 left out as missing-position" in refused(kymo, nowhere)


@pytest.mark.parametrize("milliseconds", [50, 200, 1000, 60_000, 3_600_000])
def test_a_clock_that_was_set_forward(kymo, tmp_path, milliseconds):
    """The seconds since the start go on: what follows is moved back to where they are."""
    leap = axes(lambda i: (START * 1000 + i * 10 + (milliseconds if i >= 150 else 0)) * 10**6)
    text, report, times = imported(kymo, written(tmp_path / "Set", TotalAcceleration=leap))
    assert [repair["rule"] for repair in report["repairs"]] == ["clock-ahead"]
    assert "TotalAcceleration.csv:152  clock-ahead × 1" in text
    assert times == [(START * 1000 + i * 10) * 10**6 for i in range(300)]


def test_an_hour_without_another_clock(kymo, tmp_path):
    """Back it is the end of summer time, and undone; forward it is in doubt, and kept."""
    def hour(sign):
        return "time,z,y,x", [
            ((START * 1000 + i * 10 + (sign * 3_600_000 if i >= 150 else 0)) * 10**6, 9.8, 0.1, 0.2)
            for i in range(300)
        ]

    text, _, times = imported(kymo, written(tmp_path / "Back", TotalAcceleration=hour(-1)))
    assert "repaired" in text and "by just an hour, as at the end of summer time" in text
    assert times == [(START * 1000 + i * 10) * 10**6 for i in range(300)]
    folder = written(tmp_path / "Ahead", TotalAcceleration=hour(1))
    text, _, times = imported(kymo, folder)
    assert "  doubtful  " in text and "  repaired  " not in text
    assert times[150] - times[149] == 3_600_010 * 10**6
    assert "refused to keep what is in doubt (hour-jump)" in refused(kymo, folder, "--strict")


def test_one_bad_row_does_not_make_a_clock_a_count(kymo, tmp_path):
    rows = [("246161000" if i == 7 else clock_digits(45 + i // 100) + f"{i % 100 * 10:03}", 9.8, 0.1, 0.2)
            for i in range(3000)]
    folder = written(tmp_path / "Odd", TotalAcceleration=("time,z,y,x", rows))
    done = kymo.json("import", folder, "-o", tmp_path / "o.mcap")
    repairs = {(repair["rule"], repair["line"], repair["count"]) for repair in done["repairs"]}
    assert ("malformed-row", 9, 1) in repairs and done["events"] == 2999
    assert 'column time: "246161000" is not digits of a time of day' in str(done["repairs"])
