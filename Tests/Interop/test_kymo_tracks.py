"""Tracks of receivers and watches: what their files say, as other programs read it, and their traps."""

import math
import random

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
