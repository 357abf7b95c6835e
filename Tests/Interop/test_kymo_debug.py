"""`kymo debug`: to any step, forwards and backwards, and into a debugger."""

import json
import os
import re
import shutil
import subprocess

import pytest
from conftest import ROOT

PAGE = ROOT / "Recordings" / "devicecatalog" / "session.mcap"
WALK = ROOT / "Recordings" / "walk" / "session.mcap"


def debug(kymo, path, commands, exit_code=0, **options):
    return kymo.run("debug", path, "-c", commands, exit_code=exit_code, **options).stdout.splitlines()


def printed(kymo, path, commands):
    """The documents that a script prints."""
    lines = [line for line in debug(kymo, path, commands) if not line.startswith(("#", "at the", "breakpoint", "no breakpoints"))]
    text, found, decoder = "\n".join(lines), [], json.JSONDecoder()
    while text.strip():
        document, end = decoder.raw_decode(text.strip())
        found.append(document)
        text = text.strip()[end:]
    return found


@pytest.mark.quick
def test_a_step_is_the_same_whichever_way_it_is_reached(kymo):
    one = printed(kymo, PAGE, "goto 1000; print --json")[0]
    others = printed(
        kymo, PAGE,
        "goto 6000; goto 1000; print --json; next 700; back 700; print --json; goto start; goto 999; next; print --json",
    )
    assert others == [one] * 3 and one["step"] == 1000 and one["stages"]
    whole = json.loads(kymo.run("replay", PAGE, "--format", "json").stdout)
    assert debug(kymo, PAGE, "goto end; back 30; next 40; digest")[-1] == f"digest    {whole['digest']}, 6472 steps"


@pytest.mark.quick
def test_breakpoints_stop_forwards_and_backwards(kymo):
    lines = debug(kymo, PAGE, "break command showDate; break outcome failed; " + "continue; " * 3 + "rc; rc; rc")
    stops = [line.split(": ", 1)[1] for line in lines if line.startswith("breakpoint") and "#" in line]
    assert len(stops) == 5 and stops[3] == stops[1] and stops[4] == stops[0]
    assert lines[-1] == "at the start, before the first step"
    found = printed(kymo, PAGE, "break text switchAccelerometer; continue; print --json; delete 1; breakpoints; quit")
    assert "switchAccelerometer" in found[0]["message"]


@pytest.mark.quick
def test_a_divergence_is_a_reason_to_stop(kymo, tmp_path):
    assert "at the end, after 6472 steps" in debug(kymo, PAGE, "break divergence; continue")
    # Under other rules, the first call that these refuse has another outcome.
    first = json.loads(kymo.run("replay", PAGE, "--mode", "legacy", "--verify", "--format", "json", exit_code=4).stdout)
    done = kymo.run("debug", PAGE, "--mode", "legacy", "-c", "break divergence; continue; print", exit_code=4)
    step, field = first["firstDivergence"]["step"], first["firstDivergence"]["field"]
    assert re.search(rf"^breakpoint 1, divergence: #{step} ", done.stdout, re.M)
    assert f"first difference at {'input' if first['firstDivergence']['input'] is not None else 'step'}" in done.stdout
    assert f"in {field}" in done.stdout and f"  {field}: 1 differs" in done.stdout


@pytest.mark.quick
def test_it_reads_a_pipe_and_refuses_what_it_does_not_know(kymo):
    lines = kymo.run("debug", WALK, input="# a comment\n\ngoto 12.5s\nlist 2\ncounters\ninfo\nhelp\n").stdout.splitlines()
    assert lines[0].startswith("#1264 accel") and [line for line in lines[1:6] if line.startswith("> ")] == ["> " + lines[0]]
    for commands, said in [
        ("goto there", "'goto' takes a step such as 5000"), ("jump", "'jump' is no command; 'help' lists them"),
        ("break", "'break' takes command NAME"), ("next x", "'next' takes a number"), ("digest 5", "'digest' takes no '5'"),
        ("delete 7", "there is no breakpoint 7"), ("break command nothing", "has no command 'nothing'"),
        ("break error nothing", "has no error 'nothing'"), ("break outcome nothing", "no step ends as 'nothing'"),
    ]:
        assert said in kymo.run("debug", WALK, "-c", commands, exit_code=64).stderr
        assert said in kymo.run("debug", WALK, input=commands + "\ndigest\n", exit_code=64).stderr


@pytest.mark.quick
def test_steps_beyond_the_end_and_files_that_are_none(kymo, tmp_path):
    assert "at the end, after 12120 steps" in debug(kymo, WALK, "goto 99999999")
    assert debug(kymo, WALK, "back; print; digest")[-1] == "digest    0000000000000000, 0 steps"
    (tmp_path / "cut.mcap").write_bytes(WALK.read_bytes()[:50_000])
    assert "cut.mcap" in kymo.run("debug", tmp_path / "cut.mcap", "-c", "goto 5", exit_code=1).stderr
    assert "--break-at takes no --command" in kymo.run("debug", WALK, "--break-at", "5", "-c", "info", exit_code=64).stderr


def lldb():
    for name in ["lldb", "/usr/bin/lldb", "lldb-14"]:
        path = shutil.which(name)
        if path and subprocess.run([path, "--version"], capture_output=True).returncode == 0:
            probe = [path, "-b", "-o", "settings set target.disable-aslr false", "-o", "run", "--", "/bin/sh", "-c", "kill -TRAP $$"]
            said = subprocess.run(probe, capture_output=True, text=True, timeout=120).stdout
            if "stop reason" in said:
                return path
    return None


def test_lldb_stops_before_the_handlers_of_a_step(kymo):
    if lldb() is None:
        pytest.skip("no lldb runs here, or processes may not be traced")
    done = subprocess.run(
        [str(kymo.binary), "debug", str(PAGE), "--break-at", "1000"],
        input="bt\nquit\n", capture_output=True, text=True, timeout=300, env={**os.environ, "TERM": "dumb"},
    )
    said = done.stdout + done.stderr
    assert "--break-at 1000" in said and "the debugger stops before the first handler of step 1000" in said
    stack = said[said.index("bt\n") :] if "bt\n" in said else said
    assert "SIGTRAP" in said and "WatchedHandler" in stack and "ispatch" in stack
