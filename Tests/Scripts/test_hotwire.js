/* platforms */
/* no page */
// Hotwire Native, and Strada before it: what a page's web side hears and sends; the native side is played here.

const isIOS = platform === 'ios';
/** What the web side of a bundle does, in few words, with components that need no library. */
const LIBRARY = `
  {
    let adapter = null, id = 0, pending = [];
    const callbacks = new Map();
    const web = {
      supportsComponent: component => adapter !== null && adapter.supportsComponent(component),
      send(given) {
        if (adapter === null) { pending.push(given); return null; }
        if (!web.supportsComponent(given.component)) return null;
        id += 1;
        adapter.receive({ id: String(id), component: given.component, event: given.event, data: given.data || {} });
        if (given.callback) callbacks.set(String(id), given.callback);
        return String(id);
      },
      receive(message) { if (callbacks.has(message.id)) callbacks.get(message.id)(message); },
      removeCallbackFor(id) { callbacks.delete(id); },
      setAdapter(given) {
        adapter = given;
        document.documentElement.dataset.bridgePlatform = adapter.platform;
        web.adapterDidUpdateSupportedComponents();
        const waiting = pending;
        pending = [];
        waiting.forEach(one => web.send(one));
      },
      adapterDidUpdateSupportedComponents() {
        if (adapter !== null) document.documentElement.dataset.bridgeComponents = adapter.supportedComponents.join(' ');
      },
    };
    window.HotwireNative = { web };
    document.dispatchEvent(new Event('web-bridge:ready'));
  }
`;
const COMMANDS = ['form.connect', 'form.submitEnabled', 'plain', 'overflow-menu.connect', 'form.other'];
const hotwire = (given = {}) => dialect('hotwire', { platform, commands: COMMANDS, ...given });
/** `say(component, event, data, callback)` is what a component's send does. */
const SAY = `var heard = [], say = (component, event, data = {}, callback) => {
  data.metadata = { url: location.href };
  return (window.HotwireNative || window.Strada).web.send({ component, event, data, callback });
};`;
const shown = () => document.documentElement.dataset;

/** Shows a page with its web side; Android puts its object in after the page has loaded. */
function* pageWith(side, script, library = LIBRARY) {
  yield showPage(`${library} ${SAY} ${script}`);
  side.ports.finished();
  yield 0;
}

test('the web side gets the components, and says so on <html>', function* () {
  const side = hotwire();
  yield* pageWith(side, 'var early = document.documentElement.dataset.bridgePlatform;');
  equal([shown().bridgePlatform, shown().bridgeComponents], [platform, 'form overflow-menu']);
  equal([early, side.controls, side.reports], [undefined, [['ready', 'bridge', '']], []]);
  equal([typeof window.webkit, typeof window.BridgeComponentsNative],
    isIOS ? ['object', 'undefined'] : ['undefined', 'object']);
  nativeBridge.register('more');
  equal(shown().bridgeComponents, 'form overflow-menu more');
  nativeBridge.unregister('form');
  nativeBridge.unregister('none');
  equal(shown().bridgeComponents, 'overflow-menu more');
});

test('the user agent names the components before the first script', function* () {
  hotwire();
  yield showPage(`var agent = navigator.userAgent, own = agent.match(/bridge-components: \\[(.*?)\\]/)[1].split(' ');`);
  equal(own, ['form', 'overflow-menu']);
  equal(isIOS ? agent.endsWith(' Hotwire Native iOS; Turbo Native iOS; bridge-components: [form overflow-menu]')
    : agent.startsWith('Hotwire Native Android; Turbo Native Android; bridge-components: [form overflow-menu]; Moz'), true);
  hotwire({ commands: ['other.x'] });
  equal(navigator.userAgent, agent);
});

test('native code can name its components itself', function* () {
  const side = hotwire({ components: ['menu', 'form', 'menu'] });
  yield* pageWith(side, '');
  equal(shown().bridgeComponents, 'menu form');
});

