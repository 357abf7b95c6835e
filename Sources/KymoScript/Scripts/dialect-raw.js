// The page half of handlers without a library: what web views give to a page by themselves. On iOS that are
// `webkit.messageHandlers.NAME`, with and without a reply, on Android objects with methods, and objects that are posted to.
//
// native.handlers, native.replying: names of handlers (iOS); native.interfaces: [{name, methods}] and native.listeners:
// names (Android); native.callNow(command, parameters) -> text of the value, or undefined (optional, for methods).
//
// A command is the handler's name, or 'Interface.method' with the arguments as an array. What JSON has no word for is
// sent as the nearest it has: a date as its ISO text, a number that is none as null, an ArrayBuffer as its bytes in
// base64. An event of the app calls the page's function of that name, as native code does that evaluates a script.
(function (native) {
  'use strict';
  const window = globalThis;
  const { create, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, keys, setPrototypeOf } = Object;
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const { structuredClone, DOMException, MessageEvent, reportError, Promise, btoa, decodeURIComponent } = window;
  const isArray = Array.isArray;
  const evaluate = window.eval;
  const bytesOf = Uint8Array;
  const fromCode = String.fromCharCode;
  const textOf = String;
  const NativeError = Error;
  const uncurry = method => (self, ...rest) => apply(method, self, rest);
  const bufferSize = uncurry(getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get);
  const dateText = uncurry(Date.prototype.toISOString);
  const dateTime = uncurry(Date.prototype.getTime);
  const tag = uncurry(Object.prototype.toString);
  const primitive = { __proto__: null };
  for (const Kind of [Number, String, Boolean]) primitive[`[object ${Kind.name}]`] = uncurry(Kind.prototype.valueOf);
  const hasOwn = uncurry(Object.prototype.hasOwnProperty);
  const find = uncurry(String.prototype.indexOf);
  const slice = uncurry(String.prototype.slice);
  const get = uncurry(Map.prototype.get);
  const set = uncurry(Map.prototype.set);
  const remove = uncurry(Map.prototype.delete);

  const table = () => create(null);
  /** A list that inherits nothing: what a page does to arrays does not reach it. */
  const list = values => {
    const made = setPrototypeOf([], null);
    for (let index = 0; values && index < values.length; index += 1) made[index] = values[index];
    return made;
  };
  const isIOS = native.platform === 'ios';

  /** Puts an object on the window as the web view does: a page can replace it, and does not find it in a list. */
  const place = (target, name, value) => {
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  };

  // --- Values as text ---------------------------------------------------------------------------------------------

  /** Says what does not arrive, which the page does not hear of unless the run is strict. */
  function lost(text) {
    native.report(text);
    if (native.isStrict) throw new NativeError(text);
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

  /** The JSON of a value. */
  function said(value, about) {
    if (value === undefined) return 'null';
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return stringify(value);
    return stringify(copy(value, about, 0));
  }

  function base64(buffer) {
    const bytes = new bytesOf(buffer);
    let text = '';
    for (let index = 0; index < bytes.length; index += 1) text += fromCode(bytes[index]);
    return btoa(text);
  }

  // Tokens of another page, which was loaded before this one, are not among these.
  let lastId = Math.floor(native.seed() * 0x8000000);
  const firstId = lastId;
  const waiting = new Map();

  // --- iOS: webkit.messageHandlers ----------------------------------------------------------------------------------

  function handler(prototype, name, answers) {
    const made = create(prototype);
    place(made, 'postMessage', function postMessage(value) {
      if (arguments.length === 0) throw new TypeError('Not enough arguments');
      const text = said(value, name);
      if (!answers) {
        native.post(name, text, undefined, 'none');
        return undefined;
      }
      return new Promise((resolve, reject) => {
        lastId += 1;
        const token = textOf(lastId);
        set(waiting, token, { __proto__: null, resolve, reject });
        native.post(name, text, token, 'once');
      });
    });
    return made;
  }

  const kindOf = name => {
    const prototype = {};
    defineProperty(prototype, Symbol.toStringTag, { __proto__: null, value: name, configurable: true });
    return prototype;
  };

  function installHandlers() {
    const silent = list(native.handlers), replying = list(native.replying);
    if (silent.length + replying.length === 0) return;
    const prototype = kindOf('UserMessageHandler');
    const handlers = create(kindOf('UserMessageHandlersNamespace'));
    const add = (name, answers) => {
      defineProperty(handlers, name, {
        __proto__: null, value: handler(prototype, name, answers), enumerable: true, configurable: true,
      });
    };
    for (let index = 0; index < silent.length; index += 1) add(silent[index], false);
    for (let index = 0; index < replying.length; index += 1) add(replying[index], true);
    const webkit = create(kindOf('WebKitNamespace'));
    defineProperty(webkit, 'messageHandlers', { __proto__: null, value: handlers, enumerable: true });
    place(window, 'webkit', webkit);
  }

  // --- Android: objects with methods ----------------------------------------------------------------------------------

  /** An argument as Java gets it: texts, numbers, booleans and arrays of them; anything else is null. */
  function argument(value, about) {
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') return copy(value, about, 0);
    if (isArray(value)) {
      const made = list();
      for (let index = 0; index < value.length; index += 1) made[index] = argument(value[index], about);
      return made;
    }
    if (value !== undefined && value !== null) {
      lost(`${about}: an argument that is no text, number, boolean or array is null for Java`);
    }
    return null;
  }

  function method(command) {
    let isReported = false;
    return function (...values) {
      const given = list();
      for (let index = 0; index < values.length; index += 1) given[index] = argument(values[index], command);
      const parameters = stringify(given);
      if (typeof native.callNow === 'function') {
        const text = native.callNow(command, parameters);
        if (text === undefined || text === '') return undefined;
        const value = parse(text);
        // Java gives no objects of the page's kind, so what has fields comes as its text.
        return typeof value === 'object' && value !== null ? text : value;
      }
      native.post(command, parameters, undefined, 'none');
      if (!isReported) native.report(`${command}: the page goes on without the value that the method has on the phone`);
      isReported = true;
      return undefined;
    };
  }

  function installInterfaces() {
    const interfaces = list(native.interfaces);
    for (let index = 0; index < interfaces.length; index += 1) {
      const { name, methods } = interfaces[index];
      const object = {};
      const names = list(methods);
      for (let at = 0; at < names.length; at += 1) place(object, names[at], method(`${name}.${names[at]}`));
      place(window, name, object);
    }
  }

  // --- Android: objects that are posted to ----------------------------------------------------------------------------

  const listeners = list();

  function listener(name) {
    const object = {};
    const number = listeners.length;
    let functions = list(), onmessage = null;
    place(object, 'postMessage', function postMessage(message, ports) {
      let text;
      if (typeof message === 'string') {
        text = stringify(message);
      } else {
        let isBuffer = true;
        try { bufferSize(message); } catch (_) { isBuffer = false; }
        if (!isBuffer) throw new TypeError(`${name}.postMessage takes a text or an ArrayBuffer`);
        text = stringify(base64(message));
      }
      if (ports) native.report(`${name}: ports are not passed on`);
      lastId += 1;
      native.post(name, text, `${number}.${lastId}`, 'many');
    });
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
    listeners[number] = data => {
      if (onmessage === null && functions.length === 0) native.report(`${name}: a message for which nobody listens`);
      const init = table();
      init.data = data;
      const event = new MessageEvent('message', init);
      const called = functions;
      if (onmessage !== null) say(onmessage, event);
      for (let index = 0; index < called.length; index += 1) say(called[index], event);
    };
    place(window, name, object);
  }

  // --- From native code -----------------------------------------------------------------------------------------------

  const told = (token, kind) => {
    native.report(`${kind === 'error' ? 'an error' : 'a value'} that nobody waits for: ${token}`);
  };

  function answer(kind, token, text) {
    const dot = find(token, '.');
    if (dot >= 0) {
      const deliver = listeners[slice(token, 0, dot)];
      const id = +slice(token, dot + 1);
      if (deliver === undefined || !(id > firstId && id <= lastId)) return told(token, kind);
      const value = text === '' ? null : parse(text);
      if (kind === 'error') {
        if (!hasOwn(value, 'code') || value.code !== 'VALIDATION') {
          return native.report(`an error that the page does not hear of: ${value.message}`);
        }
        return deliver(stringify({ __proto__: null, error: value.message }));
      }
      return deliver(typeof value === 'string' ? value : text);
    }
    const call = get(waiting, token);
    if (call === undefined) return told(token, kind);
    remove(waiting, token);
    if (kind === 'error') return call.reject(new NativeError(textOf(parse(text).message)));
    return call.resolve(text === '' ? undefined : parse(text));
  }

  /** Letters, digits, _ and $, with dots between: what can be evaluated without a call, and has no effect. */
  function isPath(name) {
    for (let index = 0, isStart = true; index < name.length; index += 1) {
      const unit = name[index];
      const isLetter = (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z') || unit === '_' || unit === '$';
      const isDigit = unit >= '0' && unit <= '9';
      if (unit === '.' ? isStart || index === name.length - 1 : !isLetter && (isStart || !isDigit)) return false;
      isStart = unit === '.';
    }
    return name !== '';
  }

  function event(name, text) {
    // A script that native code evaluates sees the page's `let` and `const`, too.
    let called, self;
    if (isPath(name)) {
      let dot = -1;
      for (let at = find(name, '.'); at >= 0; at = find(name, '.', at + 1)) dot = at;
      try {
        if (dot >= 0) self = evaluate(slice(name, 0, dot));
        called = dot >= 0 ? self[slice(name, dot + 1)] : evaluate(name);
      } catch (_) { called = undefined; }
    }
    if (typeof called !== 'function') return native.report(`an event for which the page has no function: ${name}`);
    apply(called, self, text === '' ? [] : [parse(text)]);
  }

  if (isIOS) {
    installHandlers();
  } else {
    installInterfaces();
    const names = list(native.listeners);
    for (let index = 0; index < names.length; index += 1) listener(names[index]);
  }

  const ports = table();
  ports.receive = text => {
    const end = find(text, '\n');
    const first = find(text, ' '), second = find(text, ' ', first + 1);
    const kind = slice(text, 0, first), token = slice(text, first + 1, second);
    if (kind === 'event') event(slice(text, second + 1, end), slice(text, end + 1));
    else answer(kind, decodeURIComponent(token), slice(text, end + 1));
  };
  ports.prompt = () => undefined;
  ports.finished = () => {};
  return ports;
})
