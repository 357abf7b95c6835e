"""`kymo run` with pages that are broken, hostile, or not there: a clear line, the right exit code, what was recorded whole."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import wait_for
from pages import app, defect, lines, needs_engine, steps, totals  # noqa: F401

pytestmark = needs_engine


def uncaught(app, page, *arguments):
    """What a page threw that nobody caught."""
    report = app.report(page, *arguments, exit_code=1)
    assert report["uncaughtCount"] >= len(report["uncaught"]) > 0
    return report["uncaught"]


# --- Scripts that throw ---------------------------------------------------------------------------------------------------

BROKEN = {
    "syntax": ("var = 2;", "SyntaxError", 2),
    "throw": ("var one = 1;\nthrow new Error('on purpose');", "on purpose", 3),
    "name": ("nothing.at.all();", "nothing", 2),
    "recursion": ("function deep(n) { return 1 + deep(n + 1); }\ndeep(0);", "RangeError", None),
    "cycle": ("var one = {}; one.one = one;\nmakeCall('logMessage', one);", "cyclic", None),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_a_script_throws_at_load_is_said(app, kymo, steps, tmp_path, name):
    text, message, _ = BROKEN[name]
    record = tmp_path / "run.mcap"
    first = uncaught(app, app.script(text), steps, "--record", record)[0]
    assert message in first["name"] + first["message"]
    kymo.run("check", record)
    kymo.run("replay", record, "--verify")


@pytest.mark.parametrize("name", [name for name, (_, _, line) in BROKEN.items() if line])
def test_the_place_of_what_a_script_throws_at_load_is_named(app, name):
    text, _, line = BROKEN[name]
    first = uncaught(app, app.script(text))[0]
    assert (first["source"], first["line"]) == ("index.html", line)


@pytest.mark.quick
def test_the_place_of_a_call_that_throws_is_the_page(app):
    text, _, _ = BROKEN["cycle"]
    assert uncaught(app, app.script(text))[0]["source"] == "index.html"


def test_a_column_is_one_of_the_page(app):
    first = uncaught(app, app.script("var = 2;"))[0]
    assert first["line"] == 2 and first["column"] <= 8


@pytest.mark.parametrize("text", ["\n\nlet x = ;\n", "\n\nnull.x;\n"])
def test_the_place_in_a_script_file_is_named(app, text):
    app.write(text, "parts/main.js")
    first = uncaught(app, app.write("<script src='parts/main.js'></script>"))[0]
    assert (first["source"], first["line"]) == ("parts/main.js", 3)


@pytest.mark.parametrize("text", [
    "mapCommandToVCF('accel', function () {\n  throw new Error('on purpose');\n});",
    "addEventListener('devicemotion', function () {\n  throw new Error('on purpose');\n});",
    "setTimeout(function () {\n  throw new Error('on purpose');\n});",
    "setTimeout(function () {\n  Promise.reject(new Error('on purpose'));\n});",
])
def test_a_throw_in_a_handler_is_an_error_with_its_place(app, kymo, steps, tmp_path, text):
    record = tmp_path / "run.mcap"
    page = app.script(text)
    errors = uncaught(app, page, steps, "--record", record)
    assert "on purpose" in errors[0]["message"] and (errors[0]["source"], errors[0]["line"]) == ("index.html", 3)
    kymo.run("check", record)
    # The native side went on to the end of the session.
    assert kymo.json("replay", record)["inputs"] == 101
    done = kymo.run("run", page, steps, exit_code=1)
    assert "uncaught: index.html:3:" in done.stderr and "FAILED" in done.stdout


def test_an_error_of_every_event_is_not_said_for_every_event(app, kymo, steps):
    page = app.script("mapCommandToVCF('accel', function () {\n  throw new Error('on purpose');\n});")
    done = kymo.run("run", page, steps, exit_code=1)
    assert len(done.stderr.splitlines()) <= 20 and "100" in done.stdout


def test_errors_that_a_page_handles_are_none(app, steps):
    page = app.script("""
      onerror = function (message) { console.log('handled'); return true; };
      addEventListener('unhandledrejection', function (event) { console.log('handled'); event.preventDefault(); });
      setTimeout(function () { throw new Error('on purpose'); });
      setTimeout(function () { Promise.reject(new Error('on purpose')); });
    """)
    report = app.report(page, steps)
    assert lines(report) == ["handled", "handled"] and report["uncaughtCount"] == 0


# --- Limits ---------------------------------------------------------------------------------------------------------------

ENDLESS = {
    "at load": "for (;;) {}",
    "in a timer": "setTimeout(function () { for (;;) {} }, 500);",
    "in a handler": "var n = 0; mapCommandToVCF('accel', function () { n += 1; while (n > 40) {} });",
    "that catches": "setTimeout(function () { for (;;) { try { for (;;) {} } catch (error) {} finally { continue; } } }, 500);",
    "in a pattern": "setTimeout(function () { /^(a+)+$/.test('a'.repeat(60) + 'b'); for (;;) {} }, 500);",
}


@pytest.mark.parametrize("where", ENDLESS)
def test_an_endless_loop_is_ended(app, kymo, steps, tmp_path, where):
    record = tmp_path / "run.mcap"
    done = kymo.attempt(
        "run", app.script(ENDLESS[where]), steps, "--script-time", "0.3", "--record", record, timeout=60
    )
    assert done.returncode == 1 and "index.html" in done.stderr
    assert "longer than 0.3 s of processor time" in done.stderr and "promises" not in done.stderr
    kept = tmp_path / "run.mcap.part"
    assert kept.exists() and not record.exists()
    kymo.run("check", kept)
    events = kymo.json("replay", kept)["inputs"]
    assert events <= 101 and (events > 30 or where == "at load")


@contextlib.contextmanager
def busy_machine():
    """Others want both processors, all the time."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


