"""Tracks of receivers and watches: what their files say, as other programs read it, and their traps."""

import json
import math
import random
import shutil

import pynmea2
import pytest
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory

pytestmark = pytest.mark.quick
MIDNIGHT = 1_735_689_600_000_000_000  # 2025-01-01T00:00:00Z, in ns


class Imported:
    """A file that was imported: the report, and the messages of the recording by their topics."""

    def __init__(self, kymo, path, *options):
        output = path.with_suffix(".mcap")
        self.report = kymo.json("import", *options, path, "-o", output)
        self.repairs = {r["rule"]: (r["line"], r["count"]) for r in self.report["repairs"]}
        self.topics = {}
        with open(output, "rb") as file:
            reader = make_reader(file, decoder_factories=[DecoderFactory()])
            self.metadata = {}
            for record in reader.iter_metadata():
                self.metadata |= record.metadata
            for _, channel, message, decoded in reader.iter_decoded_messages():
                self.topics.setdefault(channel.topic, []).append((message.log_time, decoded))
        self.fixes = [fix for _, fix in self.topics.get("/location", [])]
        self.times = [time for time, _ in self.topics.get("/location", [])]


@pytest.fixture
def imported(kymo, tmp_path):
    def run(name, text, *options):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return Imported(kymo, path, *options)

    return run


# NMEA 0183


def sentence(body):
    total = 0
    for byte in body.encode():
        total ^= byte
    return f"${body}*{total:02X}\r\n"


def nmea(*bodies):
    return "".join(map(sentence, bodies))


def test_nmea_sentences_of_one_time_are_one_fix_across_midnight(imported):
    got = imported(
        "walk.log",
        "\ufeff# a log\n"
        + nmea(
            "GPRMC,235958.50,V,,,,,,,311224,,,N",
            "GPGGA,235958.50,,,,,0,00,99.99,,,,,,",
            # The date comes in the second epoch, and is that of the first one, too.
            "GPGGA,235959.00,4807.0380000,N,01131.0000000,W,1,08,0.9,545.4,M,46.9,M,,",
            "GNRMC,235959.50,A,4807.0380001,N,01131.000,W,022.4,084.4,311224,003.1,W",
            "GPVTG,084.4,T,077.8,M,022.4,N,041.5,K,A",
            "GLGGA,235959.50,4807.9,N,01131.000,W,1,08,0.9,545.4,M,46.9,M,,",
            "GPGSV,2,1,08,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45",
            "GNGST,235959.50,1.2,3,2,45,3.0,4.0,5.5",
            "GPGGA,000000.00,4807.039,N,01131.000,W,1,08,0.9,545.4,M,,M,,",
        )
        + "2025-01-01 00:00:01 "
        + nmea("GNRMC,000001,A,4807.040,S,01131.000,E,,,010125,,")
        + "$GPGGA,000002.00,4807."
        + nmea("GPGGA,000003.00,4807.041,N,01131.000,W,1,08,0.9,545.4,M,46.9,M,,")
        + "$GPGGA,000004.00,4807.041,N,01131.000,W,1,08,0.9,545.4,M,46.9,M,,*00\r\n"
        + "$GGPGSV,2,1,08,01*11\n"
        + nmea("GPGLL,4807.042,N,01131.000,W,000005.25,A", "GPGLL,4867.042,N,01131.000,W,000006,A")
        + "$GPGGA,000007.00,48",
    )
    seconds = [-1, -0.5, 0, 1, 3, 5.25]
    assert got.times == [MIDNIGHT + int(s * 1e9) for s in seconds]
    assert [fix.fix_time for fix in got.fixes] == got.times
    minutes = ["7.038", "7.0380001", "7.039", "7.040", "7.041", "7.042"]
    signs = [1, 1, 1, -1, 1, 1]
    assert [f.latitude for f in got.fixes] == [
        s * (48 * 60 * 10**9 + round(float(m) * 10**9)) / (60 * 10**9) for m, s in zip(minutes, signs)
    ]
    assert [round(f.longitude * 60) for f in got.fixes] == [-691, -691, -691, 691, -691, -691]
    assert [f.altitude for f in got.fixes[:3]] == pytest.approx([592.3] * 3)
    assert math.isnan(got.fixes[3].altitude)
    assert got.fixes[1].speed == pytest.approx(22.4 * 1852 / 3600)
    assert got.fixes[1].course == pytest.approx(84.4)
    assert got.fixes[1].horizontal_accuracy == 5 and got.fixes[1].vertical_accuracy == 5.5
    assert math.isnan(got.fixes[0].speed) and math.isnan(got.fixes[3].speed)
    assert got.metadata["altitude_datum"] == "ellipsoid"
    assert got.metadata["accuracy_confidence"] == "68"
    assert got.repairs == {
        "no-fix": (2, 1),
        "garbled-sentence": (12, 2),
        "wrong-sum": (13, 2),
        "cut-off-row": (17, 1),
    }
    unused = [c["name"] for c in got.report["files"][0]["columns"] if not c["use"]]
    assert unused == ["GPGSV"]


