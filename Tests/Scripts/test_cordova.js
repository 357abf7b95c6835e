/* platforms */
/* no page */
// Cordova's page half: the platform's own cordova.js over the dialect, with a native side that sends what Swift would.
//
// D1 to D17 are the rows of the conformance list.
const isAndroid = platform === 'android';
const said = () => take('console').map(one => one[1]);
const posts = () => take('post');
const reports = () => take('report').map(one => one[0]);

/** Loads a page with cordova.js in it, and lets it start. */
function* start(body, more = {}, options = {}) {
  files = more;
  join('cordova', { platform, cordovaSource: native('script', 'cordova.js'), ...options });
  page.load(`<!doctype html><head>${options.before || ''}<script src="cordova.js"></script></head><body>
    <script>const show = (...values) => console.log(JSON.stringify(values));
    const ok = name => (...values) => show(name, ...values);
    const exec = (...values) => cordova.require('cordova/exec')(...values);
    const ready = body => document.addEventListener('deviceready', body);
    ${body}</script>`, 'index.html', false);
  yield 0;
}

/** Gives the page messages, each in a turn of its own. */
function* give(...texts) {
  for (const text of texts) {
    ports.receive(text);
    yield 0;
  }
}
const value = (id, what, keep = 0) => `value ${id} ${keep}\n${what === undefined ? '' : JSON.stringify(what)}`;
const failure = (id, what, keep = 0) => `error ${id} ${keep}\n${JSON.stringify(what)}`;
const event = (name, data) => `event - ${name}\n${data === undefined ? '' : JSON.stringify(data)}`;
const plugins = list => `cordova.define('cordova/plugin_list', (require, exports, module) => {
  module.exports = ${JSON.stringify(list)}; });`;

test('D1 deviceready is heard once by each listener, whenever it came', function* () {
  yield* start(`document.addEventListener('deviceready', () => {
    show('after');
    document.addEventListener('deviceready', () => show('late'));
    show('next');
  });
  const twice = () => show('twice');
  ready(twice);
  ready(twice);
  show('loading');`, {}, { before: `<script>document.addEventListener('deviceready', event => {
    console.log('before', event.type); });</script>` });
  equal(said(), ['["loading"]', 'before deviceready', '["after"]', '["late"]', '["next"]', '["twice"]']);
  equal([take('control'), posts(), reports()], [[['ready', '', '', null]], [], []]);
  yield 6000;
  equal(said(), []);
});

test('D2 a call arrives as it was sent, and its answer comes after the turn', function* () {
  yield* start(`ready(() => { exec(ok('echo'), ok('fail'), 'Echo', 'echo', [1, 'a', null]); show('sent'); });`);
  const [[command, parameters, id, expects]] = posts();
  equal([command, JSON.parse(parameters), expects, /^Echo\d+$/.test(id)], ['Echo.echo', [1, 'a', null], 'many', true]);
  equal(said(), ['["sent"]']);
  yield* give(value(id, [1, 'a', null]));
  equal([said(), Object.keys(cordova.callbacks).includes(id)], [['["echo",[1,"a",null]]'], false]);
});

test('D3 a call without functions arrives, and leaves nothing behind', function* () {
  yield* start(`ready(() => { const before = Object.keys(cordova.callbacks).length;
    exec(null, null, 'Log', 'write', ['x']); show(Object.keys(cordova.callbacks).length - before); });`);
  const [[command, parameters, id, expects]] = posts();
  equal([command, parameters, said()], ['Log.write', '["x"]', ['[0]']]);
  // Android's native code cannot tell; its answer finds nobody in the page.
  equal([id === '', expects], isAndroid ? [false, 'many'] : [true, 'none']);
  if (isAndroid) yield* give(value(id, 'done'));
  equal([said(), reports()], [[], []]);
});

test('D4 an unknown service and an unknown action: two texts on Android, silence on iOS', function* () {
  yield* start(`ready(() => { exec(ok('ok'), ok('service'), 'Nobody', 'x', []);
    exec(ok('ok'), ok('action'), 'Echo', 'nothing', []); });`);
  const [one, other] = posts().map(post => post[2]);
  if (isAndroid) {
    yield* give(failure(one, { status: 2 }), failure(other, { status: 7 }));
    equal(said(), ['["service","Class not found"]', '["action","Invalid action"]']);
  } else {
    yield 5000;
    equal([said(), cordova.callbacks[one] !== undefined], [[], true]);
  }
});

