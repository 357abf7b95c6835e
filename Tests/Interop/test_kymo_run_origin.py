"""`kymo run --origin`, `--root` and `--prelude`: a page's folder as the root of an origin."""

import json

import pytest
from pages import app, lines, needs_engine  # noqa: F401

pytestmark = needs_engine

ASKS = """
const show = async (what, path, init) => {
  const answer = await fetch(path, init);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  console.log(what, answer.status, answer.ok, answer.headers.get('content-type'), bytes.length,
    Array.from(bytes.slice(0, 4)).join(' '));
};
const ask = path => new Promise(done => {
  const request = new XMLHttpRequest();
  request.open('GET', path);
  request.onloadend = () => done(request);
  request.send();
});
(async () => {
  console.log(location.href, location.origin, location.protocol, location.host, location.pathname, origin);
  console.log(document.baseURI, new Request('a/b?c').url, new URL('/x', location).href);
  await show('absolute', '/img/a.json');
  await show('relative', 'img/a.json?v=1#part');
  await show('bytes', '/img/a.png');
  await show('blank', '/img/a%20b.txt');
  await show('absent', '/img/none.json');
  await show('no ending', '/img/none');
  await show('head', '/img/a.png', { method: 'HEAD' });
  await show('folder', '/');
  const request = await ask('/img/a.json');
  console.log('xhr', request.status, request.responseText, request.getResponseHeader('content-type'));
  console.log('xhr', (await ask('/img/none.json')).status);
})();
"""


def filled(app):
    app.write('{"a":1}', "img/a.json")
    app.write(bytes([0x89, 0x50, 0x4E, 0x47, 0xFF, 0x00, 0xFE]), "img/a.png")
    app.write("blank", "img/a b.txt")
    return app.script(ASKS)


def expected(origin):
    scheme, host = origin.split("://")
    return [
        f"{origin}/ {origin} {scheme}: {host} / {origin}",
        f"{origin}/ {origin}/a/b?c {origin}/x",
        "absolute 200 true application/json 7 123 34 97 34",
        "relative 200 true application/json 7 123 34 97 34",
        "bytes 200 true image/png 7 137 80 78 71",
        "blank 200 true text/plain; charset=utf-8 5 98 108 97 110",
        "absent 404 false text/plain; charset=utf-8 10 78 111 116 32",
        "no ending 404 false text/plain; charset=utf-8 10 78 111 116 32",
        "head 200 true image/png 0 ",
    ]


@pytest.mark.parametrize("origin", ["capacitor://localhost", "https://localhost", "app://localhost", "http://localhost:8100"])
def test_a_page_is_at_the_root_of_its_origin(app, origin):
    report = app.report(filled(app), "--origin", origin)
    said = lines(report)
    assert report["origin"] == origin and report["uncaught"] == [] and report["missing"] == []
    assert said[:9] == expected(origin)
    assert said[9].startswith("folder 200 true text/html; charset=utf-8 ")
    assert said[10:] == ['xhr 200 {"a":1} application/json', "xhr 404"]


def test_a_page_is_a_file_unless_it_cannot_do_without_an_origin(app):
    page = app.script("console.log(location.href, origin)")
    assert lines(app.report(page)) == ["file:///app/index.html null"]
    assert app.report(page)["origin"] is None
    app.write("console.log(location.href, origin)", "a.js")
    for tag in ["<script src='/a.js'></script>", "<link rel=stylesheet href=/a.css><script src=a.js></script>"]:
        page = app.write(f"<!doctype html><title>A</title>{tag}")
        report = app.report(page)
        assert lines(report) == ["https://localhost/ https://localhost"] and report["origin"] == "https://localhost"
    for tag in ["<!-- <script src='/b.js'></script> -->", "<script>let a = '<link href=/x>'</script>", "<a href=/x>x</a>"]:
        page = app.write(f"<!doctype html><title>A</title>{tag}<script src=a.js></script>")
        assert lines(app.report(page)) == ["file:///app/index.html null"]
    page = app.write("<!doctype html><title>A</title><script src='/a.js'></script>")
    report = app.report(page, "--origin", "file", exit_code=1)
    assert report["origin"] is None


def test_a_page_deeper_in_the_folder(app):
    app.write("console.log('common', location.pathname)", "common.js")
    page = app.write("<!doctype html><script src='/common.js'></script><script src='../common.js'></script>", "a b/p.html")
    report = app.report(page, "--root", app.folder)
    assert lines(report) == ["common /a%20b/p.html"] * 2 and report["uncaught"] == []
    app.folder.joinpath("other").mkdir()
    done = app.kymo.run("run", page, "--root", app.folder / "other", exit_code=1)
    assert "it lies outside of the folder of the app" in done.stderr and len(done.stderr.splitlines()) <= 2


