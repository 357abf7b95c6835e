/* platforms */
/* no page */
// Capacitor's page half, row by row of what the phone does; the native side is played here. Rows that need the library of
// an app's bundle have the few lines of it that count.

const PLUGINS = [
  { name: 'Echo', methods: [{ name: 'echo', rtype: 'promise' }, { name: 'watch', rtype: 'callback' }, { name: 'drop' }] },
  { name: 'App', methods: [{ name: 'getInfo', rtype: 'promise' }, { name: 'exitApp', rtype: 'promise' }] },
];
const isIOS = platform === 'ios';
const capacitor = (given = {}) => dialect('capacitor', { platform, plugins: PLUGINS, ...given });
const LOG = 'var heard = []; const hear = name => value => { heard.push([name, value === undefined ? "nothing" : value]); };';
/** What @capacitor/core makes of headers: enough for a method call and a listener. */
const CORE = `
  function registerPlugin(name, implementations = {}) {
    const cap = Capacitor, header = cap.PluginHeaders.find(one => one.name === name);
    cap.isPluginAvailable = one => cap.PluginHeaders.some(each => each.name === one);
    const call = (prop, args) => Promise.resolve(implementations[cap.getPlatform()]).then(own => {
      const method = header && header.methods.find(one => one.name === prop);
      if (method && method.rtype === 'promise') return cap.nativePromise(name, prop, args[0]);
      if (method) return cap.nativeCallback(name, prop, ...args);
      if (own && own[prop]) return own[prop](...args);
      throw new cap.Exception(header ? '"' + name + '.' + prop + '()" is not implemented on ' + cap.getPlatform()
        : '"' + name + '" plugin is not implemented on ' + cap.getPlatform(), 'UNIMPLEMENTED');
    });
    return new Proxy({}, { get: (_, prop) => prop !== 'addListener' ? (...args) => call(prop, args)
      : async (eventName, callback) => {
        const callbackId = await call('addListener', [{ eventName }, callback]);
        return { remove: async () => { call('removeListener', [{ eventName, callbackId }, callback]); } };
      } });
  }`;
const ids = side => side.posts.map(one => Number(one[2]));

test('C1 getPlatform() in the first inline script: the platform of the run', function* () {
  const side = capacitor();
  yield showPage(`var found = [Capacitor.getPlatform(), Capacitor.isNativePlatform(), Capacitor.DEBUG, WEBVIEW_SERVER_URL,
    Capacitor.getServerUrl(), Capacitor.isPluginAvailable('Echo'), Capacitor.isPluginAvailable('toString'),
    typeof androidBridge, typeof window.webkit];`);
  const url = isIOS ? 'capacitor://localhost' : 'https://localhost';
  equal(found, [platform, true, false, url, url, true, false, isIOS ? 'undefined' : 'object', isIOS ? 'object' : 'undefined']);
  equal([side.posts, side.controls, side.reports], [[], [], []]);
});

test('C1 what the page gets by name', function* () {
  capacitor({ serverURL: 'http://localhost' });
  yield showPage('');
  const names = [
    'getPlatform', 'isNativePlatform', 'isPluginAvailable', 'nativePromise', 'nativeCallback', 'toNative', 'addListener',
    'convertFileSrc', 'fromNative', 'removeListener', 'createEvent', 'triggerEvent', 'logJs', 'logToNative',
    'logFromNative', 'handleError', 'handleWindowError', 'getServerUrl', 'withPlugin', 'Exception',
  ];
  equal(names.filter(name => typeof Capacitor[name] !== 'function'), []);
  equal(['/a/b.png', 'file:///c', 'content://d/e', 'https://f/', 'g', 1].map(one => Capacitor.convertFileSrc(one)), [
    'http://localhost/_capacitor_file_/a/b.png', 'http://localhost/_capacitor_file_/c',
    'http://localhost/_capacitor_content_/d/e', 'https://f/', 'g', 1,
  ]);
  const base = ['addListener', 'removeListener', 'removeAllListeners', 'checkPermissions', 'requestPermissions'];
  const methods = list => list.map(method => `${method.name} ${method.rtype}`);
  const common = base.map((name, index) => `${name} ${index < 2 ? 'undefined' : 'promise'}`);
  equal(Capacitor.PluginHeaders.map(one => [one.name, methods(one.methods)]),
    PLUGINS.map(one => [one.name, common.concat(methods(one.methods))]));
  equal(Object.keys(Capacitor.Plugins.Echo), [
    'addListener', 'removeAllListeners', 'checkPermissions', 'requestPermissions', 'echo', 'watch', 'drop',
  ]);
  const error = new Capacitor.Exception('m', 'C', { d: 1 });
  equal([Array.isArray(Capacitor.PluginHeaders), Capacitor.PluginHeaders[0] instanceof Object], [true, true]);
  equal([error instanceof Error, Object.keys(error)], [true, ['code', 'data']]);
});