@pytest.mark.parametrize("where", ["at load", "that catches", "in a pattern"])
def test_an_endless_loop_is_no_chain_of_promises_on_a_busy_machine(app, kymo, steps, tmp_path, where):
    page = app.script(ENDLESS[where])
    with busy_machine():
        ended = kymo.attempt("run", page, steps, "--script-time", "0.2", "--record", tmp_path / "run.mcap", timeout=60)
    assert ended.returncode == 1 and "longer than 0.2 s of processor time" in ended.stderr
    assert "promises" not in ended.stderr


@pytest.mark.parametrize("where", ["in a timer", "that catches"])
def test_an_endless_loop_is_interrupted_whole_on_a_busy_machine(app, kymo, steps, tmp_path, where):
    record = tmp_path / "run.mcap"
    with busy_machine():
        process = kymo.start("run", app.script(ENDLESS[where]), steps, "--script-time", 60, "--record", record)
        time.sleep(4)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 3 and "interrupted" in out + err and "promises" not in err
    kymo.run("check", tmp_path / "run.mcap.part")


def test_a_bench_is_interrupted_while_a_script_runs(app, kymo, steps):
    page = app.script("var n = 0; mapCommandToVCF('accel', function () { n += 1; while (n > 40) {} });")
    process = kymo.start("bench", steps, "--page", page, "--pace", "none", "--rate", "1e6", "--duration", "1s")
    time.sleep(2)
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 3 and err.splitlines()[-1].startswith("kymo bench: interrupted while a script")
    assert time.monotonic() - begin < 5  # A script may run for ten seconds.


def test_promises_that_never_end_are_ended(app, kymo, steps, tmp_path):
    record = tmp_path / "run.mcap"
    page = app.script("setTimeout(function () { (function go() { Promise.resolve().then(go); })(); }, 500);")
    done = kymo.attempt("run", page, steps, "--script-time", "0.3", "--record", record, timeout=60)
    assert done.returncode == 1 and "an endless chain of promises" in done.stderr and "index.html" in done.stderr
    assert (tmp_path / "run.mcap.part").exists() and not record.exists()


# --- Pages that load themselves -------------------------------------------------------------------------------------------

RELOADING = {
    "in a script": "location.reload();",
    "when it is loaded": "onload = function () { location.reload(); };",
    "in a timer of no time": "setTimeout(function () { location.href = 'index.html'; });",
    "through history": "history.go(0);",
}


@pytest.mark.parametrize("how", RELOADING)
def test_a_page_that_loads_itself_without_end_is_ended(app, kymo, steps, tmp_path, how):
    page = app.script("makeCall('logMessage', 'again');" + RELOADING[how])
    done = kymo.run("run", page, steps, "--format", "json", exit_code=1)
    report = json.loads(done.stdout)
    assert report["navigations"] == report["loads"] == 101 and report["reloads"] == 0
    totals(report)
    assert done.stderr.count("\n") == 1
    assert "index.html: it loads itself without end: 101 times at one moment" in done.stderr


