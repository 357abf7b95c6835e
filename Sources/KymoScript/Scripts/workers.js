// Workers, without threads: each is a world of its own, with a global object and built-ins of its own in the page's heap,
// and its turns are among those of the page, by time and then in the order in which they were asked for. So is each
// message, to and fro: a turn of its own, at the time when it is sent, behind what waits for that time already.
//
// The world of a worker is made when its script is to run, which is a turn behind `new Worker`; a page without workers has
// none. Its scripts are those of the platform that need no document, with scope.js, which is the worker's side of this.
//
// host.makeRealm() -> the number of new global objects; host.startRealm(number, host, kit, rejected) evaluates the platform
// there, and has `rejected` called for promises that nobody catches; host.partIn(number, name) -> the function of one of its
// later scripts, see later.js; host.evaluateIn(number, text, source, line) -> its value, or throws; host.dropRealm(number).
(function (host, kit) {
  'use strict';
  const { global, define } = kit;
  const { EventTarget } = kit.early;
  const { Event } = kit;
  const { ErrorEvent } = kit.events;
  const { parse, write } = kit.url;
  const text = String;
  const SPACE = 2 ** 32;       // The numbers of a world's requests; each worker has those behind the ones of the last.

  // What the worlds of a page have in common; a worker's own workers have it from their page, too.
  const shared = host.workers || {
    __proto__: null, kits: [], byNumber: new Map(), count: 0, native: host, goAmong: kit.goAmong, now: kit.now,
    turns: kit.turns, localPath: url => kit.localPath(url), origin: () => kit.origins(), navigator: kit.navigator,
    // The engine holds these for as long as there is a worker's global object: they are the page's, and hold a number.
    rejectedOf: number => (promise, reason) => {
      const world = shared.byNumber.get(number);
      if (world !== undefined) world.rejected(promise, reason);
    },
    look: (...all) => kit.look(...all), seek: kit.seek, device: kit.device, isHidden: () => kit.isHidden,
  };
  const { native } = shared;
  const children = new Set();

  // --- Scripts --------------------------------------------------------------------------------------------------------

  const decoded = bytes => kit.decodeBytes(bytes).replace(/^\ufeff/, '');
  /** The text of a script; null, with the reason told, if it is not there. */
  kit.scriptAt = (url, tell) => {
    const object = kit.objectAt(url);
    if (object !== undefined) {
      if (object !== null) return decoded(object.bytes);
      tell(`the script ${url} is not there`);
      return null;
    }
    const path = shared.localPath(url.replace(/[?#].*/s, ''));
    if (path === null) {
      kit.missing(`the script ${url}: what is not in the app's folder is not loaded`);
      tell(`the script ${url} is not there`);
      return null;
    }
    let body = null;
    let reason = `the script ${path} is not there`;
    try { body = native.readFile(path); } catch (error) { reason = text(error.message); }
    if (typeof body === 'string') return body.replace(/^\ufeff/, '');
    tell(reason);
    return null;
  };

  // --- The life of a worker -------------------------------------------------------------------------------------------

  /** Something of the worker's went wrong: its object hears of it, then this window, then who reads the report. */
  function fail(it, message, source, line, column, stack) {
    kit.later(0, () => {
      const said = { message, filename: source, lineno: line, colno: column, cancelable: true };
      if (!kit.raise(it.page, new ErrorEvent('error', said))) return;
      if (kit.raise(global, new ErrorEvent('error', said))) host.error(message, source, line, column, stack);
    });
  }

  /** There is nothing to run: an event without any more, as in browsers; why is in the report. */
  function failToStart(it, message, source, line, column) {
    children.delete(it);
    native.error(message, source === '' ? kit.pageName() : source, line, column, '');
    kit.later(0, () => { kit.raise(it.page, new Event('error', { cancelable: true })); });
  }

  /** The native side of a worker. */
  function hostOf(it) {
    const { number } = it;
    const made = { __proto__: null };
    for (const name of ['zone', 'locale', 'device', 'denies_location', 'denies_motion', 'base', 'root', 'sockets', 'console',
      'missing', 'readModule', 'readFile', 'readBytes', 'typeOf', 'bundle', 'place', 'stack']) {
      made[name] = native[name];
    }
    const mix = count => Math.imul(number + count, 0x9e3779b1);
    // A list of the page's, which may have broken its iterator.
    const seed = native.seed || [0, 0];
    return Object.assign(made, {
      isWorker: true,
      isHidden: shared.isHidden(),
      part: name => native.partIn(it.realm, name),
      workers: shared,
      objects: kit.objects,
      now: shared.now,
      turns: shared.turns,
      seed: [(seed[0] ^ mix(1)) >>> 0, (seed[1] ^ mix(2)) >>> 0],
      evaluate(body, source, line) {
        shared.look(body, source, line, it.kit.global);
        return native.evaluateIn(it.realm, body, source, line);
      },
      error: (...said) => fail(it, ...said),
      said: native.error,
      fetch: (id, ...rest) => native.fetch(number * SPACE + id, ...rest),
      cancel: id => native.cancel(number * SPACE + id),
      // What scope.js asks for.
      address: it.url,
      name: it.name,
      isModule: it.isModule,
      origin: shared.origin,
      localPath: shared.localPath,
      navigator: shared.navigator,
      cannotStart: (...said) => failToStart(it, ...said),
      send(parcel) {
        kit.later(0, () => { if (!it.isTerminated) kit.raise(it.page, kit.arrived(parcel, {})); });
      },
      close() {
        if (it.isClosed) return;
        leave(it);
        kit.later(0, () => drop(it));
      },
    });
  }

  function begin(it) {
    if (it.isClosed) return;
    let body = null;
    const isFile = kit.objectAt(it.url) === undefined;
    // The modules of a file read it themselves.
    if (!it.isModule || !isFile) {
      body = kit.scriptAt(it.url, reason => failToStart(it, reason, '', 0, 0));
      if (body === null) return;
    }
    shared.seek('indexedDB', 'indexedDB in a worker');
    shared.seek('FileReaderSync', 'FileReaderSync');
    it.realm = native.makeRealm();
    it.kit = { __proto__: null };
    shared.byNumber.set(it.number, it.kit);
    shared.kits.push(it.kit);
    shared.goAmong(shared.kits);
    native.startRealm(it.realm, hostOf(it), it.kit, shared.rejectedOf(it.number));
    it.kit.begin(body);
  }

  /** Nothing is told to a worker any more, and its timers do not go on. */
  function leave(it) {
    it.isClosed = true;
    const at = shared.kits.indexOf(it.kit);
    if (at >= 0) shared.kits.splice(at, 1);
  }

  function drop(it) {
    children.delete(it);
    shared.byNumber.delete(it.number);
    if (it.kit === null) return;
    it.kit.end();
    it.kit = null;
    native.dropRealm(it.realm);
  }

  /** Ends the workers of this worker. */
  kit.endChildren = () => {
    for (const it of [...children]) {
      it.isTerminated = true;
      leave(it);
      drop(it);
    }
  };

  // --- Worker ---------------------------------------------------------------------------------------------------------

  class Worker extends EventTarget {
    #it;
    constructor(address, options = undefined) {
      super();
      if (arguments.length === 0) throw new TypeError('a Worker takes the address of its script');
      const { type = 'classic', name = '' } = options === undefined || options === null ? {} : options;
      if (text(type) !== 'classic' && text(type) !== 'module') throw new TypeError(`there is no kind '${text(type)}' of workers`);
      const url = parse(kit.resolve(address), null);
      if (url === null) throw kit.exception(`"${text(address)}" is not an address`, 'SyntaxError');
      const whole = write(url);
      if (!/^(blob|data):/.test(whole) && shared.localPath(whole) === null) {
        throw kit.exception(`the script ${whole} is not of this origin`, 'SecurityError');
      }
      shared.count += 1;
      const it = {
        page: this, number: shared.count, url: whole, name: text(name), isModule: text(type) === 'module', realm: 0,
        kit: null, isClosed: false, isTerminated: false,
      };
      this.#it = it;
      children.add(it);
      kit.later(0, () => begin(it));
    }
    postMessage(value, transfer) {
      if (arguments.length === 0) throw new TypeError('postMessage takes a message');
      const it = this.#it;
      const parcel = kit.parcel(value, kit.transferOf(transfer));
      if (!it.isClosed) kit.later(0, () => { if (!it.isClosed && it.kit !== null) it.kit.hear(parcel); });
    }
    terminate() {
      const it = this.#it;
      if (it.isTerminated) return;
      it.isTerminated = true;
      leave(it);
      drop(it);
    }
  }
  kit.handle(Worker.prototype, ['message', 'messageerror', 'error']);
  Object.defineProperty(Worker.prototype, Symbol.toStringTag, { value: 'Worker', configurable: true });
  define(global, 'Worker', Worker);

  // --- What the native side tells the page ----------------------------------------------------------------------------

  if (host.workers !== undefined) return;
  const { page } = kit;
  for (const name of ['fetchResponse', 'fetchData', 'fetchEnd', 'fetchFailed']) {
    const own = page[name];
    page[name] = (id, one, other, last) => {
      if (id < SPACE) return own(id, one, other, last);
      const world = shared.byNumber.get(Math.floor(id / SPACE));
      if (world !== undefined) world[name](id % SPACE, one, other, last);
    };
  }
  // Workers of a page that is hidden have no frames, either.
  const { show } = page;
  page.show = isShown => {
    show(isShown);
    for (const one of shared.kits) {
      if (one.isHidden !== isShown) continue;
      one.isHidden = !isShown;
      if (isShown) one.giveFrames();
    }
  };
})