test('C2 Echo.echo by stub and by registerPlugin: both resolve', function* () {
  const side = capacitor();
  yield showPage(`${LOG}${CORE} Capacitor.Plugins.Echo.echo({ value: 1 }).then(hear('stub'));
    registerPlugin('Echo').echo({ value: 2 }).then(hear('core'));`);
  equal(side.posts.map(one => [one[0], one[1], one[3]]), [1, 2].map(n => ['Echo.echo', `{"value":${n}}`, 'once']));
  side.answer(side.posts[0], { value: 1 });
  side.answer(side.posts[1], { value: 2 });
  yield 0;
  equal(heard, [['stub', { value: 1 }], ['core', { value: 2 }]]);
});

test('C3 log before, after, in then: in this order', function* () {
  const side = capacitor();
  yield showPage(`console.log('before'); Capacitor.Plugins.Echo.echo().then(() => console.log('then')); console.log('after');`);
  equal(side.posts.map(one => one[1]), ['{}']);
  side.answer(side.posts[0], {});
  yield 0;
  equal(take('console').map(one => one[1]), ['before', 'after', 'then']);
  equal(side.logs, isIOS ? [['log', 'before'], ['log', 'after'], ['log', 'then']] : []);
});

test('C4 options changed after the call: native has the old ones', function* () {
  const side = capacitor();
  yield showPage(`var options = { list: [1, { a: 'x' }], d: new Date(0), u: undefined };
    Capacitor.nativePromise('Echo', 'echo', options); options.list[1].a = 'y'; options.list.push(2); options.more = 1;`);
  equal(side.posts[0].slice(0, 2), ['Echo.echo', '{"list":[1,{"a":"x"}],"d":"1970-01-01T00:00:00.000Z"}']);
});

test('C4 a function in the options: not sent on iOS, where the console has the error; left out on Android', function* () {
  const side = capacitor();
  yield showPage(`Capacitor.nativePromise('Echo', 'echo', { f() {}, n: NaN });
    Capacitor.nativePromise('Echo', 'echo', { n: NaN, a: { toJSON: undefined } });
    const self = {}; self.self = self; Capacitor.nativePromise('Echo', 'echo', self);`);
  equal(side.posts.map(one => one[1]), isIOS ? ['{"n":null,"a":{}}'] : ['{"n":null}', '{"n":null,"a":{}}']);
  equal(take('console').map(one => one[0]), isIOS ? ['error', 'error'] : ['error']);
  equal(side.reports, isIOS ? ['Echo.echo: NaN is sent as null, JSON has no such number'] : []);
});

test('C5 1000 calls: replies in order, ids consecutive', function* () {
  const side = capacitor({ seed: () => 0.5 });
  yield showPage(`${LOG} const call = n => Capacitor.nativePromise('Echo', 'echo', { n });
    for (let n = 0; n < 1000; n += 1) call(n).then(value => heard.push(value.n));`);
  equal(ids(side), Array.from({ length: 1000 }, (_, index) => 67108864 + 1 + index));
  for (const post of side.posts) side.answer(post, JSON.parse(post[1]));
  yield 0;
  equal(heard, Array.from({ length: 1000 }, (_, index) => index));
  equal(side.reports, []);
});

