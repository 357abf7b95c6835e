"""`kymo run` with a page that has workers: what comes of their scripts, in which order, and how they end."""

import json
import pathlib

import pytest
from conftest import chromium
from pages import app, lines, needs_engine  # noqa: F401
from test_kymo_run_modules import ROOT, in_chromium

PACKAGES = next(iter((ROOT / ".build" / "venv" / "lib").glob("python3.*/site-packages")), pathlib.Path("nowhere"))
pytestmark = needs_engine
needs_esbuild = pytest.mark.skipif(not pathlib.Path("/usr/bin/esbuild").exists(), reason="needs esbuild")
ORIGIN = ["--origin", "https://localhost"]


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


def write(app, files):
    for name, text in files.items():
        app.write(text, name)
    return app.folder / "index.html"


def errors(report):
    return [(error["message"], error["source"], error["line"]) for error in report["uncaught"]]


# --- What runs --------------------------------------------------------------------------------------------------------

# As bundlers want it written: a worker of modules, which imports, also later.
MODULES = {
    "index.html": "<!doctype html><script type=module src=app/main.js></script>",
    "app/main.js": """
      import { shared } from './shared.js';
      const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'sums' });
      worker.onmessage = ({ data }) => {
        console.log(JSON.stringify(data));
        if (data.last) console.log('instances', shared.count);
      };
      worker.postMessage([1, 2, 3]);
      shared.count += 1;""",
    "app/shared.js": "export const shared = { count: 0 }; export const sum = list => list.reduce((one, other) => one + other, 0);",
    "app/worker.js": """
      import { shared, sum } from './shared.js';
      shared.count += 10;
      onmessage = async ({ data }) => {
        const { double } = await import('./double.js');
        postMessage({ sum: sum(data), double: double(data), name, count: shared.count, url: import.meta.url.split('/').pop(),
          text: await (await fetch('../list.json')).json(), strict: (function () { return this === undefined; })() });
        try { importScripts('double.js'); } catch (error) { postMessage({ error: error.name, last: true }); }
      };""",
    "app/double.js": "export const double = list => list.map(one => one * 2);",
    "list.json": "[7]",
}


@needs_esbuild
def test_a_worker_of_modules_says_what_it_says_in_chromium(app, browser):  # noqa: F811
    page = write(app, MODULES)
    here = lines(app.report(page))
    assert here == in_chromium(browser, app.folder)
    assert here[0].startswith('{"sum":6,"double":[2,4,6],"name":"sums","count":10,') and here[-1] == "instances 1"


# Calls of functions in a worker, as libraries for that make them: a proxy, a channel for each call, callbacks by ports.
REMOTE = {
    "remote.js": """
      self.expose = (target, port = self) => {
        port.addEventListener('message', async ({ data: { path, given, reply } }) => {
          const wrapped = given.map(one => one && one.callback ? (...all) => ask(one.callback, [], all) : one);
          let answer;
          try {
            const owner = path.slice(0, -1).reduce((at, name) => at[name], target);
            answer = { value: await owner[path.at(-1)](...wrapped) };
          } catch (error) { answer = { error: { name: error.name, message: error.message } }; }
          reply.postMessage(answer);
        });
        if (port.start) port.start();
      };
      self.ask = (port, path, given) => new Promise((resolve, reject) => {
        const { port1, port2 } = new MessageChannel();
        const ports = [port2];
        const sent = given.map(one => {
          if (typeof one !== 'function') return one;
          const channel = new MessageChannel();
          channel.port1.onmessage = async ({ data }) => { data.reply.postMessage({ value: await one(...data.given) }); };
          ports.push(channel.port2);
          return { callback: channel.port2 };
        });
        port1.onmessage = ({ data }) => {
          port1.close();
          if ('error' in data) reject(Object.assign(new Error(data.error.message), { name: data.error.name })); else resolve(data.value);
        };
        port.postMessage({ path, given: sent, reply: port2 }, ports);
      });
      self.wrap = (port, path = []) => new Proxy(() => {}, {
        get: (_, name) => name === 'then' ? undefined : wrap(port, [...path, name]),
        apply: (_, self, given) => ask(port, path, given),
      });""",
    "worker.js": """
      importScripts('remote.js');
      let count = 0;
      expose({
        add: (one, other) => one + other,
        counter: { next() { count += 1; return count; } },
        fail() { throw new RangeError('too far'); },
        async each(list, body) { const found = []; for (const one of list) found.push(await body(one)); return found; },
        later: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds, new Map([['waited', milliseconds]]))),
      });""",
    "index.html": """<!doctype html><script src=remote.js></script><script>
      (async () => {
        const remote = wrap(new Worker('worker.js'));
        console.log(await remote.add(2, 3), await remote.counter.next(), await remote.counter.next());
        console.log(await remote.fail().catch(error => `${error.name}: ${error.message}`));
        console.log(JSON.stringify(await remote.each([1, 2, 3], async one => one * 10)));
        console.log(...await remote.later(20));
        console.log(JSON.stringify(await Promise.all([remote.add(1, 1), remote.counter.next(), remote.add('a', 'b')])));
      })();
    </script>""",
}


