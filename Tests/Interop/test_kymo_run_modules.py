"""`kymo run` with a page of modules: what they say, in which order, and where they fail."""

import functools
import http.server
import json
import os
import pathlib
import shutil
import threading

import pytest
from conftest import chromium
from pages import app, lines, needs_engine, steps  # noqa: F401

pytestmark = [*needs_engine, pytest.mark.skipif(not pathlib.Path("/usr/bin/esbuild").exists(), reason="needs esbuild")]
ROOT = pathlib.Path(__file__).resolve().parents[2]
ORIGIN = ["--origin", "https://localhost"]


def write(app, files):
    for name, text in files.items():
        app.write(text, name)
    return app.folder / "index.html"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves an app: what is not there and has no ending is its page."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".js": "text/javascript", ".mjs": "text/javascript"}

    def log_message(self, *_):
        pass

    def send_head(self):
        path = pathlib.Path(self.translate_path(self.path))
        if not path.exists() and "." not in path.name:
            self.path = "/index.html"
        return super().send_head()


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


def in_chromium(browser, folder, settle=1500):
    """What Chromium logs for a folder that is served over HTTP."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_page()
        said = []
        page.on("console", lambda message: said.append(message.text) if message.type == "log" else None)
        page.goto(f"http://127.0.0.1:{server.server_port}/", wait_until="networkidle")
        page.wait_for_timeout(settle)
        page.close()
        server.shutdown()
    return [line.replace(f"http://127.0.0.1:{server.server_port}", "https://localhost") for line in said]


# --- Beside Chromium -------------------------------------------------------------------------------------------------------

ORDER = {
    "index.html": """<!doctype html><html><head><title>Order</title>
<script>console.log('classic 1'); addEventListener('DOMContentLoaded', () => console.log('ready'));
addEventListener('load', () => console.log('load'));</script>
<link rel="modulepreload" href="/shared.js">
<script type="module">import { count } from '/shared.js'; console.log('inline 1', count(), document.readyState, document.currentScript);</script>
<script defer src="defer.js"></script>
<script type="module" src="./outer.js" onload="console.log('outer loaded')"></script>
<script nomodule>console.log('old')</script>
<script>console.log('classic 2', document.querySelector('p'))</script>
</head><body><p>text</p>
<script type="module">import { count } from './shared.js'; console.log('inline 2', count(), typeof top_ === 'undefined', this);
var top_ = 1;</script>
<script>console.log('classic 3')</script></body></html>""",
    "defer.js": "console.log('defer')",
    "shared.js": "console.log('shared'); let n = 0; export const count = () => ++n;",
    "outer.js": """import { count as c } from './shared.js'; import './sub/inner.js';
console.log('outer', c(), import.meta.url, typeof require, typeof module, typeof exports);""",
    "sub/inner.js": "import { count } from '../shared.js'; console.log('inner', count(), import.meta.url, import.meta.env);",
}
KINDS = {
    "index.html": """<!doctype html><title>Kinds</title>
<script type="importmap">{"imports": {"lib": "/lib/main.js", "lib/": "/lib/", "/old.js": "/lib/new.js"},
  "scopes": {"/scoped/": {"lib": "/lib/other.js"}}}</script>
<script type="module" src="/main.js"></script>""",
    "main.js": """import lib, { live, up, default as again, Item } from 'lib';
import * as all from 'lib/extra.js';
import { scoped } from '/scoped/a.js';
import data from './data.json' with { type: 'json' };
import old from '/old.js';
import { even } from './even.js';
import './side.js';
import { late } from './late.js';
export { lib as value };
console.log(lib, again, live, scoped, old, JSON.stringify(data), late);
up(); console.log(live, all.live, Object.keys(all).join(), even(10), new Item().name);
const lazy = await import('./lazy/page.js');
console.log(lazy.default(), Object.keys(lazy).join(), lazy[Symbol.toStringTag], lazy === await import('/lazy/page.js'));
for (const name of ['lib', './none.js', 'bare', './broken.js', './throws.js', './throws.js']) {
  try { console.log(name, typeof (await import(name)).default); } catch (error) { console.log(name, error.name); }
}
const computed = ['a', 'b'].map(letter => import(`./lazy/${letter}.js`));
console.log((await Promise.all(computed)).map(one => one.letter + one.count()).join());
console.log(import.meta.resolve('lib/x.js'), (await import('./data.json', { with: { type: 'json' } })).default === data);
export default 'main';
console.log((await import('/main.js')).value);
""",
    "lib/main.js": """export let live = 1; export const up = () => { live += 1; }; export default 'lib';