test('D5 a kept callback is called for each answer, and goes with the last', function* () {
  yield* start(`ready(() => exec(ok('step'), null, 'Steps', 'count', []));`);
  const id = posts()[0][2];
  yield* give(value(id, 1, 1), value(id, 2, 1), value(id, 3, 1));
  equal(cordova.callbacks[id] !== undefined, true);
  yield* give(value(id, 4));
  equal([said(), cordova.callbacks[id]], [['["step",1]', '["step",2]', '["step",3]', '["step",4]'], null]);
  yield* give(value(id, 5));
  equal([said(), reports()], [[], [`an answer to ${id}, for which nobody waits`]]);
});

test('D6 status 0 calls nobody, and the entry goes', function* () {
  yield* start(`ready(() => exec(ok('ok'), ok('fail'), 'Quiet', 'go', []));`);
  const id = posts()[0][2];
  yield* give(failure(id, { status: 0 }, 1));
  equal(cordova.callbacks[id] !== undefined, true);
  yield* give(failure(id, { status: 0 }));
  equal([said(), cordova.callbacks[id]], [[], null]);
});

test('D7 a message in parts is several arguments', function* () {
  yield* start(`ready(() => exec(ok('parts'), ok('fail'), 'Parts', 'go', []));`);
  const id = posts()[0][2];
  yield* give(value(id, { CDVType: 'MultiPart', messages: ['one', { two: 2 }] }, 1));
  yield* give(failure(id, { data: { CDVType: 'MultiPart', messages: [1, [null]] } }));
  equal(said(), ['["parts","one",{"two":2}]', '["fail",1,[null]]']);
});

test('D8 an ArrayBuffer goes and comes', function* () {
  yield* start(`const bytes = buffer => buffer instanceof ArrayBuffer ? [...new Uint8Array(buffer)] : buffer;
    ready(() => { const given = [new Uint8Array([0, 1, 255, 128]).buffer, 'x'];
      exec((...values) => show(...values.map(bytes)), null, 'Bytes', 'echo', given); show(bytes(given[0])); });`);
  const [[, parameters, id]] = posts();
  const sent = isAndroid ? 'AAH/gA==' : { CDVType: 'ArrayBuffer', data: 'AAH/gA==' };
  equal([JSON.parse(parameters), said()], [[sent, 'x'], ['[[0,1,255,128]]']]);
  const binary = { CDVType: 'ArrayBuffer', data: 'AAH/gA==' };
  yield* give(value(id, binary, 1), value(id, { CDVType: 'MultiPart', messages: [7, binary] }, 1));
  yield* give(value(id, { inside: binary }));
  equal(said(), ['[[0,1,255,128]]', '[7,[0,1,255,128]]', '[{"inside":{"CDVType":"ArrayBuffer","data":"AAH/gA=="}}]']);
});

test('D9 every text arrives as it is, and a text that ends in a star, too', function* () {
  const text = '😀 "quoted" \\ \u2028\u2029 \' </script> %41 \ud800 \u0000 12 S*';
  yield* start(`const text = ${JSON.stringify(text).replace('</', '<\\/')};
    ready(() => exec(back => show(back === text, back.length), null, 'Echo', 'echo', [text]));`);
  const [[, parameters, id]] = posts();
  equal(JSON.parse(parameters), [text]);
  yield* give(value(id, text));
  equal(said(), [JSON.stringify([true, text.length])]);
});

