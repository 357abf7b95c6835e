/* no page */
// JsBridge, row by row of what the phone does, in both of its versions; the native side is played here.

const jsbridge = (given = {}) => dialect('jsbridge', { platform: 'android', commands: ['echo', 'slow'], ...given });
/** How pages ask for it, as its own page does. */
const CONNECT = `var heard = [], bridge;
  function connect(called) {
    if (window.WebViewJavascriptBridge) called(WebViewJavascriptBridge);
    else document.addEventListener('WebViewJavascriptBridgeReady', event => called(WebViewJavascriptBridge, event), false);
  }`;
const JOIN = `${CONNECT} connect(found => { bridge = found; bridge.init((data, say) => {
  heard.push(['default', data, typeof say]); if (say) say({ from: 'page' }); }); });`;

/** Shows a page, and tells its half that it has loaded. */
function* load(side, script) {
  yield showPage(script);
  side.ports.finished();
  yield 0;
}

test('F1 handshake before and after the event', function* () {
  const side = jsbridge();
  yield showPage(`${CONNECT} var early = typeof window.WebViewJavascriptBridge;
    connect((bridge, event) => heard.push(['before', event.bridge === bridge, event.type, event.target === document]));`);
  equal([early, heard], ['undefined', []]);
  side.ports.finished();
  equal(heard, [['before', true, 'WebViewJavascriptBridgeReady', true]]);
  connect((bridge, event) => heard.push(['after', Object.keys(bridge).join(), event === undefined]));
  equal(heard[1], ['after', 'init,send,registerHandler,callHandler,_fetchQueue,_handleMessageFromNative', true]);
  equal(side.controls, [['ready', 'loaded', '']]);
  yield 0;
});

test('F2 object in: JSON text', function* () {
  const side = jsbridge();
  yield* load(side, JOIN);
  for (const data of [{ a: [1, 'é'] }, 'text', '', 5, true, null, undefined, [1]]) bridge.callHandler('echo', data);
  bridge.send('nameless');
  equal(side.posts, []);
  yield 0;
  equal(side.posts.map(one => one.slice(0, 2)), [
    ...['{"a":[1,"é"]}', 'text', '', '5', 'true', 'null', undefined, '[1]'].map(
      text => ['echo', text === undefined ? undefined : JSON.stringify(text)]),
    ['message', '"nameless"'],
  ]);
  equal(side.posts.every(one => one[2] === undefined && one[3] === 'none'), true);
  const self = {};
  self.self = self;
  throws(() => bridge.callHandler('echo', self), 'TypeError');
});

test('F2 content is copied when it is sent', function* () {
  const side = jsbridge();
  yield* load(side, JOIN);
  const data = { a: 1 };
  bridge.callHandler('echo', data);
  data.a = 2;
  yield 0;
  equal(side.posts[0][1], JSON.stringify('{"a":1}'));
});

test('F3 reply is a string', function* () {
  const side = jsbridge();
  yield* load(side, JOIN);
  const values = [{ b: [1] }, 'text', 5, null, undefined, ''];
  for (const value of values) bridge.callHandler('echo', 1, given => heard.push([typeof given, given]));
  yield 0;
  equal(side.posts.map(one => one[3]), values.map(() => 'once'));
  side.posts.forEach((post, index) => side.answer(post, values[index]));
  equal(heard, []);
  yield 0;
  equal(heard, [
    ['string', '{"b":[1]}'], ['string', 'text'], ['string', '5'], ['string', 'null'], ['undefined', undefined],
    ['string', ''],
  ]);
  side.answer(side.posts[0], 2);
  equal(side.reports, [`a value that nobody waits for: ${side.posts[0][2]}`]);
});

test('F4 100 calls, 100 replies', function* () {
  const side = jsbridge();
  yield* load(side, `${JOIN} var start = Date.now();`);
  for (let n = 0; n < 50; n += 1) bridge.callHandler('echo', n, given => heard.push(given));
  yield 0;
  for (let n = 50; n < 100; n += 1) bridge.callHandler('echo', n, given => heard.push(given));
  yield 10;
  // Native code fetches once in 20 ms.
  equal(side.posts.length, 50);
  yield 10;
  equal(side.posts.map(one => one[1]), Array.from({ length: 100 }, (_, n) => `"${n}"`));
  for (const post of side.posts) side.answer(post, JSON.parse(post[1]));
  yield 0;
  equal(heard, Array.from({ length: 100 }, (_, n) => String(n)));
  equal(side.reports, []);
});

