/* platforms */
/* no page */
// DSBridge, row by row of what the phone does; the native side is played here.

const isIOS = platform === 'ios';
/** What a dsbridge.js does for its page, in few words. */
const LIBRARY = `
  var dscb = 0, _dsf = { _obs: {} }, _dsaf = { _obs: {} }, _dsInit = false;
  var dsBridge = {
    call(method, args, callback) {
      if (typeof args === 'function') { callback = args; args = {}; }
      const message = { data: args === undefined ? null : args };
      if (typeof callback === 'function') {
        message._dscbstub = 'dscb' + dscb++;
        window[message._dscbstub] = callback;
      }
      const text = JSON.stringify(message);
      let given = '';
      if (window._dsbridge) given = _dsbridge.call(method, text);
      else if (window._dswk) given = prompt('_dsbridge=' + method, text);
      return JSON.parse(given || '{}').data;
    },
    register(name, called, isAsync) {
      const table = isAsync ? _dsaf : _dsf;
      if (!_dsInit) setTimeout(() => dsBridge.call('_dsb.dsinit'), 0);
      _dsInit = true;
      if (typeof called === 'object') table._obs[name] = called; else table[name] = called;
    },
    registerAsyn(name, called) { dsBridge.register(name, called, true); },
    hasNativeMethod(name, type) { return dsBridge.call('_dsb.hasNativeMethod', { name, type: type || 'all' }); },
    disableJavascriptDialogBlock(disable) {
      dsBridge.call('_dsb.disableJavascriptDialogBlock', { disable: disable !== false });
    },
  };
  window.close = () => { if (dsBridge.hasNativeMethod('_dsb.closePage')) dsBridge.call('_dsb.closePage'); };
  window._handleMessageFromNative = function (info) {
    const values = JSON.parse(info.data), answer = { id: info.callbackId, complete: true };
    const dot = info.method.lastIndexOf('.'), last = info.method.slice(dot + 1), space = info.method.slice(0, dot);
    const find = table => table[info.method] ? [table, table[info.method]]
      : dot >= 0 && (table._obs[space] || {})[last] ? [table._obs[space], table._obs[space][last]] : undefined;
    const now = find(_dsf), later = find(_dsaf);
    const say = (data, complete) => {
      Object.assign(answer, { data, complete: complete !== false });
      dsBridge.call('_dsb.returnValue', answer);
    };
    if (now) say(now[1].apply(now[0], values)); else if (later) later[1].apply(later[0], [...values, say]);
  };
  dsBridge.register('_hasJavascriptMethod', name => {
    const dot = name.lastIndexOf('.'), space = _dsf._obs[name.slice(0, dot)] || _dsaf._obs[name.slice(0, dot)];
    return dot < 0 ? !!(_dsf[name] || _dsaf[name]) : !!space && !!space[name.slice(dot + 1)];
  });
`;

/** The dialect with a native side that answers calls in place from a table of texts, and tells of them in `called`. */
function dsbridge(now = {}, given = {}) {
  const called = [];
  const callNow = (command, parameters) => {
    called[called.length] = [command, parameters];
    return command in now ? now[command] : 'unknown';
  };
  return Object.assign(dialect('dsbridge', { platform, commands: Object.keys(now), callNow, ...given }), { called });
}
const pageWith = script => showPage(`${LIBRARY} var heard = []; ${script}`);
const none = isIOS ? '' : undefined;

test('H1 sync value', function* () {
  const side = dsbridge({
    add: 'value\n5', 'ns.text': 'value\n"é \u2028\\n"', all: 'value\n{"a":[1,null]}', nothing: 'value\n',
    empty: 'value\nnull',
  });
  yield pageWith(`var found = [dsBridge.call('add', { x: 2, y: 3 }) + 1, dsBridge.call('ns.text', 't'),
    dsBridge.call('all').a, dsBridge.call('empty', null)], nothing = dsBridge.call(' nothing ', [1, [true]]);`);
  equal(found, [6, 'é \u2028\n', [1, null], null]);
  equal(nothing, none);
  equal(side.called, [
    ['add', '{"x":2,"y":3}'], ['ns.text', '"t"'], ['all', 'null'], ['empty', 'null'], ['nothing', '[1,[true]]'],
  ]);
  equal([side.posts, side.reports, take('dialog')], [[], [], []]);
});