def test_calls_of_functions_in_a_worker_are_as_in_chromium(app, browser):  # noqa: F811
    page = write(app, REMOTE)
    here = lines(app.report(page, *ORIGIN))
    assert here == in_chromium(browser, app.folder)
    assert here[:3] == ["5 1 2", "RangeError: too far", "[10,20,30]"] and here[4:] == ['[2,3,"ab"]'] and len(here) == 5


DOCS = [
    {"location": "", "title": "Sensors", "text": "What a phone feels and where it is."},
    {"location": "replay/", "title": "Replay", "text": "A day of sensors is replayed, to the bit."},
    {"location": "bench/", "title": "Measure", "text": "How long a page takes."},
]
CONFIG = {"lang": ["en"], "separator": "[\\s\\-]+", "pipeline": ["stopWordFilter"],
          "fields": {"title": {"boost": 1000.0}, "text": {"boost": 1.0}, "tags": {"boost": 1000000.0}}}  # fmt: skip


def found_files(*patterns):
    """Files of installed packages by the names that the page has for them; the test is skipped without them."""
    found = {}
    for name, pattern in patterns:
        place = next(iter(sorted(PACKAGES.glob(pattern))), None)
        if place is None:
            pytest.skip("needs mkdocs-material")
        found[name] = place.read_text(encoding="utf-8")
    return found


def test_the_search_of_mkdocs_finds_what_it_finds_in_chromium(app, browser):  # noqa: F811
    # Nobody here wrote them: one loads lunr by importScripts and its index by XMLHttpRequest.
    folder = "mkdocs/contrib/search/templates/search"
    files = found_files(("search/worker.js", f"{folder}/worker.js"), ("search/lunr.js", f"{folder}/lunr.js"))
    files["search/search_index.json"] = json.dumps({"config": {"lang": ["en"], "separator": "[\\s\\-]+"}, "docs": DOCS})
    files["index.html"] = """<!doctype html><script>
      const worker = new Worker('search/worker.js');
      worker.onmessage = ({ data }) => {
        console.log(JSON.stringify(data));
        if (data.allowSearch) for (const query of ['sensors', 'replay', 'page', 'nothing']) worker.postMessage({ query });
      };
      worker.postMessage({ init: true });
    </script>"""
    page = write(app, files)
    here = [line for line in lines(app.report(page, *ORIGIN)) if line.startswith("{")]
    assert here == [line for line in in_chromium(browser, app.folder) if line.startswith("{")]
    assert len(here) == 6 and '"location": "replay/"'.replace(" ", "") in here[3]


def test_the_search_of_material_finds_what_it_finds_in_chromium(app, browser):  # noqa: F811
    files = found_files(("search.js", "material/templates/assets/javascripts/workers/search.*.min.js"))
    setup = json.dumps({"type": 0, "data": {"config": CONFIG, "docs": DOCS, "options": {"suggest": True}}})
    files["index.html"] = f"""<!doctype html><script>
      const worker = new Worker('search.js');
      worker.onmessage = ({{ data }}) => {{
        console.log(JSON.stringify(data));
        if (data.type === 1) for (const query of ['sensors', 'rep', '+page -long', '']) worker.postMessage({{ type: 2, data: query }});
      }};
      worker.postMessage({setup});
    </script>"""
    page = write(app, files)
    here = lines(app.report(page, *ORIGIN))
    assert here == in_chromium(browser, app.folder)
    assert len(here) == 5 and "<mark" in here[1]


# --- Order and determinism ----------------------------------------------------------------------------------------------

