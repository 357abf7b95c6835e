"""kymo profile with a page, by perf, by valgrind, and through probes: what somebody else looks at."""

import ctypes
import json
import os
import pathlib
import re
import shutil
import signal
import stat
import struct
import subprocess

import pytest

from conftest import Kymo, wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDINGS = ROOT / "Recordings"
WALK = RECORDINGS / "walk" / "session.mcap"
CATALOG = RECORDINGS / "devicecatalog" / "session.mcap"
PAGE = RECORDINGS / "devicecatalog" / "page" / "index.html"


# A page


@pytest.fixture(scope="module")
def page(kymo, tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    trace, folded = folder / "trace.json", folder / "folded"
    exports = ["--export", f"chrome={trace}", "--export", f"folded={folded}"]
    report = kymo.json("profile", CATALOG, "--page", PAGE, "--repeat", 4, *exports)
    return report, json.loads(trace.read_text())["traceEvents"], folded.read_text().splitlines()


def row(report, command, stage):
    (found,) = [
        each for each in report["stages"]
        if (each["command"], each["stage"], each["handler"]) == (command, stage, None)
    ]
    return found


def test_a_page_is_a_stage(kymo, page):
    report, _, _ = page
    played = kymo.json("run", PAGE, CATALOG)
    assert (report["events"], report["digest"]) == (played["events"], played["digest"])
    # Every event is handed to it, in each of four rounds and no other run.
    assert row(report, "accel", "page")["count"] == row(report, "accel", "digest")["count"] > 0
    assert row(report, None, "read")["count"] > 0 and row(report, None, "page")["count"] > 0
    handlers = {each["handler"] for each in report["stages"] if each["command"] == "accel"}
    assert "AccelerationVCO" in handlers
    assert not {"page", "read"} & set(report["absentStages"]) and "ring wait" not in report["absentStages"]
    whole = [each["share"] for each in report["stages"] if each["handler"] is None]
    assert sum(whole) == pytest.approx(1, abs=1e-6)


def test_functions_of_the_page_have_their_names(page):
    report, _, lines = page
    threads = {each["name"]: each["samples"] for each in report["sampling"]["threads"]}
    if threads.get("scripts", 0) < 50:
        pytest.skip(f"{threads} are too few samples to find functions")
    names = {each["name"] for each in report["functions"] if each["module"] == "page"}
    # The page's own functions, as its sources have them.
    assert {"[js] handleRequest", "[js] show"} & names, sorted(names)
    # What the process samples in the engine stands under the command that the page is at work for.
    engine = [line for line in lines if line.startswith("dispatcher;accel;") and ";libjavascriptcore" in line]
    assert engine
    for line in engine:
        assert ";[js] accel;" in line.partition(";libjavascriptcore")[0] + ";", line


def test_each_event_has_an_arrow_to_its_end(page):
    _, events, _ = page
    out = sum(1 for event in events if event.get("flow_out"))
    assert out == sum(1 for event in events if event.get("flow_in")) > 100


@pytest.mark.quick
@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--page", PAGE, "--with-recorder"], "does not go with --page"),
        (["--page", PAGE, "--with", "perf"], "--with perf does not go with --page"),
        (["--zone", "UTC"], "needs --page"),
        (["--with", "valgrind", "--hz", 10], "--with valgrind does not go with --hz"),
        (["--with", "valgrind", "--export", "svg"], "--with valgrind writes one --export callgrind"),
        (["--with", "nobody"], "nobody"),
    ],
)
def test_what_does_not_go_together(kymo, arguments, said):
    done = kymo.run("profile", CATALOG, *arguments, exit_code=64)
    assert said in done.stderr and len(done.stderr.splitlines()) <= 2


def test_a_page_that_is_not_there(kymo, tmp_path):
    done = kymo.run("profile", CATALOG, "--page", tmp_path / "none.html", exit_code=1)
    assert "none.html" in done.stderr


# How long events lie in their ring


