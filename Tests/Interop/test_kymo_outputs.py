"""No command destroys what was there: full disks, signals at any moment, and outputs that are inputs."""

import contextlib
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import stat
import subprocess
import time

import pytest

from small_disk import small_disk

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORMER = b"what somebody made with care\n" * 3
QUICK = ["--rate", 1000, "--duration", 0.2, "--warm-up", "10%"]


@pytest.fixture(scope="module")
def session(kymo, tmp_path_factory):
    """Large enough for no command to be done with it at once."""
    path = tmp_path_factory.mktemp("session") / "session.mcap"
    kymo.run("synth", "walk", "--duration", "10m", "-o", path)
    return path


@pytest.fixture(scope="module")
def export(tmp_path_factory):
    """A folder as Sensor Logger exports it, with some 50,000 rows."""
    folder = tmp_path_factory.mktemp("export") / "Walk"
    folder.mkdir()
    start = 1_700_000_000_000_000_000
    with open(folder / "Accelerometer.csv", "w", encoding="ascii") as file:
        file.write("time,seconds_elapsed,z,y,x\n")
        for row in range(50_000):
            file.write(f"{start + row * 10_000_000},{row / 100},9.81,0.{row % 97:02},0.1\n")
    return folder


def fake_gate(folder):
    """A build for `kymo gate` that answers at once."""
    path = folder / "build"
    path.write_text(
        "#!/bin/sh\n"
        'case "$1" in\n'
        '--version) echo "kymo 0.0.1"; exit 0;;\n'
        'replay) echo \'{"schema": "kymograph.replay/1", "digest": "aa", "events": 100}\'; exit 0;;\n'
        "esac\n"
        'for word in "$@"; do [ "$word" = --help ] && echo "--pace --handicap" && exit 0; done\n'
        'echo \'{"schema": "kymograph.bench/1", "valid": true, "reasons": [], "digest": "aa",'
        ' "commands": [{"name": "a", "count": 5000, "serviceNanoseconds": {"trimmedMean": 1000},'
        ' "responseNanoseconds": {"p50": 5000, "p99": null}, "replies": 0,'
        ' "replyNanoseconds": {"p50": null}}]}\'\n'
    )
    path.chmod(0o755)
    return path


def gate(folder):
    build = fake_gate(folder)
    return ["gate", build, build, "session", "--skip", "counts", "--skip", "load", "--pairs", 1]


# Every command that writes a file, by what it does; OUT stands for the file, "session" for a recording.
WRITERS = {
    "synth": ["synth", "walk", "--duration", "10m", "-o", "OUT"],
    "adversarial": ["synth", "adversarial", "--events", 20_000, "-o", "OUT"],
    "page": ["synth", "devicecatalog", "--duration", "10m", "-o", "OUT"],
    "replay": ["replay", "session", "--record", "OUT"],
    "accept": ["replay", "session", "--accept", "-o", "OUT"],
    "recover": ["recover", "session", "-o", "OUT"],
    "cut": ["cut", "session", "--end", "9m", "-o", "OUT"],
    "merge": ["merge", "session", "session", "-o", "OUT"],
    "import": ["import", "export", "-o", "OUT"],
    "bench": ["bench", "session", *QUICK, "--export", "json=OUT"],
    "html": ["bench", "session", *QUICK, "--export", "html=OUT"],
    "repetitions": ["bench", "session", *QUICK, "--repetitions", 2, "--export", "json=OUT"],
    "sweep": ["sweep", "session", "--slo", "p50=1h", "--rate", 1000]
    + ["--duration", 0.1, "--resolution", 100, "--export", "html=OUT"],
    "gate": None,
}
RECORDING = ["synth", "adversarial", "page", "replay", "accept", "recover", "cut", "merge", "import"]


@pytest.fixture
def command(session, export, tmp_path_factory):
    """The words of a writer, for an output."""

    def words(writer, output):
        known = WRITERS[writer]
        if known is None:
            known = gate(tmp_path_factory.mktemp("gate")) + ["--export", "junit=OUT"]
        places = {"session": session, "export": export}
        return [
            str(places.get(word, str(word).replace("OUT", str(output)))) for word in known
        ]

    return words


def parts(folder):
    return sorted(path for path in folder.iterdir() if ".part" in path.name)