def test_nmea_without_dates_sums_or_separation(imported):
    text = "".join(f"$GPGGA,23595{i},0000.5,S,00000.5,W,1,08,0.9,{i}.5,M,,M,,\n" for i in range(10))
    got = imported("plain.nmea", text + text.replace("23595", "00000"))
    assert got.times == [(86_390 + i) * 10**9 for i in range(20)]
    assert [f.altitude for f in got.fixes] == [i + 0.5 for i in range(10)] * 2
    assert got.fixes[0].latitude == got.fixes[0].longitude == -0.5 / 60
    assert got.metadata["altitude_datum"] == "mean-sea-level"
    assert got.metadata["clock"] == "relative"
    assert {note["topic"] for note in got.report["notes"]} == {"assumption", "clock"}


def test_nmea_without_a_fix_says_so(kymo, tmp_path):
    path = tmp_path / "cold.nmea"
    path.write_text(nmea("GPRMC,235958.50,V,,,,,,,311224,,,N", "GPGGA,,,,,,0,00,,,,,,,"))
    done = kymo.attempt("import", path, "-o", tmp_path / "no.mcap", lines=1)
    assert done.returncode == 1 and "every row was left out: 2 × no-fix" in done.stderr
    path.write_text("$GPTXT,01,01,02,hello*00\n")
    done = kymo.attempt("import", path, "-o", tmp_path / "no.mcap", lines=1)
    assert done.returncode == 1 and "no sentence of NMEA 0183 at its beginning" in done.stderr


def test_nmea_is_what_pynmea2_reads(imported):
    seed = 20_250_101
    draw = random.Random(seed)
    bodies, expected = [], []
    for i in range(500):
        lat, lon = draw.uniform(0, 89.9), draw.uniform(0, 179.9)
        digits = draw.choice([2, 5, 7])
        place = (
            f"{int(lat):02}{lat % 1 * 59:0{digits + 3}.{digits}f},{draw.choice('NS')},"
            f"{int(lon):03}{lon % 1 * 59:0{digits + 3}.{digits}f},{draw.choice('EW')}"
        )
        clock = f"{i // 3600:02}{i // 60 % 60:02}{i % 60:02}.{draw.choice(['00', '25', '5', '125'])}"
        talker = draw.choice(["GP", "GN", "GL", "GA"])
        bodies += [
            f"{talker}RMC,{clock},A,{place},{draw.uniform(0, 99):.3f},{draw.uniform(0, 359):.2f},010125,,,A",
            f"{talker}GGA,{clock},{place},1,08,0.9,{draw.uniform(-9, 999):.1f},M,{draw.uniform(-99, 99):.1f},M,,",
        ]
        rmc, gga = (pynmea2.parse(sentence(body).strip()) for body in bodies[-2:])
        expected.append((rmc, gga))
    got = imported("pynmea2.txt", nmea(*bodies))
    assert len(got.fixes) == 500 and got.repairs == {}, seed
    for time, fix, (rmc, gga) in zip(got.times, got.fixes, expected):
        assert fix.latitude == pytest.approx(rmc.latitude, abs=1e-12), seed
        assert fix.longitude == pytest.approx(rmc.longitude, abs=1e-12), seed
        assert time == round(rmc.datetime.timestamp() * 1000) * 10**6, seed
        assert fix.altitude == pytest.approx(gga.altitude + float(gga.geo_sep), abs=1e-9), seed
        assert fix.speed == pytest.approx(rmc.spd_over_grnd * 1852 / 3600, rel=1e-6), seed
        assert fix.course == pytest.approx(rmc.true_course, rel=1e-6), seed


# KML

KML = '<?xml version="1.0"?>\n<kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>\n{}\n</Document></kml>\n'
NOON = 1_714_557_600_000_000_000  # 2024-05-01T10:00:00Z, in ns


def when(second, name="when"):
    return f"<{name}>2024-05-01T10:00:{second:06.3f}Z</{name}>"