def test_pages_that_load_each_other_without_end_are_ended(app, kymo, steps):
    app.script("location = 'index.html';", "other.html")
    page = app.script("location = 'other.html';")
    done = kymo.run("run", page, steps, exit_code=1)
    assert "navigated 101 times" in done.stdout and done.stderr.count("\n") == 1
    assert "index.html: it goes to other.html, and so on without end: 101 times at one moment" in done.stderr


def test_a_page_may_load_itself_again_and_again_as_time_goes_on(app, steps):
    page = app.script("makeCall('logMessage', 'again'); setTimeout(function () { location.reload(); }, 100);")
    report = app.report(page, steps)
    assert report["navigations"] == report["loads"] - 1 and 15 < report["navigations"] < 25
    _, to_native = totals(report)
    assert to_native["delivered"] == report["loads"] == report["device"]["log.lines"]


def test_what_waits_in_a_page_is_lost_when_it_goes_elsewhere(app, steps):
    app.script("console.log('there');", "other.html")
    page = app.script("for (var n = 0; n < 3; n += 1) makeCall('logMessage', 'm' + n); location = 'other.html';")
    report = app.report(page, steps)
    _, to_native = totals(report)
    assert lines(report) == ["there"] and to_native["sent"] == 3 == to_native["delivered"] + to_native["lostByReload"]


def test_a_script_that_takes_too_much_memory_is_ended(app, kymo, steps, tmp_path):
    record = tmp_path / "run.mcap"
    page = app.script("var all = []; setTimeout(function () { for (;;) all.push(new Array(1000).fill(1)); }, 500);")
    done = kymo.attempt("run", page, steps, "--script-memory", 100, "--record", record, timeout=60)
    assert done.returncode == 1 and "100 MiB" in done.stderr
    kymo.run("check", tmp_path / "run.mcap.part")


def test_a_limit_is_no_interruption(app, kymo, steps, tmp_path):
    page = app.script(ENDLESS["in a timer"])
    done = kymo.attempt("run", page, steps, "--script-time", "0.3", "--record", tmp_path / "run.mcap")
    assert "run.mcap.part" in done.stderr and "interrupted" not in done.stderr


def test_a_text_of_100_megabytes_is_refused_or_arrives(app, steps):
    page = app.script("""
      var text = 'x'.repeat(100 * 1024 * 1024);
      console.log(text.length, makeCall('logMessage', text));
      setTimeout(function () { makeCall('logMessage', 'short'); }, 10);
    """)
    report = app.report(page, steps)
    assert lines(report) == ["104857600 true"]
    _, to_native = totals(report)
    assert to_native["dropped"] == 1 == report["refusedCalls"]


def test_calls_go_on_after_one_that_is_refused(app, steps):
    page = app.script("""
      makeCall('logMessage', 'x'.repeat(100 * 1024 * 1024));
      makeCall('logMessage', 'short');
    """)
    assert app.report(page, steps)["device"]["log.lines"] == 1


def test_a_call_that_is_too_long_is_said_to_be(app, kymo, steps):
    page = app.script("makeCall('logMessage', 'x'.repeat(100 * 1024 * 1024));")
    done = kymo.run("run", page, steps)
    assert "refused   1" in done.stdout and "too many" not in done.stdout


def test_a_queue_of_the_page_has_an_end(app, steps):
    page = app.script("""
      var went = 0;
      for (var count = 0; count < 5000; count += 1) if (makeCall('logMessage', count)) went += 1;
      console.log(went);
    """)
    report = app.report(page, steps)
    assert lines(report) == [str(report["device"]["log.lines"])] and totals(report)[1]["delivered"] == 1000


def test_a_great_many_lines_are_counted(app, steps):
    report = app.report(app.script("for (var count = 0; count < 30000; count += 1) console.log(count);"), steps)
    assert report["consoleLines"] == 30000 and lines(report) == [str(count) for count in range(10000)]


# --- Files ------------------------------------------------------------------------------------------------------------------

@pytest.mark.quick
def test_a_page_that_is_not_there_is_named(app, kymo):
    done = kymo.attempt("run", app.folder / "none.html")
    assert done.returncode == 1 and "none.html" in done.stderr and "No such file" in done.stderr