test('C6 reject {message, code, data}: an Exception, fields per platform', function* () {
  const side = capacitor();
  yield showPage(`${LOG} Capacitor.nativePromise('Echo', 'echo').catch(error => heard.push(error));
    Capacitor.nativeCallback('Echo', 'watch', {}, (value, error) => heard.push([value, error]));
    Capacitor.nativePromise('Echo', 'echo').catch(error => heard.push(error));`);
  const failure = { message: 'no', code: 'E-1', data: { why: 'because', message: 'mine' } };
  side.fail(side.posts[0], failure);
  side.fail(side.posts[1], failure, true);
  side.fail(side.posts[2], { message: 'plain', code: 3 });
  yield 0;
  // A promise is heard of after the turn, a callback in it.
  const [[value, second], first, third] = heard;
  const fields = error => Object.keys(error).map(name => [name, error[name]]);
  for (const error of [first, second]) {
    equal([error instanceof Capacitor.Exception, error instanceof Error], [true, true]);
    equal(error.message, isIOS ? 'mine' : 'no');
    equal(fields(error), isIOS
      ? [['code', 'E-1'], ['data', undefined], ['errorMessage', 'no'], ['why', 'because']]
      : [['code', 'E-1'], ['data', failure.data]]);
  }
  equal([value, third.message, third.code], [null, 'plain', '3']);
});

test('C7 method not in the header: core UNIMPLEMENTED, stub undefined', function* () {
  const side = capacitor();
  yield showPage(`${LOG}${CORE} registerPlugin('Echo').other().catch(error => heard.push(error.code, error.message));
    heard.push(typeof Capacitor.Plugins.Echo.other, typeof Capacitor.Plugins.Echo.removeListener);`);
  equal(heard, ['undefined', 'undefined', 'UNIMPLEMENTED', `"Echo.other()" is not implemented on ${platform}`]);
  equal(side.posts, []);
});

test('C8 only a web implementation: isPluginAvailable false, UNIMPLEMENTED', function* () {
  const side = capacitor();
  yield showPage(`${LOG}${CORE} const Only = registerPlugin('Only', { web: { go: () => 'web' } });
    heard.push(Capacitor.isPluginAvailable('Only')); Only.go().catch(error => heard.push(error.code, error.message));`);
  equal(heard, [false, 'UNIMPLEMENTED', `"Only" plugin is not implemented on ${platform}`]);
  equal(side.posts, []);
});

test('C9 nativePromise to an unknown plugin goes to native code, which answers on Android alone', function* () {
  const side = capacitor();
  yield showPage(`${LOG} Capacitor.nativePromise('Nobody', 'do', { a: 1 }).catch(error => heard.push(error.message));
    Capacitor.addListener('Nobody', 'e', (value, error) => heard.push(error.message));`);
  equal(side.posts.map(one => [one[0], one[1], one[3]]), [
    ['Nobody.do', '{"a":1}', 'once'], ['Nobody.addListener', '{"eventName":"e"}', 'many'],
  ]);
  equal(side.controls, []);
  for (const post of side.posts) side.fail(post, { message: 'unable to find plugin : Nobody' });
  yield 0;
  equal(heard, ['unable to find plugin : Nobody', 'unable to find plugin : Nobody']);
});

test('C10 callback throws: console.error, later events come', function* () {
  const side = capacitor();
  yield showPage(`${LOG}
    Capacitor.nativeCallback('Echo', 'watch', {}, value => { heard.push(value.n); throw new Error('mine'); });
    window.onerror = hear('onerror');`);
  side.answer(side.posts[0], { n: 1 }, true);
  side.answer(side.posts[0], { n: 2 }, true);
  equal([heard, take('console').map(one => one.slice(0, 2))], [[1, 2], [['error', 'Error: mine'], ['error', 'Error: mine']]]);
});

test('C11 two listeners, first removed: only the second is called', function* () {
  const side = capacitor();
  yield showPage(`${LOG}${CORE} var handle = Capacitor.Plugins.Echo.addListener('tick', hear('first'));
    registerPlugin('Echo').addListener('tick', hear('second')).then(made => { core = made; });
    var core, remove = () => { handle.remove(); };`);
  equal(side.controls.map(one => one.slice(0, 2)), [['addListener', 'Echo.tick'], ['addListener', 'Echo.tick']]);
  side.raise('Echo.tick', { n: 1 });
  remove();
  side.raise('Echo.tick', { n: 2 });
  side.raise('Echo.tick', { n: 3 }, side.controls[1][2]);
  equal(heard, [['first', { n: 1 }], ['second', { n: 1 }], ['second', { n: 2 }], ['second', { n: 3 }]]);
  equal(side.controls[2], ['removeListener', 'Echo.tick', side.controls[0][2]]);
  core.remove();
  yield 0;
  equal(side.controls[3], ['removeListener', 'Echo.tick', side.controls[1][2]]);
  side.raise('Echo.tick', { n: 4 });
  equal([heard.length, side.reports, side.posts], [4, ['an event that nobody listens to: Echo.tick'], []]);
});

