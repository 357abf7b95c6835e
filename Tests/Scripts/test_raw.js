/* no page */
// Handlers without a library: what a page sees of them, row by row of what the phone does.

test('E1 typeof of an unknown handler: undefined', function* () {
  dialect('raw', { handlers: ['log'], replying: ['ask'] });
  yield showPage(`var kinds = [typeof webkit.messageHandlers.log, typeof webkit.messageHandlers.ask.postMessage,
    typeof webkit.messageHandlers.other, Object.keys(webkit.messageHandlers).join(), 'other' in webkit.messageHandlers];`);
  equal(kinds, ['object', 'function', 'undefined', 'log,ask', false]);
  equal(String(webkit.messageHandlers.log), '[object UserMessageHandler]');
  yield 0;
});

test('E1 without handlers, and on the other platform, there is no webkit', function* () {
  dialect('raw', {});
  dialect('raw', { platform: 'android', handlers: ['log'] });
  yield showPage('var found = [typeof window.webkit, window.webkit && window.webkit.messageHandlers];');
  equal(found, ['undefined', undefined]);
  const ios = dialect('raw', { interfaces: [{ name: 'Store', methods: ['get'] }], listeners: ['Port'] });
  equal([typeof window.Store, typeof window.Port, ios.reports], ['undefined', 'undefined', []]);
  yield 0;
});

test('E2 post {d: Date, a: [1,null], u: undefined}: date, null kept, u absent', function* () {
  const side = dialect('raw', { handlers: ['log'] });
  yield showPage(`var data = { d: new Date(86400000), a: [1, null, undefined], u: undefined, t: 'x' };
    var given = webkit.messageHandlers.log.postMessage(data); data.a[0] = 2;`);
  equal(side.posts, [['log', '{"d":"1970-01-02T00:00:00.000Z","a":[1,null,null],"t":"x"}', undefined, 'none']]);
  equal(given, undefined);
  const log = webkit.messageHandlers.log;
  for (const value of [undefined, null, 0, -1.5, 'é "\u2028', true, new Date(NaN), [], Object('t')]) log.postMessage(value);
  equal(side.posts.slice(1).map(one => one[1]), ['null', 'null', '0', '-1.5', '"é \\"\u2028"', 'true', 'null', '[]', '"t"']);
  equal(side.reports, []);
  yield 0;
});

test('E2 what JSON has no word for is said', function* () {
  const side = dialect('raw', { handlers: ['log'] });
  yield showPage('');
  const log = webkit.messageHandlers.log;
  log.postMessage({ n: NaN, i: -Infinity });
  log.postMessage(new Map([[1, 2]]));
  log.postMessage({ toJSON: undefined, get g() { return [new Uint8Array([1, 2])]; } });
  equal(side.posts.map(one => one[1]), ['{"n":null,"i":null}', '{}', '{"g":[{"0":1,"1":2}]}']);
  equal(side.reports, [
    'log: NaN is sent as null, JSON has no such number', 'log: -Infinity is sent as null, JSON has no such number',
    'log: what is in a Map is lost, native code gets an empty object',
  ]);
  yield 0;
});

test('E2 a strict run throws where something is lost', function* () {
  const side = dialect('raw', { handlers: ['log'], isStrict: true });
  yield showPage('');
  for (const bad of [NaN, { s: new Set([1]) }]) throws(() => webkit.messageHandlers.log.postMessage(bad), 'Error');
  webkit.messageHandlers.log.postMessage({ a: 1 });
  equal([side.posts.length, side.reports.length], [1, 2]);
});

test('E3 post a function: throws', function* () {
  const side = dialect('raw', { handlers: ['log'], replying: ['ask'] });
  yield showPage('');
  const self = {};
  self.self = [self];
  for (const bad of [() => {}, Symbol('s'), { a: [() => {}] }, box, document, window, self, 1n]) {
    throws(() => webkit.messageHandlers.log.postMessage(bad), 'DataCloneError');
    throws(() => webkit.messageHandlers.ask.postMessage(bad), 'DataCloneError');
  }
  throws(() => webkit.messageHandlers.log.postMessage(), 'TypeError');
  const twice = { x: 1 };
  webkit.messageHandlers.log.postMessage([twice, twice]);
  equal(side.posts.map(one => one[1]), ['[{"x":1},{"x":1}]']);
  yield 0;
});