test('D10 what a callback throws is told to the page and to its errors, and the next answer comes', function* () {
  yield* start(`addEventListener('cordovacallbackerror', event => show(event.type, event.error.message, event.message
      .replace(/\\d+/, '#')));
    onerror = (message, file, line, column, error) => { show('onerror', error.message); return true; };
    addEventListener('unhandledrejection', event => { show('rejection', event.reason.message); event.preventDefault(); });
    ready(() => { exec(() => { throw new Error('bad'); }, null, 'Echo', 'one', []);
      exec(ok('two'), null, 'Echo', 'two', []); });`);
  const [one, two] = posts().map(post => post[2]);
  yield* give(value(one, 1), value(two, 2));
  equal(said(), [
    '["cordovacallbackerror","bad","Error in Success callbackId: Echo# : Error: bad"]',
    `["${isAndroid ? 'onerror' : 'rejection'}","bad"]`, '["two",2]',
  ]);
  equal(cordova.callbacks[one] !== undefined, true);
});

test('D10 and the result of an exec is a rejection', function* () {
  yield* start(`onerror = () => { show('onerror'); return true; };
    addEventListener('unhandledrejection', event => { show('rejection', event.reason.message); event.preventDefault(); });
    if (window._cordovaNative) ready(() => exec(() => { throw new Error('bad'); }, null, 'CoreAndroid', 'show', []));`);
  equal(said(), isAndroid ? ['["rejection","bad"]'] : []);
});

test('D11 of three messages in one result the second throws, and the others are delivered', function* () {
  yield* start(`addEventListener('unhandledrejection', event => { show('rejection', event.reason.message); event.preventDefault(); });
    onerror = () => { show('onerror'); return true; };
    ready(() => {
      if (window._cordovaNative) exec.setMode(0);
      for (const name of ['a', 'b', 'c']) exec(back => { if (name === 'b') throw new Error('bad'); show(name, back); }, null, 'Echo', name, []);
    });
    exec.setMode = mode => cordova.require('cordova/exec').setNativeToJsBridgeMode(mode);`);
  const ids = posts().map(post => post[2]);
  for (let index = 0; index < 3; index += 1) ports.receive(value(ids[index], index));
  // Android's page polls, and gets all three as one text.
  yield 50;
  equal(said(), ['["a",0]', '["c",2]', '["rejection","bad"]']);
});

test('D12 clobbers, merges and runs are done before deviceready', function* () {
  yield* start(`ready(() => show(window.made, navigator.made.name, kept, cordova.require('a.ran').ran,
      cordova.require('cordova/modulemapper').getOriginalSymbol(window, 'kept.one'), typeof cordova.exec));`, {
    'cordova_plugins.js': plugins([
      { id: 'a.first', file: 'plugins/a/first.js', pluginId: 'a', clobbers: ['made', 'navigator.made'] },
      { id: 'a.second', file: 'plugins/a/second.js', pluginId: 'a', merges: ['kept'] },
      { id: 'a.third', file: 'plugins/a/third.js', pluginId: 'a', clobbers: ['kept.one'] },
      { id: 'a.ran', file: 'plugins/a/ran.js', pluginId: 'a', runs: true },
    ]),
    'plugins/a/first.js': "cordova.define('a.first', (require, exports, module) => { module.exports = { name: 'first' }; });",
    'plugins/a/second.js': "cordova.define('a.second', (require, exports) => { exports.two = { b: require('./first').name }; });",
    'plugins/a/third.js': "cordova.define('a.third', (require, exports, module) => { module.exports = 3; });",
    'plugins/a/ran.js': "cordova.define('a.ran', (require, exports) => { exports.ran = 'yes'; console.log('runs'); });",
  }, { before: "<script>var kept = { one: 1, two: { a: 'old' } };</script>" });
  equal(said(), ['runs', '[{"name":"first"},"first",{"one":3,"two":{"a":"old","b":"first"}},"yes",1,"function"]']);
});

test('D13 a listed file that is missing: with a clobber no deviceready, without one it comes', function* () {
  const list = clobbers => ({ 'cordova_plugins.js': plugins([{ id: 'gone.it', file: 'plugins/gone/it.js', pluginId: 'gone', ...clobbers }]) });
  yield* start(`ready(() => show('ready')); onerror = message => { show(message); return true; };`, list({ clobbers: ['it'] }));
  equal(said(), ['["Error: Module gone.it does not exist."]']);
  yield 5000;
  equal(said(), ['deviceready has not fired after 5 seconds.', 'Channel not fired: onPluginsReady', 'Channel not fired: onCordovaReady']);
  equal(take('error').map(one => one[0]), ['the script plugins/gone/it.js is not there']);
});

