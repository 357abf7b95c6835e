"""Exports as they are handed out: archives, sound ones and hostile ones.

The archives are made by Python's zipfile and tarfile, or byte by byte where those refuse to.
"""

import gzip
import io
import os
import random
import resource
import struct
import tarfile
import zipfile
import zlib

import pytest
from mcap.reader import make_reader

START = 1_699_734_109_763_076_401
AXES = "time,seconds_elapsed,z,y,x\n"
DOWNLOADS = ["zip", "zip-stored", "zip-bzip2", "zip-streamed", "zip64", "tar", "tar.gz"]


def axes(count):
    rows = "".join(
        f"{START + 10_000_000 * i},{i / 100:.2f},{9.8 + i % 7 / 100:.2f},{i % 3},0\n"
        for i in range(count)
    )
    return AXES + rows


def export():
    """What Sensor Logger exports: more sensors than are imported, some of them empty."""
    return {
        "TotalAcceleration.csv": axes(500),
        "Orientation.csv": AXES.replace("z,y,x", "yaw,qx,qz,roll,qw,qy,pitch") + "1,1,1,1,1,1,1,1,1\n",
        "Location.csv": "time,seconds_elapsed,horizontalAccuracy,longitude,latitude\n"
        + "".join(f"{START + 10**9 * i},{i},{-1 if i else 5},50.{i},40\n" for i in range(5)),
        "Metadata.csv": "version,device name,platform\n3,My Phone,android\n",
        "Pedometer.csv": "",
        "Annotation.json": "[]",
    }


def packed(kind, files):
    """The bytes of an archive."""
    files = {name: text if isinstance(text, bytes) else text.encode() for name, text in files.items()}
    target = io.BytesIO()
    if kind.startswith("zip"):
        methods = {"zip-stored": zipfile.ZIP_STORED, "zip-bzip2": zipfile.ZIP_BZIP2}
        method = methods.get(kind, zipfile.ZIP_DEFLATED)
        # A stream that cannot go back has sizes and sums behind the data, not before it.
        stream = Unseekable(target) if kind == "zip-streamed" else target
        with zipfile.ZipFile(stream, "w", method) as archive:
            for name, data in files.items():
                with archive.open(name, "w", force_zip64=kind == "zip64") as member:
                    member.write(data)
    else:
        mode = {"tar": "w", "tar.gz": "w:gz"}[kind]
        with tarfile.open(fileobj=target, mode=mode) as archive:
            for name, data in files.items():
                info = tarfile.TarInfo(name)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    return target.getvalue()


class Unseekable(io.RawIOBase):
    def __init__(self, target):
        self.target = target

    def writable(self):
        return True

    def write(self, data):
        return self.target.write(data)


