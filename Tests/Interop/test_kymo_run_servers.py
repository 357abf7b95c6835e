"""What a page keeps and whom it talks to: databases over reloads, and web sockets and event streams by `--fetch`."""

import json

from pages import app, lines, needs_engine  # noqa: F401

pytestmark = needs_engine

KEEPS = """
const request = indexedDB.open('notes', 1);
request.onupgradeneeded = () => request.result.createObjectStore('all', { autoIncrement: true });
request.onsuccess = () => {
  const transaction = request.result.transaction('all', 'readwrite');
  transaction.objectStore('all').add({ at: new Date(), map: new Map([['k', [1]]]) });
  transaction.objectStore('all').getAll().onsuccess = ({ target }) =>
    console.log(target.result.length, target.result.map(one => `${one.map.get('k')[0]}${one.at instanceof Date}`).join(' '));
  transaction.oncomplete = () => { LEAVE };
};
"""


def test_a_database_is_there_after_a_reload_and_on_another_page_and_gone_in_the_next_run(app):
    leave = """
    const isSecond = sessionStorage.again;
    sessionStorage.again = 1;
    if (document.title === 'one' && isSecond) location = 'two.html';
    if (document.title === 'one') makeCall('logMessage', 'leaves');
    """
    app.write("<!doctype html><title>two</title><script src=a.js></script>", "two.html")
    app.write(KEEPS.replace("LEAVE", leave), "a.js")
    page = app.write("<!doctype html><title>one</title><script src=a.js></script>")
    for _ in range(2):
        report = app.report(page, "--fault", "reload@0")
        assert lines(report) == ["1 1true", "2 1true 1true", "3 1true 1true 1true"]


TALKS = """
const socket = new WebSocket('wss://feed.example/', 'v1');
const begin = performance.now();
const say = (...all) => console.log(Math.round(performance.now() - begin), ...all);
socket.onopen = () => { say('open', socket.protocol); socket.send('ping'); };
socket.onmessage = event => { say(event.data); if (event.data === 'tick') socket.send('bye'); };
socket.onclose = event => { say('close', event.code, event.reason, event.wasClean); listen(); };
function listen() {
  const source = new EventSource('https://feed.example/events');
  source.onmessage = event => { say(event.data, event.lastEventId); if (event.data === 'two') source.close(); };
  source.onerror = () => say('error', source.readyState);
}
"""
RULES = {
    "rules": [
        {"url": "https://feed.example/events", "times": 1, "fields": {"Content-Type": "text/event-stream"},
         "chunks": [{"text": "retry: 1000\nid: 7\nda"}, {"delayNanoseconds": 500_000_000, "text": "ta: one\n\n"}]},
        {"url": "https://feed.example/events", "fields": {"Content-Type": "text/event-stream"}, "text": "data: two\n\n"},
    ],
    "sockets": [
        {"url": "wss://feed.example", "protocol": "v1", "delayNanoseconds": 20_000_000,
         "open": [{"delayNanoseconds": 1_000_000_000, "text": "tick"}],
         "answers": [{"text": "ping", "then": [{"text": "pong"}]}, {"then": [{"close": 1000, "reason": "done"}]}]},
    ],
}  # fmt: skip
TOLD = [
    "20 open v1", "20 pong", "1020 tick", "1020 close 1000 done true", "1520 one 7", "1520 error 0", "2520 two 7",
]


def test_servers_by_script_talk_on_the_clock_of_the_session(app):
    page = app.script(TALKS)
    app.write(json.dumps(RULES), "rules.json")
    session = app.folder / "walk.mcap"
    app.kymo.run("synth", "walk", "--seed", 1, "--duration", 4, "-o", session)
    report = app.report(page, session, "--fetch", app.folder / "rules.json", "--strict")
    assert lines(report) == TOLD and report["missing"] == []
    again = app.report(page, session, "--fetch", app.folder / "rules.json")
    assert lines(again) == TOLD and again["digest"] == report["digest"]


def test_an_address_that_the_script_has_not_fails_and_is_told(app):
    page = app.script("""
    const socket = new WebSocket('ws://nobody.example/feed');
    for (const type of ['open', 'error', 'close']) socket['on' + type] = event => console.log(type, event.code);
    """)
    report = app.report(page)
    assert lines(report) == ["error undefined", "close 1006"]
    assert [one["name"] for one in report["missing"]] == ["a server of web sockets at ws://nobody.example/feed"]


def test_a_rule_of_a_socket_that_cannot_be_is_refused_with_its_place(app):
    page = app.script("")
    app.write('{"sockets": [\n{"url": "http://a/"}]}', "rules.json")
    done = app.kymo.run("run", page, "--fetch", app.folder / "rules.json", exit_code=None)
    assert done.returncode != 0 and "line 2: /sockets/0/url: 'http://a/' does not begin with ws:// or wss://" in done.stderr