test('C12 two retained events: both to the first listener, none to the next', function* () {
  const side = capacitor();
  yield showPage(LOG);
  side.raise('App.appUrlOpen', { url: 'a:1' });
  side.raise('App.appUrlOpen', { url: 'a:2' });
  Capacitor.Plugins.App.addListener('appUrlOpen', value => heard.push(['first', value.url]));
  Capacitor.Plugins.App.addListener('appUrlOpen', value => heard.push(['next', value.url]));
  equal(heard, []);
  yield 0;
  equal(heard, [['first', 'a:1'], ['first', 'a:2']]);
  side.raise('App.appUrlOpen', { url: 'a:3' });
  equal(heard.slice(2), [['first', 'a:3'], ['next', 'a:3']]);
  equal(side.reports, []);
});

test('C13 event without listener: lost, counted', function* () {
  const side = capacitor();
  yield showPage(LOG);
  side.raise('Echo.tick', { n: 1 });
  Capacitor.Plugins.Echo.addListener('tick', hear('late'));
  yield 10;
  equal([heard, side.reports], [[], ['an event that nobody listens to: Echo.tick']]);
});

test('C14 removeAllListeners resolves; silence', function* () {
  const side = capacitor();
  yield showPage(`${LOG} Capacitor.Plugins.Echo.addListener('tick', hear('echo'));
    Capacitor.Plugins.App.addListener('resume', hear('app'));
    Capacitor.Plugins.Echo.removeAllListeners().then(hear('removed'));`);
  equal(side.controls.map(one => one.slice(0, 2)), [
    ['addListener', 'Echo.tick'], ['addListener', 'App.resume'], ['removeListener', 'Echo.tick'],
  ]);
  equal(side.posts.map(one => [one[0], one[3]]), [['Echo.removeAllListeners', 'once']]);
  side.answer(side.posts[0]);
  yield 0;
  side.raise('Echo.tick', { n: 1 });
  side.raise('App.resume');
  equal([heard, side.reports], [[['removed', 'nothing'], ['app', 'nothing']], ['an event that nobody listens to: Echo.tick']]);
});

test('C15 save false: not called again', function* () {
  const side = capacitor();
  yield showPage(`${LOG} Capacitor.nativeCallback('Echo', 'watch', {}, hear('watch'));`);
  equal(side.posts[0][3], 'many');
  side.answer(side.posts[0], { n: 1 }, true);
  side.answer(side.posts[0], { n: 2 });
  side.answer(side.posts[0], { n: 3 }, true);
  equal(heard, [['watch', { n: 1 }], ['watch', { n: 2 }]]);
  equal(side.reports, [`a value that nobody waits for: ${side.posts[0][2]}`]);
});

test('C15 an error has no save on iOS, so the callback stays', function* () {
  const side = capacitor();
  yield showPage(`var heard = []; Capacitor.nativeCallback('Echo', 'watch', {},
    (value, error) => heard.push(error ? error.message : value.n));`);
  side.fail(side.posts[0], { message: 'kept' }, true);
  side.fail(side.posts[0], { message: 'last' });
  side.answer(side.posts[0], { n: 2 });
  equal([heard, side.reports.length], isIOS ? [['kept', 'last', 2], 0] : [['kept', 'last'], 1]);
  equal(take('console'), []);
  side.fail('7', { message: 'late' });
  const late = isIOS ? '{message: late, errorMessage: late}' : '{message: late}';
  equal(take('console').map(one => one.slice(0, 2)), [['warning', late]]);
});

test('C16 reload with a call and a watch pending: nothing reaches the new page', function* () {
  const old = capacitor({ seed: () => 0.1 });
  yield showPage(`${LOG} Capacitor.nativePromise('Echo', 'echo').then(hear('call'));
    Capacitor.nativeCallback('Echo', 'watch', {}, hear('watch'));
    Capacitor.Plugins.Echo.addListener('tick', hear('tick'));`);
  const side = capacitor({ seed: () => 0.2 });
  const tokens = [old.posts[0][2], old.posts[1][2], old.controls[0][2]];
  side.answer(tokens[0], {});
  side.answer(tokens[1], {}, true);
  side.raise('Echo.tick', {}, tokens[2]);
  yield 0;
  equal(heard, []);
  equal(side.reports, [
    `a value that nobody waits for: ${tokens[0]}`, `a value that nobody waits for: ${tokens[1]}`,
    `an event for a listener that is not there: ${tokens[2]}`,
  ]);
});