def test_a_folder_is_no_page(app, kymo):
    (app.folder / "folder.html").mkdir()
    done = kymo.attempt("run", app.folder / "folder.html")
    assert done.returncode == 1 and "folder.html" in done.stderr


@pytest.mark.parametrize("data", [b"<script>console.log('gr\xfcn')</script>", b"\xff\xfe<\x00p\x00>\x00"])
def test_a_page_that_is_not_utf_8_is_named(app, kymo, data):
    done = kymo.attempt("run", app.write(data))
    assert done.returncode == 1 and "not UTF-8" in done.stderr


def test_a_page_is_named_once(app, kymo):
    done = kymo.attempt("run", "index.html", cwd=app.write(b"\xff").parent)
    assert done.stderr.count("index.html") == 1


def test_an_empty_page_is_a_page(app, steps):
    for text in ("", " ", "<", "<!", "<script>", "<html>" * 2000, "\0", "\ufeff"):
        report = app.report(app.write(text), steps)
        assert report["uncaught"] == [] and totals(report)[0]["delivered"] == 100


def test_a_script_that_is_not_there_is_named(app):
    page = app.write("<script src='none.js'></script>\n<script>console.log('after')</script>")
    report = app.report(page, exit_code=1)
    assert lines(report) == ["after"] and "none.js" in report["uncaught"][0]["message"]


@pytest.mark.parametrize("address", [
    "../secret.js", "..%2fsecret.js", "%2e%2e/secret.js", "parts/../../secret.js", "..\\secret.js", "link.js", "up/secret.js",
    "file:///SECRET", "/SECRET", "//localhost/SECRET", "./link.js?x", "\t../secret.js",
])
def test_no_path_leads_out_of_the_folder(app, address):
    secret = app.folder.parent / "secret.js"
    secret.write_text("console.log('escaped');")
    (app.folder / "parts").mkdir()
    (app.folder / "link.js").symlink_to(secret)
    (app.folder / "up").symlink_to(app.folder.parent)
    address = address.replace("/SECRET", str(secret))
    page = app.write(
        f'<script src="{address}"></script>\n<script>\nvar request = new XMLHttpRequest();\n'
        f'fetch({address!r}).then(function (answer) {{ return answer.text(); }}).then('
        "function (text) { console.log('read ' + text); }, function () { console.log('refused'); });\n</script>"
    )
    report = app.report(page, exit_code=1)
    # An absolute path gives the page an origin, whose server has no such file.
    assert [line.strip() for line in lines(report)] in ([], ["refused"], ["read Not Found"])
    told = [one["message"] for one in report["uncaught"]] + [one["name"] for one in report["missing"]]
    assert told, "nobody says that a script was not loaded"


def test_a_page_goes_on_after_a_script_outside_of_its_folder(app):
    (app.folder.parent / "secret.js").write_text("")
    page = app.write("<script src='../secret.js'></script><script>console.log('after')</script>")
    assert lines(app.report(page, exit_code=1)) == ["after"]


def test_a_path_that_leaves_the_folder_has_the_page_as_its_place(app):
    (app.folder.parent / "secret.js").write_text("")
    first = uncaught(app, app.write("<script src='../secret.js'></script>"))[0]
    assert "secret.js" in first["message"] and "loading.js" not in first["source"]


def test_a_link_as_the_page_does_not_lead_out_either(app, kymo):
    outside = app.folder.parent / "outside.html"
    outside.write_text("<script>console.log('escaped')</script>")
    (app.folder / "index.html").symlink_to(outside)
    done = kymo.attempt("run", app.folder / "index.html")
    assert done.returncode == 1 and "outside of the folder" in done.stderr and "escaped" not in done.stdout


def test_a_pipe_is_no_page(app, kymo):
    os.mkfifo(app.folder / "index.html")
    try:
        done = kymo.attempt("run", app.folder / "index.html", timeout=20)
    except subprocess.TimeoutExpired:
        raise AssertionError("it waits") from None
    assert done.returncode == 1


# --- A page against the bridge ------------------------------------------------------------------------------------------------