def test_nothing_leads_out_of_the_folder(app, tmp_path):
    (tmp_path / "secret.txt").write_text("secret")
    (app.folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (app.folder / "sub").mkdir()
    page = app.script("""
    (async () => {
      for (const path of ['../secret.txt', '/../secret.txt', '/%2e%2e/secret.txt', '/sub/..%2f..%2fsecret.txt', '/link.txt',
        '/sub/%2E%2E/%2e%2e/secret.txt', '/sub%2f..%2f..%2fsecret.txt', '/secret.txt%00', '/..%5csecret.txt', '/sub',
        '//localhost/../secret.txt', '/%ff%fe']) {
        const answer = await fetch(path);
        console.log(answer.status, (await answer.text()).trim(), path);
      }
    })();
    """)
    said = lines(app.report(page, "--origin", "https://localhost"))
    assert len(said) == 12 and all(line.startswith("404 Not Found ") for line in said), said


ROUTES = """
const here = () => location.pathname + location.search + location.hash;
console.log('load', here(), document.title);
addEventListener('popstate', event => console.log('pop', here(), JSON.stringify(event.state)));
if (!localStorage.getItem('seen')) {
  localStorage.setItem('seen', 'yes');
  history.pushState({ page: 1 }, '', '/items/1');
  history.pushState({ page: 2 }, '', '/items/2?full#end');
  console.log('pushed', here(), history.length);
  history.back();
  setTimeout(() => {
    history.replaceState({ page: 3 }, '', '/items/3?full#end');
    try { history.pushState(null, '', 'https://other.example/'); } catch (error) { console.log(error.name); }
    location.reload();
  }, 10);
} else if (!localStorage.getItem('gone')) {
  localStorage.setItem('gone', 'yes');
  location.href = '/about/us';
} else if (!localStorage.getItem('file')) {
  localStorage.setItem('file', 'yes');
  location.href = '/none.html';
}
"""


@pytest.mark.parametrize("origin", ["capacitor://localhost", "https://localhost"])
def test_routes_are_the_pages_own(app, origin):
    app.write(ROUTES, "assets/routes.js")
    page = app.write("<!doctype html><title>Routes</title><script src='/assets/routes.js'></script>")
    report = app.report(page, "--origin", origin, exit_code=1)
    assert lines(report) == [
        "load / Routes", "pushed /items/2?full#end 3", 'pop /items/1 {"page":1}', "SecurityError",
        "load /items/3?full#end Routes", "load /about/us Routes",
    ]


def test_a_fault_reloads_where_the_page_is(app):
    app.write("""
      console.log('load', location.href);
      if (location.pathname === '/') history.pushState(null, '', '/deep/er#x');
      makeCall('logMessage', 'one');
    """, "a.js")
    page = app.write("<!doctype html><script src=/a.js></script>")
    report = app.report(page, "--fault", "reload@0", "--origin", "app://localhost")
    assert lines(report) == ["load app://localhost/", "load app://localhost/deep/er#x"]


def test_rules_answer_what_the_folder_has_not(app):
    app.write(json.dumps({"rules": [{"url": "https://localhost/api/x", "status": 201, "text": "made"}]}), "rules.json")
    page = app.script("""
    (async () => {
      for (const path of ['/api/x', '/api/y', '/rules.json']) console.log(path, (await fetch(path)).status);
      console.log((await fetch('/api/y', { method: 'POST', body: 'a' })).status);
    })();
    """)
    report = app.report(page, "--origin", "https://localhost", "--fetch", app.folder / "rules.json")
    assert lines(report) == ["/api/x 201", "/api/y 404", "/rules.json 200", "405"]


def test_an_origin_has_to_be_one(app):
    page = app.script("")
    for origin in ["localhost", "https://", "https://a/b", "data://x", "1x://y", "https://a:99999", ""]:
        done = app.kymo.run("run", page, f"--origin={origin}", exit_code=64)
        assert "--origin" in done.stderr


def test_a_synchronous_request_reads_the_folder(app):
    app.write("text", "a.txt")
    page = app.script("""
    for (const path of ['/a.txt', '/none.txt']) {
      const request = new XMLHttpRequest();
      request.open('GET', path, false);
      request.send();
      console.log(request.status, request.responseText.trim(), request.getResponseHeader('content-type'));
    }
    """)
    report = app.report(page, "--origin", "https://localhost")
    assert lines(report) == ["200 text text/plain; charset=utf-8", "404 Not Found text/plain; charset=utf-8"]


# --- What runs before the page --------------------------------------------------------------------------------------------


def test_a_prelude_runs_before_the_first_script_of_each_load(app):
    one = app.write("window.loads = []; console.log('one', typeof document, document.scripts.length);", "one.js")
    two = app.write("loads.push('two'); document.addEventListener('DOMContentLoaded', () => console.log('ready'));", "two.js")
    page = app.script("""
    console.log('page', loads.join());
    if (!localStorage.getItem('again')) { localStorage.setItem('again', '1'); location.reload(); }
    """)
    report = app.report(page, "--prelude", one, "--prelude", two)
    once = ["one object 0", "page two", "ready"]
    assert lines(report) == once + once and report["loads"] == 2


def test_a_bad_prelude_is_one_clear_line(app):
    page = app.script("console.log('page')")
    done = app.kymo.run("run", page, "--prelude", app.folder / "none.js", exit_code=1)
    assert "none.js" in done.stderr and len(done.stderr.splitlines()) <= 2
    bad = app.write("let a = ;\n", "bad.js")
    report = app.report(page, "--prelude", bad, exit_code=1)
    assert len(report["uncaught"]) == 1
    assert report["uncaught"][0]["source"].endswith("bad.js") and report["uncaught"][0]["line"] == 1
    throws = app.write("\nnull.x;\n", "throws.js")
    report = app.report(page, "--prelude", throws, exit_code=1)
    assert report["uncaught"][0]["source"].endswith("throws.js") and report["uncaught"][0]["line"] == 2
    assert lines(report) == ["page"]