test('H1 an error, and what is answered later, are no value', function* () {
  const now = { bad: 'error\n{"message":"not today"}', slow: 'later' };
  const side = dsbridge(now);
  yield pageWith(`var found = [dsBridge.call('bad'), dsBridge.call('slow')];`);
  equal(found, [none, none]);
  equal(side.reports, [
    'bad: an error that the page does not hear of: not today',
    'slow answers later, and the page goes on without its value',
  ]);
  dsbridge(now, { isStrict: true });
  dsBridge.call('bad');
  equal(take('error').map(one => one[0]), ['Error: bad: an error that the page does not hear of: not today']);
});

test('H2 async once, global deleted', function* () {
  const side = dsbridge();
  yield pageWith(`var given = [dsBridge.call('geo.locate', { a: 1 }, value => heard.push(value)),
    dsBridge.call('plain', value => heard.push(value)), dsBridge.call('third', 3, value => heard.push(value))];`);
  equal(given, [none, none, none]);
  equal(side.posts.map(one => [one[0], one[1], one[3]]), [
    ['geo.locate', '{"a":1}', 'many'], ['plain', '{}', 'many'], ['third', '3', 'many'],
  ]);
  side.answer(side.posts[1], { x: [1, 'é'] });
  side.answer(side.posts[0], null);
  side.answer(side.posts[2]);
  equal(heard, isIOS ? [] : [{ x: [1, 'é'] }, null, undefined]);
  yield 0;
  equal(heard, [{ x: [1, 'é'] }, null, none]);
  equal(['dscb0', 'dscb1', 'dscb2'].filter(name => name in window), []);
  side.answer(side.posts[0], 2);
  yield 100;
  equal([heard.length, side.reports], [3, [`a value that nobody waits for: ${side.posts[0][2]}`]]);
});

test('H2 an error of an async call reaches no page', function* () {
  const side = dsbridge();
  yield pageWith(`dsBridge.call('a', 1, value => heard.push(value));`);
  side.fail(side.posts[0], { message: 'no such thing', code: 3 });
  yield 100;
  equal([heard, side.reports], [[], ['an error that the page does not hear of: no such thing']]);
  equal(typeof dscb0, 'function');
});

test('H3 three progress values, then the end', function* () {
  const side = dsbridge();
  yield pageWith(`dsBridge.call('progress', null, value => heard.push([value, typeof dscb0]));`);
  for (const value of [1, 2, 3]) side.answer(side.posts[0], value, true);
  side.answer(side.posts[0]);
  yield 0;
  // Without a value the iPhone's code says the last one again.
  equal(heard, [1, 2, 3, isIOS ? 3 : undefined].map(value => [value, 'function']));
  equal([typeof dscb0, side.reports], ['undefined', []]);
});

test('H3 the iPhone keeps answers within 50 ms of the last ones, and gives them together', function* () {
  const side = dsbridge();
  yield pageWith(`var start = Date.now(); dsBridge.call('track', 1, value => {
    heard.push([value, Date.now() - start]); Promise.resolve().then(() => heard.push('then ' + value)); });`);
  for (let value = 0; value < 5; value += 1) {
    side.answer(side.posts[0], value, true);
    yield 20;
  }
  const said = value => [`then ${value}`];
  equal(heard, isIOS
    ? [[0, 0], ...said(0), [1, 60], [2, 60], [3, 60], ...said(1), ...said(2), ...said(3)]
    : [0, 1, 2, 3, 4].flatMap(value => [[value, value * 20], ...said(value)]));
  yield 100;
  equal(heard.length, 10);
});