def test_waits_are_beside_the_threads_own_time(kymo):
    report = kymo.json("profile", WALK, "--repeat", 2)
    wait = row(report, "accel", "ring wait")
    assert wait["count"] == row(report, "accel", "digest")["count"] and wait["share"] is None
    assert wait["p50Nanoseconds"] > 0
    paced = kymo.json("profile", WALK, "--repeat", 1, "--speed", 1000)
    assert "ring wait" in paced["absentStages"]
    # Requests have texts, which are pushed one by one.
    catalog = kymo.json("profile", CATALOG, "--repeat", 1)
    waits = sum(each["count"] for each in catalog["stages"] if each["stage"] == "ring wait")
    digests = sum(each["count"] for each in catalog["stages"] if each["stage"] == "digest")
    assert 0 < waits <= digests


# perf


def fake(folder, name, text):
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IEXEC)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}


def test_perf_looks_where_it_may(kymo):
    if shutil.which("perf") is None:
        pytest.skip("needs perf")
    done = kymo.run("profile", WALK, "--with", "perf", "--repeat", 1, "--format", "json", exit_code=None)
    if done.returncode == 1 and "perf does not look" in done.stderr:
        pytest.skip(f"perf may not: {done.stderr.strip()}")
    report = json.loads(done.stdout)
    assert report["sampledBy"] == "perf" and report["sampling"] is None
    assert report["overhead"]["sampling"] is None
    names = [each["name"] for each in report["functions"]]
    if len(names) < 20:
        pytest.skip(f"{len(names)} functions are too few")
    assert any("SessionEvents" in name for name in names), names


def test_a_perf_that_is_not_there_or_may_not(kymo, tmp_path):
    path = {**os.environ, "PATH": str(tmp_path)}
    done = kymo.run("profile", WALK, "--with", "perf", exit_code=1, env=path)
    assert "linux-perf" in done.stderr and len(done.stderr.splitlines()) == 1
    env = fake(
        tmp_path / "no", "perf",
        "#!/bin/sh\nprintf 'Error:\\nAccess to performance monitoring is limited.\\n' >&2\nexit 255\n",
    )
    done = kymo.run("profile", WALK, "--with", "perf", exit_code=1, env=env)
    assert "Access to performance monitoring is limited" in done.stderr and "perf_event_paranoid" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_what_perf_says_is_read(kymo, tmp_path):
    env = fake(
        tmp_path / "perf", "perf",
        "#!/bin/sh\ncase $1 in\nrecord) exec sleep 0.2;;\nscript) printf '"
        " 999999 1.5: cycles:u: \\n\\t 1 inner (/bin/x)\\n\\t 2 outer (/bin/x)\\n\\n"
        " 999999 1.6: cycles:u: \\n\\t 1 inner (/bin/x)\\n\\t 2 outer (/bin/x)\\n\\n';;\nesac\n",
    )
    folded = tmp_path / "x.folded"
    done = kymo.run(
        "profile", WALK, "--with", "perf", "--repeat", 1, "--export", f"folded={folded}", env=env
    )
    assert "2 by perf (cycles)" in done.stdout
    assert folded.read_text() == "other threads;outer;inner 2\n"