def test_kml_tracks_pair_their_times_and_places(imported):
    got = imported(
        "run.kml",
        KML.format(
            "<Placemark><gx:MultiTrack><gx:Track><altitudeMode>absolute</altitudeMode>\n"
            + when(0) + when(1) + "<when/>\n" + when(3) + when(4)
            + "<gx:coord>8.5 47.1 400.5</gx:coord>\n<gx:coord/><gx:coord>8.5 47.3 402</gx:coord>\n"
            "<gx:coord>-188.5 47.4</gx:coord><gx:angles>90 0 0</gx:angles></gx:Track>\n"
            "<gx:Track>" + when(5.25) + "<gx:coord>8.5 47.5 0</gx:coord></gx:Track></gx:MultiTrack></Placemark>"
            "<Placemark>" + when(9) + "<Point><coordinates>1,2,3</coordinates></Point></Placemark>"
        ),
    )
    assert got.times == [NOON, NOON + 3 * 10**9, NOON + 5_250_000_000]
    assert [f.latitude for f in got.fixes] == [47.1, 47.4, 47.5]
    assert [f.longitude for f in got.fixes] == [8.5, 171.5, 8.5]
    # Clamped to the ground, an altitude of 0 is none.
    assert got.fixes[0].altitude == 400.5 and all(math.isnan(f.altitude) for f in got.fixes[1:])
    assert got.metadata["altitude_datum"] == "mean-sea-level"
    assert got.repairs == {
        "missing-position": (6, 2),
        "missing-time": (6, 1),
        "longitude-wrapped": (7, 1),
    }
    assert [n["topic"] for n in got.report["notes"]] == ["points-not-imported"]
    assert [c["name"] for c in got.report["files"][0]["columns"]] == ["when", "coord", "angles"]


def test_kml_places_and_lines(kymo, imported, tmp_path):
    area = "<Polygon><LinearRing><coordinates>1,1 2,2 3,3</coordinates></LinearRing></Polygon>"
    place = "<Placemark><TimeStamp>{}</TimeStamp>" + area + "<Point><coordinates>{}</coordinates></Point></Placemark>\n"
    got = imported("places.kml", KML.format(place.format(when(1), "8,47,5") + place.format(when(2), " 9,48 ")))
    assert got.times == [NOON + 10**9, NOON + 2 * 10**9]
    assert [(f.longitude, f.latitude) for f in got.fixes] == [(8, 47), (9, 48)]
    # A place may lie on the border between two pieces that are read at a time.
    line = " ".join(f"{8 + i / 1e6:.6f},{47 - i / 1e6:.6f},{i}" for i in range(20_000))
    text = KML.format(f"<Placemark><LineString>\n<coordinates>\n{line}</coordinates></LineString></Placemark>")
    got = imported("line.kml", text, "--every", "500ms")
    assert got.times == [i * 500_000_000 for i in range(20_000)]
    assert [round((f.longitude - 8) * 1e6) for f in got.fixes] == list(range(20_000))
    done = kymo.attempt("import", tmp_path / "line.kml", "-o", tmp_path / "no.mcap", lines=1)
    assert "line.kml:5: none of its 20000 points has a time; say how far they are apart" in done.stderr


# gpsd


def tpv(second, **values):
    values = {"class": "TPV", "device": "/dev/ttyS0", "mode": 3, "time": f"2024-05-01T10:00:{second:06.3f}Z"} | values
    return json.dumps({k: v for k, v in values.items() if v is not None}) + "\n"


@pytest.mark.parametrize("name", ["gpsd.jsonl", "gpsd.json", "gpsd.log"])
def test_gpsd_reports_are_fixes(imported, name):
    got = imported(
        name,
        '{"class":"VERSION","release":"3.22","proto_major":3}\n'
        + tpv(0, lat=47.1, lon=8.5, altHAE=450.5, altMSL=400, speed=1.5, track=90.5, eph=3, epx=9, epy=9, epv=4)
        + '{"class":"SKY","satellites":[{"PRN":1,"used":true},{"x":"}]"}]}\n'
        + tpv(1, mode=2, lat=47.2, lon=8.5, altMSL=7, epx=3, epy=4)
        + tpv(2, lat=47.3, lon=8.5, altMSL=401, geoidSep=50)
        + tpv(3, mode=1)
        + tpv(3, device="/dev/other", lat=1, lon=1)
        + tpv(4, time=None, lat=1, lon=1)
        + "not JSON\n"
        + tpv(5, time=1_714_557_605.25, lat=47.4, lon=8.5)
        + tpv(6, lat=47.5, lon=8.5)[:-20],
    )
    assert got.times == [NOON + int(s * 1e9) for s in [0, 1, 2, 5.25]]
    assert [f.latitude for f in got.fixes] == [47.1, 47.2, 47.3, 47.4]
    first, second, third, fourth = got.fixes
    assert (first.altitude, first.speed, first.course) == (450.5, 1.5, 90.5)
    assert (first.horizontal_accuracy, first.vertical_accuracy) == (3, 4)
    assert second.horizontal_accuracy == 5 and math.isnan(second.altitude)
    assert third.altitude == 451 and math.isnan(fourth.altitude)
    assert got.metadata["altitude_datum"] == "ellipsoid"
    assert got.metadata["accuracy_confidence"] == "95"
    assert got.repairs == {
        "no-fix": (6, 1),
        "missing-time": (8, 1),
        "unreadable-line": (9, 1),
        "cut-off-row": (11, 1),
    }
    assert [n["topic"] for n in got.report["notes"]] == ["points-not-imported"]