ORDER = """
  const blob = body => new Worker(URL.createObjectURL(new Blob([body])));
  const say = (...all) => console.log(performance.now(), ...all);
  const body = `
    const say = one => postMessage(one + ' ' + performance.now() + ' ' + Math.random() + ' ' + crypto.randomUUID() + ' ' + Date.now());
    onmessage = ({ data }) => { say(data); setTimeout(say, 5, 'timer of ' + data); queueMicrotask(() => say('microtask of ' + data)); };
    setInterval(say, 7, 'interval');`;
  const workers = [blob(body), blob(body), blob(body)];
  workers.forEach((worker, index) => {
    worker.onmessage = ({ data }) => say(index, data);
    worker.postMessage('first');
  });
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    say('page', Math.random());
    workers[count % 3].postMessage('message ' + count);
    if (count < 6) return;
    clearInterval(timer);
    for (const worker of workers) worker.terminate();
  }, 7);
"""


def test_the_order_is_that_of_the_clock_and_then_of_who_came_first(app):  # noqa: F811
    page = app.script("""
      const worker = new Worker(URL.createObjectURL(new Blob([`
        onmessage = ({ data }) => postMessage('heard ' + data);
        setTimeout(() => postMessage('timer'), 0);
        postMessage('script');`])));
      worker.onmessage = ({ data }) => console.log(data, performance.now());
      worker.postMessage('one');
      setTimeout(() => console.log('page'), 0);
      worker.postMessage('two');
      setTimeout(() => console.log('page later', performance.now()), 3);
      setTimeout(() => worker.postMessage('three'), 3);
      setTimeout(() => console.log('page last'), 3);
    """)
    # The script asks for its timer and its message when it runs: both are behind what the page has asked for.
    assert lines(app.report(page)) == [
        "page", "script 0", "heard one 0", "heard two 0", "timer 0", "page later 3", "page last", "heard three 3",
    ]  # fmt: skip


def test_two_processes_and_every_speed_say_the_same(app, monkeypatch):  # noqa: F811
    page = app.script(ORDER)
    first = app.report(page, "--seed", "5")
    said = lines(first)
    assert len(said) > 40 and first["uncaught"] == []
    # Each worker has numbers of its own, and so has the page.
    assert len({line.split()[4] for line in said if "microtask" not in line and "page" not in line}) > 9
    monkeypatch.setenv("JSC_useJIT", "0")
    assert lines(app.report(page, "--seed", "5")) == said
    assert lines(app.report(page, "--seed", "6")) != said


def test_a_reload_ends_the_workers_of_a_page(app):  # noqa: F811
    page = app.script("""
      const times = Number(sessionStorage.times || 0) + 1;
      sessionStorage.times = times;
      const worker = new Worker(URL.createObjectURL(new Blob([`setInterval(() => postMessage(Date.now()), 10); onmessage = () => close();`])));
      let count = 0;
      worker.onmessage = () => {
        count += 1;
        console.log(times, count);
        if (count === 3 && times < 3) location.reload();
        if (count === 3 && times === 3) worker.terminate();
      };
    """)
    assert lines(app.report(page)) == [f"{times} {count}" for times in (1, 2, 3) for count in (1, 2, 3)]


# --- What goes wrong ------------------------------------------------------------------------------------------------------


def test_a_mistake_in_a_worker_is_one_of_the_page_unless_it_is_handled(app):  # noqa: F811
    app.write("// one\n\n  throw new TypeError('boom');", "bad.js")
    app.write("let x = ;", "syntax.js")
    page = app.script("""
      const handled = new Worker('bad.js');
      handled.onerror = event => { console.log(event.message, event.filename.split('/').pop(), event.lineno); event.preventDefault(); };
    """)
    report = app.report(page)
    assert lines(report) == ["TypeError: boom bad.js 3"] and report["uncaught"] == []
    page = app.script("new Worker('bad.js'); new Worker('syntax.js'); new Worker('nothing.js'); console.log('goes on')", "left.html")
    report = app.report(page, exit_code=1)
    assert lines(report) == ["goes on"]
    found = errors(report)
    assert ("TypeError: boom", "bad.js", 3) in found
    assert any("SyntaxError" in message and source == "syntax.js" for message, source, _ in found)
    assert any("nothing.js is not there" in message for message, *_ in found) and len(found) == 3


