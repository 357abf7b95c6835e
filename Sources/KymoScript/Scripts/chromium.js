// A page in Chromium on the clock, the chance and the bridge of the native side that drives it. It runs before the page's
// first script. Document, layout, network stack and engine are the browser's own; what is replaced is here.
//
// settings: {now, origin: when the page began, seed, zone, locale, denies, system, vendor, confirms, patience, pathOfCallsNow,
// seeds, native: what a dialect's half gets}.
// scripts: {environment, location, quickconnect, shared, half, handlers}, functions of the platform; the last four may be
// absent.
//
// The native side calls `__kymograph`: one function a turn, and `rest()` behind each, whose promise waits for what the
// browser does by itself. It gives one text: when the next timer is due, whether the browser came to rest, what was said
// since the last time, in order, how much workers have said in all, how many workers there must be at least, and what the
// bridge of named handlers has counted.
(function (settings, scripts) {
  'use strict';
  const window = globalThis;
  const { create, defineProperty, getOwnPropertyDescriptor, setPrototypeOf } = Object;
  const { apply, construct } = Reflect;
  const { stringify } = JSON;
  const { floor } = Math;
  const Finite = Number.isFinite;
  const text = String;
  const NativeDate = Date;
  const Pending = Promise;
  const uncurry = method => (self, ...rest) => apply(method, self, rest);
  const wellFormed = uncurry(String.prototype.toWellFormed);
  const then = uncurry(Promise.prototype.then);
  const bare = values => setPrototypeOf(values, null);
  const define = (target, name, value) => {
    defineProperty(target, name, { __proto__: null, value, writable: true, configurable: true, enumerable: false });
  };

  // --- To the native side -----------------------------------------------------------------------------------------------

  let said = bare([]);
  let total = 0;
  const plain = value => value === undefined || value === null ? null
    : typeof value === 'boolean' ? value : wellFormed(text(value));
  function say(...entry) {
    for (let index = 0; index < entry.length; index += 1) entry[index] = plain(entry[index]);
    said[said.length] = bare(entry);
    total += 1;
  }

  // A call whose script waits: a request that the native side answers, with all that was said before it.
  const origin = location.origin === 'null' ? 'https://kymograph.invalid' : location.origin;
  const Ask = XMLHttpRequest;
  const ask = { __proto__: null };
  for (const name of ['open', 'send']) ask[name] = uncurry(Ask.prototype[name]);
  const answered = uncurry(getOwnPropertyDescriptor(Ask.prototype, 'responseText').get);
  function callNow(command, parameters) {
    const list = said;
    said = bare([]);
    const request = construct(Ask, []);
    ask.open(request, 'POST', origin + settings.pathOfCallsNow, false);
    ask.send(request, stringify(bare([list, plain(command), plain(parameters)])));
    return answered(request);
  }

  // --- Clock and chance: the platform's own -------------------------------------------------------------------------------

  let time = settings.origin;
  const wait = window.setTimeout.bind(window);
  const frame = window.requestAnimationFrame.bind(window);
  const measure = performance.now.bind(performance);

  const host = {
    __proto__: null,
    now: () => time,
    seed: settings.seed,
    zone: settings.zone,
    locale: settings.locale,
    denies_location: settings.denies.location,
    denies_motion: settings.denies.motion,
    evaluate: source => (0, eval)(source),
    missing() {},
    sensors: (kind, isWanted) => say('sensors', kind, isWanted),
    call: message => say('call', message),
    navigate: url => { location.href = url; },
  };
  // The platform takes away what would show threads and the collector: here that is the browser's.
  const kept = bare([]);
  for (const name of ['crypto', 'performance', 'WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics',
    'WebAssembly', 'Temporal', 'ShadowRealm']) {
    const descriptor = getOwnPropertyDescriptor(window, name);
    if (descriptor !== undefined) kept[kept.length] = { name, descriptor };
  }
  const kit = create(null);
  const environment = scripts.environment(host, kit);
  time = settings.now;
  const { crypto: chance, performance: times } = window;
  for (let index = 0; index < kept.length; index += 1) defineProperty(window, kept[index].name, kept[index].descriptor);
  for (const name of ['getRandomValues', 'randomUUID']) define(Crypto.prototype, name, chance[name]);
  for (const name of ['now', 'mark', 'measure', 'clearMarks', 'clearMeasures', 'getEntries', 'getEntriesByName',
    'getEntriesByType', 'timeOrigin']) define(performance, name, times[name]);
  kit.report = error => reportError(error);
  kit.page = create(null);
  define(window, 'requestIdleCallback', called => kit.timers.setTimeout(() => called({
    didTimeout: false, timeRemaining: () => 50,
  }), 1));
  define(window, 'cancelIdleCallback', id => kit.timers.clearTimeout(id));

  const whole = () => floor(kit.now());
  function Clock(...given) {
    if (new.target === undefined) return text(new NativeDate(whole()));
    return construct(NativeDate, given.length === 0 ? [whole()] : given, new.target);
  }
  defineProperty(Clock, 'name', { value: 'Date' });
  defineProperty(Clock, 'length', { value: 7 });
  defineProperty(Clock, 'prototype', { value: NativeDate.prototype, writable: false });
  define(Clock, 'now', whole);
  define(Clock, 'parse', NativeDate.parse);
  define(Clock, 'UTC', NativeDate.UTC);
  define(NativeDate.prototype, 'constructor', Clock);
  define(window, 'Date', Clock);
  defineProperty(Event.prototype, 'timeStamp', { get: () => kit.elapsed(), enumerable: true, configurable: true });

  // --- Device -------------------------------------------------------------------------------------------------------------

  let hearsMotion = false;
  function hear() {
    if (hearsMotion) return;
    hearsMotion = true;
    if (!settings.denies.motion) say('sensors', 'motion', true);
  }
  const listen = EventTarget.prototype.addEventListener;
  define(EventTarget.prototype, 'addEventListener', function addEventListener(type) {
    if (type === 'devicemotion') hear();
    return apply(listen, this, arguments);
  });
  const handler = getOwnPropertyDescriptor(window, 'ondevicemotion');
  if (handler !== undefined && handler.set !== undefined) {
    defineProperty(window, 'ondevicemotion', {
      __proto__: null, enumerable: true, configurable: true, get: handler.get,
      set(value) {
        if (typeof value === 'function') hear();
        apply(handler.set, window, [value]);
      },
    });
  }
  // A machine without sensors tells so by events without values. This listener is the first of all.
  for (const type of ['devicemotion', 'deviceorientation', 'deviceorientationabsolute']) {
    apply(listen, window, [type, event => { if (event.isTrusted) event.stopImmediatePropagation(); }, true]);
  }
  const raise = window.dispatchEvent.bind(window);
  const Motion = window.DeviceMotionEvent;
  if (Motion !== undefined && typeof Motion.requestPermission !== 'function') {
    define(Motion, 'requestPermission', () => new Pending(resolve => resolve('granted')));
  }
  scripts.location(host, kit);
  const about = (name, value) => {
    defineProperty(Navigator.prototype, name, { __proto__: null, get: () => value, enumerable: true, configurable: true });
  };
  about('geolocation', kit.geolocation);
  about('vendor', settings.vendor);
  if (settings.system === 'ios') {
    about('standalone', false);
    delete Navigator.prototype.userAgentData;
  }

  // --- Dialogs ------------------------------------------------------------------------------------------------------------

  let ports = null;
  define(window, 'alert', message => say('dialog', 'alert', message === undefined ? '' : message, ''));
  define(window, 'confirm', message => {
    say('dialog', 'confirm', message === undefined ? '' : message, '');
    return settings.confirms;
  });
  define(window, 'prompt', (message, offered) => {
    const question = message === undefined ? '' : text(message);
    const offer = offered === undefined || offered === null ? '' : text(offered);
    const taken = ports !== null && ports.prompt !== undefined ? ports.prompt(question, offer) : undefined;
    if (typeof taken === 'string') return taken;
    say('dialog', 'prompt', question, offer);
    return settings.confirms ? offer : null;
  });
  define(window, 'print', () => {});
  define(window, 'open', () => null);

  // --- What the browser does by itself --------------------------------------------------------------------------------------

  const { port1: here, port2: there } = new MessageChannel();
  let hop = null;
  here.onmessage = () => hop();
  const send = there.postMessage.bind(there);
  let stirs = 0;
  let pending = 0;
  let heard = 0;
  let workers = 0;
  let wantsFrame = false;
  let counts = null;
  const done = () => {
    pending -= 1;
    stirs += 1;
  };
  /** Puts something in front of methods, which then do the same. */
  function before(target, names, seen) {
    if (target === undefined || target === null) return;
    for (const name of names) {
      const method = target[name];
      if (typeof method !== 'function') continue;
      define(target, name, { [name](...given) { return seen(apply(method, this, given)); } }[name]);
    }
  }
  const stir = value => {
    stirs += 1;
    return value;
  };
  const promised = value => {
    pending += 1;
    then(value, done, done);
    return value;
  };
  const requested = request => {
    pending += 1;
    let isDone = false;
    const once = () => {
      if (!isDone) done();
      isDone = true;
    };
    apply(listen, request, ['success', once]);
    apply(listen, request, ['error', once]);
    apply(listen, request, ['blocked', once]);
    return request;
  };
  const body = ['text', 'json', 'arrayBuffer', 'blob', 'formData', 'bytes'];
  before(MessagePort.prototype, ['postMessage'], stir);
  before(window, ['postMessage'], stir);
  before(Response.prototype, body, promised);
  before(Request.prototype, body, promised);
  before(Blob.prototype, body, promised);
  before(window, ['createImageBitmap'], promised);
  before(HTMLImageElement.prototype, ['decode'], promised);
  if (window.SubtleCrypto) before(SubtleCrypto.prototype, Object.getOwnPropertyNames(SubtleCrypto.prototype), promised);
  if (window.IDBFactory) {
    before(IDBFactory.prototype, ['open', 'deleteDatabase'], requested);
    before(IDBObjectStore.prototype, ['add', 'put', 'get', 'getAll', 'getAllKeys', 'getKey', 'delete', 'clear', 'count'],
      requested);
    before(IDBIndex.prototype, ['get', 'getAll', 'getAllKeys', 'getKey', 'count'], requested);
  }
  for (const Kind of [window.IntersectionObserver, window.ResizeObserver]) {
    if (Kind) {
      before(Kind.prototype, ['observe'], value => {
        wantsFrame = true;
        return value;
      });
    }
  }

  if (window.Worker) {
    define(window, 'Worker', new Proxy(window.Worker, {
      __proto__: null,
      construct(Kind, given, target) {
        const worker = construct(Kind, given, target);
        let isThere = true;
        workers += 1;
        apply(listen, worker, ['message', () => { heard += 1; }]);
        // Also one whose script is not to be had, for which the browser has no session.
        apply(listen, worker, ['error', () => {
          heard += 1;
          if (isThere) workers -= 1;
          isThere = false;
        }]);
        return worker;
      },
    }));
  }

  /**
   * What was said, once the browser has nothing more to do now; the real time that it is waited for is bounded.
   * slack: how many turns of the browser's own it has at least, since something came from the network.
   */
  function rest(slack) {
    return new Pending(resolve => {
      const began = measure();
      let turns = slack;
      let hops = 0;
      let seen = stirs + total;
      const go = () => send(0);
      hop = () => {
        hops += 1;
        const isLate = measure() - began > settings.patience;
        if (pending > 0 && !isLate) return wait(go, 1);
        turns -= 1;
        if (turns >= 0) return wait(go, 0);
        if (wantsFrame && !isLate) {
          wantsFrame = false;
          return frame(() => wait(go, 0));
        }
        if (stirs + total !== seen && hops < 100000 && !isLate) {
          seen = stirs + total;
          return go();
        }
        const due = environment.nextTimer();
        const list = said;
        said = bare([]);
        return resolve(stringify(bare([Finite(due) ? due : null, !isLate, list, heard, workers, counts])));
      };
      go();
    });
  }

  // --- From the native side -------------------------------------------------------------------------------------------------

  const driver = {
    __proto__: null,
    rest,
    turn(now, limit) {
      time = now;
      environment.runTimers(limit);
    },
    motion(now, x, y, z) {
      time = now;
      if (Motion !== undefined) raise(new Motion('devicemotion', { accelerationIncludingGravity: { x, y, z }, interval: 0 }));
    },
    position(now, ...values) {
      time = now;
      apply(kit.position, undefined, values);
    },
    receive(now, message) {
      time = now;
      ports.receive(message);
    },
    finished(now) {
      time = now;
      if (ports !== null && ports.finished) ports.finished();
      if (kit.bridgeLoaded) kit.bridgeLoaded();
    },
    navigate: url => ports !== null && ports.navigate !== undefined && !!ports.navigate(url),
    file: path => {
      const found = ports !== null && ports.file !== undefined ? ports.file(path) : undefined;
      return typeof found === 'string' ? found : null;
    },
    acknowledge(now) {
      time = now;
      if (kit.page.acknowledge) kit.page.acknowledge();
    },
    waiting() {
      if (kit.page.quickConnect === undefined) return 0;
      const { state, waiting, kept: held } = kit.page.quickConnect.state();
      return waiting + held - (state === 'inFlight' ? 1 : 0);
    },
  };
  defineProperty(window, '__kymograph', { __proto__: null, value: driver });

  // --- The bridge -------------------------------------------------------------------------------------------------------------

  if (scripts.quickconnect) scripts.quickconnect(host, kit);
  if (scripts.handlers) {
    // With the timers that are the page's by now.
    const install = scripts.handlers();
    let half;
    counts = bare([0, 0, 0, 0]);
    const report = (kind, detail, reason) => say('bridgeReport', kind, detail, reason);
    driver.install = (now, version, page, maximum) => {
      time = now;
      half = install(report, null, version, page, counts, () => say('bridgeHasMessages'), maximum);
      return half !== undefined;
    };
    driver.fetch = () => bare([half.fetch(), counts]);
    driver.hand = (now, message) => {
      time = now;
      half.receive(message);
    };
  }
  if (scripts.half) {
    let drawn = 0;
    const native = {
      __proto__: null,
      ...settings.native,
      seed() {
        say('seed');
        drawn += 1;
        return settings.seeds[(drawn - 1) % settings.seeds.length];
      },
      post: (...given) => say('post', given[0], given[1], given[2], given[3]),
      control: (kind, name, token) => say('control', kind, name, token),
      report: what => say('report', what),
      log() {},
    };
    if (settings.pathOfCallsNow) native.callNow = callNow;
    ports = scripts.half(native, scripts.shared(native));
  }
})
