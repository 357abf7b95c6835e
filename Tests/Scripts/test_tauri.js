/* platforms */
/* no page */
// Tauri's page half; the native side is played here.

const COMMANDS = ['greet', 'download', 'plugin:geolocation|watch_position', 'haptics.vibrate', 'saved'];
const tauri = (given = {}) => dialect('tauri', { platform, commands: COMMANDS, ...given });
/** What @tauri-apps/api does over the object that it finds, in few words; Channel is that of 2.5, OldChannel of 2.0. */
const LIBRARY = `
  const { invoke, Channel, addPluginListener, listen, emit } = (() => {
    const internals = () => window.__TAURI_INTERNALS__;
    const invoke = async (name, args = {}, options) => internals().invoke(name, args, options);
    class Channel {
      #index = 0; #end; #early = [];
      constructor(onmessage) {
        this.onmessage = onmessage;
        this.id = internals().transformCallback(given => {
          if ('end' in given) {
            if (given.index === this.#index) delete window['_' + this.id]; else this.#end = given.index;
          } else if (given.index === this.#index) {
            this.onmessage(given.message);
            this.#index += 1;
          } else { this.#early[given.index] = given.message; }
        });
      }
      __TAURI_TO_IPC_KEY__() { return '__CHANNEL__:' + this.id; }
      toJSON() { return this.__TAURI_TO_IPC_KEY__(); }
    }
    const addPluginListener = async (plugin, event, called) => {
      const handler = new Channel(called);
      await invoke('plugin:' + plugin + '|register_listener', { event, handler });
      return { unregister: () => invoke('plugin:' + plugin + '|remove_listener', { event, channelId: handler.id }) };
    };
    const listen = async (event, handler) => {
      const args = { event, target: { kind: 'Any' }, handler: internals().transformCallback(handler) };
      const eventId = await invoke('plugin:event|listen', args);
      return async () => {
        window.__TAURI_EVENT_PLUGIN_INTERNALS__.unregisterListener(event, eventId);
        await invoke('plugin:event|unlisten', { event, eventId });
      };
    };
    const emit = async (event, payload) => { await invoke('plugin:event|emit', { event, payload }); };
    return { invoke, Channel, addPluginListener, listen, emit };
  })();`;
const pageWith = script => showPage(`${LIBRARY} var heard = [];
  var call = (name, args) => invoke(name, args).then(value => { heard.push(['value', value]); },
    error => { heard.push(['error', error]); }); ${script}`);
const globals = () => Object.getOwnPropertyNames(window).filter(name => /^_\d+$/.test(name));

test('what the page finds', function* () {
  tauri();
  yield pageWith(`var found = [isTauri, __TAURI_INTERNALS__.metadata.currentWindow.label,
    __TAURI_INTERNALS__.convertFileSrc('/a b.png'), __TAURI_INTERNALS__.convertFileSrc('c', 'stream')];`);
  equal(found, [true, 'main', ...platform === 'android'
    ? ['http://asset.localhost/%2Fa%20b.png', 'http://stream.localhost/c']
    : ['asset://localhost/%2Fa%20b.png', 'stream://localhost/c']]);
});

test('a call is answered once, and its functions go with the answer', function* () {
  const side = tauri();
  yield pageWith(`call('greet', { name: 'é' }); call('greet'); call('greet', { n: 3 }); heard.push('sent');`);
  equal(side.posts.map(one => [one[0], one[1], one[3]]), [
    ['greet', '{"name":"é"}', 'once'], ['greet', '{}', 'once'], ['greet', '{"n":3}', 'once'],
  ]);
  equal(globals().length, 6);
  side.answer(side.posts[1], { a: [1] });
  side.answer(side.posts[0]);
  side.fail(side.posts[2], { message: 'no such name', code: 3 });
  side.answer(side.posts[0], 'late');
  yield 0;
  equal(heard, ['sent', ['value', { a: [1] }], ['value', null], ['error', 'no such name']]);
  equal([globals(), side.reports], [[], [`a value that nobody waits for: ${side.posts[0][2]}`]]);
});