POLLUTION = {
    "arrays": "['push', 'shift', 'slice', 'join', 'map', 'forEach', 'splice'].forEach(function (name) {"
              " Array.prototype[name] = function () { throw new Error('polluted'); }; });"
              " Array.prototype[Symbol.iterator] = null;",
    "strings": "['replace', 'indexOf', 'split', 'slice', 'startsWith', 'charCodeAt', 'trim', 'match'].forEach("
               "function (name) { String.prototype[name] = function () { return 'polluted'; }; });",
    "promises": "Promise.prototype.then = function () { throw new Error('polluted'); }; Promise.resolve = null;",
    "json": "JSON.parse = JSON.stringify = encodeURIComponent = decodeURIComponent = function () { return 'polluted'; };",
    "objects": "Object.prototype.toString = null; Object.keys = Object.defineProperty = Object.create = null;"
               " Object.prototype.command = Object.prototype.name = 'polluted';",
    "maps": "Map.prototype.get = Map.prototype.set = Set.prototype.add = function () { throw new Error('polluted'); };",
    "functions": "Function.prototype.call = Function.prototype.apply = Function.prototype.bind = null;",
    "setters": "Object.defineProperty(Array.prototype, '0', { set: function () { throw new Error('polluted'); } });"
               " Object.defineProperty(Object.prototype, 'text', { set: function () { throw new Error('polluted'); } });",
}


@pytest.mark.parametrize("name", POLLUTION)
def test_what_a_page_does_to_its_prototypes_does_not_reach_the_bridge(app, steps, name):
    body = """
      var count = 0;
      mapCommandToVCF('accel', function (results, value) { count += typeof value.x === 'number' ? 1 : 0; });
      setTimeout(function () { console.log(count); }, 1500);
    """ + POLLUTION[name] + """
      makeCall('logMessage', 'first');
      makeCall('logMessage', 'second');
      setTimeout(function () { makeCall('logMessage', 'third'); }, 100);
    """
    report = app.report(app.script(body), steps)
    assert lines(report) == ["100"] and report["device"]["log.lines"] == 3
    assert report["uncaught"] == []


@pytest.mark.parametrize("name", POLLUTION)
def test_what_a_page_does_to_its_prototypes_does_not_reach_the_document(app, name):
    done = """
      try {
        var box = document.getElementById('box'), one = document.createElement('p');
        one.setAttribute('class', 'a b');
        one.classList.add('c');
        one.textContent = 'said';
        one.dataset.key = 'value';
        box.appendChild(one);
        box.innerHTML += '<ul><li id=first>1</li><li>2</li></ul>';
        box.addEventListener('click', function (event) { console.log('clicked ' + event.target.id); });
        document.getElementById('first').click();
        var list = document.querySelectorAll('#box li'), text = '';
        for (var index = 0; index < list.length; index += 1) text += list[index].textContent;
        console.log(text + ' ' + document.querySelector('p.b').className + ' ' + document.querySelector('[data-key]').textContent);
        var url = new URL('../x?a=1&b=2#c', 'http://host/y/z');
        console.log(url.href + ' ' + url.searchParams.get('b') + ' ' + new Headers({ one: '1' }).get('ONE'));
        localStorage.setItem('kept', 'yes');
        console.log(localStorage.kept + ' ' + btoa('text') + ' ' + performance.getEntries().length);
      } catch (error) { console.log('threw ' + error); }
    """
    report = app.report(app.write(f"<body><div id=box></div><script>{POLLUTION[name]} {done}</script>"))
    assert lines(report) == [
        "clicked first", "12 a b c said", "http://host/x?a=1&b=2#c 2 1", "yes dGV4dA== 0",
    ]
    assert report["uncaught"] == []


@pytest.mark.parametrize("name", POLLUTION)
def test_what_a_page_does_to_its_prototypes_does_not_reach_named_handlers(app, name):
    report = app.report(app.script("""
      function connect(use) {
        if (window.WebViewJavascriptBridge) return use(WebViewJavascriptBridge);
        if (window.WVJBCallbacks) return;
        window.WVJBCallbacks = { 0: use, length: 1 };
        var frame = document.createElement('iframe');
        frame.style.display = 'none';
        frame.src = 'https://__bridge_loaded__';
        document.documentElement.appendChild(frame);
      }
      connect(function (bridge) {
        bridge.callHandler('logMessage', 'one', function (answer) { console.log(typeof answer); });
        bridge.callHandler('logMessage', 'two', function (answer) { console.log(typeof answer); });
      });
    """ + POLLUTION[name]))
    assert len(lines(report)) == 2 and report["device"]["log.lines"] == 2
    assert report["uncaught"] == []