export class Item { static made = live; name = 'item' + Item.made; }""",
    "lib/extra.js": "export * from './main.js'; export * as deep from './other.js'; export const extra = 1;",
    "lib/other.js": "export default 'other';",
    "lib/new.js": "export default 'new';",
    "scoped/a.js": "import lib from 'lib'; export const scoped = 'scoped ' + lib;",
    "data.json": '{"a": [1, {"__proto__": null}]}',
    "even.js": "import { odd } from './odd.js'; export function even(n) { return n === 0 || odd(n - 1); }",
    "odd.js": "import { even } from './even.js'; export function odd(n) { return n !== 0 && even(n - 1); }",
    "side.js": "if (typeof exports === 'object') exports.x = 1; else globalThis.side = typeof define; console.log('side', typeof side);",
    "late.js": "export const late = await new Promise(done => setTimeout(() => done('late'), 5));",
    "lazy/page.js": "import { count } from './count.js'; export default () => 'page ' + count(); export const b = 1, a = 2;",
    "lazy/count.js": "let n = 0; export const count = () => ++n;",
    "lazy/a.js": "export * from './count.js'; export const letter = 'a';",
    "lazy/b.js": "export * from './count.js'; export const letter = 'b';",
    "broken.js": "export let a = ;",
    "throws.js": "throw new RangeError('thrown');",
}
INSERTED = {
    "index.html": """<!doctype html><title>Inserted</title>
<script type=module src=/a.js></script><script type=module src=/a.js></script>
<script type=module src=/none.js onerror="console.log('absent')"></script>
<script>
const script = document.createElement('script');
script.type = 'module';
script.textContent = "import { n } from '/a.js'; console.log('inserted', n()); import('/b.js').then(b => console.log(b.n()));";
addEventListener('load', () => setTimeout(() => document.head.append(script), 50));
</script>""",
    "a.js": "let c = 0; console.log('a'); export const n = () => ++c; export default function named() {} n();",
    "b.js": "export { n } from './a.js'; import d from './a.js'; console.log('b', d.name);",
}

SCRIPTS = {
    "index.html": """<!doctype html><title>Scripts</title><script src="/lib/loader.js"></script><script>
const api = { import(name) { return 'method ' + name; } };
console.log(api.import('x'), /import(1)/.test('import1'), 'import("./none.js")');
// What comes first, the network decides: one after the other.
(async () => {
  await loaded;
  console.log('inline', (await import('./c.js')).n, (await import('/a.js')) === window.seen, window.seen.n());
  await import(`./none.js`).catch(error => console.log(error.name, error instanceof TypeError));
  console.log((await import /* as JSON */ ('/data.json', { with: { type: 'json' } })).default.a);
  await new Promise(done => {
    window.go = done;
    const script = document.createElement('script');
    script.textContent = "import('/lib/b.js').then(b => { console.log('inserted', b.name, document.currentScript); go(); });";
    document.head.append(script);
  });
  const button = document.createElement('button');
  button.setAttribute('onclick', "import('./c.js').then(c => { console.log('clicked', c.n); go(); })");
  await new Promise(done => { window.go = done; button.click(); });
  await new Promise(done => { window.go = done; setTimeout("import('./c.js').then(go)"); });
  const worker = new Worker('/worker.js');
  worker.onmessage = event => console.log('worker', event.data);
})();
console.log('first', Object.keys(window).some(name => name.includes('$')));
</script>""",
    "lib/loader.js": "window.loaded = import('../a.js').then(a => { window.seen = a; console.log('loader', a.n()); });",
    "lib/b.js": "export const name = 'b'; console.log('b');",
    "a.js": "let c = 0; export const n = () => ++c;",
    "c.js": "export const n = 7;",
    "data.json": '{"a": 1}',
    "worker.js": "import('/a.js').then(a => postMessage(a.n()));",
}
# As zone.js does it: the page's Promise is a class that no promise of the engine's is of.
OWN_PROMISE = {
    "index.html": """<!doctype html><title>Promise</title><script>