test('E4 reply value, nil, NSNull, error: v, undefined, null, Error', function* () {
  const side = dialect('raw', { replying: ['ask'] });
  yield showPage(`var heard = [], isError = [];
    for (let n = 0; n < 4; n += 1) webkit.messageHandlers.ask.postMessage(n).then(
      value => heard.push([n, value === undefined ? 'nothing' : value]),
      error => { heard.push([n, error.message]); isError.push(error instanceof Error, Object.keys(error).length); });
    heard.push('sent');`);
  equal(side.posts.map(one => [one[0], one[1], one[3]]), [0, 1, 2, 3].map(n => ['ask', String(n), 'once']));
  equal(new Set(side.posts.map(one => one[2])).size, 4);
  side.answer(side.posts[0], { v: [1] });
  side.answer(side.posts[1]);
  side.answer(side.posts[2], null);
  side.fail(side.posts[3], { message: 'no such thing', code: 3 });
  yield 0;
  equal(heard, ['sent', [0, { v: [1] }], [1, 'nothing'], [2, null], [3, 'no such thing']]);
  equal(isError, [true, 0]);
  equal(side.reports, []);
});

test('E5 interface method: value in the same expression', function* () {
  const calls = [];
  const values = { 'Store.get': '"kept"', 'Store.add': '5', 'Store.all': '{"a":[1]}', 'Store.clear': '' };
  const side = dialect('raw', {
    platform: 'android', interfaces: [{ name: 'Store', methods: ['get', 'add', 'all', 'clear'] }],
    callNow: (command, parameters) => { calls.push([command, parameters]); return `value\n${values[command]}`; },
  });
  yield showPage(`var all = ['got', Store.get('k', null, undefined), Store.add(2, 3) + 1, JSON.parse(Store.all()).a].join(' ');
    var nothing = Store.clear({ a: 1 }, ['x', [true]]), unknown = [typeof Store.other, Object.keys(Store).length];`);
  equal([all, nothing, unknown], ['got kept 6 1', undefined, ['undefined', 0]]);
  equal(calls, [
    ['Store.get', '["k",null,null]'], ['Store.add', '[2,3]'], ['Store.all', '[]'], ['Store.clear', '[null,["x",[true]]]'],
  ]);
  equal(side.posts, []);
  equal(side.reports, ['Store.clear: an argument that is no text, number, boolean or array is null for Java']);
  yield 0;
});

test('E5 what fails is an Error, and what is answered later is no value', function* () {
  const texts = { 'Store.get': 'error\n{"message":"no such key"}', 'Store.later': 'later', 'Store.none': 'unknown', 'Store.nil': 'value\nnull' };
  const side = dialect('raw', {
    platform: 'android', interfaces: [{ name: 'Store', methods: ['get', 'later', 'none', 'nil'] }],
    callNow: command => texts[command],
  });
  yield showPage(`var found = [Store.later(), Store.later(), Store.none(), Store.nil()], message;
    try { Store.get('k'); } catch (error) { message = [error instanceof Error, error.message]; }`);
  equal([found, message], [[undefined, undefined, undefined, null], [true, 'Java exception was raised during method invocation']]);
  equal([side.posts, side.reports], [[], [
    'Store.later: the page goes on without the value that the method has on the phone',
    'Store.none: the page goes on without the value that the method has on the phone', 'Store.get: no such key',
  ]]);
});

test('E5 without a call in place the page gets nothing, which is said once for a method', function* () {
  const side = dialect('raw', { platform: 'android', interfaces: [{ name: 'Store', methods: ['get', 'put'] }] });
  yield showPage('var found = [Store.get("a"), Store.get("b"), Store.put("c", 1)];');
  equal(found, [undefined, undefined, undefined]);
  equal(side.posts.map(one => [one[0], one[1], one[3]]), [
    ['Store.get', '["a"]', 'none'], ['Store.get', '["b"]', 'none'], ['Store.put', '["c",1]', 'none'],
  ]);
  equal(side.reports, ['Store.get', 'Store.put'].map(
    name => `${name}: the page goes on without the value that the method has on the phone`));
  yield 0;
});