test('D13 without a clobber deviceready comes', function* () {
  yield* start(`ready(() => show('ready'));`, {
    'cordova_plugins.js': plugins([{ id: 'gone.it', file: 'plugins/gone/it.js', pluginId: 'gone' }]),
  });
  equal([said(), take('error').length], [['["ready"]'], 1]);
});

test('D14 pause and resume of the run are events of the document', function* () {
  yield* start(`for (const type of ['pause', 'resume', 'active', 'resign']) {
      document.addEventListener(type, event => show(event.type, event.action)); }`);
  yield* give(event('resume'), event('resign'), event('pause'), event('resume'), event('active'));
  equal(said(), isAndroid ? ['["pause",null]', '["resume","resume"]']
    : ['["resume",null]', '["resign",null]', '["pause",null]', '["resume",null]', '["active",null]']);
});

test('D14 an event of the app is one of the document with its data', function* () {
  yield* start(`document.addEventListener('shake', event => show(event.type, event.force, event instanceof Event));`);
  yield* give(event('shake', { force: 2, type: 'kept out' }), event('nobody'));
  equal(said(), ['["shake",2,true]']);
});

test('D15 an answer to a call of an earlier page is silent and counted', function* () {
  yield* start(`ready(() => exec(ok('watch'), null, 'Watch', 'begin', []));`);
  const id = posts()[0][2];
  yield* give(value(id, 1, 1));
  // The page is loaded anew: a page half of its own, and the callbacks of the new page.
  join('cordova', { platform });
  cordova.callbacks = {};
  yield* give(value(id, 2, 1));
  equal([said(), reports()], [['["watch",1]'], [`an answer to ${id}, for which nobody waits`]]);
});

test('D16 a channel that plugins wait for never fires: lines at 5 s, and no deviceready', function* () {
  yield* start(`cordova.require('cordova/channel').waitForInitialization('onSlowReady'); ready(() => show('ready'));`);
  yield 4999;
  equal(said(), []);
  yield 1;
  equal(said(), ['deviceready has not fired after 5 seconds.', 'Channel not fired: onSlowReady']);
  cordova.require('cordova/channel').initializationComplete('onSlowReady');
  yield 0;
  equal(said(), ['["ready"]']);
});

test('D17 one page hears the same on both platforms', function* () {
  yield* start(`ready(() => {
    for (const name of ['text', 'number', 'true', 'null', 'list', 'object', 'error', 'coded', 'data', 'kept']) {
      exec(ok(name), ok('not ' + name), 'All', name, [name, { a: [1.5, undefined] }]);
    }
  });`);
  const calls = posts();
  const ids = Object.fromEntries(calls.map(([command, , id]) => [command.slice(4), id]));
  equal(calls.map(one => one[1])[9], '["kept",{"a":[1.5,null]}]');
  yield* give(
    value(ids.text, 'ä'), value(ids.number, -1.5e-7), value(ids.true, true), value(ids.null, null),
    value(ids.list, [[], {}]), value(ids.object, { b: 1, a: { c: null } }), failure(ids.error, { message: 'no' }),
    failure(ids.coded, { code: 'E1', message: 'no', status: 9 }), failure(ids.data, { message: 'no', data: [3] }),
    value(ids.kept, 1, 1), failure(ids.kept, { message: 'end' }));
  equal(said(), [
    '["text","ä"]', '["number",-1.5e-7]', '["true",true]', '["null",null]', '["list",[[],{}]]',
    '["object",{"b":1,"a":{"c":null}}]', '["not error","no"]', '["not coded",{"code":"E1","message":"no"}]',
    '["not data",[3]]', '["kept",1]', '["not kept","end"]',
  ]);
});

// --- What only one platform has -----------------------------------------------------------------------------------------

