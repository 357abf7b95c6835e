"""Imports from pipes and standard input, of nonsense without end, and that are interrupted."""

import json
import os
import signal
import subprocess
import threading
import time

import pytest

from test_kymo_archives import axes, export, packed, written

START = 1_706_702_400
ROW = "{},{:.2f},9.8,0.1,0.2\n"


def rows(count, start=0):
    return "".join(ROW.format(START * 10**9 + i * 10**7, i / 100) for i in range(start, start + count))


@pytest.fixture
def reference(kymo, tmp_path):
    path = written(tmp_path / "reference" / "TotalAcceleration.csv", axes(3000))
    return kymo.json("import", path, "-o", tmp_path / "reference.mcap")["digest"]


def fed(path, data):
    """Writes to a pipe from a thread of its own, since it waits for its reader."""
    thread = threading.Thread(target=lambda: open(path, "wb").write(data), daemon=True)
    thread.start()
    return thread


@pytest.mark.quick
def test_a_fifo_is_read_like_a_file(kymo, reference, tmp_path):
    pipe = tmp_path / "TotalAcceleration.csv"
    os.mkfifo(pipe)
    feeder = fed(pipe, axes(3000).encode())
    assert kymo.json("import", pipe, "-o", tmp_path / "o.mcap")["digest"] == reference
    feeder.join(10)


def test_a_fifo_of_many_blocks(kymo, tmp_path):
    """More than the beginning that is looked at first, and more than a pipe holds."""
    text = "time,seconds_elapsed,z,y,x\n" + rows(100_000)
    path = written(tmp_path / "TotalAcceleration.csv", text)
    wanted = kymo.json("import", path, "-o", tmp_path / "a.mcap")
    pipe = tmp_path / "pipe" / "TotalAcceleration.csv"
    pipe.parent.mkdir()
    os.mkfifo(pipe)
    feeder = fed(pipe, text.encode())
    done = kymo.json("import", pipe, "-o", tmp_path / "b.mcap")
    feeder.join(10)
    assert done["digest"] == wanted["digest"] and done["events"] == 100_000
    assert (tmp_path / "a.mcap").read_bytes() == (tmp_path / "b.mcap").read_bytes()


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_standard_input(kymo, tmp_path, name):
    text = '"Time (s)","X (m/s^2)","Y (m/s^2)","Z (m/s^2)"\n' + "".join(
        f"{i / 100:.2f},0.1,0.2,9.8\n" for i in range(50_000)
    )
    done = kymo.run("import", name, "-o", tmp_path / "o.mcap", input=text)
    assert "50000 events (50000 /accelerometer)" in done.stdout
    assert f"{name}: 50000 rows for /accelerometer" in done.stdout


@pytest.mark.parametrize("kind", ["zip", "tar", "tar.gz"])
def test_an_archive_from_a_pipe(kymo, tmp_path, kind):
    path = written(tmp_path / f"export.{kind}", packed(kind, export()))
    wanted = kymo.json("import", path, "-o", tmp_path / "a.mcap")
    with subprocess.Popen(["cat", path], stdout=subprocess.PIPE) as source:
        said = kymo.run(
            "import", "--format", "json", "-", "-o", tmp_path / "b.mcap", stdin=source.stdout
        )
    done = json.loads(said.stdout)
    assert done["digest"] == wanted["digest"] and done["events"] == wanted["events"]


def test_a_pipe_that_nobody_can_keep(kymo, tmp_path):
    text = "time,latitude,longitude\n" + "".join(
        f"{START + i},40,50.{i:07}\n" for i in range(80_000)
    )
    done = kymo.attempt(
        "import", "-", "-o", tmp_path / "o.mcap", input=text,
        env={**os.environ, "TMPDIR": str(tmp_path / "nowhere")},
    )
    assert done.returncode == 1
    assert "a pipe is kept in" in done.stderr and "set TMPDIR to a folder with room" in done.stderr