const Native = Promise;
class Own {
  constructor(body) { this.inner = new Native(body); }
  then(done, fail) { const made = new Own(() => {}); made.inner = this.inner.then(done, fail); return made; }
  catch(fail) { return this.then(undefined, fail); }
  static resolve(value) { return new Own(done => done(value)); }
  static all(values) { const made = new Own(() => {}); made.inner = Native.all(values); return made; }
}
window.Promise = Own;
</script><script type="module" src="/main.js"></script>""",
    "main.js": """import { a } from './a.js';
console.log(a, Promise.name);
console.log(1); console.log(2);
console.log((await import('./lazy.js')).lazy, import('./lazy.js') instanceof Promise);""",
    "a.js": "import './b.js'; export const a = await Promise.resolve('a'); ",
    "b.js": "await new Promise(done => setTimeout(done, 3)); console.log('b');",
    "lazy.js": "export const lazy = 'lazy';",
}


@pytest.mark.parametrize("files", [ORDER, KINDS, INSERTED, SCRIPTS, OWN_PROMISE],
                         ids=["order", "kinds", "inserted", "scripts", "promise"])
def test_modules_say_what_they_say_in_chromium(app, browser, files):
    report = app.report(write(app, files), *ORIGIN, exit_code=None)
    said = lines(report)
    assert said == in_chromium(browser, app.folder)
    assert len(said) >= 5


# --- The same everywhere ------------------------------------------------------------------------------------------------------

CALLS = {
    "index.html": "<!doctype html><title>Calls</title><script type=module src=/assets/index.js></script>",
    "assets/index.js": """import { say } from './say.js';