test('Android: the secret comes by a prompt, and a wrong one closes the bridge until the next', function* () {
  yield* start('ready(() => show(typeof window.webkit, typeof window._cordovaNative));');
  equal([said(), take('dialog')], [[isAndroid ? '["undefined","object"]' : '["object","undefined"]'], []]);
  if (!isAndroid) return equal([prompt('', 'gap_init:3'), take('dialog').length], ['answer', 1]);
  const secret = Number(prompt('', 'gap_init:3'));
  equal([secret > 0, _cordovaNative.exec(secret, 'Echo', 'echo', 'Echo1', '[1]'), posts()],
    [true, null, [['Echo.echo', '[1]', 'Echo1', 'many']]]);
  throws(() => _cordovaNative.exec(secret + 1, 'Echo', 'echo', 'Echo2', '[]'), 'Error');
  throws(() => _cordovaNative.exec(secret, 'Echo', 'echo', 'Echo3', '[]'), 'Error');
  equal([prompt('[]', `gap:[${secret},"Echo","echo","Echo4"]`), prompt('', 'gap_poll:' + secret), posts()], ['', '', []]);
  equal(reports(), ['a call of Echo', 'a call of Echo', 'a call of Echo', 'a poll']
    .map(what => what + ' with a wrong secret: the page\'s bridge is closed'));
  const next = prompt('', 'gap_init:0');
  equal([prompt('["x"]', `gap:[${next},"Echo","echo","Echo5"]`), posts().length], ['', 1]);
  yield* give(value('Echo5', 'é😀'), value('Echo1', [null], 1));
  equal([prompt('', 'gap_poll:' + next), prompt('', 'gap_poll:' + next)], ['14 S01 Echo5 sé😀16 S11 Echo1 [null]', '']);
  equal([prompt('how?', 'gap'), take('dialog').length], ['answer', 1]);
});

test('Android: messages come in each way that the page asks for, in their order', function* () {
  yield* start(`let mode;
    const way = number => { mode = number; cordova.exec.setNativeToJsBridgeMode(number); };
    const ask = () => { for (const name of ['a', 'b']) cordova.exec((...values) => show(mode, name, ...values), null, 'Echo', name, []); };`);
  if (!isAndroid) return equal(typeof cordova.exec.setNativeToJsBridgeMode, 'undefined');
  for (const mode of [0, 1, 2, 3]) {
    native('evaluate', `way(${mode}); ask()`, 'test', 1);
    yield 0;
    const [one, two] = posts().map(post => post[2]);
    ports.receive(value(one, { CDVType: 'MultiPart', messages: ['x', null, 1.5, true, [2]] }));
    ports.receive(value(two, mode));
    yield 60;
    equal(said(), [`[${mode},"a","x",null,1.5,true,[2]]`, `[${mode},"b",${mode}]`]);
  }
  // What waits when the way changes comes by the new one.
  native('evaluate', 'way(0); ask(); way(3)', 'test', 1);
  const [one] = posts().map(post => post[2]);
  native('evaluate', 'cordova.exec.setNativeToJsBridgeMode(0)', 'test', 1);
  ports.receive(value(one, 'late'));
  native('evaluate', 'mode = 3; cordova.exec.setNativeToJsBridgeMode(3)', 'test', 1);
  equal(said(), []);
  yield 0;
  equal(said(), ['[3,"a","late"]']);
});

test('Android: without the object calls go by prompts', function* () {
  yield* start(`delete window._cordovaNative;
    ready(() => cordova.exec(ok('echo'), null, 'Echo', 'echo', ['ü"', null]));`);
  const calls = posts();
  equal([calls.map(post => post.slice(0, 2)), take('dialog')], [[['Echo.echo', '["ü\\"",null]']], []]);
  yield* give(value(calls[0][2], [1]));
  equal(said(), ['["echo",[1]]']);
});

test('Android: a button belongs to the page while it listens', function* () {
  yield* start(`const back = event => show(event.type);
    ready(() => { document.addEventListener('backbutton', back); document.addEventListener('volumeupbutton', back); });`);
  const press = [event('backbutton'), event('volumeupbutton'), event('volumedownbutton')];
  yield* give(...press);
  equal(said(), isAndroid ? ['["backbutton"]', '["volumeupbutton"]'] : []);
  equal(reports(), isAndroid ? ['volumedownbutton: the page does not listen, so it is Android\'s own']
    : ['backbutton', 'volumeupbutton', 'volumedownbutton'].map(name => `${name}: an iPhone has no such button`));
  native('evaluate', "document.removeEventListener('backbutton', back)", 'test', 1);
  yield* give(press[0]);
  equal([said(), reports().length], [[], 1]);
});