test('C17 deviceready late: called', function* () {
  capacitor();
  yield showPage(`${LOG} document.addEventListener('deviceready', hear('early')); heard.push('script');
    addEventListener('load', () => { document.addEventListener('deviceready', hear('load'), false); heard.push('loaded'); });`);
  yield 100;
  document.addEventListener('deviceready', { handleEvent: hear('object') });
  document.addEventListener('deviceready', null);
  yield 0;
  equal(heard, ['script', ['early', 'nothing'], 'loaded', ['load', 'nothing']]);
  let other = 0;
  document.addEventListener('other', () => { other += 1; });
  document.dispatchEvent(new Event('other'));
  equal(other, 1);
});

test('C18 no value: undefined', function* () {
  const side = capacitor();
  yield showPage(`${LOG} Capacitor.nativePromise('Echo', 'echo').then(hear('promise'));
    Capacitor.nativeCallback('Echo', 'watch', {}, function () { heard.push([arguments.length, typeof arguments[0]]); });
    var id = Capacitor.nativeCallback('Echo', 'drop', { a: 1 });`);
  equal(side.posts[2].slice(0, 4), ['Echo.drop', '{"a":1}', '-1', 'none']);
  side.answer(side.posts[0]);
  side.answer(side.posts[1], undefined, true);
  yield 0;
  equal([heard, id, side.reports], [[[1, 'undefined'], ['promise', 'nothing']], '-1', []]);
});

test('C18 what is no object comes in one, which is said', function* () {
  const side = capacitor();
  yield showPage(`${LOG} const call = () => Capacitor.nativePromise('Echo', 'echo');
    for (let n = 0; n < 4; n += 1) call().then(value => heard.push(value));`);
  for (const [index, value] of [7, 'text', [1], { value: 'own' }].entries()) side.answer(side.posts[index], value);
  yield 0;
  equal(heard, [{ value: 7 }, { value: 'text' }, { value: [1] }, { value: 'own' }]);
  equal(side.reports.length, 3);
});

test('C19 prompt of type CapacitorHttp on iOS: false, no dialog listed', function* () {
  capacitor();
  yield showPage('document.cookie = "a=b";');
  const ask = given => prompt(JSON.stringify(given), '');
  const asked = ['CapacitorHttp', 'CapacitorCookies.isEnabled'].map(type => ask({ type }));
  asked.push(ask({ type: 'CapacitorCookies.set', action: 'c=d', domain: '' }), ask({ type: 'CapacitorCookies.get' }));
  equal(asked, isIOS ? ['false', 'false', '', 'a=b; c=d'] : ['answer', 'answer', 'answer', 'answer']);
  equal(take('dialog').length, isIOS ? 0 : 4);
  for (const text of ['{"type":"Other"}', '{"type":"toString"}', '[1]', 'Your name?', '{', '{}']) equal(prompt(text, ''), 'answer');
  equal(take('dialog').length, 6);
});

test('C20 5 MB of options arrive whole', function* () {
  const side = capacitor();
  yield showPage(`${LOG} var big = { text: 'é"x\\u2028'.repeat(1 << 20), list: Array.from({ length: 1000 }, (_, n) => n) };
    Capacitor.nativePromise('Echo', 'echo', big).then(value => heard.push(value.text === big.text, value.list.length));`);
  equal(side.posts[0][1] === JSON.stringify(big), true);
  side.receive(`value ${side.posts[0][2]} 0\n${side.posts[0][1]}`);
  yield 0;
  equal(heard, [true, 1000]);
});

const HOOKS = isIOS ? `const { bridge } = webkit.messageHandlers, send = bridge.postMessage, hand = Capacitor.fromNative;
    bridge.postMessage = message => { texts.push(JSON.stringify(message)); send.call(bridge, message); };
    Capacitor.fromNative = result => { texts.push(JSON.stringify(result)); hand(result); };`
  : `const bridge = androidBridge, send = bridge.postMessage, hand = bridge.onmessage;
    bridge.postMessage = text => { texts.push(text); send.call(bridge, text); };
    bridge.onmessage = event => { texts.push(event.data); hand(event); };`;