test('H4 unknown method: undefined, an empty text on iOS', function* () {
  const side = dsbridge({}, { commands: ['known'] });
  yield pageWith(`var found = [dsBridge.call('none'), dsBridge.call('no.such', 1, value => heard.push(value)),
    dsBridge.call('_dsb.none'), dsBridge.call('_dsb.dsinit', 1, () => {})];`);
  equal(found, [none, none, none, none]);
  equal(side.posts.map(one => one.slice(0, 2)), [['no.such', '1']]);
  const reports = ['nobody answers none, and the page goes on without its value', 'DSBridge has no _dsb.none'];
  equal(side.reports, isIOS ? [...reports, 'DSBridge has no _dsb.dsinit'] : reports);
  equal(heard, []);
});

test('H4 what the page can ask for', function* () {
  const side = dsbridge({ 'ns.deep.known': 'value\n1' });
  yield pageWith(`var found = [dsBridge.hasNativeMethod('ns.deep.known'), dsBridge.hasNativeMethod('none'),
    dsBridge.hasNativeMethod(' ns.deep.known ', 'asyn'), dsBridge.hasNativeMethod('ns.deep.known', 'other'),
    dsBridge.hasNativeMethod('_dsb.closePage'), dsBridge.hasNativeMethod('_dsb.closePage', 'asyn')];
    window.close(); dsBridge.disableJavascriptDialogBlock(); var answer = prompt('Name?', 'x');`);
  equal(found, [true, false, true, false, true, false].map(is => isIOS ? +is : is));
  equal(take('dialog'), [['prompt', 'Name?', 'x']]);
  equal([answer, side.controls.filter(one => one[0] === 'close')], ['answer', [['close', 'page', '']]]);
  equal(side.reports, [
    'the page asks to be closed, and goes on',
    'the page asks that no dialog waits: each is answered at once, as the run says',
  ]);
});

test('H4 what no dsbridge.js sends', function* () {
  const side = dsbridge({ known: 'value\n1' });
  yield pageWith('');
  const send = (name, text) => isIOS ? prompt('_dsbridge=' + name, text) : _dsbridge.call(name, text);
  const texts = ['', 'null', '[1]', '{', '{"data":1}'].map(text => JSON.parse(send('known', text)));
  equal(texts, isIOS ? Array(5).fill({ code: 0, data: 1 }) : [...Array(4).fill({ code: -1 }), { code: 0, data: 1 }]);
  equal(side.called.map(one => one[1]), isIOS ? [undefined, undefined, undefined, undefined, '1'] : ['1']);
  equal(side.reports, Array(4).fill('the arguments of known are no JSON object'));
  if (!isIOS) for (const bad of [[], ['a'], [1, 2], ['a', {}]]) throws(() => _dsbridge.call(...bad), 'Error');
  equal([typeof _dswk, typeof _dsbridge], isIOS ? ['boolean', 'undefined'] : ['undefined', 'object']);
});

test('H5 two dots', function* () {
  const side = dsbridge({ 'a.b.c': 'value\n1' });
  yield pageWith(`var value = dsBridge.call('a.b.c', 0); dsBridge.call('a.b.c', 1, () => {});
    dsBridge.register('x.y', { z(a, b) { return [a, b, this === _dsf._obs['x.y']]; } });`);
  equal([value, side.called, side.posts.map(one => one[0])], [1, [['a.b.c', '0']], ['a.b.c']]);
  side.receive('ask got x.y.z\n[1,2]');
  equal(side.posts.slice(1), [['got', '[1,2,true]', undefined, 'none']]);
});

test('H6 native call before and after the first register', function* () {
  const side = dsbridge();
  for (let n = 0; n < 9; n += 1) side.raise('on', [n, 'early']);
  yield showPage(`var heard = []; ${LIBRARY} dsBridge.register('on', (...all) => { heard.push(all); return all.length; });
    var handle = _handleMessageFromNative; _handleMessageFromNative = function (info) { heard.push(info.callbackId);
      handle.call(window, info); };
    var atEnd = heard.length; setTimeout(() => { heard.push('timer'); }, 0);`);
  equal([atEnd, side.controls], [0, [['ready', 'dsinit', '']]]);
  side.raise('on', { a: 1 });
  side.raise('on');
  side.raise('on', [[1]]);
  const first = isIOS ? 0 : 1;
  const early = Array.from({ length: 9 }, (_, n) => [first + n, [n, 'early']]).flat();
  equal(heard, ['timer', ...early, first + 9, [{ a: 1 }], first + 10, [], first + 11, [[1]]]);
  side.raise('none', 1);
  equal(side.reports, ['an event for which the page has no function: none']);
  equal(side.posts, []);
});