def written(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def refused(kymo, path, output, *said, options=(), **more):
    """Imports what cannot be imported: exit 1, one line, no recording."""
    done = kymo.attempt("import", *options, path, "-o", output, **more)
    assert done.returncode == 1, done.stdout
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("kymo import: ")
    for text in said:
        assert text in done.stderr, done.stderr
    assert not output.exists()
    return done.stderr


@pytest.fixture(scope="module")
def unpacked(kymo, tmp_path_factory):
    """The same export as a folder: its recording, and what was said."""
    folder = tmp_path_factory.mktemp("unpacked")
    for name, text in export().items():
        written(folder / "Walk" / name, text)
    output = folder / "walk.mcap"
    done = kymo.json("import", folder / "Walk", "-o", output)
    assert [channel["count"] for channel in done["channels"][:2]] == [500, 5]
    return output.read_bytes(), done["repairs"]


@pytest.mark.quick
@pytest.mark.parametrize("inside", ["", "Walk/", "./Walk/", "Walk 2023-11-11 à midi/"])
@pytest.mark.parametrize("kind", DOWNLOADS)
def test_an_archive_gives_the_recording_of_its_folder(kymo, unpacked, tmp_path, kind, inside):
    files = {inside + name: text for name, text in export().items()}
    path = written(tmp_path / f"export.{kind.split('-')[0].replace('64', '')}", packed(kind, files))
    done = kymo.json("import", path, "-o", tmp_path / "walk.mcap")
    recording, repairs = unpacked
    assert (tmp_path / "walk.mcap").read_bytes() == recording
    assert [(r["rule"], r["line"], r["count"]) for r in done["repairs"]] == [
        (r["rule"], r["line"], r["count"]) for r in repairs
    ]
    shown = f"{path}/{inside.removeprefix('./')}"
    assert {r["file"] for r in done["repairs"]} == {shown + "Location.csv", shown + "Pedometer.csv"}
    assert sorted(os.listdir(tmp_path)) == sorted([path.name, "walk.mcap"])


def test_names_of_an_old_windows_are_no_obstacle(kymo, unpacked, tmp_path):
    data = packed("zip", {"Wxlk/" + name: text for name, text in export().items()})
    path = written(tmp_path / "export.zip", data.replace(b"Wxlk", b"W\x84lk"))
    kymo.run("import", path, "-o", tmp_path / "walk.mcap")
    assert (tmp_path / "walk.mcap").read_bytes() == unpacked[0]


def test_a_file_in_an_archive_is_named_with_it(kymo, tmp_path):
    files = {**export(), "TotalAcceleration.csv": AXES + "1,2\n"}
    path = written(tmp_path / "export.zip", packed("zip", files))
    refused(
        kymo, path, tmp_path / "o.mcap", "export.zip/TotalAcceleration.csv:2: 2 fields instead of 5"
    )
    path = written(tmp_path / "export.zip", packed("zip", export()))
    refused(
        kymo, path, tmp_path / "o.mcap", "export.zip/", "refused to repair", options=["--strict"]
    )


def test_what_macos_adds_is_passed_over(kymo, unpacked, tmp_path):
    files = {"Walk/" + name: text for name, text in export().items()}
    files |= {f"__MACOSX/Walk/._{name}": b"\0\5\x16\7" for name in export()}
    files |= {"Walk/.DS_Store": b"\0\0\0\1Bud1", "Walk/.hidden.csv": b"\0"}
    path = written(tmp_path / "export.zip", packed("zip", files))
    kymo.run("import", path, "-o", tmp_path / "walk.mcap")
    assert (tmp_path / "walk.mcap").read_bytes() == unpacked[0]


def test_every_sensor_with_a_channel_is_in_the_recording(kymo, tmp_path):
    """Read by the field's own reader; what handlers get, and its digest, is as without them."""
    rows = [(0.5, -1.25, 2.0), (0.0, 0.125, -3.5)]
    turns = AXES + "".join(
        f"{START + 10_000_000 * i},{i / 100},{z},{y},{x}\n" for i, (x, y, z) in enumerate(rows)
    )
    pressure = f"time,seconds_elapsed,relativeAltitude,pressure\n{START},0,-0.5,1013.25\n"
    more = {"Gyroscope.csv": turns, "Magnetometer.csv": turns, "Barometer.csv": pressure}
    done = {}
    for name, files in {"few": export(), "all": export() | more}.items():
        path = written(tmp_path / f"{name}.zip", packed("zip", files))
        done[name] = kymo.json("import", path, "-o", tmp_path / f"{name}.mcap")
    assert done["few"]["digest"] == done["all"]["digest"]
    counts = {channel["topic"]: channel["count"] for channel in done["all"]["channels"]}
    assert counts == {
        "/accelerometer": 500, "/location": 5, "/gyroscope": 2, "/magnetometer": 2, "/barometer": 1,
        "/orientation": 1, "/orientation/euler": 1,
    }
    with open(tmp_path / "all.mcap", "rb") as file:
        read = [
            (channel.topic, schema.name, message.log_time, message.data)
            for schema, channel, message in make_reader(file, validate_crcs=True).iter_messages(
                topics=["/gyroscope", "/magnetometer", "/barometer"]
            )
        ]
    cdr = b"\0\1\0\0"
    vectors = [cdr + struct.pack("<3d", *row) for row in rows]
    vector = "geometry_msgs/msg/Vector3"
    assert sorted(read) == sorted(
        [("/barometer", "kymograph/msg/Barometer", START, cdr + struct.pack("<2d", 101325, -0.5))]
        + [(topic, vector, START + 10_000_000 * i, vectors[i])
           for topic in ("/gyroscope", "/magnetometer") for i in range(2)]
    )
    assert "verified" in kymo.run("replay", "--verify", tmp_path / "all.mcap").stdout


# Hostile ones


def deflated(prefix, piece, count):
    """A raw deflate stream of `prefix` and `count` times `piece`, without packing it each time."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    begin = packer.compress(prefix) + packer.flush(zlib.Z_FULL_FLUSH)
    repeated = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
    return begin + repeated * count + packer.flush(zlib.Z_FINISH)


def raw_zip(members):
    """A zip of members that say of themselves what they like."""
    body, directory = b"", b""
    for name, data, claims in members:
        name = name.encode()
        flags, method = claims.get("flags", 0), claims.get("method", 8)
        sizes = (claims.get("crc", 0), claims.get("packed", len(data)), claims.get("size", 100))
        fields = struct.pack("<HHHHHIIIHH", 20, flags, method, 0, 33, *sizes, len(name), 0)
        directory += b"PK\1\2" + struct.pack("<H", 20) + fields
        directory += struct.pack("<HHHII", 0, 0, 0, 0, claims.get("offset", len(body))) + name
        body += b"PK\3\4" + fields + name + data
    end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(body), 0)
    return body + directory + b"PK\5\6" + end


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))


def test_a_member_that_unpacks_without_end(kymo, tmp_path):
    row = f"{START},0.1,9.8,0,0\n".encode()
    data = deflated(AXES.encode(), row * 100_000, 300)
    for claims in ({}, {"size": 1 << 30}, {"size": 0xFFFF_FFFE}):
        path = written(tmp_path / "bomb.zip", raw_zip([("Accelerometer.csv", data, claims)]))
        assert path.stat().st_size < 10 << 20
        refused(
            kymo,
            path,
            tmp_path / "o.mcap",
            "bomb.zip/Accelerometer.csv: unpacks to more than 536870912 bytes; unpack it",
            preexec_fn=limited,
        )


def test_a_bomb_that_nobody_needs_is_not_unpacked(kymo, tmp_path):
    row = f"{START},0.1,9.8,0,0\n".encode()
    data = deflated(b"a,b,c\n", row * 100_000, 2000)
    acceleration = zlib.compress(axes(3).encode(), wbits=-15)
    sizes = {"size": len(axes(3)), "crc": zlib.crc32(axes(3).encode())}
    members = [("other.csv", data, {}), ("TotalAcceleration.csv", acceleration, sizes)]
    path = written(tmp_path / "bomb.zip", raw_zip(members))
    done = kymo.run("import", path, "-o", tmp_path / "o.mcap", preexec_fn=limited)
    assert "3 events" in done.stdout


def test_a_compressed_tar_that_unpacks_without_end(kymo, tmp_path):
    info = tarfile.TarInfo("video.mp4")
    info.size = 1 << 40
    piece = gzip.compress(bytes(1 << 24))
    path = written(tmp_path / "bomb.tar.gz", gzip.compress(info.tobuf()) + piece * 200)
    refused(
        kymo,
        path,
        tmp_path / "o.mcap",
        "bomb.tar.gz: unpacks to more than 2147483648 bytes; unpack it",
        preexec_fn=limited,
    )


def test_many_members(kymo, tmp_path):
    path = written(tmp_path / "many.zip", packed("zip-stored", {f"{i}.csv": "" for i in range(10_001)}))
    refused(kymo, path, tmp_path / "o.mcap", "many.zip: more than 10000 files")


@pytest.mark.parametrize(
    "name", ["../../evil.csv", "/tmp/kymograph-evil.csv", "..\\evil.csv", "a/../../../evil.csv"]
)
@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_names_are_names_and_no_paths(kymo, tmp_path, kind, name):
    inside = tmp_path / "a" / "b"
    path = written(inside / f"export.{kind}", packed(kind, {name: "neither,times,nor,numbers\n" * 3}))
    kymo.attempt("import", path, "-o", inside / "o.mcap", cwd=inside)
    names = {entry.name for entry in tmp_path.rglob("*")}
    assert names == {"a", "b", path.name}
    assert not os.path.exists("/tmp/kymograph-evil.csv")


def test_links_and_devices_are_not_followed(kymo, tmp_path):
    secret = written(tmp_path / "secret" / "Accelerometer.csv", axes(3))
    path = tmp_path / "links.tar"
    with tarfile.open(path, "w") as archive:
        for name, kind in [("A.csv", tarfile.SYMTYPE), ("B.csv", tarfile.LNKTYPE),
                           ("C.csv", tarfile.CHRTYPE), ("D.csv", tarfile.FIFOTYPE)]:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, str(secret)
            archive.addfile(info)
    refused(
        kymo, path, tmp_path / "o.mcap", "links.tar: no file of a known format; found A.csv (a link), B.csv (a link)"
    )


@pytest.mark.quick
@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_links_beside_files_are_named(kymo, tmp_path, kind):
    path = tmp_path / f"export.{kind}"
    name = "TotalAcceleration.csv"
    expected = {"Location.csv": "../secret.csv"}
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(name, axes(3))
            link = zipfile.ZipInfo("Location.csv")
            link.create_system, link.external_attr = 3, 0o120777 << 16
            archive.writestr(link, "../secret.csv")
    else:
        expected["Gyroscope.csv"] = name
        with tarfile.open(path, "w") as archive:
            content = axes(3).encode()
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
            for link, (kind_of_link, target) in {
                "Location.csv": (tarfile.SYMTYPE, "../secret.csv"), "Gyroscope.csv": (tarfile.LNKTYPE, name),
            }.items():
                info = tarfile.TarInfo(link)
                info.type, info.linkname = kind_of_link, target
                archive.addfile(info)
    report = kymo.json("import", path, "-o", tmp_path / "o.mcap")
    assert report["events"] == 3
    said = {note["file"]: note["explanation"] for note in report["notes"] if "link" in note["explanation"]}
    assert said == {
        f"{path}/{link}": f"It is a link to {target}, and links in archives are not followed."
        for link, target in expected.items()
    }


def test_names_with_anything_in_them(kymo, tmp_path):
    for name in ("a\nb/Accelerometer.csv", "\x1b[31mAccelerometer.csv", "x" * 5000 + "/Accelerometer.csv"):
        path = written(tmp_path / "export.zip", packed("zip", {name: AXES + "1,2\n"}))
        said = refused(kymo, path, tmp_path / "o.mcap", "fields instead of 5")
        assert "\x1b" not in said and len(said) < 1000


@pytest.mark.parametrize(
    "claims, said",
    [
        ({"flags": 1}, "encrypted; unpack the archive with its password"),
        ({"method": 9}, "cannot be unpacked here"),
        ({"method": 99}, "export.zip/Accelerometer.csv: "),
        ({"method": 77}, "cannot be unpacked here"),
        ({"size": 5}, "damaged: "),
        ({"crc": 1}, "damaged: "),
        ({"packed": 10}, "damaged: "),
        ({"packed": 1 << 31}, "damaged: "),
        ({"offset": 1 << 30}, "damaged: "),
        ({"offset": 3}, "damaged: "),
    ],
    ids=str,
)
def test_members_that_cannot_be_unpacked(kymo, tmp_path, claims, said):
    text = axes(100).encode()
    claims = {"crc": zlib.crc32(text), "size": len(text)} | claims
    path = written(
        tmp_path / "export.zip",
        raw_zip([("Accelerometer.csv", zlib.compress(text, wbits=-15), claims)]),
    )
    refused(kymo, path, tmp_path / "o.mcap", "export.zip", said)


@pytest.mark.parametrize("kind", DOWNLOADS)
def test_an_archive_that_was_cut_off(kymo, tmp_path, kind):
    data = packed(kind, export())
    name = f"export.{kind.split('-')[0].replace('64', '')}"
    # Behind the last file a tar has zeros, more of them than anybody needs.
    end = len(data.rstrip(b"\0")) if kind == "tar" else len(data) - 1
    for cut in [1, 2, 4, 30, *range(512, end, max(512, end // 2048 * 128)), end]:
        path = written(tmp_path / name, data[:cut])
        refused(kymo, path, tmp_path / "o.mcap", name)


def test_a_tar_that_was_cut_off_between_two_files(kymo, tmp_path):
    data = packed("tar", export())
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        places = [member.offset for member in archive][1:]
    assert len(places) == 5
    for place in places:
        path = written(tmp_path / "export.tar", data[:place])
        refused(kymo, path, tmp_path / "o.mcap", "export.tar: not a tar, or one that was cut off")


@pytest.mark.parametrize("kind", ["zip", "zip-bzip2", "tar", "tar.gz"])
def test_an_archive_with_wrong_bytes(kymo, tmp_path, kind):
    good = packed(kind, export())
    generator = random.Random(8)
    codes = set()
    for _ in range(40):
        data = bytearray(good)
        for _ in range(generator.choice([1, 3, 30])):
            data[generator.randrange(len(data))] = generator.randrange(256)
        path = written(tmp_path / f"export.{kind.split('-')[0]}", bytes(data))
        codes.add(kymo.attempt("import", path, "-o", tmp_path / "o.mcap").returncode)
    assert codes <= {0, 1} and 1 in codes


@pytest.mark.parametrize(
    "name, content, said",
    [
        ("x.zip", b"", "no rows at all"),
        ("x.zip", b"PK\5\6" + bytes(18), "x.zip: not a zip, or one that was cut off"),
        ("x.zip", b"<html>404</html>", "x.zip: not a zip, or one that was cut off"),
        ("x.zip", b"PK\3\4" + bytes(100), "x.zip: not a zip, or one that was cut off"),
        ("x.tar", b"hello", "x.tar: not a tar, or one that was cut off"),
        ("x.tar", bytes(10_240), "x.tar: no file of a known format; found nothing"),
        ("Accelerometer.csv.gz", gzip.compress(axes(100).encode(), mtime=0), "unpack it with gunzip"),
        ("x.rar", b"Rar!\x1a\7\1\0", "an archive of the kind rar is not read; unpack it"),
        ("x.7z", b"7z\xbc\xaf\x27\x1c", "an archive of the kind 7z is not read; unpack it"),
        ("x.zip", packed("zip", {"inner.zip": packed("zip", export())}), "x.zip/inner.zip: an archive"),
        ("x.zip", packed("zip", {"a.dat": "a", "b/c.yaml": "{}"}), "found a.dat, c.yaml; known"),
        ("x.zip", packed("zip", {"a/Gyroscope.txt": "", "d/": ""}), "found Gyroscope.txt;"),
        (
            "x.zip",
            packed("zip", {f"{name}/{key}": text for name in "ab" for key, text in export().items()}),
            "x.zip/b/Location.csv: the same kind of data more than once",
        ),
    ],
    ids=lambda value: repr(value[:24]),
)
def test_archives_that_hold_nothing_to_import(kymo, tmp_path, name, content, said):
    refused(kymo, written(tmp_path / name, content), tmp_path / "o.mcap", said)


def test_an_archive_in_an_archive_is_noted(kymo, tmp_path):
    files = {**export(), "old/inner.zip": packed("zip", export())}
    path = written(tmp_path / "export.zip", packed("zip", files))
    done = kymo.run("import", path, "-o", tmp_path / "o.mcap")
    assert "export.zip/old/inner.zip:1  An archive within an archive is not opened" in done.stdout