@pytest.mark.parametrize("writer", WRITERS)
def test_what_is_whole_takes_its_place(kymo, command, tmp_path, writer):
    """The former file is replaced as a whole, with its permissions, behind the link that was given."""
    place, link = tmp_path / "place", tmp_path / "link"
    place.write_bytes(FORMER)
    place.chmod(0o640)
    other = tmp_path / "other"
    os.link(place, other)
    link.symlink_to("place")
    kymo.attempt(*command(writer, link), lines=30)
    assert link.is_symlink() and not place.is_symlink()
    assert place.read_bytes() != FORMER and len(place.read_bytes()) > len(FORMER)
    assert stat.S_IMODE(place.stat().st_mode) == 0o640
    # Another name of the former file still leads to that.
    assert other.read_bytes() == FORMER
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "other", "place"]


def test_a_new_file_has_the_permissions_of_any_new_file(kymo, tmp_path):
    path = tmp_path / "new.mcap"
    command = [kymo.binary, "synth", "still", "--duration", "1", "-o", path]
    subprocess.run(command, check=True, capture_output=True, preexec_fn=lambda: os.umask(0o027))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_to_nothing_yet(kymo, tmp_path):
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to("folder/new.mcap")
    kymo.run("synth", "still", "--duration", 1, "-o", link)
    assert link.is_symlink() and (tmp_path / "folder" / "new.mcap").stat().st_size > 0
    link.unlink()
    link.symlink_to("link")
    assert "symbolic links" in kymo.run("synth", "still", "-o", link, exit_code=1).stderr


# Failures


@pytest.fixture(scope="module")
def little(tmp_path_factory):
    """A folder with room for 24 KiB."""
    with small_disk(tmp_path_factory.mktemp("disk"), "24k") as folder:
        yield folder


def check_failure(done, place, folder, writer):
    """The former file is there; what was written is beside it, and named."""
    assert done.returncode == 1, done.stderr
    assert place.read_bytes() == FORMER
    assert str(place) in done.stderr, done.stderr
    kept = parts(folder)
    assert len(kept) <= 1
    for part in kept:
        assert part.name == "place.part" and part.stat().st_size > 0
        assert f"what was written so far is kept as {part}" in done.stderr
    if writer in RECORDING:
        assert kept, "a recording that had begun is kept"


@pytest.mark.parametrize("writer", WRITERS)
def test_a_full_disk(kymo, command, little, writer):
    for path in little.iterdir():
        path.unlink()
    place = little / "place"
    place.write_bytes(FORMER)
    # Some bytes are left for a recording, none for a report, which may be shorter.
    filler = little / "filler"
    with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as file:
        while writer not in RECORDING:
            file.write(bytes(4096))
    done = kymo.attempt(*command(writer, place), lines=30)
    assert "No space left on device" in done.stderr
    check_failure(done, place, little, writer)


@pytest.mark.parametrize("writer", WRITERS)
def test_a_limit_on_the_size_of_files(kymo, command, tmp_path, writer):
    place = tmp_path / "place"
    place.write_bytes(FORMER)
    limit = 4096 if writer in RECORDING else 64
    words = command(writer, place)
    if writer == "gate":
        # Copies of the builds must fit.
        limit = os.stat(words[1]).st_size
    done = kymo.attempt(
        *words,
        lines=30,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert "File too large" in done.stderr, done.stderr
    check_failure(done, place, tmp_path, writer)


def test_a_folder_that_cannot_be_written_is_said_at_once(kymo, command, tmp_path):
    """An output needs its folder, as it is written beside its place."""
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "place").write_bytes(FORMER)
    subprocess.run(["chattr", "+i", folder], capture_output=True, check=False)
    try:
        try:
            (folder / "probe").touch()
            pytest.skip("folders cannot be protected here")
        except OSError:
            pass
        done = kymo.attempt(*command("replay", folder / "place"))
        assert done.returncode == 1 and "permissions, also those of the folder" in done.stderr
        assert (folder / "place").read_bytes() == FORMER
    finally:
        subprocess.run(["chattr", "-i", folder], capture_output=True, check=False)


# Signals


LONG = os.environ.get("KYMOGRAPH_LONG") == "1"


def moment_count(stop):
    """How often a command is stopped: at 12 moments of those that there are, or at 30 and 20 more."""
    if not LONG:
        return 4
    return 30 if stop == signal.SIGKILL else 10