test('a message is a call, and its reply keeps the id', function* () {
  const side = hotwire();
  yield* pageWith(side, `var ids = [say('form', 'connect', { title: 'é' }, message => heard.push(message)),
    say('overflow-menu', 'connect', undefined, message => heard.push(message)), say('form', 'other')];`);
  const url = location.href;
  equal(side.posts.map(one => [one[0], one[1], one[3]]), [
    ['form.connect', JSON.stringify({ title: 'é', metadata: { url } }), 'many'],
    ['overflow-menu.connect', JSON.stringify({ metadata: { url } }), 'many'],
    ['form.other', JSON.stringify({ metadata: { url } }), 'many'],
  ]);
  side.answer(side.posts[1], { index: 2 });
  side.answer(side.posts[0]);
  side.answer(side.posts[2], { nobody: 'hears' });
  equal(heard, [
    { id: '2', component: 'overflow-menu', event: 'connect', data: { index: 2 } },
    { id: '1', component: 'form', event: 'connect', data: { title: 'é', metadata: { url } } },
  ]);
  equal(heard.map(one => one instanceof Object && one.data instanceof Object), [true, true]);
  side.answer(side.posts[0], {});
  equal(side.reports, [`a value that nobody waits for: ${side.posts[0][2]}`]);
});

test('content is copied when it is sent', function* () {
  const side = hotwire();
  yield* pageWith(side, '');
  const data = { a: [1] };
  say('form', 'connect', data);
  data.a[0] = 2;
  equal(JSON.parse(side.posts[0][1]).a, [1]);
  if (isIOS) throws(() => say('form', 'connect', { f() {} }), 'DataCloneError');
  else say('form', 'connect', { f() {} });
  equal(side.posts.length, isIOS ? 1 : 2);
});

test('many replies are allowed, and an event replies to the last message of its name', function* () {
  const side = hotwire();
  yield* pageWith(side, `for (const n of [1, 2]) say('form', 'connect', { n }, ({ id, data }) => heard.push([id, data]));`);
  side.answer(side.posts[0], { r: 1 }, true);
  side.answer(side.posts[0], { r: 2 });
  side.raise('form.connect', { r: 3 });
  side.raise('form.connect', { r: 4 });
  equal(heard, [['1', { r: 1 }], ['1', { r: 2 }], ['2', { r: 3 }], ['2', { r: 4 }]]);
  side.raise('form.none', { r: 5 });
  side.raise('pause');
  equal(side.reports, ['form.none', 'pause'].map(name => `an event for which the page has sent no message: ${name}`));
});

test('messages before the adapter are queued, and sent in their order', function* () {
  const side = hotwire();
  yield showPage(`${LIBRARY} ${SAY} var ids = [say('form', 'connect', { n: 1 }, () => heard.push(1)),
    say('form', 'other', { n: 2 }), say('none', 'connect', { n: 3 })];`);
  equal(ids, [null, null, null]);
  side.ports.finished();
  yield 0;
  equal(side.posts.map(one => [one[0], JSON.parse(one[1]).n]), [['form.connect', 1], ['form.other', 2]]);
  side.answer(side.posts[0]);
  equal(heard, [1]);
});

test('the web side comes late', function* () {
  const side = hotwire();
  yield* pageWith(side, '', '');
  equal(shown().bridgePlatform, undefined);
  (0, eval)(LIBRARY);
  yield 0;
  equal([shown().bridgePlatform, shown().bridgeComponents], [platform, 'form overflow-menu']);
  say('form', 'connect');
  equal(side.commands(), ['form.connect']);
});

test('Strada is the web side of older bundles', function* () {
  const side = hotwire();
  yield* pageWith(side, '', LIBRARY.replaceAll('HotwireNative', 'Strada'));
  say('form', 'connect', {}, message => heard.push(message.data));
  side.answer(side.posts[0], { a: 1 });
  equal([typeof HotwireNative, heard, shown().bridgeComponents], ['undefined', [{ a: 1 }], 'form overflow-menu']);
});