test('H6 an event between the last early ones does not overtake them', function* () {
  const side = dsbridge();
  side.raise('on', 1);
  side.raise('on', 2);
  yield pageWith(`dsBridge.register('on', value => { heard.push(value); }); setTimeout(() => heard.push('timer'), 0);
    var say; Promise.resolve().then(() => setTimeout(() => say(), 0));
    say = () => { heard.push('said'); native3(); }; var native3 = () => {};`);
  equal(heard, ['timer', 'said', 1, 2]);
  const later = dsbridge();
  later.raise('on', 3);
  dsBridge.call('_dsb.dsinit');
  later.raise('on', 4);
  equal(heard.length, 4);
  yield 0;
  later.raise('on', 5);
  equal(heard, ['timer', 'said', 1, 2, 3, 4, 5]);
});

test('H6 a page that registers nothing gets nothing', function* () {
  const side = dsbridge();
  yield showPage('var heard = []; var on = () => heard.push(1);');
  side.raise('on', 1);
  equal(side.reports, []);
  side.ports.finished();
  side.raise('on', 2);
  equal([heard, side.reports], [[], ['on waits for the page to load its dsbridge.js']]);
});

test('H7 page handler with complete=false twice', function* () {
  const side = dsbridge();
  yield pageWith(`dsBridge.registerAsyn('count', (n, say) => { say(n + 1, false); setTimeout(() => {
      say({ n: n + 2 }, false); say(undefined); say('late'); }, 10); });
    dsBridge.register('twice', n => n * 2);`);
  side.receive('ask counted count\n5');
  side.receive('ask doubled twice\n[5]');
  side.raise('twice', 1);
  side.receive('ask known _hasJavascriptMethod\n"count"');
  equal(side.posts.map(one => one.slice(0, 2)), [['counted', '6'], ['doubled', '10'], ['known', 'true']]);
  yield 10;
  equal(side.posts.slice(3), [['counted', '{"n":7}', undefined, 'none'], ['counted', undefined, undefined, 'none']]);
  equal(side.reports, [`an answer of the page after its last one, to event ${isIOS ? 0 : 1}`]);
});

test('H8 reload', function* () {
  const old = dsbridge();
  yield pageWith(`dsBridge.call('a', 1, value => heard.push(['old', value]));
    var newPage = () => { dscb = 0; delete window.dscb0; _dsInit = false; _dsf = { _obs: {} };
      dsBridge.call('a', 1, value => heard.push(['new', value])); dsBridge.register('on', value => heard.push(value)); };`);
  const side = dsbridge({}, { seed: () => 0.75, wasReady: true });
  side.raise('on', 'early');
  newPage();
  side.answer(old.posts[0], 1);
  yield 100;
  // The iPhone waits for its first page only, and this one's function was not there yet.
  equal(heard, isIOS ? [] : ['early']);
  equal(side.reports, [
    ...isIOS ? ['an event for which the page has no function: on'] : [],
    `a value that nobody waits for: ${old.posts[0][2]}`,
  ]);
  side.answer(side.posts[0], 2);
  side.raise('on', 'late');
  yield 100;
  equal(heard.slice(isIOS ? 0 : 1), isIOS ? ['late', ['new', 2]] : [['new', 2], 'late']);
});