test('E6 listener: 3 posts, 3 replies in order, data is text', function* () {
  const side = dialect('raw', { platform: 'android', listeners: ['Port'] });
  yield showPage(`var heard = [];
    Port.onmessage = event => heard.push(['on', event.type, typeof event.data, event.data, event instanceof MessageEvent]);
    var second = function (event) { heard.push(['second', event.data, this === Port]); };
    Port.addEventListener('message', second); Port.addEventListener('message', second);
    for (const text of ['a', '{"b":1}', 'c']) Port.postMessage(text);`);
  equal(side.posts.map(one => [one[0], one[1], one[3]]), [
    ['Port', '"a"', 'many'], ['Port', '"{\\"b\\":1}"', 'many'], ['Port', '"c"', 'many'],
  ]);
  side.answer(side.posts[0], 'A');
  side.answer(side.posts[1], { b: 2 }, true);
  Port.removeEventListener('message', second);
  side.answer(side.posts[2], 3);
  equal(heard, [
    ['on', 'message', 'string', 'A', true], ['second', 'A', true], ['on', 'message', 'string', '{"b":2}', true],
    ['second', '{"b":2}', true], ['on', 'message', 'string', '3', true],
  ]);
  Port.onmessage = null;
  side.fail(side.posts[2], { message: 'not now' });
  side.answer(side.posts[2], 'nobody');
  equal(side.reports, ['an error that the page does not hear of: not now', 'Port: a message for which nobody listens']);
  Port.postMessage(new Uint8Array([1, 2, 3]).buffer);
  equal(side.posts[3][1], '"AQID"');
  throws(() => Port.postMessage({}), 'TypeError');
  yield 0;
});

test('E6 what a listener throws reaches the page and not the next one', function* () {
  const side = dialect('raw', { platform: 'android', listeners: ['Port'] });
  yield showPage(`var heard = []; addEventListener('error', event => { heard.push(event.message); event.preventDefault(); });
    Port.onmessage = () => { throw new Error('mine'); };
    Port.addEventListener('message', event => heard.push(event.data)); Port.postMessage('a');`);
  side.answer(side.posts[0], 'A');
  equal(heard, ['Error: mine', 'A']);
  yield 0;
});

test('E7 reply after reload: nothing, counted', function* () {
  const old = dialect('raw', { replying: ['ask'] });
  yield showPage('var heard = []; webkit.messageHandlers.ask.postMessage(1).then(() => heard.push("old"));');
  const side = dialect('raw', { replying: ['ask'], seed: () => 0.75 });
  webkit.messageHandlers.ask.postMessage(1).then(() => heard.push('new'));
  side.answer(old.posts[0], 1);
  yield 0;
  equal(heard, []);
  equal(side.reports, [`a value that nobody waits for: ${old.posts[0][2]}`]);
  side.answer(side.posts[0], 1);
  side.answer(side.posts[0], 2);
  yield 0;
  equal(heard, ['new']);
  equal(side.reports.length, 2);
  const before = dialect('raw', { platform: 'android', listeners: ['Port'] });
  Port.postMessage('a');
  const after = dialect('raw', { platform: 'android', listeners: ['Port'], seed: () => 0.75 });
  Port.onmessage = () => heard.push('Port');
  after.answer(before.posts[0], 1);
  equal([heard, after.reports.length], [['new'], 1]);
});

test('an event calls the function of its name, wherever a script finds it', function* () {
  const side = dialect('raw', { handlers: ['log'] });
  yield showPage(`var heard = []; function onData(value) { heard.push(['onData', value, arguments.length]); }
    const app = { name: 'app', on() { heard.push(['app', this.name]); } };
    app.inner = { on(value) { heard.push(['inner', value]); } };
    let late = value => heard.push(['late', value]);`);
  side.raise('onData', { a: 1 });
  side.raise('onData');
  side.raise('app.on', 1);
  side.raise('app.inner.on', 'x');
  side.raise('late', null);
  equal(heard, [['onData', { a: 1 }, 1], ['onData', null, 0], ['app', 'app'], ['inner', 'x'], ['late', null]]);
  for (const name of ['none', 'app.none', 'none.none', 'heard', 'onData()', 'a.', '.a', '1a', 'alert(1).x']) side.raise(name);
  equal(side.reports.length, 9);
  equal(side.reports[0], 'an event for which the page has no function: none');
  equal(take('dialog'), []);
  yield 0;
});

