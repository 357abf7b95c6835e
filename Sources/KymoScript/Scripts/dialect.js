// What the page halves of dialects share: built-ins taken before the page can change them, values as JSON can say them,
// the objects that a web view posts to a page by, and the texts that come from native code.
//
// Evaluated in the page's own world before a dialect's half, which gets what this gives: (native) -> shared. Of `native`
// it needs report(text) and isStrict.
(function (native) {
  'use strict';
  const window = globalThis;
  const { create, defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf, keys, setPrototypeOf } = Object;
  const { apply } = Reflect;
  const { structuredClone, DOMException, MessageEvent, reportError, decodeURIComponent } = window;
  const isArray = Array.isArray;
  const NativeError = Error, NativeMap = Map;
  const uncurry = method => (self, ...rest) => apply(method, self, rest);
  const dateText = uncurry(Date.prototype.toISOString);
  const dateTime = uncurry(Date.prototype.getTime);
  const tag = uncurry(Object.prototype.toString);
  const primitive = { __proto__: null };
  for (const Kind of [Number, String, Boolean]) primitive[`[object ${Kind.name}]`] = uncurry(Kind.prototype.valueOf);
  const hasOwn = uncurry(Object.prototype.hasOwnProperty);
  const find = uncurry(String.prototype.indexOf);
  const slice = uncurry(String.prototype.slice);

  const table = () => create(null);
  /** A list that inherits nothing: what a page does to arrays does not reach it. */
  const list = values => {
    const made = setPrototypeOf([], null);
    for (let index = 0; values && index < values.length; index += 1) made[index] = values[index];
    return made;
  };
  const own = (object, name) => hasOwn(object, name) ? object[name] : undefined;

  // --- What comes and goes ----------------------------------------------------------------------------------------------

  const mapGet = uncurry(Map.prototype.get), mapSet = uncurry(Map.prototype.set);
  const mapDelete = uncurry(Map.prototype.delete), mapEach = uncurry(Map.prototype.forEach);
  const mapSize = uncurry(getOwnPropertyDescriptor(Map.prototype, 'size').get);
  // So many are taken out of a map at least until a new one takes its place.
  const GONE = 64;

  /**
   * Things by key that come and go for as long as a page runs; `get`, `set` and `remove` are for these.
   *
   * In the engine each table that a map has outgrown, or deleted much from, leads to the next. Whatever still reaches an
   * old one, such as a word on the stack, would keep all that have come since: so the map itself is changed now and then.
   */
  const register = () => ({ __proto__: null, map: new NativeMap(), gone: 0 });
  const get = (things, key) => mapGet(things.map, key);
  const set = (things, key, value) => { mapSet(things.map, key, value); };
  function remove(things, key) {
    if (!mapDelete(things.map, key)) return;
    things.gone += 1;
    if (things.gone < GONE || things.gone < mapSize(things.map)) return;
    const map = new NativeMap();
    mapEach(things.map, (value, name) => { mapSet(map, name, value); });
    things.map = map;
    things.gone = 0;
  }

  /** Puts something on an object as the web view does: a page can replace it, and does not find it in a list. */
  const place = (target, name, value) => {
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  };
  const kindOf = name => {
    const prototype = {};
    defineProperty(prototype, Symbol.toStringTag, { __proto__: null, value: name, configurable: true });
    return prototype;
  };

  // --- Values ---------------------------------------------------------------------------------------------------------

  /** Says what does not arrive, which the page does not hear of unless the run is strict. */
  function lost(text) {
    native.report(text);
    if (native.isStrict) throw new NativeError(text);
  }

  /** Says what came to nothing outside of the page's own call; in a strict run it is an error of the page's. */
  function missed(text) {
    native.report(text);
    if (native.isStrict) reportError(new NativeError(text));
  }

  /** Makes of what was just read what the page's `toJSON` does not reach. */
  function bare(value) {
    if (typeof value !== 'object' || value === null) return value;
    setPrototypeOf(value, null);
    const names = keys(value);
    for (let index = 0; index < names.length; index += 1) bare(value[names[index]]);
    return value;
  }

  // Deeper than this a value is taken to hold itself.
  const DEEPEST = 2000;
  const anyArray = Array.prototype, anyObject = Object.prototype;

  /** A copy of what JSON can say of a value; throws a DataCloneError for what cannot be copied. */
  function copy(value, about, depth) {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null || value === undefined) return value;
    if (typeof value === 'number') {
      if (value - value === 0) return value;
      lost(`${about}: ${value} is sent as null, JSON has no such number`);
      return null;
    }
    if (typeof value === 'bigint') throw new DOMException('A BigInt could not be cloned.', 'DataCloneError');
    if (depth === DEEPEST) {
      throw new DOMException(`${about}: a value that holds itself cannot be recorded.`, 'DataCloneError');
    }
    const prototype = typeof value === 'object' ? getPrototypeOf(value) : undefined;
    if (prototype === anyArray && isArray(value)) {
      const made = list();
      for (let index = 0; index < value.length; index += 1) made[index] = copy(value[index], about, depth + 1);
      return made;
    }
    return prototype === anyObject || prototype === null ? fieldsOf(value, about, depth) : special(value, about, depth);
  }

  function fieldsOf(value, about, depth) {
    const made = table();
    const names = keys(value);
    for (let index = 0; index < names.length; index += 1) made[names[index]] = copy(value[names[index]], about, depth + 1);
    return made;
  }

  /** A copy of what has a class. */
  function special(value, about, depth) {
    try {
      const time = dateTime(value);
      return time === time ? dateText(value) : null;
    } catch (_) { /* It is no date. */ }
    const cloned = structuredClone(value);
    const kind = tag(cloned);
    if (primitive[kind] !== undefined) return copy(primitive[kind](cloned), about, depth + 1);
    if (isArray(cloned)) return copy(setPrototypeOf(cloned, anyArray), about, depth + 1);
    if (kind === '[object Map]' || kind === '[object Set]') {
      lost(`${about}: what is in a ${slice(kind, 8, -1)} is lost, native code gets an empty object`);
    }
    return fieldsOf(cloned, about, depth);
  }

  // --- Objects of the web views -----------------------------------------------------------------------------------------

  /** The handlers of an iPhone's web view as `window.webkit`: those of a table by name. */
  function placeHandlers(handlers) {
    const all = create(kindOf('UserMessageHandlersNamespace'));
    const names = keys(handlers);
    for (let index = 0; index < names.length; index += 1) {
      defineProperty(all, names[index], {
        __proto__: null, value: handlers[names[index]], enumerable: true, configurable: true,
      });
    }
    const webkit = create(kindOf('WebKitNamespace'));
    defineProperty(webkit, 'messageHandlers', { __proto__: null, value: all, enumerable: true });
    place(window, 'webkit', webkit);
  }

  /**
   * Makes an object one that Android posts `message` events to.
   *
   * raise(data): posts; hears(): whether anybody listens; hearsOnly(called): whether that function does, and nobody else.
   */
  function listening(object) {
    let functions = list(), onmessage = null;
    place(object, 'addEventListener', function addEventListener(type, called) {
      if (type !== 'message' || typeof called !== 'function') return;
      const next = list();
      for (let index = 0; index < functions.length; index += 1) {
        if (functions[index] === called) return;
        next[index] = functions[index];
      }
      next[next.length] = called;
      functions = next;
    });
    place(object, 'removeEventListener', function removeEventListener(type, called) {
      if (type !== 'message') return;
      const next = list();
      for (let index = 0; index < functions.length; index += 1) {
        if (functions[index] !== called) next[next.length] = functions[index];
      }
      functions = next;
    });
    defineProperty(object, 'onmessage', {
      __proto__: null, enumerable: true, configurable: true,
      get: () => onmessage,
      set: value => { onmessage = typeof value === 'function' ? value : null; },
    });
    const say = (called, event) => {
      try { apply(called, object, [event]); } catch (error) { reportError(error); }
    };
    return {
      __proto__: null,
      hears: () => onmessage !== null || functions.length > 0,
      hearsOnly: called => onmessage === called && functions.length === 0,
      raise(data) {
        const init = table();
        init.data = data;
        const event = new MessageEvent('message', init);
        const called = functions;
        if (onmessage !== null) say(onmessage, event);
        for (let index = 0; index < called.length; index += 1) say(called[index], event);
      },
    };
  }

  // --- From native code -------------------------------------------------------------------------------------------------

  /** The answer to a call in place: {kind: 'value', 'error', 'later' or 'unknown', json}. */
  function now(command, parameters) {
    const text = native.callNow(command, parameters);
    const line = find(text, '\n');
    return {
      __proto__: null, kind: line < 0 ? text : slice(text, 0, line), json: line < 0 ? '' : slice(text, line + 1),
    };
  }

  /**
   * Takes texts apart: answer(kind, token, keeps, json) gets values and errors, event(token, name, json, wanted) events.
   *
   * An event whose answer native code wants is 'ask COMMAND NAME' for 'event - NAME'; the answer is a call of COMMAND,
   * which the fourth argument says. A half that takes three has no answers.
   */
  const receiver = (answer, event) => text => {
    const line = find(text, '\n'), end = line < 0 ? text.length : line;
    const first = find(text, ' '), second = find(text, ' ', first + 1);
    const kind = slice(text, 0, first), token = decodeURIComponent(slice(text, first + 1, second));
    const last = slice(text, second + 1, end), json = slice(text, end + 1);
    if (kind === 'ask') {
      if (event.length < 4) native.report(`${last} is not answered: a page says nothing when it hears an event`);
      event('-', last, json, token);
    } else if (kind === 'event') {
      event(token, last, json);
    } else {
      answer(kind, token, last === '1', json);
    }
  };

  return freeze({
    __proto__: null, uncurry, hasOwn, find, slice, table, list, own, place, kindOf, lost, missed, bare, copy, placeHandlers,
    listening, now, receiver, register, get, set, remove,
  });
})
