"""The round trip with a phone: what the recorder posts to `kymo serve`, imported, run with the phone's answers, compared.

The phone is Chromium with a native side that the test brings along.
"""

import functools
import http.server
import json
import shutil
import threading

import pytest
from capacitor_half import ANSWERS
from conftest import ROOT, chromium
from pages import app, needs_engine  # noqa: F401
from served import Server
from small_disk import full_disk  # noqa: F401

pytestmark = needs_engine

FOLDER = ROOT / "Examples" / "Recorder"
TOKEN = "0123456789abcdef"

# Capacitor as an iPhone injects it, with answers of its own: some later, some twice, some errors.
NATIVE = """
  let id = 0;
  const callbacks = new Map();
  const post = data => setTimeout(() => native(data), 1);
  window.webkit = { messageHandlers: { bridge: { postMessage: post } } };
  window.Capacitor = { DEBUG: false };
  Capacitor.toNative = (pluginId, methodName, options, stored) => {
    const callbackId = stored ? String(++id) : '-1';
    if (stored) callbacks.set(callbackId, stored);
    webkit.messageHandlers.bridge.postMessage({ type: 'message', callbackId, pluginId, methodName, options: options || {} });
    return callbackId;
  };
""" + ANSWERS + """  let asked = 0;
  const native = ({ callbackId, pluginId, methodName, options }) => {
    const reply = r => Capacitor.fromNative({ callbackId, ...r });
    if (methodName === 'watch') {
      reply({ success: true, save: true, data: { level: 1 } });
      setTimeout(() => reply({ success: true, save: false, data: { level: 2 } }), 30);
    } else if (pluginId === 'Echo') {
      asked += 1;
      reply({ success: true, data: { value: options.value, number: asked } });
    } else if (callbackId !== '-1') {
      reply({ success: false, error: { message: 'not here', code: 'UNIMPLEMENTED' } });
    }
  };
"""
PAGE = """<!doctype html><title>App</title>
<script src="kymo-recorder.js"></script>
<script>
  const C = window.Capacitor;
  async function main() {
    const one = await C.nativePromise('Echo', 'echo', { value: 'a', password: 'hunter2' });
    const two = await C.nativePromise('Echo', 'echo', { value: ['b', one.number] });
    console.log('echoed', one.number, two.number, two.value[1]);
    try { await C.nativePromise('Contacts', 'find', { name: 'x' }); } catch (e) { console.log('failed', e.message, e.code); }
    let levels = 0;
    C.nativeCallback('Battery', 'watch', {}, async battery => {
      levels += battery.level;
      if (battery.level < 2) return;
      await C.nativePromise('Echo', 'echo', { value: { levels } });
      console.log('done', levels);
      window.isDone = true;
    });
  }
  main();
</script>
"""


def line(**members):
    return json.dumps(members, separators=(",", ":"))


def file_of(*calls, **header):
    """A recorder's file: calls as (name, args, [(ok, value, took), ...])."""
    lines, number = [line(**{"kymo": "recorder", "version": 1, "session": "s", "platform": "ios", "lost": 0} | header)], 0
    for name, args, replies in calls:
        to, number = number, number + 1
        lines.append(line(n=to, t=1795348445000 + to, k="call", bridge="capacitor", name=name, args=args))
        for ok, value, took in replies:
            lines.append(line(n=number, t=1795348445000 + number, k="reply", to=to, ok=ok, took=took, value=value))
            number += 1
    return "".join(text + "\n" for text in lines)


@pytest.fixture
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def site(tmp_path):
    """A folder with the page, and its origin: another one than that of `kymo serve`."""
    folder = tmp_path / "app"
    folder.mkdir()

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield folder, f"http://localhost:{server.server_port}"
        server.shutdown()


def recorded(browser, url, origin):
    """Runs the page on the "phone", and lets its recorder post to a server."""
    context = browser.new_context(timezone_id="UTC", locale="en-US")
    page = context.new_page()
    page.add_init_script(NATIVE)
    said = []
    page.on("console", lambda message: said.append(message.text) if message.type == "log" else None)
    page.goto(origin + "/")
    page.wait_for_function("window.isDone")
    page.evaluate("([url, token]) => KymoRecorder.post(url, { Authorization: 'Bearer ' + token })", [url, TOKEN])
    context.close()
    return said