def test_interrupted_while_perf_looks(kymo, tmp_path):
    begun = tmp_path / "begun"
    env = fake(tmp_path / "perf", "perf", f"#!/bin/sh\necho x >{begun}\nexec sleep 60\n")
    command = [str(kymo.binary), "profile", str(WALK), "--with", "perf"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    wait_for(process, begun, 1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 3 and "interrupted before perf was done" in said


# valgrind


def test_valgrind_counts_instructions_exactly(kymo, tmp_path):
    if shutil.which("valgrind") is None:
        pytest.skip("needs valgrind")
    file = tmp_path / "out"
    report = kymo.json("profile", WALK, "--with", "valgrind", "--export", f"callgrind={file}")
    assert report["schema"] == "kymograph.profile-instructions/1"
    assert sum(each["own"] for each in report["functions"]) == report["instructions"] > 1_000_000
    totals = [line for line in file.read_text().splitlines() if line.startswith(("totals:", "summary:"))]
    assert int(totals[-1].split()[1]) == report["instructions"]
    assert any("SessionEvents" in each["name"] for each in report["functions"])
    linking = sum(each["own"] for each in report["functions"] if each["module"].startswith("ld-linux"))
    assert linking <= report["linkingInstructions"] < report["instructions"]
    text = kymo.run("profile", WALK, "--with", "valgrind").stdout
    assert "_dl_" not in text and "of the dynamic linker" in text
    assert "instructions, exactly" in text and max(map(len, text.splitlines()[1:])) <= 80
    # What ran is a copy, and what the linker calls a function is nothing to read.
    exported = file.read_text()
    assert "build-0" not in exported and str(kymo.binary) in exported and "build-0" not in text
    assert not re.search(r"^c?fn=\(\d+\) (\$s|_ZZ)", exported, re.MULTILINE)


def test_valgrind_calls_a_stripped_program_by_its_name(kymo, tmp_path):
    if shutil.which("valgrind") is None or shutil.which("strip") is None:
        pytest.skip("needs valgrind and strip")
    program = tmp_path / "bare"
    subprocess.run(["strip", "-o", program, kymo.binary], check=True)
    command = [program, "profile", WALK, "--with", "valgrind"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode == 127:
        pytest.skip("the program finds its libraries beside itself only")
    assert done.returncode == 0, done.stderr
    assert "[bare]" in done.stdout and "[build-0]" not in done.stdout
    assert "names     the program is stripped" in done.stdout


def test_without_valgrind(kymo, tmp_path):
    for name in ("sh", "rm", "cp", "env"):
        (tmp_path / name).symlink_to(shutil.which(name))
    done = kymo.run("profile", WALK, "--with", "valgrind", exit_code=1, env={**os.environ, "PATH": str(tmp_path)})
    assert "valgrind" in done.stderr and len(done.stderr.splitlines()) == 1


# Probes


def probes(binary):
    """The places of the program's probes by name, from its notes."""
    if shutil.which("readelf") is None:
        pytest.skip("needs readelf")
    text = subprocess.run(["readelf", "-nW", binary], capture_output=True, text=True, check=True).stdout
    found = {}
    note = r"Provider: kymo\s+Name: (\w+)\s+Location: (0x[0-9a-f]+), [^\n]*\s+Arguments: ([^\n]*)"
    for name, place, arguments in re.findall(note, text):
        assert len(arguments.split()) == (1 if name == "batch" else 3), arguments
        found.setdefault(name, []).append(int(place, 16))
    return found


def test_the_program_has_notes_of_its_probes(kymo):
    if os.uname().machine != "x86_64":
        pytest.skip("probes are those of x86-64")
    assert {"stage", "event", "batch"} <= set(probes(kymo.binary))


def offset(binary, address):
    """Where an address of the program lies in its file."""
    text = subprocess.run(["readelf", "-lW", binary], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["LOAD"]:
            start, virtual, size = (int(words[index], 16) for index in (1, 2, 4))
            if virtual <= address < virtual + size:
                return address - virtual + start
    raise AssertionError(hex(address))


def count_hits(binary, places, run):
    """How often the kernel meets any of the places, on all processors, while `run` runs."""
    kind = pathlib.Path("/sys/bus/event_source/devices/uprobe/type")
    if not kind.exists() or os.uname().machine != "x86_64":
        pytest.skip("the kernel has no uprobes to give")
    libc = ctypes.CDLL(None, use_errno=True)
    path = ctypes.create_string_buffer(str(binary).encode())
    files = []
    for place in places:
        for processor in os.sched_getaffinity(0):
            attributes = bytearray(128)
            struct.pack_into("<II", attributes, 0, int(kind.read_text()), len(attributes))
            struct.pack_into("<QQ", attributes, 56, ctypes.addressof(path), place)
            memory = (ctypes.c_char * len(attributes)).from_buffer(attributes)
            file = libc.syscall(298, memory, -1, processor, -1, 0)
            if file < 0:
                pytest.skip(f"no uprobe is permitted: {os.strerror(ctypes.get_errno())}")
            files.append(file)
    try:
        run()
        return sum(struct.unpack("<Q", os.read(file, 8))[0] for file in files)
    finally:
        for file in files:
            os.close(file)


def test_probes_fire_for_whoever_listens(kymo, tmp_path):
    # A file of its own: probes fire in every process of the file, also in those of other tests.
    own = Kymo(shutil.copy2(kymo.binary, tmp_path / "kymo"))
    places = [offset(own.binary, address) for address in probes(own.binary)["event"]]
    reports = []
    hits = count_hits(own.binary, places, lambda: reports.append(own.json("profile", WALK, "--repeat", 2)))
    assert hits == reports[0]["timing"]["events"] == 2 * reports[0]["events"]