def moments(seed, count):
    """Delays in s: some at the very start, the others up to a second."""
    random_source = random.Random(seed)
    return [random_source.uniform(0, 0.06 if index % 3 else 1.0) for index in range(count)]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("writer", WRITERS)
def test_a_signal_at_any_moment(kymo, command, tmp_path, writer, stop):
    """Either the whole new file is there, or the former one, byte for byte."""
    place = tmp_path / "place"
    whole = interrupted = 0
    count = moment_count(stop)
    for index, moment in enumerate(moments(f"{writer} {stop}", count)):
        place.write_bytes(FORMER)
        process = kymo.start(*command(writer, place))
        time.sleep(moment)
        process.send_signal(stop)
        _, errors = process.communicate(timeout=60)
        said = f"moment {index}, {moment:.3f} s: exit {process.returncode}\n{errors}"
        if place.read_bytes() == FORMER:
            interrupted += 1
            assert process.returncode != 0, said
            if process.returncode == 3 and writer in RECORDING:
                # An import or a recover that is still reading has written nothing, and says so.
                if "nothing was written" in errors or "nothing was salvaged" in errors:
                    assert writer in ("import", "recover", "cut", "merge") and not parts(tmp_path), said
                    continue
                (part,) = parts(tmp_path)
                assert f"is kept as {part}" in errors, said
                kymo.run("replay", part, "--quiet")
        else:
            whole += 1
            assert process.returncode in (0, 3, -stop), said
        for part in parts(tmp_path):
            part.unlink()
    assert whole + interrupted == count


def test_the_moments_are_many_enough():
    """Thirty in all, of every signal, also in the short run; in the long one thirty of every command."""
    assert len(WRITERS) * moment_count(signal.SIGKILL) >= 30
    assert not LONG or moment_count(signal.SIGKILL) >= 30


ENDLESS = ["synth", "still", "--rate", 1000, "--duration", "1000h", "-o"]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_what_an_interrupted_run_had_is_kept(kymo, tmp_path, stop):
    """Run after run, and no run takes the place of what one before it has kept."""
    place = tmp_path / "place"
    place.write_bytes(FORMER)
    kept = {}
    for name in ["place.part", "place.part2", "place.part3"]:
        process = kymo.start(*ENDLESS, place, "--format", "json")
        part = tmp_path / name
        deadline = time.monotonic() + 60
        while not part.exists() or part.stat().st_size < 1 << 16:
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.01)
        process.send_signal(stop)
        output, errors = process.communicate(timeout=60)
        assert process.returncode == 3
        assert errors == f"kymo synth: interrupted: what there is so far is kept as {part}\n"
        assert json.loads(output)["output"] == str(part)
        assert kymo.json("replay", part, "--verify")["verified"] is True
        kept[part] = part.read_bytes()
        assert place.read_bytes() == FORMER
        assert {path: path.read_bytes() for path in parts(tmp_path)} == kept


def test_what_was_killed_is_recovered_under_its_name(kymo, tmp_path):
    """The file that is read is called as the one that would be written."""
    place, part = tmp_path / "place.mcap", tmp_path / "place.mcap.part"
    process = kymo.start(*ENDLESS, place)
    deadline = time.monotonic() + 60
    while not part.exists() or part.stat().st_size < 3 << 20:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.communicate()
    assert not place.exists()
    before = part.read_bytes()
    kymo.run("recover", part, "-o", place, exit_code=3)
    assert part.read_bytes() == before
    assert kymo.json("replay", place)["events"] > 0