test('version 2: arguments are the text, values are texts, and events do not wait', function* () {
  const now = { add: 'value\n{"sum":5}', name: 'value\n"é"', nothing: 'value\n' };
  const side = dsbridge(now, { version: 2 });
  yield showPage(`var heard = [], bridge = getJsBridge();
    var found = [dsBridge.call('add', { a: 2, b: 3 }), bridge.call('name'), bridge.call('nothing', {}), bridge.call('none')];
    var given = bridge.call('slow', { c: 1 }, value => heard.push(value)); bridge.call('plain', value => heard.push(value));
    bridge.register('on', (...all) => { heard.push(all); return all.length; });
    bridge.register({ list: () => [1] }); function globally(value) { heard.push(value); return value; }`);
  equal([found, given], [['{"sum":5}', 'é', '', ''], '']);
  equal(side.called, [['add', '{"a":2,"b":3}'], ['name', '{}'], ['nothing', '{}'], ['none', '{}']]);
  equal(side.posts.map(one => [one[0], one[1], one[3]]), [['slow', '{"c":1}', 'many'], ['plain', '{}', 'many']]);
  side.answer(side.posts[0], { d: 1 }, true);
  side.answer(side.posts[0]);
  side.answer(side.posts[1], 'text');
  yield 0;
  equal([heard, typeof dscb0, typeof dscb1], [['{"d":1}', '', 'text'], 'undefined', 'undefined']);
  side.receive('ask counted on\n[1,2]');
  side.receive('ask got globally\n"x"');
  side.receive('ask got list\n');
  side.raise('none', 1);
  equal(heard.slice(3), [[1, 2], 'x']);
  equal(side.posts.slice(2), [
    ['counted', '"2"', undefined, 'none'], ['got', '"x"', undefined, 'none'], ['got', undefined, undefined, 'none'],
  ]);
  equal(side.reports, [
    'nobody answers none, and the page goes on without its value', 'what list gives is no text, and lost',
    'an event for which the page has no function: none',
  ]);
  if (isIOS) equal([prompt('_dsinited'), prompt(_dswk + 'name', '{}'), take('dialog')], ['', 'é', []]);
  else equal(_dsbridge.call('name', '{}'), 'é');
});

test('what a page throws ends only its own', function* () {
  const side = dsbridge();
  yield pageWith(`addEventListener('error', event => { heard.push(event.message); event.preventDefault(); });
    dsBridge.call('a', 1, () => { throw new Error('mine'); }); dsBridge.call('b', 1, value => heard.push(value));
    dsBridge.register('on', () => { throw new Error('on'); });`);
  side.answer(side.posts[0], 1);
  side.answer(side.posts[1], 2);
  yield 100;
  equal([heard, typeof dscb0, typeof dscb1], [isIOS ? [2] : ['Error: mine', 2], 'function', 'undefined']);
  equal(side.reports, isIOS ? ['a callback has thrown, of which the phone says nothing: Error: mine'] : []);
  side.raise('on', 1);
  equal(heard.slice(-1), ['Error: on']);
});

test('a page that replaces built-ins hears what it heard before', function* () {
  const side = dsbridge({ add: 'value\n{"sum":5}' });
  yield pageWith(`var text = JSON.stringify({ data: { a: [1] } });
    var later = JSON.stringify({ data: [{ b: 2 }], _dscbstub: 'dscbX' });
    window.dscbX = value => { heard[heard.length] = value; };
    window._handleMessageFromNative = info => { heard[heard.length] = info; };`);
  const ask = prompt;
  const mend = breakBuiltIns();
  heard[heard.length] = isIOS ? ask('_dsbridge=add', text) : _dsbridge.call('add', text);
  if (isIOS) ask('_dsbridge=add', later); else _dsbridge.call('add', later);
  side.ports.receive('value ' + side.posts[0][2] + ' 0\n{"v":[1]}');
  side.ports.receive('event - on\n[7]');
  mend();
  yield 0;
  const event = { method: 'on', callbackId: isIOS ? 0 : 1, data: '[7]' };
  equal(heard, ['{"code":0,"data":{"sum":5}}', ...isIOS ? [event, { v: [1] }] : [{ v: [1] }, event]]);
  equal([side.called, side.posts.map(one => one.slice(0, 2))], [[['add', '{"a":[1]}']], [['add', '[{"b":2}]']]]);
  equal(typeof dscbX, 'undefined');
});
