"""The console of `kymo run`: lines that repeat, and more of them than anybody wants."""

import pytest
from pages import app, lines, needs_engine, steps  # noqa: F401

pytestmark = needs_engine
MIB = 1 << 20


def printed(done):
    """The lines of the console, and those of the report."""
    text = done.stdout.splitlines()
    end = next(at for at, line in enumerate(text) if "events," in line and "index.html" in line)
    return text[:end], text[end:]


def test_lines_that_repeat_are_folded_for_people(kymo, app, steps):
    page = app.script("""
      for (var n = 0; n < 5; n += 1) console.log('same');
      console.log('other');
      console.warn('other');
      console.log('same');
      setTimeout(function () { console.log('same'); alert('a'); alert('a'); }, 100);
      setInterval(function () { console.log('tick'); }, 300);
    """)
    console, _ = printed(kymo.run("run", page, steps))
    assert console[:10] == [
        "same", "  (5 times)", "other", "warning: other", "same", "  (2 times)", "alert: a", "alert: a", "tick",
        "  (6 times)",
    ]
    assert len(console) == 10
    # For programs each has its time.
    report = app.report(page, steps)
    assert lines(report).count("same") == 7 and report["consoleLines"] == len(report["console"]) == 17
    ticks = [line["time"] for line in report["console"] if line["text"] == "tick"]
    assert len(set(ticks)) == len(ticks) == 6


@pytest.mark.parametrize("when", ["in one turn", "in many"])
def test_246_megabytes_are_neither_printed_nor_held(kymo, app, steps, when):
    text = "for (var n = 0; n < %d; n += 1, all += 1) console.log(all + 'x'.repeat(1000));"
    script = "var all = 0;" + (
        text % 246_000 if when == "in one turn"
        else "setInterval(function () { if (all < 246000) { %s } }, 5);" % (text % 1000)
    )
    page = app.script(script)
    done = kymo.run("run", page, steps, "--script-memory", 150)
    console, report = printed(done)
    assert 4000 < len(console) < 4300 and sum(map(len, console)) <= 4 * MIB
    assert console[0].startswith("0x") and console[-1].startswith(f"{len(console) - 1}x")
    bytes_said = sum(1000 + len(str(n)) for n in range(246_000))
    shown = sum(len(line) for line in console)
    assert f"left out  {246_000 - len(console)} lines of the console, with {bytes_said - shown} bytes" in report
    report = app.report(page, steps, "--script-memory", 150)
    assert report["consoleLines"] == 246_000 == len(report["console"]) + report["consoleLinesLeftOut"]
    assert report["consoleBytesLeftOut"] == bytes_said - shown


def test_so_many_lines_are_left_out_that_the_rest_can_be_read(kymo, app, steps):
    page = app.script("for (var n = 0; n < 150000; n += 1) console.log(n);")
    console, report = printed(kymo.run("run", page, steps))
    assert console == [str(n) for n in range(100_000)]
    assert any(line.startswith("left out  50000 lines of the console") for line in report)
    report = app.report(page, steps)
    assert lines(report) == [str(n) for n in range(10_000)] and report["consoleLinesLeftOut"] == 140_000


def test_a_line_of_100_megabytes_is_cut(kymo, app, steps):
    page = app.script("console.log('x'.repeat(100 * 1024 * 1024)); console.log('short');")
    console, report = printed(kymo.run("run", page, steps))
    assert console == ["x" * (64 << 10) + f"… ({100 * MIB - (64 << 10)} bytes more)", "short"]
    assert f"left out  0 lines of the console, with {100 * MIB - (64 << 10)} bytes" in report
    assert lines(app.report(page, steps))[1] == "short"
    # A character is not cut in two.
    page = app.script("console.log('x' + '\u00e9'.repeat(65536));")
    assert printed(kymo.run("run", page, steps))[0] == ["x" + "é" * 32767 + "… (65538 bytes more)"]


def test_a_question_of_100_megabytes_is_asked_and_recorded(kymo, app, steps, tmp_path):
    record = tmp_path / "run.mcap"
    page = app.script("""
      var text = 'x'.repeat(100 * 1024 * 1024);
      setTimeout(function () { console.log(prompt('how long?', text).length); console.log(prompt(text, '').length); }, 100);
    """)
    console, _ = printed(kymo.run("run", page, steps, "--record", record))
    assert [line[:30] for line in console] == ["prompt: how long?", "104857600", "prompt: " + "x" * 22, "0"]
    assert len(console[2]) < 66_000 and record.stat().st_size < 5 * MIB
    kymo.run("check", record)
    assert "2 dialogs with times and answers" in kymo.run("run", page, record, "--verify").stdout
