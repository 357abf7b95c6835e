// What a script can see of time, chance and order: a virtual clock, seeded numbers, and one queue of timers.
//
// host.now() -> milliseconds, host.seed -> [two numbers of 32 bits], host.zone and host.locale (optional),
// host.evaluate(text, source, line) -> its value, or throws, host.error(message, source, line, column, stack),
// host.missing(name).
//
// Promises go on when a call of the native side returns. So one call is one turn: the native side calls
// `runTimers(milliseconds)` until it answers false, and each call runs one callback.
//
// Workers are worlds of their own with timers of their own, which go among those of the page: by time, and of those at one
// time in the order in which they were set, whoever set them. host.turns, in a worker, is the page's count for that.
(function (host, given) {
  'use strict';
  const kit = given || {};
  const global = globalThis;
  const { apply } = Reflect;
  const { defineProperty, getOwnPropertyDescriptor, setPrototypeOf } = Object;
  const { trunc, floor, imul } = Math;
  const then = Promise.prototype.then;
  const settled = Promise.resolve();
  const uncurry = method => (self, ...rest) => apply(method, self, rest);
  const anyArray = Array.prototype;
  const text = String;
  // An array without a prototype: what a page does to arrays does not reach it.
  const bare = values => setPrototypeOf(values, null);

  kit.global = global;
  kit.uncurry = uncurry;
  kit.then = uncurry(then);
  kit.bare = bare;
  kit.locale = host.locale || 'en-US';
  // What the page's user refuses.
  kit.denies = { __proto__: null, location: host.denies_location === true, motion: host.denies_motion === true };
  kit.zone = host.zone || 'UTC';

  // Functions that are the platform's, though the page's built-ins made them: their text is that of a browser's own, which
  // libraries look for before they use one. loader.js says it. The value is a name where the function's own is not asked.
  const natives = new WeakMap();
  const weakSet = uncurry(WeakMap.prototype.set);
  const weakGet = uncurry(WeakMap.prototype.get);
  const { ownKeys } = Reflect;
  const NAMELESS = { __proto__: null, '': true, value: true, method: true };
  kit.nativeName = value => weakGet(natives, value);
  kit.isNative = (value, name = null) => { weakSet(natives, value, name); };
  /** The same for what an object or a class has. */
  kit.areNative = value => {
    const isClass = typeof value === 'function';
    if (isClass) kit.isNative(value);
    const names = bare(ownKeys(value));
    for (let index = 0; index < names.length; index += 1) {
      if (names[index] === 'prototype' && isClass) {
        kit.areNative(value.prototype);
        continue;
      }
      const found = getOwnPropertyDescriptor(value, names[index]);
      if (typeof found.value === 'function') kit.isNative(found.value);
      if (found.get !== undefined) kit.isNative(found.get);
      if (found.set !== undefined) kit.isNative(found.set);
    }
    return value;
  };

  const isListed = uncurry(Object.prototype.propertyIsEnumerable);
  /** Gives the page a property as browsers do: it can be replaced, and is not listed, unless what it replaces was. */
  kit.define = (target, name, value) => {
    if (typeof value === 'function' && name !== 'constructor') {
      kit.isNative(value);
      if (typeof name === 'string' && NAMELESS[value.name]) {
        defineProperty(value, 'name', { __proto__: null, value: name, configurable: true });
      }
    }
    defineProperty(target, name, {
      __proto__: null, value, writable: true, configurable: true, enumerable: isListed(target, name),
    });
  };

  // --- What comes and goes --------------------------------------------------------------------------------------

  const NativeMap = Map;
  const mapGet = uncurry(Map.prototype.get), mapSet = uncurry(Map.prototype.set), mapHas = uncurry(Map.prototype.has);
  const mapDelete = uncurry(Map.prototype.delete), mapEach = uncurry(Map.prototype.forEach);
  const mapSize = uncurry(getOwnPropertyDescriptor(Map.prototype, 'size').get);
  // So many are taken out of a map at least until a new one takes its place.
  const GONE = 64;

  /**
   * Things by key that come and go for as long as a page runs.
   *
   * In the engine each table that a map has outgrown, deleted much from or cleared leads to the next. Whatever still
   * reaches an old one, such as a word on the stack, would keep all that have come since: so the map is changed now and
   * then.
   */
  kit.register = () => {
    let map = new NativeMap(), gone = 0;
    return {
      __proto__: null,
      get: key => mapGet(map, key),
      has: key => mapHas(map, key),
      set(key, value) { mapSet(map, key, value); },
      delete(key) {
        if (!mapDelete(map, key)) return false;
        gone += 1;
        if (gone < GONE || gone < mapSize(map)) return true;
        const next = new NativeMap();
        mapEach(map, (value, name) => { mapSet(next, name, value); });
        map = next;
        gone = 0;
        return true;
      },
    };
  };

  // --- Errors ---------------------------------------------------------------------------------------------------

  /** What an error says, and where: as the engine tells it. */
  kit.describe = error => {
    const found = { message: '', source: '', line: 0, column: 0, stack: '' };
    try {
      const isObject = error !== null && typeof error === 'object';
      found.message = text(error);
      if (isObject && typeof error.stack === 'string') found.stack = error.stack;
      if (isObject && typeof error.line === 'number') {
        found.line = error.line;
        // Of what cannot be read, the engine knows the line, and takes the column of who reads it.
        found.column = typeof error.column === 'number' && error.name !== 'SyntaxError' ? error.column : 0;
        found.source = typeof error.sourceURL === 'string' ? error.sourceURL : '';
      }
    } catch { found.message = found.message || 'an error that cannot be said'; }
    return found;
  };

  /** Reports what was thrown; events.js puts the page's own handlers before this. */
  kit.report = error => {
    const { message, source, line, column, stack } = kit.describe(error);
    host.error(message, source, line, column, stack);
  };

  // --- Clock ----------------------------------------------------------------------------------------------------

  const clock = host.now;
  let reached = clock();
  const origin = reached;

  /** The virtual time in milliseconds; it never goes back. */
  function now() {
    const time = clock();
    if (time > reached) reached = time;
    return reached;
  }
  kit.now = now;
  kit.origin = origin;
  kit.elapsed = () => now() - origin;

  // --- Timers: a heap by (due, order) -----------------------------------------------------------------------------

  const heap = bare([]);
  let heapCount = 0;
  let cancelledCount = 0;
  const turns = host.turns || { __proto__: null, order: 0 };
  let lastId = 0;
  let nesting = 0;
  const byId = kit.register();

  const isBefore = (one, other) => one.due < other.due || (one.due === other.due && one.order < other.order);

  function push(timer) {
    let index = heapCount++;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(timer, heap[parent])) break;
      heap[index] = heap[parent];
      index = parent;
    }
    heap[index] = timer;
  }

  function sink(timer, start) {
    let index = start;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heapCount) break;
      if (child + 1 < heapCount && isBefore(heap[child + 1], heap[child])) child += 1;
      if (!isBefore(heap[child], timer)) break;
      heap[index] = heap[child];
      index = child;
    }
    heap[index] = timer;
  }

  function pop() {
    const first = heap[0];
    heapCount -= 1;
    const last = heap[heapCount];
    heap[heapCount] = undefined;
    if (heapCount > 0) sink(last, 0);
    return first;
  }

  function peek() {
    while (heapCount > 0 && heap[0].isCancelled) {
      pop();
      cancelledCount -= 1;
    }
    return heapCount > 0 ? heap[0] : null;
  }

  // Timers that were cancelled long before they were due do not pile up.
  function compact() {
    let kept = 0;
    for (let index = 0; index < heapCount; index += 1) {
      if (!heap[index].isCancelled) heap[kept++] = heap[index];
    }
    for (let index = kept; index < heapCount; index += 1) heap[index] = undefined;
    heapCount = kept;
    cancelledCount = 0;
    for (let index = (heapCount >> 1) - 1; index >= 0; index -= 1) sink(heap[index], index);
  }

  function schedule(callback, parameters, due, id, interval, level) {
    turns.order += 1;
    const timer = {
      callback, parameters, due, order: turns.order, id, interval, level, isCancelled: false, isFrame: false,
    };
    push(timer);
    return timer;
  }

  /** Does something of the platform's own after `delay` milliseconds, in the page's order. */
  kit.later = (delay, callback, parameters = undefined) =>
    schedule(callback, parameters, now() + delay, 0, -1, 0);
  kit.cancel = timer => {
    if (timer && !timer.isCancelled && !timer.isDone) {
      timer.isCancelled = true;
      cancelledCount += 1;
    }
  };

  function milliseconds(delay) {
    const number = trunc(Number(delay));
    return number > 0 && number <= 0x7fffffff ? number : 0;
  }

  function start(handler, delay, parameters, isRepeated) {
    const callback = typeof handler === 'function' ? handler : text(handler);
    let wait = milliseconds(delay);
    if (isRepeated && wait < 1) wait = 1;
    const level = nesting + 1;
    if (level > 5 && wait < 4) wait = 4;
    lastId += 1;
    byId.set(lastId, schedule(callback, parameters, now() + wait, lastId, isRepeated ? wait : -1, level));
    return lastId;
  }

  function stop(id) {
    const number = trunc(Number(id));
    const timer = byId.get(number);
    if (timer === undefined) return;
    byId.delete(number);
    timer.interval = -1;
    kit.cancel(timer);
    if (cancelledCount > 64 && cancelledCount * 2 > heapCount) compact();
  }

  kit.timers = {
    setTimeout(handler, delay, ...parameters) { return start(handler, delay, parameters, false); },
    setInterval(handler, delay, ...parameters) { return start(handler, delay, parameters, true); },
    clearTimeout(id) { stop(id); },
    clearInterval(id) { stop(id); },
  };

  // Frames come sixty times a second; the time that callbacks are given is that of their frame.
  const frame = 1000 / 60;
  // In ms since 1970 a number of 64 bits has steps of a quarter of a microsecond: a frame that begins now has begun.
  kit.frameNow = () => floor(kit.elapsed() / frame + 1e-4);
  function requestAnimationFrame(callback) {
    if (typeof callback !== 'function') throw new TypeError('requestAnimationFrame takes a function');
    const time = (kit.frameNow() + 1) * frame;
    lastId += 1;
    const timer = schedule(callback, [time], origin + time, lastId, -1, 0);
    timer.isFrame = true;
    byId.set(lastId, timer);
    return lastId;
  }
  // A page that is hidden has no frames: what waits for one gets the first after it is shown again.
  let heldFrames = bare([]);
  kit.isHidden = host.isHidden === true;
  kit.giveFrames = () => {
    const held = heldFrames;
    heldFrames = bare([]);
    const time = (kit.frameNow() + 1) * frame;
    for (let index = 0; index < held.length; index += 1) {
      const timer = held[index];
      if (timer.isCancelled) continue;
      turns.order += 1;
      timer.order = turns.order;
      timer.due = origin + time;
      timer.parameters = [time];
      push(timer);
    }
  };

  function queueMicrotask(callback) {
    if (typeof callback !== 'function') throw new TypeError('queueMicrotask takes a function');
    apply(then, settled, [() => {
      try { callback(); } catch (error) { kit.report(error); }
    }]);
  }
  kit.microtask = queueMicrotask;

  for (const name of ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval']) {
    kit.define(global, name, kit.timers[name]);
  }
  kit.define(global, 'requestAnimationFrame', requestAnimationFrame);
  kit.define(global, 'cancelAnimationFrame', id => stop(id));
  kit.define(global, 'queueMicrotask', queueMicrotask);

  function run(timer) {
    if (timer.isFrame && kit.isHidden) {
      heldFrames[heldFrames.length] = timer;
      return;
    }
    timer.isDone = true;
    if (timer.due > reached) reached = timer.due;
    const { callback, parameters, level } = timer;
    nesting = level;
    try {
      if (typeof callback === 'string') host.evaluate(kit.importing ? kit.importing(callback, '') : callback, 'timer', 1);
      else if (parameters === undefined) callback();
      else apply(callback, global, parameters);
    } catch (error) {
      kit.report(error);
    }
    nesting = 0;
    // The same interval goes on, unless it was cleared meanwhile.
    if (timer.interval >= 0) {
      turns.order += 1;
      timer.order = turns.order;
      timer.level = level + 1;
      if (timer.level > 5 && timer.interval < 4) timer.interval = 4;
      timer.due = now() + timer.interval;
      timer.isDone = false;
      push(timer);
    } else if (timer.id !== 0) {
      byId.delete(timer.id);
    }
  }

  // --- Jobs: the loading of a page goes before timers -------------------------------------------------------------

  const jobs = bare([]);
  let firstJob = 0;
  let jobCount = 0;

  /** Does a step of loading in a turn of its own, before every timer. */
  kit.job = callback => { jobs[firstJob + jobCount++] = callback; };
  /** The same before the jobs that wait. */
  kit.nextJob = callback => {
    if (firstJob === 0) {
      for (let index = jobCount; index > 0; index -= 1) jobs[index] = jobs[index - 1];
      firstJob = 1;
    }
    firstJob -= 1;
    jobs[firstJob] = callback;
    jobCount += 1;
  };

  function runJob() {
    const job = jobs[firstJob];
    jobs[firstJob] = undefined;
    firstJob += 1;
    jobCount -= 1;
    if (jobCount === 0) firstJob = 0;
    try { job(); } catch (error) { kit.report(error); }
  }

  // The worlds of workers; null as long as there was none.
  let others = null;
  kit.turns = turns;
  kit.peek = peek;
  /** Lets the timers of other worlds go among these: a list of their kits, which may change. */
  kit.goAmong = worlds => { others = worlds; };

  /** The world whose first timer comes before one of these; null if none does. */
  function worldBefore(timer) {
    let found = null;
    let first = timer;
    for (let index = 0; index < others.length; index += 1) {
      const one = others[index].peek();
      if (one === null || (first !== null && !isBefore(one, first))) continue;
      found = others[index];
      first = one;
    }
    return found;
  }

  function nextTimer() {
    if (jobCount > 0) return now();
    const first = peek();
    const world = others === null ? null : worldBefore(first);
    if (world !== null) return world.peek().due;
    return first === null ? Infinity : first.due;
  }

  /** Runs the first callback that is due at or before `limit`; true if another is due then. */
  function runTimers(limit) {
    if (jobCount > 0) {
      runJob();
    } else {
      const first = peek();
      const world = others === null ? null : worldBefore(first);
      if (world !== null) {
        const { due } = world.peek();
        if (due > limit) return false;
        if (due > reached) reached = due;
        world.environment.runTimers(limit);
      } else {
        if (first === null || first.due > limit) return false;
        run(pop());
      }
    }
    return nextTimer() <= limit;
  }

  // --- Chance: xorshift of 128 bits -------------------------------------------------------------------------------

  function generator(first, second) {
    let seed = (first ^ imul(second, 0x9e3779b1)) | 0;
    const mix = () => {
      seed = (seed + 0x9e3779b9) | 0;
      let value = seed;
      value = imul(value ^ (value >>> 16), 0x85ebca6b);
      value = imul(value ^ (value >>> 13), 0xc2b2ae35);
      return value ^ (value >>> 16);
    };
    let [x, y, z, w] = [mix(), mix() ^ first, mix() ^ second, mix() | 1];
    return () => {
      const t = x ^ (x << 11);
      x = y;
      y = z;
      z = w;
      w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
      return w >>> 0;
    };
  }

  const seeds = host.seed || [0, 0];
  const next = generator(seeds[0] >>> 0, seeds[1] >>> 0);
  const nextByte = generator(~seeds[0] >>> 0, seeds[1] >>> 0);
  kit.define(Math, 'random', () => {
    const high = next() >>> 5;
    return (high * 67108864 + (next() >>> 6)) / 9007199254740992;
  });

  const isView = ArrayBuffer.isView;
  const crypto = {
    getRandomValues(array) {
      if (!isView(array) || array instanceof Float32Array || array instanceof Float64Array) {
        throw new TypeError('getRandomValues takes an array of integers');
      }
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = nextByte() >>> 24;
      return array;
    },
    randomUUID() {
      let digits = '';
      for (let index = 0; index < 32; index += 1) {
        const value = nextByte() >>> 28;
        digits += (index === 12 ? 4 : index === 16 ? 8 | (value & 3) : value).toString(16);
        if (index === 7 || index === 11 || index === 15 || index === 19) digits += '-';
      }
      return digits;
    },
  };
  kit.define(global, 'crypto', kit.areNative(crypto));

  // --- performance ------------------------------------------------------------------------------------------------

  let entries = bare([]);
  const chosen = isChosen => {
    const found = bare([]);
    for (let index = 0; index < entries.length; index += 1) {
      if (isChosen(entries[index])) found[found.length] = entries[index];
    }
    return found;
  };
  const named = (name, type) => setPrototypeOf(chosen(entry =>
    (name === undefined || entry.name === name) && (type === undefined || entry.entryType === type)), anyArray);
  const clear = (name, type) => {
    entries = chosen(entry => entry.entryType !== type || (name !== undefined && entry.name !== text(name)));
  };
  const moment = point => {
    if (typeof point === 'number') return point;
    const marks = named(text(point), 'mark');
    if (marks.length === 0) throw new SyntaxError(`The mark '${text(point)}' does not exist.`);
    return marks[marks.length - 1].startTime;
  };
  kit.define(global, 'performance', kit.areNative({
    timeOrigin: origin,
    timing: { navigationStart: origin },
    now: () => kit.elapsed(),
    mark(name) {
      const entry = { name: text(name), entryType: 'mark', startTime: kit.elapsed(), duration: 0 };
      entries[entries.length] = entry;
      return entry;
    },
    measure(name, from, to) {
      const startTime = from === undefined ? 0 : moment(from);
      const duration = (to === undefined ? kit.elapsed() : moment(to)) - startTime;
      const entry = { name: text(name), entryType: 'measure', startTime, duration };
      entries[entries.length] = entry;
      return entry;
    },
    clearMarks(name) { clear(name, 'mark'); },
    clearMeasures(name) { clear(name, 'measure'); },
    getEntries: () => named(),
    getEntriesByName: (name, type) => named(text(name), type),
    getEntriesByType: type => named(undefined, text(type)),
  }));

  // --- What would show the collector, other threads, or a compiler's own time --------------------------------------

  const reported = new Set();
  const setHas = uncurry(Set.prototype.has);
  const setAdd = uncurry(Set.prototype.add);
  /** Says once, by name, that the page uses something that is not there; without a place, where it is running now. */
  kit.missing = (name, place = undefined) => {
    if (setHas(reported, name)) return;
    setAdd(reported, name);
    if (place === undefined) host.missing(name); else host.missing(name, place);
  };
  kit.isReported = name => setHas(reported, name);
  /** The names of browsers that this window has not, each with what the report calls it. */
  kit.sought = new Map();
  /** What the report calls a name; undefined if it calls it nothing. */
  kit.labelOf = name => mapGet(kit.sought, name);
  kit.seek = (name, label) => { mapSet(kit.sought, name, label); };
  /** Takes a name from the window: it is absent, as in a browser without it; sought.js tells who looks for it. */
  kit.absent = (name, label = name) => {
    delete global[name];
    kit.seek(name, label);
  };
  for (const name of [
    'WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics', 'WebAssembly', 'Temporal', 'ShadowRealm',
  ]) {
    if (name in global) kit.absent(name);
  }

  kit.environment = { nextTimer, runTimers, now };
  return kit.environment;
})