test('F5 message before init: twice (v1)', function* () {
  const side = jsbridge();
  yield* load(side, `${CONNECT} connect(found => { bridge = found;
    bridge.registerHandler('on', data => heard.push(data)); });`);
  side.raise('on', 'a');
  yield 0;
  equal(heard, ['a']);
  bridge.init(() => {});
  yield 0;
  equal(heard, ['a', 'a']);
  side.raise('on', 'b');
  yield 0;
  equal([heard, side.reports], [['a', 'a', 'b'], []]);
  throws(() => bridge.init(() => {}), 'Error');
});

test('F5 in a strict run once', function* () {
  const side = jsbridge({ isStrict: true });
  yield* load(side, `${CONNECT} connect(found => { bridge = found;
    bridge.registerHandler('on', data => heard.push(data)); });`);
  side.raise('on', 'a');
  yield 0;
  bridge.init(() => {});
  yield 0;
  equal(heard, ['a']);
});

test('F5 what native code says before the page has loaded waits for it, on the first page only', function* () {
  const side = jsbridge();
  side.raise('on', 1);
  yield* load(side, `${JOIN} document.addEventListener('WebViewJavascriptBridgeReady', () => {
    bridge.registerHandler('on', data => heard.push(data)); });`);
  equal([heard, side.reports], [['1'], []]);
  delete window.WebViewJavascriptBridge;
  const next = jsbridge({ wasReady: true });
  next.raise('on', 2);
  next.ports.finished();
  yield 0;
  equal(heard, ['1']);
  equal(next.reports, ['what native code says is lost: the page has no WebViewJavascriptBridge yet']);
});

test('F6 no handler, both ways', function* () {
  const side = jsbridge();
  yield* load(side, JOIN);
  bridge.callHandler('none', 1, given => heard.push(given));
  yield 0;
  equal(side.posts.map(one => [one[0], one[3]]), [['none', 'once']]);
  side.receive('ask answered none\n1');
  yield 0;
  equal([heard, side.posts.length], [[], 1]);
  equal(side.reports, ['the page has no handler for none']);
  equal(take('console').map(one => one[1].slice(0, 58)), ['WebViewJavascriptBridge: WARNING: javascript handler threw']);
});

test('F6 a message without a name, and native code without a handler for it', function* () {
  const side = jsbridge();
  yield* load(side, JOIN);
  bridge.send({ a: 1 }, given => heard.push(given));
  yield 0;
  yield 0;
  equal(side.posts, [['message', JSON.stringify('{"a":1}'), undefined, 'none']]);
  equal(heard, ['DefaultHandler response data']);
  const own = jsbridge({ commands: ['message'] });
  delete window.WebViewJavascriptBridge;
  own.ports.finished();
  bridge.send('b', given => heard.push(given));
  yield 0;
  own.answer(own.posts[0], 'mine');
  yield 0;
  equal(heard.slice(1), ['mine']);
});

test('F6 an error reaches no page, unless it is one of validation', function* () {
  const side = jsbridge();
  yield* load(side, JOIN);
  for (const n of [1, 2]) bridge.callHandler('echo', n, given => heard.push(given));
  yield 0;
  side.fail(side.posts[0], { message: 'no way' });
  side.fail(side.posts[1], { message: 'validation failed', code: 'VALIDATION' });
  yield 0;
  equal([heard, side.reports], [['{"error":"validation failed"}'], ['an error that the page does not hear of: no way']]);
});

test('F7 quotes, `%`, `+`, `/`, U+2028 survive', function* () {
  const side = jsbridge();
  const text = '"\'\\ %22 % + / %7B \u2028\u2029 \n\t é 😀 </script>';
  yield* load(side, JOIN);
  bridge.registerHandler('on', (data, say) => { heard.push(data); say(data); });
  bridge.callHandler('echo', text, given => heard.push(given));
  yield 0;
  equal(JSON.parse(side.posts[0][1]), text);
  side.answer(side.posts[0], text);
  side.receive('ask back on\n' + JSON.stringify(text));
  yield 20;
  equal([heard, JSON.parse(side.posts[1][1])], [[text, text], text]);
});

