/* no page */
// Loading: scripts in their order, files, errors with their places.
const said = () => take('console').map(one => one[1]);

test('defer, async, inserted scripts and load have an order', function* () {
  files = { 'd1.js': 'console.log("d1")', 'd2.js': 'console.log("d2")', 'a.js': 'console.log("a")', 'i.js': 'console.log("i")' };
  page.load(`<script src=d1.js defer></script><script src=a.js async></script><script src=d2.js defer></script>
    <script>const s = document.createElement('script'); s.src = 'i.js'; s.onload = () => console.log('i loaded');
    document.head.append(s); console.log('inline'); addEventListener('load', () => console.log('load'));
    document.addEventListener('DOMContentLoaded', () => console.log('DCL'));
    setTimeout(() => console.log('timer'), 0);</script>`, 'index.html', false);
  yield 0;
  equal(said(), ['inline', 'd1', 'd2', 'DCL', 'a', 'i', 'i loaded', 'load', 'timer']);
  equal(page.isLoaded(), true);
});

test('promises go on between scripts', function* () {
  page.load('<script>Promise.resolve().then(() => console.log(1))</script><script>console.log(2)</script>', 'x.html', false);
  yield 0;
  equal(said(), ['1', '2']);
});

test('a script alone has an empty page', function* () {
  page.load('console.log(document.body.children.length, location.pathname, this === window); let top2 = 1;', 'app.js', true);
  yield 0;
  equal(said(), ['0 /app.js true']);
});

test('errors have the file and the line of the page', function* () {
  files = { 'sub/bad.js': '\n\nlet a = ;', 'sub/throws.js': '\nnull.x' };
  page.load('<!doctype html>\r\n<p>\r\n<script>\r\n\r\n  nothing();</script>\r\n<script src="sub/bad.js"></script>'
    + '<script src="sub/throws.js"></script><script src="sub/none.js"></script><button onclick="gone()">B</button>', 'index.html', false);
  yield 0;
  page.click('button');
  const places = take('error').map(([message, source, line]) => [message.split(':')[0], source, line]);
  equal(places, [
    ['ReferenceError', 'index.html', 5], ['SyntaxError', 'sub/bad.js', 3], ['TypeError', 'sub/throws.js', 2],
    ['the script sub/none.js is not there', 'index.html', 0], ['ReferenceError', 'index.html', 1],
  ]);
});

test('modules and scripts from elsewhere are reported', function* () {
  page.load('<script type=module>import x from "y"</script><script nomodule>console.log("classic")</script>'
    + '<script src="https://example.com/x.js" onerror="console.log(\'no\')"></script>', 'index.html', false);
  yield 0;
  equal([said(), take('missing'), take('error')], [['no'],
    [["the script https://example.com/x.js: what is not in the app's folder is not loaded"]],
    [['the module "y" has no address: no import map names it, and it begins with none of / ./ ../', 'index.html', 1, 15]]]);
});

test('files are beside the page, wherever that is', function* () {
  files = { '../up.js': 'console.log("up")', 'a b/ü.js': 'console.log("named")' };
  page.load('<script src="../up.js"></script><script src="a%20b/%C3%BC.js?v=1#x"></script>', 'https://host/app/index.html', false);
  yield 0;
  equal(said(), ['up', 'named']);
});

test('globals of scripts are properties of the window, and names of elements give way', function* () {
  page.load('<p id=one></p><p id=two></p><script>var one = 5; function two() {} let three = 6;</script>'
    + '<script>console.log(window.one, typeof two, three, typeof window.three)</script>', 'index.html', false);
  yield 0;
  equal(said(), ['5 function 6 undefined']);
});

test('a document that changes for long keeps nothing of what it was', function* () {
  page.load('<p id=p>x</p>', 'index.html', false);
  yield 0;
  for (let index = 0; index < 20000; index += 1) p.textContent = String(index);
  equal([p.textContent, Object.keys(document._nodes).length, document.body.childNodes.length], ['19999', 0, 1]);
});