# GnssLogger

GNSS = """\
#
# Header Description:
#
# Version: v3.0.6.4 Platform: 14 Manufacturer: Google Model: Pixel 7
#
# Raw,utcTimeMillis,TimeNanos,LeapSecond
# UncalAccel,utcTimeMillis,elapsedRealtimeNanos,UncalAccelXMps2,UncalAccelYMps2,UncalAccelZMps2,BiasXMps2,BiasYMps2
# Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,BearingDegrees,UnixTimeMillis,\
SpeedAccuracyMps,BearingAccuracyDegrees,elapsedRealtimeNanos,VerticalAccuracyMeters,MockLocation
#
"""


def test_gnss_logger_gives_fixes_and_sensors(imported):
    utc, boot = NOON // 10**6, 5_000_000_123
    lines = ""
    for i in range(200):
        t = boot + i * 10_000_000
        # The clock of the phone is set by an hour in the middle, which the time since the start does not show.
        now = utc + i * 10 + (3_600_000 if i > 100 else 0)
        lines += f"UncalAccel,{now},{t},0.1,0.2,9.81,0,0,0\n"
        lines += f"UncalGyro,{now},{t},0.5,-0.25,0.125,0,0,0,3\n"
    lines += f"OrientationDeg,{utc},{boot},90.0,180.0,-45.0,3\nGameRotationVector,{utc},{boot},0,0,0,1\n"
    lines += f"Raw,{utc},1,18\nRaw,{utc},2,18\nNMEA,$GPGGA,,,,,,0,,,,,,,,*66,{utc}\nNav,1,2,3\n"
    for i, provider in enumerate(["FLP", "GPS", "GPS", "NLP"]):
        lines += f"Fix,{provider},47.{i},8.5,400.5,1.5,5.0,90.0,{utc + 1000 * i},1,1,{boot + 1000_000_000 * i},7.5,0\n"
    lines += f"UncalAccel,{utc},{boot},x,0,0\nFix,GPS,47.5,8.5,,,,,\nUncalAccel,{utc},{boot},0.1,0"
    got = imported("gnss_log_2024_05_01.txt", GNSS + lines)
    accelerations = got.topics["/accelerometer"]
    assert [time for time, _ in accelerations] == [NOON + i * 10_000_000 for i in range(200)]
    assert {(a.x, a.y, a.z) for _, a in accelerations} == {(0.1, 0.2, 9.81)}
    assert len(got.topics["/gyroscope/uncalibrated"]) == 200
    angles = got.topics["/orientation/euler"][0][1]
    assert (angles.roll, angles.pitch, angles.yaw) == pytest.approx((math.pi, -math.pi / 4, math.pi / 2))
    assert got.topics["/orientation/game"][0][1].w == 1
    assert got.times == [NOON + 1000_000_000, NOON + 2000_000_000]
    fix = got.fixes[0]
    assert (fix.latitude, fix.longitude, fix.altitude, fix.speed) == (47.1, 8.5, 400.5, 1.5)
    assert (fix.course, fix.horizontal_accuracy, fix.vertical_accuracy) == (90, 5, 7.5)
    assert got.metadata["altitude_datum"] == "ellipsoid" and got.metadata["gravity"] == "included"
    assert got.metadata["device"] == "Pixel 7"
    assert got.repairs == {
        "unreadable-value": (420, 1),
        "unreadable-line": (420, 1),
        "impossible-time": (421, 1),
        "cut-off-row": (422, 1),
    }
    said = " ".join(n["explanation"] for n in got.report["notes"])
    assert "2 Raw, 1 NMEA, 1 Nav" in said and "1 fixes of flp" in said


# GPX