test('what the page answers is a call, and a handler has no function if nobody asks', function* () {
  const side = jsbridge();
  yield* load(side, JOIN);
  bridge.registerHandler('on', (data, say) => { heard.push(data, typeof say); if (say) say([data]); });
  side.receive('ask got on\n{"a":1}');
  side.raise('on', 'b');
  side.raise('on');
  side.receive('ask default \n"c"');
  yield 20;
  equal(heard, ['{"a":1}', 'function', 'b', 'undefined', undefined, 'undefined', ['default', 'c', 'function']]);
  equal(side.posts, [
    ['got', JSON.stringify('["{\\"a\\":1}"]'), undefined, 'none'],
    ['default', JSON.stringify('{"from":"page"}'), undefined, 'none'],
  ]);
});

test('what a callback throws is an error of the page, and not of the next', function* () {
  const side = jsbridge();
  yield* load(side, `${JOIN} addEventListener('error', event => { heard.push(event.message); event.preventDefault(); });`);
  bridge.callHandler('echo', 1, () => { throw new Error('mine'); });
  bridge.callHandler('echo', 2, given => heard.push(given));
  yield 0;
  for (const post of side.posts) side.answer(post, 'x');
  yield 0;
  equal(heard, ['Error: mine', 'x']);
});

test('a reply to the page before reaches nobody', function* () {
  const old = jsbridge();
  yield* load(old, JOIN);
  bridge.callHandler('echo', 1, () => heard.push('old'));
  yield 0;
  delete window.WebViewJavascriptBridge;
  const side = jsbridge({ seed: () => 0.75, wasReady: true });
  side.ports.finished();
  bridge.callHandler('echo', 1, () => heard.push('new'));
  yield 0;
  side.answer(old.posts[0], 1);
  yield 0;
  equal([heard, side.reports], [[], [`a value that nobody waits for: ${old.posts[0][2]}`]]);
});

test('version 2: the object is there first, and says when it is ready', function* () {
  const side = jsbridge({ version: 2 });
  yield showPage(`var heard = [], bridge = WebViewJavascriptBridge;
    var early = [typeof bridge.echo, typeof bridge.callHandler, bridge.inited];
    window.WVJBCallbacks = [given => { heard.push(given === bridge); given.init(() => {}); }];
    document.addEventListener('WebViewJavascriptBridgeReady', event => heard.push(event.bridge === bridge));`);
  equal(early, ['function', 'undefined', undefined]);
  side.ports.finished();
  equal([heard, bridge.inited], [[true, true], true]);
  const given = { a: 1 };
  bridge.callHandler('echo', given, value => heard.push(value));
  bridge.callHandler('echo', 'text');
  bridge.doSend({ b: 2 });
  equal(Object.keys(given), ['a', 'callbackId']);
  equal(side.posts.map(one => [one[0], JSON.parse(one[1])]), [
    ['echo', JSON.stringify(given)], ['echo', '"text"'], ['message', '{"b":2}'],
  ]);
  throws(() => bridge.callHandler('echo', () => {}), 'TypeError');
  equal([bridge.slow('x', ''), side.posts[3]], ['', ['slow', '"x"', undefined, 'none']]);
  side.answer(side.posts[0], { c: 3 });
  bridge.registerHandler('on', (data, say) => say(data));
  side.receive('ask got on\n"x"');
  yield 0;
  equal([heard.slice(2), side.posts[4]], [['{"c":3}'], ['got', JSON.stringify('"x"'), undefined, 'none']]);
});

test('a page that replaces built-ins sends and hears what it did before', function* () {
  const side = jsbridge();
  yield* load(side, `${JOIN} document.addEventListener('WebViewJavascriptBridgeReady', () => {
    bridge.registerHandler('on', data => { heard[heard.length] = data; }); });`);
  yield 20;
  // The page's own JSON makes the texts of this bridge on a phone, too.
  let mend = breakBuiltIns(false);
  bridge.callHandler('echo', { a: [1] }, given => { heard[heard.length] = given; });
  mend();
  yield 0;
  mend = breakBuiltIns(false);
  side.ports.receive('value ' + side.posts[0][2] + ' 0\n{"v":[1]}');
  side.ports.receive('event - on\n{"v":2}');
  mend();
  yield 0;
  equal([side.posts[0][1], heard], [JSON.stringify('{"a":[1]}'), ['{"v":[1]}', '{"v":2}']]);
});