test('Android: the button goes back in the history of a page that does not listen', function* () {
  yield* start(`addEventListener('popstate', event => show('popstate', event.state));
    history.replaceState('first', ''); history.pushState('second', '', '#second');`);
  yield* give(event('backbutton'));
  equal(said(), isAndroid ? ['["popstate","first"]'] : []);
  equal(reports(), isAndroid ? [] : ['backbutton: an iPhone has no such button']);
});

test('Android: a pause before the page listens is kept, and a resume brings what a plugin found', function* () {
  join('cordova', { platform, cordovaSource: native('script', 'cordova.js') });
  if (isAndroid) ports.receive(event('pause'));
  page.load(`<script src="cordova.js"></script><script>
    for (const type of ['pause', 'resume']) document.addEventListener(type, event => {
      console.log(event.type, JSON.stringify(event.pendingResult)); });</script>`, 'index.html', false);
  yield 0;
  equal(said(), isAndroid ? ['pause undefined'] : []);
  yield* give(event('resume', { pendingResult: { pluginStatus: 'OK' } }));
  equal(said(), ['resume {"pluginStatus":"OK"}']);
});

test('Android: its own plugin answers at once, and moves the page', function* () {
  yield* start(`ready(() => {
    for (const [action, values] of [['show', []], ['overrideBackbutton', [true]], ['overrideBackbutton', []], ['other', []]]) {
      cordova.exec(back => show(action, back), error => show('no', action, error), 'CoreAndroid', action, values);
    }
    if (!navigator.app) return;
    navigator.app.loadUrl('other.html');
    navigator.app.exitApp();
  });`);
  if (!isAndroid) return equal(posts().map(post => post[0]), ['show', 'overrideBackbutton', 'overrideBackbutton', 'other']
    .map(action => 'CoreAndroid.' + action));
  equal(said(), ['["show",""]', '["overrideBackbutton",""]', '["no","overrideBackbutton","JSON error"]', '["other",""]']);
  equal([posts(), take('navigate').length, reports()], [[], 1, ['exitApp: the page ends the app; here it goes on']]);
});

test('iOS: the handler takes what can be copied, and refuses what cannot', function* () {
  yield* start('');
  if (isAndroid) return equal(window.webkit, undefined);
  const handler = webkit.messageHandlers.cordova;
  equal(webkit.messageHandlers.other, undefined);
  throws(() => handler.postMessage(['A1', 'A', 'b', [() => 1]]), 'DataCloneError');
  throws(() => handler.postMessage(['A1', 'A', 'b', { deep: [Symbol('x')] }]), 'DataCloneError');
  handler.postMessage('text');
  handler.postMessage([null, 'A', 'b', []]);
  handler.postMessage(['A 1', 'A', 'b', [1]]);
  equal(posts(), [['A.b', '[]', '', 'none'], ['A.b', '[1]', 'A 1', 'many']]);
  yield* give('value A%201 0\n1');
  equal(reports(), ['a message to the handler "cordova" that is no call', 'an answer to A 1, which is no id for iOS']);
});

test('iOS: calls that the page keeps are fetched when a frame says that some wait', function* () {
  files = { 'cordova.js': `{
    const waiting = [], drain = () => waiting.length === 0 ? '' : '[' + waiting.splice(0).join(',') + ']';
    const exec = (...command) => {
      waiting.push(JSON.stringify(command));
      const frame = document.createElement('iframe');
      frame.src = 'gap://ready';
      document.documentElement.append(frame);
    };
    exec.nativeFetchMessages = drain;
    exec.nativeCallback = (id, status, message) => {
      console.log(id, status, JSON.stringify(message));
      waiting.push(JSON.stringify(['INVALID', 'Echo', 'again', [id]]));
      return drain();
    };
    exec.nativeEvalAndFetch = body => { body(); return drain(); };
    var cordova = { require: () => exec, fireDocumentEvent: name => waiting.push(JSON.stringify(['P3', 'Echo', name, []])) };
  }` };
  join('cordova', { platform });
  page.load(`<script src="cordova.js"></script><script>for (const name of ['one', 'two']) {
    cordova.require('cordova/exec')('E' + name, 'Echo', name, [1]); }</script>`, 'index.html', false);
  yield 0;
  if (isAndroid) return equal([posts(), take('navigate').length], [[], 2]);
  equal([posts(), take('navigate')], [[['Echo.one', '[1]', 'Eone', 'many'], ['Echo.two', '[1]', 'Etwo', 'many']], []]);
  yield* give(value('Eone', { a: 1 }), event('pause'));
  equal([said(), posts()], [['Eone 1 {"a":1}'], [['Echo.again', '["Eone"]', '', 'none'], ['Echo.pause', '[]', 'P3', 'many']]]);
});