def test_from_the_phone_and_back(kymo, browser, site, tmp_path):
    (folder, origin), uploads = site, tmp_path / "uploads"
    uploads.mkdir()
    (folder / "index.html").write_text(PAGE)
    shutil.copy(FOLDER / "kymo-recorder.js", folder)
    with Server(kymo, "--uploads", uploads, "--allow-origin", origin, "--token", TOKEN) as server:
        said = recorded(browser, f"http://127.0.0.1:{server.port}/recorder", origin)
        report = server.stop()
    (phone,) = uploads.iterdir()
    assert report["uploads"] == [{"name": phone.name, "bytes": phone.stat().st_size}] and report["droppedUploads"] == 0
    assert "hunter2" not in phone.read_text()
    session = tmp_path / "phone.mcap"
    kymo.run("import", phone, "-o", session)

    arguments = ["run", folder / "index.html", session, "--bridge", "capacitor", "--plugins", phone, "--compare", phone]
    report = json.loads(kymo.run(*arguments, "--format", "json").stdout)
    assert [row["text"] for row in report["console"] if row["level"] == "log"] == said
    compared = report["phone"]
    assert compared["differs"] is False and compared["comparedCalls"] == 5 and compared["comparedReplies"] == 6
    assert compared["notCompared"] == [{"reason": "members that the recorder has hidden", "count": 1}]
    rows = {row["name"]: row for row in compared["commands"]}
    assert {name: (row["phone"], row["here"], row["equal"]) for name, row in rows.items()} == {
        "Echo.echo": (3, 3, 3), "Contacts.find": (1, 1, 1), "Battery.watch": (1, 1, 1),
    }
    # The phone's own delays, by the session's clock: the recorder writes µs.
    for row in rows.values():
        phone_times, here = row["phoneNanoseconds"], row["laterSessionNanoseconds"]
        assert row["hereNanoseconds"] is None and here["count"] == phone_times["count"]
        assert abs(here["max"] - phone_times["max"]) <= 1000
    # What the page on the phone called is not called once more.
    assert report["leftOut"] == 5 and report["inputs"] == 0
    text = kymo.run(*arguments).stdout
    assert "compared  5 calls and 6 replies: what was compared is the same" in text and "identical" not in text
    again = json.loads(kymo.run(*arguments, "--format", "json").stdout)
    assert again["digest"] == report["digest"] and again["bridgeDigest"] == report["bridgeDigest"]

    # A page that has changed meanwhile.
    (folder / "index.html").write_text(PAGE.replace("name: 'x'", "name: 'y', limit: 1").replace("'Battery', 'watch'", "'Power', 'watch'"))
    done = kymo.run(*arguments, "--format", "json", exit_code=4)
    first = json.loads(done.stdout)["phone"]["firstDifference"]
    assert first["command"] == "Contacts.find" and (first["phoneCall"], first["hereCall"]) == (2, 2)
    assert first["members"] == [
        {"path": "/name", "phone": '"x"', "here": '"y"'}, {"path": "/limit", "phone": None, "here": "1"},
    ]
    row = {row["name"]: (row["onlyOnPhone"], row["onlyHere"]) for row in json.loads(done.stdout)["phone"]["commands"]}
    assert row["Battery.watch"] == (1, 0) and row["Power.watch"] == (0, 1)


# --- The comparison ---------------------------------------------------------------------------------------------------

SCRIPT = """<!doctype html><script>
const C = window.Capacitor, ask = (p, m, o) => C.nativePromise(p, m, o);
(async () => {
  CALLS
})();
</script>"""


def page(app, *calls):
    body = "".join(
        f"try {{ console.log(JSON.stringify(await ask('{name.split('.')[0]}', '{name.split('.')[1]}', {json.dumps(args)}))); }}"
        " catch (e) { console.log('failed', e.message, e.code, e.extra); }\n"
        for name, args in calls
    )
    return app.write(SCRIPT.replace("CALLS", body))