def test_a_page_finds_no_way_to_the_built_ins_of_the_document(app):
    report = app.report(app.write("""<body><div id=box></div><script>
      var roots = [document, document.createElement, document.querySelectorAll('div'), location, localStorage, new URL('http://a/'),
        new Event('x'), fetch, new Headers(), document.childNodes, NodeList, Event, new Event('x').composedPath(),
        document.querySelectorAll('div')[Symbol.iterator], DOMException, new DOMException('x')];
      var made = [];
      function reach(value, depth) {
        if (value === null || (typeof value !== 'object' && typeof value !== 'function') || depth > 6) return;
        if (made.indexOf(value) >= 0) return;
        made.push(value);
        reach(Object.getPrototypeOf(value), depth + 1);
        var constructor = Object.getOwnPropertyDescriptor(value, 'constructor');
        if (constructor) reach(constructor.value, depth + 1);
      }
      roots.forEach(function (one) { reach(one, 0); });
      var makers = made.filter(function (one) {
        return typeof one === 'function' && one !== Function && /^(Generator|Async.*)?Function$/.test(one.name);
      });
      made.forEach(function (one) {
        if (one === window || one === Array.prototype || one === Function.prototype) return;
        ['push', 'forEach', 'call', 'apply'].forEach(function (name) {
          if (Object.prototype.hasOwnProperty.call(one, name) && one.constructor !== NodeList) {
            try { one[name] = function () { throw new Error('reached'); }; } catch (error) { /* It is closed. */ }
          }
        });
      });
      document.getElementById('box').innerHTML = '<p class="a b">said</p>';
      console.log(makers.length + ' ' + document.querySelector('p.b').textContent);
    </script>"""))
    assert lines(report) == ["0 said"] and report["uncaught"] == []


def test_what_a_page_does_to_descriptors_does_not_reach_the_platform(app):
    page = app.script("Object.defineProperty(Object.prototype, 'get', { value: 1, configurable: true });")
    assert app.report(page)["uncaught"] == []


def test_numbers_and_texts_of_all_kinds_cross(app, steps):
    page = app.script("""
      var odd = ["a'b\\"c\\\\", '\\u2028\\u2029', '\\ud83d\\ude00', '%00%zz&msg=2', '\\0', ''];
      odd.forEach(function (text) { makeCall('logMessage', text); });
    """)
    report = app.report(page, steps)
    assert totals(report)[1]["delivered"] == 6 and report["uncaught"] == []


# --- Ends -------------------------------------------------------------------------------------------------------------------

TICKING = "setInterval(function () { makeCall('logMessage', 'tick'); }, 10);"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_keeps_what_there_is(app, kymo, walk, tmp_path, number):
    record = tmp_path / "run.mcap"
    process = kymo.start("run", app.script(TICKING), walk, "--speed", 1, "--record", record)
    wait_for(process, tmp_path / "run.mcap.part", 1)
    time.sleep(0.3)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 3, (out, err)
    assert "run.mcap.part" in err and "interrupted" in out
    kymo.run("check", tmp_path / "run.mcap.part")


# What a page does when it is interrupted, and whether its recording is whole: promises are ended from without.
BUSY = {
    "waits for its time": ("", True),
    "loops": ("setTimeout(function () { for (;;) {} }, 50);", True),
    "loops and catches": (ENDLESS["that catches"].replace("500", "50"), True),
    "works at every event": (
        "mapCommandToVCF('accel', function () { var end = 3e6; for (var n = 0; n < end; n += 1) {} });", True
    ),
    "has promises without end": (
        "setTimeout(function () { (function go() { Promise.resolve().then(go); })(); }, 50);", False
    ),
    "awaits without end": ("setTimeout(async function () { for (;;) await null; }, 50);", False),
    "has microtasks without end": ("setTimeout(function go() { queueMicrotask(go); }, 50);", False),
    "searches without end": ("setTimeout(function () { /^(a+)+$/.test('a'.repeat(200) + 'b'); }, 50);", False),
}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("what", BUSY)
def test_an_interrupt_is_taken_within_a_fifth_of_a_second(app, kymo, steps, tmp_path, what, number):
    text, ends_whole = BUSY[what]
    page = app.script(text)
    taken = []
    # Others may have the processor at one moment, but not at each of them.
    for attempt in range(10):
        record = tmp_path / f"run{attempt}.mcap"
        kept = tmp_path / f"run{attempt}.mcap.part"
        process = kymo.start("run", page, steps, "--speed", 0.1, "--script-time", 60, "--record", record)
        wait_for(process, kept, 1)
        time.sleep(0.7)
        begin = time.monotonic()
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        taken.append(time.monotonic() - begin)
        assert process.returncode == 3, (out, err)
        assert kept.exists() and not record.exists()
        assert "interrupted" in out + err and kept.name in err
        if ends_whole:
            kymo.run("check", kept)
        elif "never return" in err:
            assert err.count("\n") == 1 and "recover" in err
        if taken[-1] < 0.2:
            return
    pytest.fail(f"taken after {taken} s")