def test_an_interrupted_bench_replaces_no_report(kymo, session, tmp_path):
    place = tmp_path / "bench.json"
    place.write_bytes(FORMER)
    process = kymo.start(
        "bench", session, "--rate", 100, "--duration", 60, "--export", f"json={place}"
    )
    line = process.stderr.readline()
    assert line.startswith("offering")
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 3
    part = tmp_path / "bench.json.part"
    assert f"kept as {part}" in errors and place.read_bytes() == FORMER
    assert json.loads(part.read_text())["interrupted"] is True


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_recover_and_import_stop_at_once(kymo, session, export, tmp_path, stop):
    """Both give in within 200 ms of a signal, with exit 3."""
    big = tmp_path / "big.mcap"
    kymo.run(
        *["synth", "still", "--rate", 1000, "--events", 1_500_000, "--duration", "1000h"],
        *["--compression", "none", "-o", big],
    )
    out = tmp_path / "out.mcap"
    process = kymo.start("recover", big, "-o", out)
    part = tmp_path / "out.mcap.part"
    while not part.exists() or part.stat().st_size < 1 << 20:
        assert process.poll() is None
        time.sleep(0.005)
    start = time.monotonic()
    process.send_signal(stop)
    _, errors = process.communicate(timeout=60)
    # The limit, and what a loaded machine takes to notice.
    assert time.monotonic() - start < 0.2 + 0.8
    assert process.returncode == 3 and not out.exists()
    assert f"a whole recording of what was salvaged so far is kept as {part}" in errors
    # Whole by its own measure, also to the strict reader, and not by that of the former file.
    kymo.run("check", part)
    kept = kymo.json("inspect", part)
    assert kept["complete"] is True and 0 < kept["events"] < 1_500_000


# Outputs that are inputs


@pytest.fixture
def ways(tmp_path):
    """All names of a file: its own, other spellings, links."""

    def names(path):
        path = pathlib.Path(path)
        link, chain, hard = tmp_path / "sym", tmp_path / "chain", tmp_path / "hard"
        for other in (link, chain, hard):
            other.unlink(missing_ok=True)
        link.symlink_to(path)
        chain.symlink_to(link)
        os.link(path, hard)
        return [path, path.parent / "." / path.name, link, chain, hard]

    return names


def copy(path, folder):
    place = folder / path.name
    if path.is_dir():
        shutil.copytree(path, place)
    else:
        shutil.copy(path, place)
    return place


def refused(kymo, path, content, words):
    done = kymo.attempt(*words)
    assert done.returncode == 64 and "overwrite" in done.stderr, done.stderr
    assert path.read_bytes() == content


@pytest.mark.quick
@pytest.mark.parametrize("writer", [name for name in WRITERS if name not in ("synth", "adversarial", "page")])
def test_an_input_is_no_output(kymo, command, session, export, tmp_path, ways, writer):
    name = str(export if writer == "import" else session)
    mine = copy(pathlib.Path(name), tmp_path)
    member = mine / "Accelerometer.csv" if writer == "import" else mine
    content = member.read_bytes()
    for way in ways(member):
        words = [str(mine) if word == name else word for word in command(writer, way)]
        refused(kymo, member, content, words)
    assert parts(tmp_path) == []


def test_a_member_of_a_folder_below(kymo, export, tmp_path):
    folder = copy(export, tmp_path)
    (folder / "meta").mkdir()
    device = folder / "meta" / "device.csv"
    device.write_text("property,value\ndeviceModel,x\n")
    refused(kymo, device, device.read_bytes(), ["import", folder, "-o", device])
    # A recording in it was not read, and may be made again.
    kymo.run("import", folder, "-o", folder / "walk.mcap")
    kymo.run("import", folder, "-o", folder / "walk.mcap")


def test_a_file_of_the_sandbox(kymo, tmp_path, ways):
    sandbox = tmp_path / "sandbox"
    sandbox.mkdir()
    sound = sandbox / "a.caf"
    sound.write_bytes(FORMER)
    page = ROOT / "Recordings" / "devicecatalog" / "session.mcap"
    if not page.exists():
        page = next((ROOT / "Recordings").rglob("session.mcap"))
    for way in ways(sound):
        words = ["replay", page, "--sandbox", sandbox, "--record", way]
        refused(kymo, sound, FORMER, words)


def test_a_file_that_is_not_in_the_sandbox_yet(kymo, session, tmp_path):
    sandbox = tmp_path / "sandbox"
    (sandbox / "deep").mkdir(parents=True)
    (tmp_path / "way").symlink_to(sandbox)
    for place in ("sandbox/new.mcap", "sandbox/deep/new", "way/new.mcap", "deep/../sandbox/new"):
        if place.startswith("deep"):
            (tmp_path / "deep").mkdir()
        done = kymo.run(
            "replay", session, "--sandbox", sandbox, "--record", tmp_path / place, exit_code=64
        )
        assert "it would be in the sandbox" in done.stderr
    assert [path.name for path in sandbox.rglob("*")] == ["deep"]
    kymo.run("replay", session, "--sandbox", sandbox, "--record", tmp_path / "new.mcap")