test('iOS: lines of the console go to the log of the phone, and are no calls', function* () {
  yield* start(`console.warn('before the start', 1); ready(() => { console.error('%o is %s', { a: 1 }, 'this', null); console.info('no'); });`);
  equal([said().length, posts()], [3, []]);
  equal(take('log'), isAndroid ? [] : [['ERROR', '{"a":1} is this ']]);
});

// --- The rest of it -----------------------------------------------------------------------------------------------------

test('what is lost is reported, and is an error of a strict run', function* () {
  yield* start('', {}, { isStrict: true });
  yield* give(value('Nobody1', 1));
  equal([reports(), take('error').map(one => one[0])],
    [['an answer to Nobody1, for which nobody waits'], ['Error: an answer to Nobody1, for which nobody waits']]);
});

test('a page without cordova.js is told of when it has loaded', function* () {
  join('cordova', { platform });
  page.load('<p>Nothing here', 'index.html', false);
  yield 0;
  ports.finished();
  yield* give(event('custom'));
  equal(reports(), ['the page has no cordova.js, so it can call nothing', 'the event custom: the page has no cordova.js']);
});

test('the files of the platform are those that the folder lacks, also beside it', function* () {
  yield* start('');
  equal([ports.file('../cordova.js') === ports.file('cordova.js'), ports.file('js/app.js')], [true, null]);
  equal([cordova.require('cordova/plugin_list'), cordova.platformId, take('error')], [[], platform, []]);
});

test('a page that breaks the built-ins hears its answers', function* () {
  yield* start(`ready(() => { exec((...values) => { seen = values; }, null, 'Echo', 'echo', []);
    exec(null, error => { failed = error; }, 'Echo', 'fail', []); }); var seen, failed;`);
  const [one, two] = posts().map(post => post[2]);
  const bad = () => { throw new Error('the page broke it'); };
  const kept = [], { defineProperty } = Object;
  for (const [target, names] of [
    [Array.prototype, ['push', 'slice', 'join']], [String.prototype, ['slice', 'indexOf', 'charCodeAt', 'startsWith']],
    [RegExp.prototype, ['test', 'exec']], [JSON, ['parse', 'stringify']], [Object, ['keys', 'defineProperty', 'create']],
    [globalThis, ['atob', 'decodeURIComponent', 'Uint8Array']], [Reflect, ['apply']],
  ]) for (const name of names) kept[kept.length] = { target, name, value: target[name] };
  for (let index = 0; index < kept.length; index += 1) kept[index].target[kept[index].name] = bad;
  defineProperty(Object.prototype, 'data', { value: 'polluted', configurable: true });
  defineProperty(Object.prototype, 'status', { value: 0, configurable: true });
  if (isAndroid) {
    ports.receive(`value ${one} 0\n{"CDVType":"MultiPart","messages":["x",{"CDVType":"ArrayBuffer","data":"AAH/"}]}`);
  } else {
    ports.receive(`value ${one} 0\n"x"`);
  }
  ports.receive(`error ${two} 0\n{"message":"no"}`);
  for (let index = 0; index < kept.length; index += 1) kept[index].target[kept[index].name] = kept[index].value;
  delete Object.prototype.data;
  delete Object.prototype.status;
  yield 0;
  equal([seen.map(one => one instanceof ArrayBuffer ? [...new Uint8Array(one)] : one), failed],
    [isAndroid ? ['x', [0, 1, 255]] : ['x'], 'no']);
});
