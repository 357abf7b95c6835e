/* platforms */
/* no page */
// React Native's web view, row by row of what the phone does, and the mapping that finds commands in its texts.

const isIOS = platform === 'ios';
const reactNative = (given = {}) => dialect('reactnative', { platform, ...given });
const LISTEN = `var heard = [];
  addEventListener('message', event => heard.push(['window', event.data, event.target === window]));
  document.addEventListener('message', event => heard.push(['document', event.data, event.target === document]));`;

test('R1 post before DOMContentLoaded', function* () {
  const side = reactNative();
  yield showPage(`document.addEventListener('DOMContentLoaded', () => ReactNativeWebView.postMessage('{"type":"ready"}'));
    ReactNativeWebView.postMessage('early');`);
  equal(side.posts.map(one => [one[0], one[1]]), [['message', '"early"'], ['ready', '{"type":"ready"}']]);
});

test('R2 object: iOS "[object Object]", and an exception on Android', function* () {
  const side = reactNative();
  yield showPage('');
  if (isIOS) {
    for (const value of [{ type: 'a' }, 1, undefined]) ReactNativeWebView.postMessage(value);
    equal(side.posts.map(one => one.slice(0, 2)), ['[object Object]', '1', 'undefined'].map(one => ['message', `"${one}"`]));
    webkit.messageHandlers.ReactNativeWebView.postMessage({ type: 'direct', payload: [1] });
    equal(side.posts[3].slice(0, 2), ['direct', '[1]']);
    throws(() => webkit.messageHandlers.ReactNativeWebView.postMessage(() => {}), 'DataCloneError');
  } else {
    for (const value of [{ type: 'a' }, 1, undefined]) throws(() => ReactNativeWebView.postMessage(value), 'TypeError');
    ReactNativeWebView.postMessage(new ArrayBuffer(1));
    equal([side.posts, side.reports], [[], ['an ArrayBuffer was posted: the phone ends the app']]);
    equal(typeof window.webkit, 'undefined');
  }
});

test('R3 target per platform', function* () {
  const side = reactNative();
  yield showPage(`${LISTEN} ReactNativeWebView.postMessage('{"type":"loc","id":7}');`);
  side.answer(side.posts[0], { x: 1 });
  side.raise('changed', [2]);
  const target = isIOS ? 'window' : 'document';
  equal(heard, [[target, '{"type":"loc","id":7,"payload":{"x":1}}', true], [target, '{"type":"changed","payload":[2]}', true]]);
});

test('R4 order', function* () {
  const side = reactNative();
  yield showPage(`${LISTEN} const send = message => ReactNativeWebView.postMessage(JSON.stringify(message));
    for (let n = 0; n < 100; n += 1) send({ type: 'echo', id: n, payload: n });`);
  equal(side.posts.map(one => one[1]), Array.from({ length: 100 }, (_, n) => String(n)));
  for (const post of side.posts) side.answer(post, JSON.parse(post[1]));
  equal(heard.map(one => JSON.parse(one[1]).id), Array.from({ length: 100 }, (_, n) => n));
});

test('R5 no onMessage: object absent', function* () {
  reactNative({ onMessage: false });
  yield showPage(`var found = [typeof ReactNativeWebView, 'ReactNativeWebView' in window];`);
  equal(found, ['undefined', false]);
  reactNative({ onMessage: false, injectedObject: '{"a":1}' });
  equal([ReactNativeWebView.injectedObjectJson(), typeof ReactNativeWebView.postMessage], ['{"a":1}', 'undefined']);
});

test('R5 the object has what the app gives', function* () {
  reactNative();
  yield showPage('');
  equal(Object.keys(ReactNativeWebView), isIOS ? ['postMessage'] : ['postMessage', 'injectedObjectJson']);
  if (!isIOS) equal(ReactNativeWebView.injectedObjectJson(), null);
});