@needs_esbuild
def test_what_is_wrong_with_the_modules_of_a_worker_is_said_with_its_place(app):  # noqa: F811
    page = write(app, {
        "index.html": """<!doctype html><script type=module>
          for (const name of ['missing', 'syntax', 'throws']) {
            new Worker(new URL(`./${name}.js`, import.meta.url), { type: 'module' }).onerror = event => {
              console.log(name, event.constructor.name, event.lineno);
              event.preventDefault();
            };
          }
        </script>""",
        "missing.js": "import './nothing.js';",
        "syntax.js": "\nlet x = ;",
        "throws.js": "import './inner.js';",
        "inner.js": "\n\nthrow new Error('inner');",
    })  # fmt: skip
    report = app.report(page, exit_code=1)
    assert sorted(lines(report)) == ["missing Event undefined", "syntax Event undefined", "throws ErrorEvent 3"]
    assert sorted((source, line) for _, source, line in errors(report)) == [("missing.js", 1), ("syntax.js", 2)]


@pytest.mark.parametrize("body", ["for (;;) {}", "onmessage = () => { for (;;) {} }"])
def test_an_endless_loop_in_a_worker_is_ended(app, body):  # noqa: F811
    page = app.script(f"const worker = new Worker(URL.createObjectURL(new Blob([`{body}`]))); worker.postMessage(1)")
    done = app.kymo.run("run", page, "--script-time", "1", exit_code=1)
    assert "a script ran longer than 1.0 s of processor time and was ended" in done.stderr


def test_a_worker_that_takes_memory_without_end_is_ended(app):  # noqa: F811
    page = app.script("""
      new Worker(URL.createObjectURL(new Blob(['const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1));'])));
    """)
    done = app.kymo.run("run", page, "--script-memory", "256", exit_code=1)
    assert "scripts took more than 256 MiB and were ended" in done.stderr


def test_workers_that_have_ended_leave_nothing(app):  # noqa: F811
    # Each takes several MB: three hundred of them do not fit into this, unless they go.
    page = app.script("""
      const url = URL.createObjectURL(new Blob([`
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {};
        setInterval(() => {}, 1);
        Promise.reject(1).catch(() => {});
        if (self.name === 'close') { postMessage(1, [port2]); close(); } else postMessage(1, [port2]);
        URL.createObjectURL(new Blob([new Uint8Array(1000)]));`]));
      let count = 0;
      const one = () => {
        const worker = new Worker(url, { name: count % 2 ? 'close' : '' });
        worker.onmessage = ({ ports: [port] }) => {
          port.onmessage = () => {};
          count += 1;
          if (count % 2) worker.terminate();
          if (count < 300) one(); else console.log(count);
        };
      };
      one();
    """)
    assert lines(app.report(page, "--script-memory", "512")) == ["300"]


def test_what_workers_have_not_is_absent_and_reported(app):  # noqa: F811
    page = app.script("""
      new Worker(URL.createObjectURL(new Blob([`
        console.log('window' in self, typeof document, typeof indexedDB, 'localStorage' in self, typeof SharedWorker);
        if (typeof OffscreenCanvas === 'undefined') console.log('no canvas');`])));
    """)
    done = app.kymo.run("run", page, "--strict", "--format", "json", exit_code=3)
    report = json.loads(done.stdout)
    assert lines(report) == ["false undefined undefined false undefined", "no canvas"]
    assert {one["name"] for one in report["missing"]} == {"indexedDB in a worker", "SharedWorker", "OffscreenCanvas"}


def test_requests_of_workers_go_to_the_servers_of_the_run(app):  # noqa: F811
    rules = app.write(json.dumps({"rules": [{"prefix": "https://a.example/", "text": "answer", "times": 3}]}), "rules.json")
    page = app.script("""
      const url = URL.createObjectURL(new Blob([`
        fetch('https://a.example/' + name).then(response => response.text()).then(text => postMessage(name + ' ' + text));`]));
      fetch('https://a.example/page').then(response => response.text()).then(text => console.log('page', text));
      for (const name of ['one', 'two']) new Worker(url, { name }).onmessage = ({ data }) => console.log(data);
      const gone = new Worker(URL.createObjectURL(new Blob([`fetch('https://b.example/').catch(() => postMessage('never'))`])));
      setTimeout(() => gone.terminate(), 1);
    """)
    assert sorted(lines(app.report(page, "--fetch", rules))) == ["one answer", "page answer", "two answer"]


def test_a_page_without_workers_has_no_world_for_them(app):  # noqa: F811
    # A blob that is no script, and a channel of the page's own, need none.
    page = app.script("""
      const channel = new MessageChannel();
      channel.port1.onmessage = ({ data }) => console.log(data.length, typeof Worker, Worker.length);
      channel.port2.postMessage(new Uint8Array(5));
    """)
    assert lines(app.report(page)) == ["5 function 1"]