test('an error may be any value', function* () {
  const side = tauri();
  yield pageWith(`call('greet'); call('greet');`);
  side.fail(side.posts[0], { message: 'x', data: { kind: 'io', code: 2 } });
  side.answer(side.posts[1], 1, true);
  yield 0;
  equal(heard, [['error', { kind: 'io', code: 2 }]]);
  equal(side.reports, ['greet is answered once, and not often: a value is lost']);
});

test('a command that nobody has is rejected, and a plugin has its methods by either name', function* () {
  const side = tauri();
  yield pageWith(`call('none', { a: 1 }); call('plugin:none|go'); call('plugin:haptics|vibrate', { ms: 5 });
    call('plugin:geolocation|watch_position'); heard.push('sent');`);
  equal(heard, ['sent', ['error', 'Command none not found'], ['error', 'plugin none not found']]);
  equal(side.posts.map(one => [one[0], one[1], one[3]]), [
    ['none', '{"a":1}', 'none'], ['plugin:none|go', '{}', 'none'], ['haptics.vibrate', '{"ms":5}', 'once'],
    ['plugin:geolocation|watch_position', '{}', 'once'],
  ]);
  const all = tauri({ commands: undefined });
  invoke('anything').catch(() => {});
  equal(all.commands(), ['anything']);
});

test('values as Rust gets them', function* () {
  const side = tauri();
  yield pageWith(`const bytes = new Uint8Array([0, 1, 2, 3]); for (const args of [
      { map: new Map([['a', 1]]), bytes: bytes.subarray(1, 3), buffer: bytes.buffer, date: new Date(0),
        u: undefined, n: NaN },
      [1, 2], bytes.subarray(2), bytes.buffer, null, { own: { __TAURI_TO_IPC_KEY__: () => ({ String: 'id' }) } },
    ]) call('greet', args);`);
  equal(side.posts.map(one => one[1]), [
    '{"map":{"a":1},"bytes":[1,2],"buffer":[0,1,2,3],"date":"1970-01-01T00:00:00.000Z","n":null}', '[1,2]', '[2,3]',
    '[0,1,2,3]', 'null', '{"own":{"String":"id"}}',
  ]);
  equal(side.reports, ['NaN is sent as null, JSON has no such number']);
});

test('content is copied when it is sent', function* () {
  const side = tauri();
  yield pageWith(`const args = { a: [1] }; call('greet', args); args.a[0] = 2;`);
  yield 0;
  equal(side.posts[0][1], '{"a":[1]}');
});

test('what says that more comes goes through the channel, and the last is the result', function* () {
  const side = tauri();
  yield pageWith(`const channel = new Channel(value => heard.push(value)); call('download', { url: 'x', channel });`);
  equal(side.posts[0].slice(0, 2), ['download', `{"url":"x","channel":"__CHANNEL__:${globals()[0].slice(1)}"}`]);
  equal(side.posts[0][3], 'many');
  for (const value of [{ part: 1 }, 'two']) side.answer(side.posts[0], value, true);
  side.answer(side.posts[0], undefined, true);
  equal(globals().length, 3);
  side.answer(side.posts[0], 'done');
  yield 0;
  equal(heard, [{ part: 1 }, 'two', null, ['value', 'done']]);
  equal([globals(), side.reports], [[], []]);
});

test('a channel of an older library is told no end', function* () {
  const side = tauri();
  yield pageWith(`const id = __TAURI_INTERNALS__.transformCallback(given => heard.push(given));
    const old = { __TAURI_CHANNEL_MARKER__: true, id };
    call('download', { old, more: new Channel(() => {}) });`);
  side.answer(side.posts[0], 'a', true);
  side.answer(side.posts[0], 'b');
  yield 0;
  equal(heard, [{ message: 'a', id: 0, index: 0 }, ['value', 'b']]);
  equal(side.reports, ['download has 2 channels: the first one gets what is said']);
});