test('the command is the first of the usual names, and any other text is a message', function* () {
  const side = reactNative();
  yield showPage('');
  const texts = [
    '{"action":"b","type":"a","data":1}', '{"method":"c","params":null}', '{"event":"d","x":1}', '{"type":5,"cmd":"e"}',
    '{"type":""}', '[{"type":"a"}]', '{"type":"a"', '"text"', '', 'null', '{"cmd":"f","requestId":"r","args":[]}',
  ];
  for (const text of texts) ReactNativeWebView.postMessage(text);
  const message = text => ['message', JSON.stringify(text)];
  equal(side.posts.map(one => one.slice(0, 2)), [
    ['a', '1'], ['c', 'null'], ['d', '{"event":"d","x":1}'], ...texts.slice(3, 8).map(message), message(''), message('null'),
    ['f', '[]'],
  ]);
  equal(side.posts.every(one => one[3] === 'many'), true);
});

test('a mapping of the run names the fields', function* () {
  const side = reactNative({ mapping: {
    command: 'what', id: ['nr'], payload: ['with'], reply: { type: 'what', id: 'nr', payload: 'result', error: 'failed' },
  } });
  yield showPage(`${LISTEN} ReactNativeWebView.postMessage('{"what":"go","nr":"n 1","with":{"a":1},"type":"no"}');
    ReactNativeWebView.postMessage('{"type":"no"}');`);
  equal(side.posts.map(one => one.slice(0, 2)), [['go', '{"a":1}'], ['message', '"{\\"type\\":\\"no\\"}"']]);
  side.answer(side.posts[0], true, true);
  side.fail(side.posts[0], { message: 'too late' });
  equal(heard.map(one => one[1]), ['{"what":"go","nr":"n 1","result":true}', '{"what":"go","nr":"n 1","failed":"too late"}']);
});

test('answers say what they answer, and one that nobody waits for is said', function* () {
  const old = reactNative({ seed: () => 0.1 });
  yield showPage(LISTEN);
  const send = message => { ReactNativeWebView.postMessage(JSON.stringify(message)); };
  send({ type: 'old', id: 1 });
  send({ type: 'old' });
  const side = reactNative({ seed: () => 0.2 });
  send({ type: 'a', id: 'x' });
  send({ type: 'a' });
  for (const post of old.posts) side.answer(post, 1);
  side.answer(side.posts[0], 1, true);
  side.answer(side.posts[0]);
  side.answer(side.posts[0], 3);
  side.fail(side.posts[1], { message: 'no "way"' });
  side.answer(side.posts[1], 4);
  side.raise('pause');
  equal(heard.map(one => one[1]), [
    '{"type":"a","id":"x","payload":1}', '{"type":"a","id":"x"}', '{"type":"a","error":"no \\"way\\""}',
    '{"type":"a","payload":4}',
  ]);
  equal(side.reports, [
    ...[...old.posts, side.posts[0]].map(one => `a value that nobody waits for: ${one[2]}`),
    'an event that a page in React Native does not hear: pause',
  ]);
});

test('an event whose answer native code wants has none, which is said', function* () {
  const side = reactNative();
  yield showPage(LISTEN);
  side.receive('ask done changed\n1');
  equal(heard.map(one => one[1]), ['{"type":"changed","payload":1}']);
  equal(side.reports, ['changed is not answered: a page says nothing when it hears an event']);
});

test('a page that replaces built-ins sends and hears what it did before', function* () {
  const side = reactNative();
  yield showPage(LISTEN);
  const mend = breakBuiltIns();
  Array.prototype.push = function (value) { this[this.length] = value; };
  ReactNativeWebView.postMessage('{"type":"a","id":1,"payload":{"b":[1]}}');
  side.ports.receive('value ' + side.posts[0][2] + ' 0\n{"v":1}');
  mend();
  equal([heard.map(one => one[1]), side.posts[0][1]], [['{"type":"a","id":1,"payload":{"v":1}}'], '{"b":[1]}']);
});