test('calls and replies go through the objects of the web view, where a page can look into them', function* () {
  const side = capacitor();
  yield showPage(`${LOG} var texts = []; ${HOOKS}
    Capacitor.nativePromise('Echo', 'echo', { a: [1] }).then(hear('value'));
    Capacitor.nativePromise('Echo', 'echo').catch(hear('error'));
    const own = { type: 'message', callbackId: '-1', pluginId: 'Echo', methodName: 'drop', options: { b: 2 } };
    bridge.postMessage(Capacitor.getPlatform() === 'ios' ? own : JSON.stringify(own));`);
  equal(side.posts.map(one => one[1]), ['{"a":[1]}', '{}', '{"b":2}']);
  const [first, second] = ids(side);
  side.answer(side.posts[0], { a: 1 });
  side.fail(side.posts[1], { message: 'no', code: 'C', data: { d: 1 } });
  yield 0;
  const end = isIOS ? ',"type":"message"' : '';
  equal(texts, [
    `{"callbackId":"${first}","pluginId":"Echo","methodName":"echo","options":{"a":[1]}${end}}`,
    `{"callbackId":"${second}","pluginId":"Echo","methodName":"echo","options":{}${end}}`,
    '{"type":"message","callbackId":"-1","pluginId":"Echo","methodName":"drop","options":{"b":2}}',
  ].concat(isIOS ? [
    `{"callbackId":"${first}","pluginId":"Echo","methodName":"echo","save":false,"success":true,"data":{"a":1}}`,
    `{"callbackId":"${second}","pluginId":"Echo","methodName":"echo","success":false,`
      + '"error":{"message":"no","errorMessage":"no","code":"C","d":1}}',
  ] : [
    `{"save":false,"callbackId":"${first}","pluginId":"Echo","methodName":"echo","success":true,"data":{"a":1}}`,
    `{"save":false,"callbackId":"${second}","pluginId":"Echo","methodName":"echo","success":false,`
      + '"error":{"message":"no","code":"C","data":{"d":1}}}',
  ]));
  equal([heard.map(one => one[0]), side.reports], [['value', 'error'], []]);
});

test('what is no message of the bridge is said', function* () {
  const side = capacitor();
  yield showPage(`const send = message => Capacitor.getPlatform() === 'ios' ? webkit.messageHandlers.bridge.postMessage(message)
      : androidBridge.postMessage(typeof message === 'string' ? message : JSON.stringify(message));
    for (const message of ['no json', 7, { type: 'cordova', service: 'S', action: 'a' }]) send(message);`);
  equal([side.posts, side.reports.length], [[], 3]);
  equal(side.reports[2], 'a message of type cordova that nobody takes');
  if (!isIOS) return;
  Capacitor.nativePromise('Echo', 'echo');
  delete window.Capacitor;
  side.answer(side.posts[0], {});
  equal(side.reports[3], 'a reply to Echo.echo for which there is no Capacitor.fromNative');
});

test('what happens to the app reaches the document and the App plugin as on the phone', function* () {
  const side = capacitor();
  yield showPage(`${LOG} for (const name of ['pause', 'resume', 'backbutton'])
      document.addEventListener(name, () => heard.push('document ' + name));
    for (const name of ['pause', 'resume', 'appStateChange', 'backButton'])
      Capacitor.Plugins.App.addListener(name, data => heard.push('App ' + name + ' ' + JSON.stringify(data)));`);
  for (const name of isIOS ? ['resign', 'pause', 'resume', 'active'] : ['pause', 'resume', 'backbutton']) side.raise(name);
  equal(heard, isIOS ? [
    'App appStateChange {"isActive":false}', 'App pause undefined', 'document pause', 'App resume undefined', 'document resume',
    'App appStateChange {"isActive":true}',
  ] : [
    'App pause undefined', 'App appStateChange {"isActive":false}', 'App appStateChange {"isActive":true}',
    'App resume undefined',
    // The page's own listener, and the one that the bridge adds for a page that asks for the document's event.
    'App backButton {"canGoBack":false}', 'document backbutton',
  ]);
  equal(side.reports, []);
  side.raise('volumeup');
  equal(side.reports, [`an event that Capacitor has not on ${platform}: volumeup`]);
});