test('an unsupported component is dropped and reported, once for a component', function* () {
  const side = hotwire();
  yield* pageWith(side, `var ids = [say('none', 'connect'), say('none', 'again')];`);
  say('none', 'connect');
  const text = 'native code has no component none: its messages are dropped';
  equal([side.posts, side.reports], [[], [text]]);
  const data = { metadata: { url: location.href } };
  nativeBridge.receive({ id: '9', component: 'none', event: 'x', data });
  equal(side.reports.slice(1), ['none.x is dropped: native code has no component none']);
});

test('a message of another page, and what is none, is dropped', function* () {
  const side = hotwire();
  yield* pageWith(side, '');
  const metadata = { url: 'http://elsewhere/' };
  for (const message of [
    { id: '1', component: 'form', event: 'connect', data: { metadata } }, { id: '1', component: 'form', event: 'connect' },
    { id: 1, component: 'form', event: 'connect', data: {} }, { component: 'form' }, 'text', null, [1],
  ]) nativeBridge.receive(message);
  const dropped = 'a message without an id, a component and an event is dropped';
  equal([side.posts, side.reports], [[], [
    'form.connect says that it is of http://elsewhere/, and is dropped',
    'form.connect says that it is of undefined, and is dropped', ...Array(5).fill(dropped),
  ]]);
  hotwire({ isStrict: true }).ports.finished();
  nativeBridge.receive({});
  equal(take('error').map(one => one[0]), [`Error: ${dropped}`]);
});

test('an error reaches no page, unless it is one of validation', function* () {
  const side = hotwire();
  yield* pageWith(side, `for (const n of [1, 2, 3]) say('form', 'connect', { n }, ({ data }) => heard.push(data));`);
  side.fail(side.posts[0], { message: 'no way' });
  side.fail(side.posts[1], { message: 'validation failed', code: 'VALIDATION' });
  side.answer(side.posts[2], [1]);
  equal(heard, [{ error: 'validation failed' }, isIOS ? {} : [1]]);
  equal(side.reports, [
    'form.connect: an error that the page does not hear of: no way',
    ...isIOS ? ['what answers form.connect is no object: the page gets an empty one'] : [],
  ]);
});

test('reload: a reply to the page before reaches nobody', function* () {
  const old = hotwire();
  yield* pageWith(old, `say('form', 'connect', {}, () => heard.push('old'));`);
  const side = hotwire({ seed: () => 0.75 });
  (0, eval)(LIBRARY);
  side.ports.finished();
  yield 0;
  say('form', 'connect', {}, () => heard.push('new'));
  side.answer(old.posts[0], {});
  equal([heard, side.reports], [[], [`a value that nobody waits for: ${old.posts[0][2]}`]]);
  side.answer(side.posts[0], {});
  equal(heard, ['new']);
});

test('what a callback throws reaches the page, and not the next', function* () {
  const side = hotwire();
  yield* pageWith(side, `addEventListener('error', event => { heard.push(event.message); event.preventDefault(); });
    say('form', 'connect', {}, () => { throw new Error('mine'); }); say('form', 'other', {}, () => heard.push('other'));`);
  for (const post of side.posts) side.answer(post, {});
  equal(heard, ['Error: mine', 'other']);
});

test('a page that replaces built-ins sends and hears what it did before', function* () {
  const side = hotwire();
  yield* pageWith(side, `var given = { id: '7', component: 'form', event: 'connect',
      data: { a: [1], metadata: { url: location.href } } };
    (window.HotwireNative || window.Strada).web.receive = message => { heard[heard.length] = message; };`);
  // On Android the object in the page makes the text, with what the page says of JSON.
  const mend = breakBuiltIns(isIOS);
  nativeBridge.receive(given);
  side.ports.receive('value ' + side.posts[0][2] + ' 1\n{"v":[1]}');
  side.ports.receive('event - form.connect\n{"v":2}');
  mend();
  equal(side.posts.map(one => one.slice(0, 2)), [['form.connect', JSON.stringify(given.data)]]);
  equal(heard, [[1], 2].map(v => ({ id: '7', component: 'form', event: 'connect', data: { v } })));
});