def test_a_page_that_loops_while_it_is_loaded_can_be_interrupted(app, kymo):
    process = kymo.start("run", app.script("for (;;) {}"), "--script-time", 60)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert process.returncode == 3 and "interrupted" in out + err


@pytest.mark.parametrize("speed", ["1e10", "1e300", "1e7", "1e-7", "inf", "nan"])
@pytest.mark.parametrize("command", ["run", "replay", "profile"])
def test_a_speed_that_nobody_can_have_is_refused(app, kymo, steps, command, speed):
    page = [app.script("")] if command == "run" else []
    done = kymo.run(command, *page, steps, "--speed", speed, exit_code=64)
    assert f"--speed wants a speed from 0.000001 to 1000000 such as 1 or 10x, or max, not '{speed}'" in done.stderr


def test_a_rate_that_makes_a_speed_that_nobody_can_have_is_refused(app, kymo, steps):
    done = kymo.run("run", app.script(""), steps, "--rate", "1e9", exit_code=64)
    assert "--rate 1e9 is" in done.stderr and "times the speed" in done.stderr


def test_a_page_that_never_rests_can_be_interrupted(app, kymo):
    process = kymo.start("run", app.script(TICKING), "--after", "100000000")
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 3


def test_a_full_disk_is_said(app, kymo, steps):
    done = kymo.attempt("run", app.script(TICKING), steps, "--record", "/dev/full")
    assert done.returncode == 1 and "/dev/full" in done.stderr and "No space left" in done.stderr


def test_a_closed_pipe_ends_it_quietly(app, kymo):
    page = app.script("for (var count = 0; count < 100000; count += 1) console.log('a line of text ' + count);")
    process = kymo.start("run", page)
    assert process.stdout.readline() == "a line of text 0\n"
    process.stdout.close()
    err = process.stderr.read()
    assert process.wait(timeout=60) in (0, 1, -signal.SIGPIPE, 128 + signal.SIGPIPE) and len(err.splitlines()) <= 1


def test_its_inputs_are_not_overwritten(app, kymo, steps):
    page = app.script(TICKING)
    text = page.read_text()
    for target in (page, steps):
        done = kymo.attempt("run", page, steps, "--record", target)
        assert done.returncode == 64 and "overwrite" in done.stderr
    assert page.read_text() == text


def test_a_terminal_is_not_told_what_to_do(app, kymo):
    page = app.script("console.log('\\u001b[2J\\u0007red'); throw new Error('\\u001b]0;title\\u0007');")
    done = kymo.run("run", page, exit_code=1)
    assert "\x1b" not in done.stdout + done.stderr and "\x07" not in done.stdout + done.stderr


def test_a_comparison_needs_something_to_compare_with(app, kymo, tmp_path):
    done = kymo.attempt("run", app.script(""), "--verify")
    assert done.returncode == 64 and "--verify" in done.stderr


@pytest.mark.parametrize(
    "script",
    [
        "const c = new MessageChannel(); c.port1.onmessage = () => c.port2.postMessage(0); c.port2.postMessage(0);",
        """new Worker('data:text/javascript,onmessage = () => postMessage(0); postMessage(0)').onmessage = function () {
          this.postMessage(0);
        };""",
    ],
    ids=["by a channel", "by a worker"],
)
def test_messages_that_never_end_are_ended(app, script):
    started = app.write(f"<!doctype html><script>{script}</script>", "index.html")
    done = app.kymo.run("run", started, exit_code=1, timeout=120)
    assert "turns at one time of the session without an end" in done.stderr, done.stderr
    assert len(done.stderr.splitlines()) == 1