def test_the_baseline_and_the_builds(kymo, session, tmp_path, ways):
    baseline = tmp_path / "base.json"
    kymo.attempt("bench", session, *QUICK, "--export", f"json={baseline}", lines=30)
    content = baseline.read_bytes()
    for way in ways(baseline):
        words = ["bench", session, *QUICK, "--baseline", baseline, "--export", f"html={way}"]
        refused(kymo, baseline, content, words)
    build = fake_gate(tmp_path)
    content = build.read_bytes()
    for way in ways(build):
        words = ["gate", build, build, session, "--pairs", 1, "--export", f"junit={way}"]
        refused(kymo, build, content, words)


def test_the_program_itself(kymo, tmp_path):
    program = tmp_path / "kymo"
    shutil.copy(kymo.binary, program)
    done = subprocess.run(
        [program, "synth", "still", "-o", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 64 and "the program that is running" in done.stderr


def test_standard_output_that_is_an_input(kymo, session, tmp_path):
    mine = copy(session, tmp_path)
    content = mine.read_bytes()
    with open(mine, "ab") as output:
        done = subprocess.run(
            [kymo.binary, "replay", mine, "--record", "-"],
            stdout=output,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 64 and "overwrite" in done.stderr
    assert mine.read_bytes() == content


# Pipes, devices and descriptors


@pytest.mark.quick
def test_pipes_and_descriptors_are_written_directly(kymo, tmp_path):
    expected = tmp_path / "expected.mcap"
    kymo.run("synth", "still", "--duration", 5, "-o", expected)
    words = [str(kymo.binary), "synth", "still", "--duration", "5", "-o"]
    for output in ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
        done = subprocess.run([*words, output], capture_output=True, check=True)
        if output == "-":
            assert done.stdout == expected.read_bytes()
        else:
            assert done.stdout.startswith(expected.read_bytes())
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    process = subprocess.Popen([*words, fifo], stdout=subprocess.DEVNULL)
    assert fifo.read_bytes() == expected.read_bytes() and process.wait() == 0
    kymo.run("synth", "still", "--duration", 5, "-o", "/dev/null")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["expected.mcap", "fifo"]


def test_a_descriptor_is_added_to_where_it_stands(kymo, tmp_path):
    log = tmp_path / "log"
    log.write_bytes(FORMER)
    words = [str(kymo.binary), "synth", "still", "--duration", "1", "-o", "/dev/fd/1"]
    with open(log, "ab") as output:
        subprocess.run(words, stdout=output, check=True)
    assert log.read_bytes().startswith(FORMER) and log.stat().st_size > len(FORMER) + 1000


# Files that grow


def test_rows_are_added_whole_or_not_at_all(kymo, session, tmp_path):
    history = tmp_path / "history.csv"
    words = ["bench", session, *QUICK, "--export", f"otava-csv={history}"]
    kymo.attempt(*words, lines=30)
    before = history.read_bytes()
    assert before.count(b"\n") == 2
    limit = len(before) + 10
    done = kymo.attempt(
        *words,
        lines=30,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == 1 and f"{history}: nothing was added to it" in done.stderr
    assert history.read_bytes() == before
    # A last line without an end gets one first.
    history.write_bytes(before.rstrip(b"\n"))
    kymo.attempt(*words, lines=30)
    lines = history.read_bytes().split(b"\n")
    assert len(lines) == 4 and b"\n".join(lines[:2]) + b"\n" == before


def test_several_add_to_one_file_at_once(kymo, session, tmp_path):
    history = tmp_path / "history.csv"
    words = ["bench", session, *QUICK, "--export", f"otava-csv={history}"]
    processes = [kymo.start(*words) for _ in range(4)]
    for process in processes:
        process.communicate(timeout=120)
    lines = history.read_text().splitlines()
    # One header, and a row of each.
    assert len(lines) == 5 and len({line.count(",") for line in lines}) == 1
    assert sum(line == lines[0] for line in lines) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_standard_output_is_said_beside_another_failure(kymo, session, tmp_path):
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(session.read_bytes()[:100_000])
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [str(kymo.binary), "check", str(cut)], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert done.returncode == 1
    assert "cut.mcap" in done.stderr and "standard output: No space left" in done.stderr