@pytest.mark.parametrize("name", ["zeros.csv", "Location.csv", "zeros"])
def test_a_gigabyte_of_zeros_is_refused_after_its_first_block(kymo, tmp_path, name):
    path = tmp_path / name
    with open(path, "wb") as file:
        file.truncate(1 << 30)  # Takes no room.
    began = time.monotonic()
    done = kymo.attempt("import", path, "-o", tmp_path / "o.mcap")
    assert done.returncode == 1 and f"{name}:1: a NUL byte: not CSV text" in done.stderr
    # Reading all of it takes longer, and a device never ends.
    assert time.monotonic() - began < 5
    endless = kymo.attempt("import", "/dev/zero", "-o", tmp_path / "o.mcap", timeout=20)
    assert endless.returncode == 1 and "/dev/zero:1: a NUL byte" in endless.stderr


# Interrupts

LIMIT = 0.2  # s


def stopped(process, number):
    """Sends a signal, and returns how long it took, and what was said."""
    began = time.monotonic()
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    return time.monotonic() - began, out, err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_pipe_that_is_silent(kymo, tmp_path, number):
    for text in ["", "time,latitude,longitude\n1706702400,40,50\n"]:
        pipe = tmp_path / f"Location{len(text)}.csv"
        os.mkfifo(pipe)
        process = kymo.start("import", pipe, "-o", tmp_path / "o.mcap")
        writer = os.open(pipe, os.O_WRONLY)  # Waits for the reader.
        os.write(writer, text.encode())
        time.sleep(0.1)
        took, _, err = stopped(process, number)
        os.close(writer)
        assert process.returncode == 3, err
        assert "interrupted; nothing was written" in err
        assert took < LIMIT and not (tmp_path / "o.mcap").exists()


def test_a_pipe_without_a_writer(kymo, tmp_path):
    pipe = tmp_path / "Location.csv"
    os.mkfifo(pipe)
    process = kymo.start("import", pipe, "-o", tmp_path / "o.mcap")
    time.sleep(0.3)
    assert process.poll() is None
    took, _, err = stopped(process, signal.SIGINT)
    assert process.returncode == 3 and took < LIMIT, err


@pytest.fixture(scope="module")
def long(tmp_path_factory):
    """So many rows that an import takes a while; in order, and out of order."""
    folder = tmp_path_factory.mktemp("long")
    header = "time,seconds_elapsed,z,y,x\n"
    text = rows(1_000_000)
    written(folder / "sorted" / "TotalAcceleration.csv", header + text)
    lines = text.splitlines(keepends=True)
    # Steps back of less than a second: late rows, and no clock that was set back.
    for i in range(0, len(lines) - 50, 50):
        lines[i], lines[i + 40] = lines[i + 40], lines[i]
    written(folder / "unsorted" / "TotalAcceleration.csv", header + "".join(lines))
    return folder


@pytest.mark.parametrize("name", ["sorted", "unsorted"])
def test_an_import_that_is_under_way(kymo, tmp_path, long, name):
    """Wherever it stands: reading, sorting or writing. What is written is a sound recording."""
    output = tmp_path / "o.mcap"
    began = time.monotonic()
    kymo.run("import", long / name, "-o", output)
    whole = time.monotonic() - began
    codes = set()
    for share in [0.05, 0.2, 0.4, 0.6, 0.8, 0.95]:
        for attempt in range(3):  # Others use the machine, too.
            output.unlink(missing_ok=True)
            process = kymo.start("import", long / name, "-o", output)
            time.sleep(whole * share)
            took, out, err = stopped(process, signal.SIGINT)
            assert process.returncode in (0, 3), err
            if took < LIMIT:
                break
        codes.add(process.returncode)
        assert took < LIMIT or process.returncode == 0, f"{took:.3f} s at {share}"
        if output.exists() and process.returncode == 3:
            assert "interrupted: the rest is missing" in out
            assert kymo.json("replay", output, "--verify")["diverged"] is False
    assert 3 in codes