def compared(kymo, path, phone, *options, exit_code=0):
    done = kymo.run(
        "run", path, "--bridge", "capacitor", "--compare", phone, *options, "--format", "json", exit_code=exit_code
    )
    return json.loads(done.stdout)


def test_each_call_is_answered_in_turn_and_as_late(kymo, app, tmp_path):
    phone = tmp_path / "phone.jsonl"
    phone.write_text(file_of(
        ("Echo.echo", {"a": 1}, [(True, {"v": 1}, 20)]), ("Echo.echo", {"a": 2}, [(True, {"v": 2}, 30.5)]),
        ("None.x", {}, [(False, {"message": "no", "code": "E7", "extra": "more"}, 1)]),
    ))
    path = page(app, ("Echo.echo", {"a": 1}), ("Echo.echo", {"a": 2}), ("None.x", {}), ("Echo.echo", {"a": 3}))
    report = compared(kymo, path, phone, "--plugins", phone, exit_code=4)
    said = [(row["level"], row["text"]) for row in report["console"]]
    assert said == [
        ("log", '{"v":1}'), ("log", '{"v":2}'), ("log", "failed no E7 more"),
        ("bridge", "Echo.echo: the phone answered 2 calls, further ones get the last answers again"), ("log", '{"v":2}'),
    ]
    # Native code gets a call a nanosecond after the page has made it.
    times = [row["time"] // 1000 for row in report["console"]]
    assert times == [20_000, 50_500, 51_500, 51_500, 82_000]
    assert report["repeatedAnswers"] == 1
    first = report["phone"]["firstDifference"]
    assert first["kind"] == "onlyHere" and first["hereCall"] == 3 and first["here"] == '{"a":3}'


CORDOVA = """<!doctype html><script src="cordova.js"></script><script>
document.addEventListener('deviceready', function () {
  var exec = cordova.require('cordova/exec'), say = name => value => console.log(name, JSON.stringify(value));
  exec(say('picture'), say('none'), 'Camera', 'getPicture', [{ quality: 1 }]);
  exec(say('found'), say('denied'), 'Contacts', 'find', ['a']);
  exec(say('said'), say('said'), 'Quiet', 'ask', []);
});
</script>
"""


def test_a_page_of_cordova_gets_what_the_phone_gave(kymo, app, tmp_path):
    phone = tmp_path / "phone.jsonl"
    text = file_of(
        ("CoreAndroid.show", [], []), ("Camera.getPicture", [{"quality": 1}], [(True, "aGk=", 4)]),
        ("Contacts.find", ["a"], [(False, {"code": 3, "why": ["x"]}, 5)]), ("Quiet.ask", [], []), platform="android",
    )
    phone.write_text(text.replace('"capacitor"', '"cordova"'))
    arguments = ["run", app.write(CORDOVA), "--plugins", phone, "--compare", phone]
    report = json.loads(kymo.run(*arguments, "--platform", "android", "--format", "json").stdout)
    assert [row["text"] for row in report["console"] if row["level"] != "lacks"] == [
        "Quiet.ask is never answered, as on the phone", 'picture "aGk="', 'denied {"code":3,"why":["x"]}',
    ]
    assert report["phone"]["comparedCalls"] == 3 and report["phone"]["comparedReplies"] == 2
    # On another phone the page may do otherwise, so the report says that it is another one.
    done = kymo.run(*arguments, "--platform", "ios", exit_code=None)
    assert "the page found ios here" in done.stdout


def test_what_is_not_compared_is_said(kymo, app, tmp_path):
    phone = tmp_path / "phone.jsonl"
    text = file_of(
        ("Echo.echo", {"token": "[redacted]", "a": 1}, [(True, {"v": 1}, 1)]),
        ("Echo.echo", {"a": 2}, []), ("App.addListener", {"eventName": "x"}, []), lost=3,
    )
    phone.write_text(text.replace('"n":2,', '"n":5,'))
    path = page(app, ("Echo.echo", {"token": "t", "a": 1}), ("Echo.echo", {"a": 7}), ("Echo.echo", {"a": 2}))
    done = compared(kymo, path, phone, "--plugins", app.write('{"Echo.echo":{"value":{"v":1}}}', "plugins.json"))
    assert done["phone"]["differs"] is False
    assert {row["reason"]: row["count"] for row in done["phone"]["notCompared"]} == {
        "lines that the recorder has dropped": 3, "members that the recorder has hidden": 1,
        "calls here that may be among the lines that are missing": 1,
        "answers here to which the recorder has no reply": 1,
        "calls of the phone's that the platform takes here: listeners, buttons, windows, prompts": 1,
    }


def test_nothing_to_compare_is_no_success(kymo, app, tmp_path):
    phone = tmp_path / "phone.jsonl"
    phone.write_text(file_of())
    report = compared(kymo, page(app), phone, exit_code=3)
    assert report["phone"]["differs"] is None


@pytest.mark.parametrize("text, said", [
    ("", "no file of kymo-recorder.js"), ('{"n":1}\n', "no file of kymo-recorder.js"), (None, "No such file"),
])
def test_a_file_that_is_none_is_one_line(kymo, app, tmp_path, text, said):
    phone = tmp_path / "phone.jsonl"
    if text is not None:
        phone.write_text(text)
    done = kymo.run("run", page(app), "--bridge", "capacitor", "--compare", phone, exit_code=1)
    assert said in done.stderr and len(done.stderr.splitlines()) <= 2
    done = kymo.run("run", page(app), "--compare", phone, "--sweep-faults", "drop", exit_code=64)
    assert "exclude each other" in done.stderr


def test_an_older_bridge_is_compared_too(kymo, app, tmp_path):
    phone = tmp_path / "phone.jsonl"
    lines = [
        line(kymo="recorder", version=1, session="s", lost=0),
        line(n=0, t=1795348445000, k="call", bridge="quickconnect", name="logMessage", args=["a b"]),
        line(n=1, t=1795348445001, k="call", bridge="quickconnect", name="showDate", args="Date"),
    ]
    phone.write_text("".join(text + "\n" for text in lines))
    path = app.write("<!doctype html><script>makeCall('logMessage', ['a b']); makeCall('showDate', 'Time');</script>")
    done = kymo.run("run", path, "--compare", phone, "--format", "json", exit_code=4)
    report = json.loads(done.stdout)["phone"]
    assert report["comparedCalls"] == 2
    assert report["firstDifference"]["members"] == [{"path": "", "phone": '"Date"', "here": '"Time"'}]


# --- The server's route -----------------------------------------------------------------------------------------------

HEADER = b'{"kymo":"recorder","version":1}\n'


@pytest.fixture
def uploads(tmp_path):
    folder = tmp_path / "uploads"
    folder.mkdir()
    return folder


def test_a_file_has_the_servers_name(kymo, uploads):
    with Server(kymo, "--uploads", uploads) as server:
        names = [server.post("/recorder", HEADER + b'{"n":0}\n', {"X-File-Name": "../../evil"}).json["file"] for _ in range(3)]
        for target in ("/recorder/../../evil", "/recorder/x", "/recorder%2f..%2fevil", "//recorder"):
            assert server.post(target, HEADER).status in (400, 404, 405), target
        assert server.post("/recorder?name=../../evil", HEADER).status == 201
        assert server.get("/recorder").status == 405
        server.stop()
    assert len(set(names)) == 3 and all(name.startswith("phone-2") and name.endswith(".jsonl") for name in names)
    assert len(list(uploads.iterdir())) == 4 and len(list(uploads.parent.rglob("*evil*"))) == 0
    assert (uploads / names[0]).read_bytes() == HEADER + b'{"n":0}\n'


@pytest.mark.parametrize("body, said", [
    (b"", "got nothing"), (b"hello\n", "first line"), (b'{"n":0}\n', "first line"), (HEADER + b"[1]\n", "no object"),
    (HEADER + b'{"n":0}', "has no end"), (HEADER + b"\x00\x01\n", "control character"),
    (HEADER + b"GIF89a" * 100_000, "no object"),
])
def test_what_is_no_file_of_a_recorder_is_refused(kymo, uploads, body, said):
    with Server(kymo, "--uploads", uploads) as server:
        answer = server.post("/recorder", body)
        assert answer.status == 400 and said in answer.text
        report = server.stop()
    assert list(uploads.iterdir()) == [] and report["uploads"] == []
    assert report["droppedUploads"] == (1 if body else 0)


def test_files_are_bounded_and_streamed(kymo, uploads):
    body = HEADER + (b'{"n":0,"t":' + b"1" * 1000 + b"}\n") * 12_000
    with Server(kymo, "--uploads", uploads, "--max-upload", len(body)) as server:
        assert server.post("/recorder", body).status == 201
        assert server.peak_kibibytes < 64 * 1024
        assert server.post("/recorder", body + b"{}\n").status == 413
        chunked = b"POST /recorder HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        chunked += b"%x\r\n%s\r\n%x\r\n" % (len(HEADER), HEADER, len(body))
        assert b" 413 " in server.send(chunked, hang_up=True)
        # What is no file of a recorder has the limit of all.
        assert server.post("/sensors", b" " * (1 << 21)).status == 413
        report = server.stop()
    assert len(list(uploads.iterdir())) == 1 and report["droppedUploads"] == 1


def test_who_may_post(kymo, uploads):
    with Server(kymo, "--uploads", uploads, "--token", TOKEN, "--allow-origin", "capacitor://localhost") as server:
        key = {"Authorization": f"Bearer {TOKEN}"}
        assert server.post("/recorder", HEADER).status == 401
        assert server.post("/recorder", HEADER, {"Authorization": "Bearer wrong"}).status == 401
        assert server.post("/recorder", HEADER, key | {"Origin": "https://evil.example"}).status == 403
        answer = server.post("/recorder", HEADER, key | {"Origin": "capacitor://localhost"})
        assert answer.status == 201 and answer.fields["Access-Control-Allow-Origin"] == "capacitor://localhost"
        answer = server.post("/recorder", b"x", key | {"Origin": "capacitor://localhost"})
        assert answer.status == 400 and answer.fields["Access-Control-Allow-Origin"] == "capacitor://localhost"
        wanted = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
        answer = server.ask("OPTIONS", "/recorder", None, wanted | {"Origin": "capacitor://localhost"})
        assert answer.status == 204 and "POST" in answer.fields["Access-Control-Allow-Methods"]
        assert "authorization" in answer.fields["Access-Control-Allow-Headers"].lower()
        assert server.ask("OPTIONS", "/recorder", None, wanted | {"Origin": "https://evil.example"}).status == 403
        server.stop()
    assert len(list(uploads.iterdir())) == 1


def test_a_client_that_goes_leaves_nothing(kymo, uploads):
    with Server(kymo, "--uploads", uploads, "--request-timeout", "1") as server:
        client = server.connect()
        client.sendall(b"POST /recorder HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n" + HEADER)
        server.get("/status")
        assert [path.suffix for path in uploads.iterdir()] == [".part"]
        client.close()
        # Another one stays silent for too long.
        silent = server.send(b"POST /recorder HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n" + HEADER)
        assert b" 408 " in silent
        report = server.stop()
    assert list(uploads.iterdir()) == [] and report["droppedUploads"] == 2
    assert sum("not kept" in note for note in server.notes) == 2


def test_without_a_folder_there_is_no_such_path(kymo, tmp_path):
    with Server(kymo) as server:
        assert server.post("/recorder", HEADER).status == 405
        server.stop()
    done = kymo.run("serve", "--uploads", tmp_path / "none", "--duration", "1s", exit_code=1)
    assert "none" in done.stderr
    assert "--uploads" in kymo.run("serve", "--max-upload", "5000", exit_code=64).stderr
    for origin in ("capacitor", "://x", "a b://c", "https://x/y"):
        assert "origin" in kymo.run("serve", "--allow-origin", origin, exit_code=64).stderr


def test_a_full_disk_is_said(kymo, full_disk):
    body = HEADER + (b'{"n":0,"t":' + b"1" * 1000 + b"}\n") * 3000
    with Server(kymo, "--uploads", full_disk) as server:
        answer = server.post("/recorder", body)
        assert answer.status == 507 and "space" in answer.text.lower()
        assert server.post("/recorder", HEADER).status == 201
        report = server.stop()
    assert report["droppedUploads"] == 1 and len(list(full_disk.iterdir())) == 1