addEventListener('devicemotion', async event => {
  const { format } = await import('./format.js');
  say(format(event.accelerationIncludingGravity.x) + Math.random());
});
say('begin ' + location.href);""",
    "assets/say.js": "let n = 0; export const say = text => { if (n++ % 10 === 0) makeCall('logMessage', text); };",
    "assets/format.js": "export const format = x => x.toFixed(3);",
}


def identity(report):
    assert report["uncaught"] == [] and report["missing"] == []
    return {name: report[name] for name in ("digest", "bridgeDigest", "messages", "events", "console", "bundler")}


@pytest.mark.parametrize("how", ["again", "x20", "without JIT", "elsewhere"])
def test_a_page_of_modules_does_the_same(app, steps, how, tmp_path):
    page = write(app, CALLS)
    reference = app.report(page, steps)
    assert reference["messages"] > 10 and reference["bundler"].startswith("esbuild ")
    environment = dict(os.environ)
    if how == "without JIT":
        environment["JSC_useJIT"] = "0"
    if how == "elsewhere":
        # Another path, another order of the directory's entries, and settings of others around the place of work.
        copy = tmp_path / "another" / "folder"
        copy.mkdir(parents=True)
        for name in sorted(CALLS, reverse=True):
            (copy / name).parent.mkdir(exist_ok=True)
            shutil.copyfile(app.folder / name, copy / name)
        page = copy / "index.html"
        work = tmp_path / "work"
        work.mkdir()
        (work / "tsconfig.json").write_text('{"compilerOptions": {"paths": {"*": ["/nowhere/*"]}, "target": "es5"}}')
        (work / "package.json").write_text('{"type": "commonjs", "sideEffects": false}')
        environment |= {"TMPDIR": str(work), "ESBUILD_BINARY_PATH": "/bin/false", "NODE_PATH": "/nowhere"}
    arguments = ["--speed", "20"] if how == "x20" else []
    assert identity(app.report(page, steps, *arguments, env=environment)) == identity(reference)
    if how == "elsewhere":
        assert sorted(path.name for path in work.iterdir()) == ["package.json", "tsconfig.json"]
    assert sorted(str(path.relative_to(app.folder)) for path in app.folder.rglob("*.*")) == sorted(CALLS)


def test_a_recording_says_what_has_bundled(app, kymo, steps, tmp_path):
    page = write(app, CALLS)
    report = app.report(page, steps, "--record", tmp_path / "run.mcap")
    text = kymo.run("inspect", tmp_path / "run.mcap").stdout
    assert report["bundler"] in text
    kymo.run("replay", tmp_path / "run.mcap", "--verify")
    kymo.run("run", page, tmp_path / "run.mcap", "--verify")


def test_loads_and_runs_share_a_bundle(app, kymo, steps, tmp_path, monkeypatch):
    # What starts the bundler is looked at through the folders that it works in.
    page = write(app, CALLS)
    report = json.loads(kymo.run(
        "run", page, steps, "--sweep-faults", "drop,reload", "--at-most", 20, "--format", "json",
    ).stdout)
    assert report["runs"] == 20 and report["uncaughtWithoutFault"] == 0


def test_a_page_of_modules_is_measured(app, kymo, steps):
    kymo.run("bench", steps, "--page", write(app, CALLS), "--duration", 0.2, "--rate", "1k", exit_code=None)


# --- What is wrong, and where --------------------------------------------------------------------------------------------------


def one(app, files, exit_code=1):
    report = app.report(write(app, files), *ORIGIN, exit_code=exit_code)
    assert len(report["uncaught"]) == 1, report["uncaught"]
    found = report["uncaught"][0]
    return found["message"], found["source"], found["line"], found["column"]


def page(text):
    return f"<!doctype html>\n<title>Wrong</title>\n<script type=module>\n{text}\n</script>"


def test_an_error_has_the_place_of_its_source(app):
    message, source, line, _ = one(app, {
        "index.html": page("import { f } from './lib/f.js';\n\nf();"),
        "lib/f.js": "import './g.js';\n\nexport const f = () => {\n  null.x;\n};\n", "lib/g.js": "export {};",
    })
    assert (source, line) == ("lib/f.js", 4) and "null" in message
    message, source, line, _ = one(app, {"index.html": page("let a = 1;\nnull.x;")})
    assert (source, line) == ("index.html", 5)


def test_columns_do_not_move_with_the_names_of_modules(app):
    for name in ["a", "a-very-long-name-of-a-module-0123456789"]:
        text = f"import{{a}}from'./{name}.js';import.meta;const b=()=>import('./{name}.js');console.log(a);undefined_name;"
        _, source, line, column = one(app, {"index.html": page("import './m.js'"), "m.js": text, f"{name}.js": "export let a = 1"})
        assert (source, line, column) == ("m.js", 1, text.index("undefined_name") + 1)


@pytest.mark.parametrize(("files", "expected"), [
    ({"index.html": page("let a = ;")}, ("SyntaxError: Unexpected \";\"", "index.html", 4, 9)),
    ({"index.html": page("import './a.js'"), "a.js": "export {};\nlet a = 1;\nlet a = 2;"}, ("already been declared", "a.js", 3, 5)),
    ({"index.html": page("import { b } from './a.js'"), "a.js": "export let a;"}, ("No matching export", "index.html", 4, 10)),
    ({"index.html": page("import './a.js'"), "a.js": "\n import './none.js'"}, ("the module none.js is not there", "a.js", 2, 9)),
    ({"index.html": page("import x from 'vue'")}, ("the module \"vue\" has no address", "index.html", 4, 15)),
    ({"index.html": page("import 'https://cdn.example/x.js'")}, ("not in the app's folder", "index.html", 4, 8)),
    ({"index.html": page("import '../../etc/passwd.js'")}, ("the module etc/passwd.js is not there", "index.html", 4, 8)),
    ({"index.html": page("import './a.json'"), "a.json": "{}"}, ("JSON is imported with { type: 'json' }", "index.html", 4, 8)),
    ({"index.html": page("import a from './a.json' with { type: 'json' }"), "a.json": "{"}, ("SyntaxError", "a.json", 1, 0)),
    ({"index.html": page("import './a.ts'"), "a.ts": "let a: number = 1"}, ("no JavaScript by its ending", "index.html", 4, 8)),
    ({"index.html": page("import './a.css'"), "a.css": "a {}"}, ("no JavaScript by its ending", "index.html", 4, 8)),
    ({"index.html": "<!doctype html><script type=module src=none.js></script>"}, ("the module none.js is not there", "index.html", 0, 0)),
    ({"index.html": "<!doctype html>\n<script type=importmap>{</script><script type=module src=a.js></script>", "a.js": ""},
     ("the import map cannot be read", "index.html", 2, 0)),
])
def test_what_is_wrong_is_one_line_with_its_place(app, files, expected):
    message, *place = one(app, files)
    assert expected[0] in message and "\n" not in message
    assert tuple(place) == expected[1:]


def test_a_link_out_of_the_folder_is_no_module(app, tmp_path):
    (tmp_path / "secret.js").write_text("console.log('escaped')")
    (app.folder / "link.js").symlink_to(tmp_path / "secret.js")
    message, *_ = one(app, {"index.html": page("import './link.js'")})
    assert "outside of the folder" in message


def test_a_chunk_that_is_absent_is_caught_or_reported(app):
    message, source, line, _ = one(app, {"index.html": page("import './a.js'"), "a.js": "\nawait import('./chunk-1.js');"})
    assert "the module chunk-1.js is not there" in message
    report = app.report(write(app, {
        "index.html": page("import('./chunk-1.js').catch(error => console.log(error.name, error instanceof TypeError, error.message))"),
    }), *ORIGIN)
    assert lines(report) == ["TypeError true the module chunk-1.js is not there (index.html:4:1)"]


def test_other_modules_go_on_when_one_is_wrong(app):
    report = app.report(write(app, {
        "index.html": "<!doctype html><script type=module src=a.js></script><script type=module src=b.js></script>"
                      "<script type=module>import './ok.js'; console.log('inline')</script>",
        "a.js": "import './ok.js'; let x = ;", "b.js": "import './a.js'; console.log('b')", "ok.js": "console.log('ok')",
    }), *ORIGIN, exit_code=1)
    assert lines(report) == ["ok", "inline"]
    assert [(found["source"], found["line"]) for found in report["uncaught"]] == [("a.js", 1), ("a.js", 1)]


def test_the_pages_own_map_leads_to_its_own_sources(app):
    # By esbuild itself, as a bundler of the page: what it was before is what errors name.
    source = app.folder.parent / "src"
    source.mkdir()
    (source / "main.js").write_text("import { fail } from './fail.js';\n\n\nfail();\n")
    (source / "fail.js").write_text("\nexport function fail() {\n  const nothing = null;\n  nothing.property;\n}\n")
    import subprocess
    for kind, module in [("inline", True), ("linked", True), ("linked", False)]:
        subprocess.run(
            ["esbuild", source / "main.js", "--bundle", "--minify", f"--sourcemap={kind if kind == 'inline' else 'linked'}",
             f"--format={'esm' if module else 'iife'}", f"--outfile={app.folder}/assets/index.js", "--log-level=error"], check=True,
        )
        page = app.write(f"<!doctype html><script {'type=module' if module else 'defer'} src=/assets/index.js></script>")
        report = app.report(page, *ORIGIN, exit_code=1)
        assert [(found["source"], found["line"]) for found in report["uncaught"]] == [("../src/fail.js", 4)]


def test_without_esbuild_a_page_of_modules_names_the_package(app, kymo):
    page = write(app, CALLS)
    import subprocess
    hidden = ["unshare", "-m", "sh", "-c", 'mount --bind /dev/null /usr/bin/esbuild && exec "$0" "$@"']
    done = subprocess.run([*hidden, str(kymo.binary), "run", page], capture_output=True, text=True)
    if "unshare" in done.stderr or "mount" in done.stderr:
        pytest.skip("nothing can be mounted here")
    assert done.returncode == 1
    assert "install the package esbuild" in done.stdout + done.stderr


# --- A whole app ------------------------------------------------------------------------------------------------------------

VITE = ROOT / "Tests" / "Interop" / "ViteApp"


def test_a_built_app_says_what_it_says_in_chromium(app, browser):
    said = lines(app.report(VITE / "index.html", *ORIGIN))
    assert said == in_chromium(browser, VITE)
    assert len(said) > 10


@pytest.mark.parametrize("origin", ["capacitor://localhost", "app://localhost"])
def test_a_built_app_does_the_same_at_another_origin(app, origin):
    said = lines(app.report(VITE / "index.html", *ORIGIN))
    other = lines(app.report(VITE / "index.html", "--origin", origin))
    assert [line.replace(origin, "https://localhost") for line in other] == said