def test_gpx_extensions_are_channels(imported):
    point = '<trkpt lat="47" lon="8.5"><time>2024-05-01T10:00:0{}Z</time><extensions>{}</extensions></trkpt>\n'
    garmin = "<g:TrackPointExtension><g:atemp>-2.5</g:atemp><g:hr>{}</g:hr><g:cad>80</g:cad></g:TrackPointExtension>"
    got = imported(
        "ride.gpx",
        '<gpx><trk><trkseg>'
        + point.format(1, garmin.format(150) + "<power>250</power>")
        + point.format(0, garmin.format("") + "<PowerInWatts>200</PowerInWatts>")
        + '<trkpt lat="47" lon="8.5"><extensions><g:hr>99</g:hr></extensions></trkpt>\n'
        + "</trkseg></trk></gpx>",
    )
    values = {topic: [(time - NOON, m) for time, m in rows] for topic, rows in got.topics.items()}
    assert [(t, m.rate) for t, m in values["/heart_rate"]] == [(10**9, 150)]
    assert [(t, m.power) for t, m in values["/power"]] == [(0, 200), (10**9, 250)]
    assert [m.temperature for _, m in values["/temperature"]] == [-2.5, -2.5]
    assert [m.cadence for _, m in values["/cadence"]] == [80, 80]
    assert len(got.fixes) == 2
    assert got.repairs == {"missing-time": (3, 1), "unsorted-rows": (2, 1), "invalid-marker": (2, 1)}


# gpsbabel

TCX = """\
<?xml version="1.0"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
<Activity Sport="Running"><Id>2024-05-01T10:00:00Z</Id><Lap StartTime="2024-05-01T10:00:00Z"><Track>
<Trackpoint><Time>2024-05-01T10:00:00Z</Time><Position><LatitudeDegrees>47.1</LatitudeDegrees>
<LongitudeDegrees>8.5</LongitudeDegrees></Position><AltitudeMeters>400.0</AltitudeMeters>
<HeartRateBpm><Value>120</Value></HeartRateBpm></Trackpoint>
<Trackpoint><Time>2024-05-01T10:00:01Z</Time><Position><LatitudeDegrees>47.2</LatitudeDegrees>
<LongitudeDegrees>8.5</LongitudeDegrees></Position><AltitudeMeters>401.0</AltitudeMeters></Trackpoint>
</Track></Lap></Activity></Activities></TrainingCenterDatabase>
"""
FIT = bytes([14, 16, 0, 0, 0, 0, 0, 0]) + b".FIT" + bytes(6)


@pytest.fixture
def babel(tmp_path, monkeypatch):
    """A PATH with nothing but a gpsbabel that a test writes."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def write(body):
        program = folder / "gpsbabel"
        program.write_text(f"#!/bin/sh\n{body}\n")
        program.chmod(0o755)

    return write


def test_formats_of_watches_go_through_gpsbabel(kymo, imported, tmp_path, babel):
    path = tmp_path / "run.fit"
    path.write_bytes(FIT)
    done = kymo.attempt("import", path, "-o", tmp_path / "no.mcap", lines=1)
    assert done.returncode == 1 and "apt-get install gpsbabel" in done.stderr
    babel('echo "garmin_fit: it is broken" >&2\nexit 1')
    done = kymo.attempt("import", path, "-o", tmp_path / "no.mcap", lines=1)
    assert done.returncode == 1 and "gpsbabel cannot read it as FIT: garmin_fit: it is broken" in done.stderr
    gpx = '<gpx><wpt lat="47" lon="8"><time>2024-05-01T10:00:00Z</time></wpt></gpx>'
    babel(f"""
      [ "$1 $2 $3" = "-i gtrnctr -f" ] || exit 1
      read -r line < "$4" && [ "$line" = '<?xml version="1.0"?>' ] || exit 2
      [ "$5 $6 $7" = "-o gpx,garminextensions -F" ] || exit 3
      echo '{gpx}' > "$8"
    """)
    got = imported("run.tcx", TCX)
    assert got.times == [NOON] and got.fixes[0].latitude == 47
    assert [n["topic"] for n in got.report["notes"]] == ["conversion"]


@pytest.mark.skipif(not shutil.which("gpsbabel"), reason="needs gpsbabel")
def test_gpsbabel_itself(imported):
    got = imported("run.tcx", TCX)
    assert got.times == [NOON, NOON + 10**9]
    assert [(f.latitude, f.altitude) for f in got.fixes] == [(47.1, 400), (47.2, 401)]
    assert got.topics["/heart_rate"][0][1].rate == 120