test('an event finds the function that has the name then', function* () {
  const side = dialect('raw', { handlers: ['log'] });
  yield showPage(`var heard = [], app = {};
    function run(text) { (0, eval)(text); }
    let kept = () => heard.push('first');`);
  for (const [name, text] of [
    ['kept', 'kept = () => heard.push("second")'], ['soon', 'window.soon = () => heard.push("window")'],
    ['app.on', 'app = { on() { heard.push("on") } }'], ['app.on', 'app.on = () => heard.push("other")'],
  ]) {
    side.raise(name);
    run(text);
    side.raise(name);
  }
  // A script of its own may hide it.
  const script = document.createElement('script');
  script.textContent = 'let soon = () => heard.push("let");';
  document.head.append(script);
  side.raise('soon');
  equal(heard, ['first', 'second', 'window', 'on', 'on', 'other', 'let']);
  equal(side.reports.length, 2);
});

test('what a function gives is a call where native code asks for it', function* () {
  yield showPage(`const add = ([a, b]) => ({ sum: a + b }), none = () => {}, bad = () => () => {};
    const later = value => Promise.resolve(value), fails = () => Promise.reject(new Error('no'));`);
  for (const platform of ['ios', 'android']) {
    const isIOS = platform === 'ios';
    const side = dialect('raw', { platform });
    side.receive('ask added add\n[2,3]');
    side.receive('ask got none\n');
    if (isIOS) side.receive('ask got later\n1');
    side.receive('ask got bad\n');
    side.raise('add', [1, 2]);
    if (isIOS) side.receive('ask got fails\n');
    yield 0;
    const posts = [['added', '{"sum":5}'], ['got', undefined], ...isIOS ? [['got', '1']] : []];
    equal(side.posts, posts.map(one => [...one, undefined, 'none']));
    equal(side.reports.map(one => one.slice(0, 46)), [
      'native code gets no answer for got: DataCloneE', ...isIOS ? ['native code gets no answer for got: Error: no'] : [],
    ]);
  }
});

test('a page that replaces built-ins hears what it heard before', function* () {
  const ios = dialect('raw', { replying: ['ask'], handlers: ['log'] });
  yield showPage('var heard = []; var on = value => { heard[heard.length] = value; };');
  const mend = breakBuiltIns();
  const promise = webkit.messageHandlers.ask.postMessage({ a: [1] });
  webkit.messageHandlers.log.postMessage({ a: [new Date(0)] });
  ios.ports.receive('value ' + ios.posts[0][2] + ' 0\n{"v":1}');
  ios.ports.receive('event - on\n7');
  mend();
  let value;
  promise.then(given => { value = given; });
  yield 0;
  equal([value, heard, ios.posts.map(one => one[1])], [{ v: 1 }, [7], ['{"a":[1]}', '{"a":["1970-01-01T00:00:00.000Z"]}']]);
});

test('on Android, too', function* () {
  const side = dialect('raw', {
    platform: 'android', listeners: ['Port'], interfaces: [{ name: 'Store', methods: ['get'] }], callNow: () => 'value\n{"a":1}',
  });
  yield showPage('var heard = [];');
  const mend = breakBuiltIns();
  Port.addEventListener('message', event => { heard[heard.length] = event.data; });
  Port.onmessage = event => { heard[heard.length] = event.data; };
  Port.postMessage('x');
  side.ports.receive('value ' + side.posts[0][2] + ' 1\n{"v":1}');
  heard[heard.length] = Store.get(1, ['a']);
  mend();
  equal([heard, side.posts[0][1]], [['{"v":1}', '{"v":1}', '{"a":1}'], '"x"']);
});