test('a listener of a plugin hears its events through a channel', function* () {
  const side = tauri();
  yield pageWith(`var listener; addPluginListener('nfc', 'tag', value => heard.push(value)).then(
    given => { listener = given; });`);
  yield 0;
  const [[kind, name, token]] = side.controls;
  equal([kind, name, side.posts], ['addListener', 'nfc.tag', []]);
  side.raise('nfc.tag', { id: 1 }, token);
  side.raise('nfc.tag', { id: 2 }, token);
  listener.unregister();
  side.raise('nfc.tag', { id: 3 }, token);
  yield 0;
  equal([heard, side.controls[1]], [[{ id: 1 }, { id: 2 }], ['removeListener', 'nfc.tag', token]]);
  equal(side.reports, ['an event to which the page does not listen: nfc.tag']);
});

test('events go to all who listen, in their order', function* () {
  const side = tauri();
  yield pageWith(`var stops = []; for (const who of ['a', 'b']) listen('changed', ({ event, payload, id }) =>
    heard.push([who, event, payload, typeof id])).then(stop => stops.push(stop));`);
  yield 0;
  side.raise('changed', { v: 1 });
  side.raise('changed');
  stops[0]();
  side.raise('changed', 2);
  yield 0;
  equal(heard, [
    ['a', 'changed', { v: 1 }, 'number'], ['b', 'changed', { v: 1 }, 'number'], ['a', 'changed', null, 'number'],
    ['b', 'changed', null, 'number'], ['b', 'changed', 2, 'number'],
  ]);
  side.raise('none', 1);
  equal([side.reports, side.posts], [['an event to which the page does not listen: none'], []]);
});

test('an event that the page emits goes to its listeners, and to native code that has a command for it', function* () {
  const side = tauri();
  yield pageWith(`listen('saved', given => heard.push(given.payload)); listen('own', given => heard.push(given.payload));`);
  yield 0;
  emit('saved', { a: 1 }).then(() => heard.push('emitted'));
  emit('own');
  emit('nobody', 1);
  equal(heard, []);
  yield 0;
  equal(heard, [{ a: 1 }, 'emitted', null]);
  equal(side.posts, [['saved', '{"a":1}', undefined, 'none']]);
  equal(side.reports, ['nobody listens to nobody, which the page emits']);
});

test('what a handler throws is an error of the page, and not of the next', function* () {
  const side = tauri();
  yield pageWith(`addEventListener('error', event => { heard.push(event.message); event.preventDefault(); });
    listen('x', () => { throw new Error('mine'); }); listen('x', given => heard.push(given.payload));`);
  yield 0;
  side.raise('x', 1);
  equal(heard, ['Error: mine', 1]);
});

test('a reply to the page before reaches nobody', function* () {
  const old = tauri();
  yield pageWith(`call('greet');`);
  const side = tauri({ seed: () => 0.75 });
  call('greet');
  side.answer(old.posts[0], 1);
  yield 0;
  equal([heard, side.reports], [[], [`a value that nobody waits for: ${old.posts[0][2]}`]]);
});

test('a page that replaces built-ins sends and hears what it did before', function* () {
  const side = tauri();
  yield pageWith(`listen('x', given => { heard[heard.length] = given.payload; });
    var given = { a: [1], b: new Uint8Array([1]), m: new Map([['k', 1]]) };
    var channel = new Channel(value => { heard[heard.length] = value; });`);
  yield 0;
  // The page's own JSON makes the texts of this bridge on a phone, too.
  const mend = breakBuiltIns(false);
  const promise = __TAURI_INTERNALS__.invoke('greet', given);
  __TAURI_INTERNALS__.invoke('download', { channel });
  side.ports.receive('value ' + side.posts[0][2] + ' 0\n{"v":1}');
  side.ports.receive('value ' + side.posts[1][2] + ' 1\n{"v":2}');
  side.ports.receive('event - x\n{"v":3}');
  mend();
  let value;
  promise.then(one => { value = one; });
  yield 0;
  equal([side.posts[0][1], value, heard], ['{"a":[1],"b":[1],"m":{"k":1}}', { v: 1 }, [{ v: 2 }, { v: 3 }]]);
});