test('the button goes back in the history of a page that does not listen', function* () {
  const side = capacitor();
  yield showPage(`${LOG} addEventListener('popstate', event => heard.push(event.state));
    history.replaceState('first', '');`);
  side.raise('backbutton');
  equal(side.reports.splice(0), [isIOS ? 'an event that Capacitor has not on ios: backbutton'
    : 'the back button: no listener, and nothing to go back to, so the app closes']);
  history.pushState('second', '', '#second');
  side.raise('backbutton');
  yield 0;
  equal([heard, side.reports.length], isIOS ? [[], 1] : [['first'], 0]);
});

test('events for documents, windows and elements', function* () {
  capacitor();
  yield showPage(`${LOG} const say = name => event => heard.push(name + ' ' + event.type + ' ' + event.n);
    document.addEventListener('e', say('document')); addEventListener('e', say('window')); box.addEventListener('e', say('box'));`);
  equal([Capacitor.triggerEvent('e', 'document', { n: 1 }), Capacitor.triggerEvent('e', 'window', { n: 2 }),
    Capacitor.triggerEvent('e', '#box', { n: 3 }), Capacitor.triggerEvent('e', '#none')], [true, true, true, false]);
  equal(heard, ['document e 1', 'window e 2', 'box e 3']);
  window.cordova.fireDocumentEvent = (name, data) => heard.push(`cordova ${name} ${data.n}`);
  equal([Capacitor.triggerEvent('e', 'document', { n: 4 }), heard[3]], [true, 'cordova e 4']);
});

test('what older pages look for is there', function* () {
  const side = capacitor();
  yield showPage('navigator.app.exitApp();');
  equal(side.posts[0].slice(0, 2), ['App.exitApp', '{}']);
  const { fullObject, open } = CapacitorWebXMLHttpRequest;
  equal([typeof cordova, typeof CapacitorWebFetch, typeof fullObject, typeof open], ['object', ...Array(3).fill('function')]);
  equal(Ionic.WebView.convertFileSrc('/a'), Capacitor.convertFileSrc('/a'));
  equal(['cordova.js', 'cordova_plugins.js', 'other.js'].map(side.ports.file), ['', '', undefined]);
});

test('the console goes on when the bridge does not', function* () {
  const side = capacitor();
  yield showPage(`const bridge = Capacitor.getPlatform() === 'ios' ? webkit.messageHandlers.bridge : androidBridge;
    bridge.postMessage = () => { throw new Error('broken'); };
    console.log('a', { b: [1] }, null, undefined); Capacitor.nativePromise('Echo', 'echo');`);
  const error = ['error', 'Error: broken'];
  equal(take('console').map(one => one.slice(0, 2)), [
    ...isIOS ? [error] : [], ['log', 'a {b: Array(1)} null undefined'], ...isIOS ? [error, error] : [error],
  ]);
  equal([side.logs, side.posts], [[], []]);
});

test('on iOS the console is heard with its objects as JSON, and is no call', function* () {
  const side = capacitor();
  yield showPage(`console.log('a', { b: [1] }, null, undefined, 1); console.debug();
    const self = {}; self.self = self; console.error(self); console.table([]);
    for (const said of ['bad', 'Script error.']) Capacitor.handleWindowError(said, 'a.js', 1, 2, null);`);
  const error = ['error', '{"type":"js.error","error":{"message":"bad","url":"a.js","line":1,"col":2,"errorObject":"null"}}'];
  equal(side.logs, isIOS ? [['log', 'a {"b":[1]} null undefined 1'], ['debug', ''], ['error', ''], error] : [error]);
  equal(side.posts, []);
});

test('a page that replaces built-ins calls and hears what it did before', function* () {
  const side = capacitor();
  yield showPage('var heard = [];');
  const mend = breakBuiltIns(isIOS);
  const promise = Capacitor.nativePromise('Echo', 'echo', { a: [1] });
  Capacitor.Plugins.Echo.addListener('tick', value => { heard[heard.length] = value.n; });
  console.log('said');
  side.ports.receive('value ' + side.posts[0][2] + ' 0\n{"v":1}');
  side.ports.receive('event - Echo.tick\n{"n":7}');
  side.ports.receive('event - volumeup\n');
  mend();
  let value;
  promise.then(given => { value = given; });
  yield 0;
  equal([value, heard, side.posts.map(one => one[1])], [{ v: 1 }, [7], ['{"a":[1]}']]);
  equal(take('console').map(one => one[1]), ['said']);
});
