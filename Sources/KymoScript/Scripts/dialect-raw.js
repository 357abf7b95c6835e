// The page half of handlers without a library: what web views give to a page by themselves. On iOS that are
// `webkit.messageHandlers.NAME`, with and without a reply, on Android objects with methods, and objects that are posted to.
//
// native.handlers, native.replying: names of handlers (iOS); native.interfaces: [{name, methods}] and native.listeners:
// names (Android); native.callNow(command, parameters), which answers methods in place (optional).
//
// A command is the handler's name, or 'Interface.method' with the arguments as an array. What JSON has no word for is
// sent as the nearest it has: a date as its ISO text, a number that is none as null, an ArrayBuffer as its bytes in
// base64. An event of the app calls the page's function of that name, as native code does that evaluates a script;
// where that wants the answer ('ask'), what the function gives is a call of the command that it names.
(function (native, shared) {
  'use strict';
  const window = globalThis;
  const { uncurry, hasOwn, find, slice, table, list, place, kindOf, lost, copy, now, register, get, set, remove } = shared;
  const { create, getOwnPropertyDescriptor } = Object;
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const { Promise, btoa } = window;
  const isArray = Array.isArray;
  const evaluate = window.eval;
  const bytesOf = Uint8Array;
  const fromCode = String.fromCharCode;
  const textOf = String;
  const NativeError = Error;
  const bufferSize = uncurry(getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get);
  const isIOS = native.platform === 'ios';

  // --- Values as text ---------------------------------------------------------------------------------------------

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
  const waiting = register();

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

  function installHandlers() {
    const silent = list(native.handlers), replying = list(native.replying);
    if (silent.length + replying.length === 0) return;
    const prototype = kindOf('UserMessageHandler');
    const handlers = table();
    for (let index = 0; index < silent.length; index += 1) {
      handlers[silent[index]] = handler(prototype, silent[index], false);
    }
    for (let index = 0; index < replying.length; index += 1) {
      handlers[replying[index]] = handler(prototype, replying[index], true);
    }
    shared.placeHandlers(handlers);
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
    const without = () => {
      if (!isReported) native.report(`${command}: the page goes on without the value that the method has on the phone`);
      isReported = true;
      return undefined;
    };
    return function (...values) {
      const given = list();
      for (let index = 0; index < values.length; index += 1) given[index] = argument(values[index], command);
      const parameters = stringify(given);
      if (typeof native.callNow !== 'function') {
        native.post(command, parameters, undefined, 'none');
        return without();
      }
      const { kind, json } = now(command, parameters);
      if (kind === 'error') {
        native.report(`${command}: ${textOf(parse(json).message)}`);
        throw new NativeError('Java exception was raised during method invocation');
      }
      if (kind !== 'value') return without();
      if (json === '') return undefined;
      const value = parse(json);
      // Java gives no objects of the page's kind, so what has fields comes as its text.
      return typeof value === 'object' && value !== null ? json : value;
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
    const port = shared.listening(object);
    listeners[number] = data => {
      if (!port.hears()) native.report(`${name}: a message for which nobody listens`);
      port.raise(data);
    };
    place(window, name, object);
  }

  // --- From native code -----------------------------------------------------------------------------------------------

  const told = (token, kind) => {
    native.report(`${kind === 'error' ? 'an error' : 'a value'} that nobody waits for: ${token}`);
  };

  function answer(kind, token, _, text) {
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

  /** Gives native code what the page's function gives, or what it promises on the iPhone, as a call. */
  async function answered(command, value) {
    try {
      const result = isIOS ? await value : value;
      native.post(command, result === undefined ? undefined : said(result, command), undefined, 'none');
    } catch (error) {
      native.report(`native code gets no answer for ${command}: ${textOf(error)}`);
    }
  }

  const paths = table();
  let pathCount = 0;
  // So many are kept.
  const MOST_PATHS = 1000;

  /**
   * What a path of names is now. A script that native code evaluates sees the page's `let` and `const`, too, and so does a
   * function that one has made, which is not read anew each time.
   */
  function valueOf(path) {
    const known = paths[path];
    if (known !== undefined) return known();
    const look = evaluate(`(() => ${path})`);
    if (pathCount < MOST_PATHS) {
      paths[path] = look;
      pathCount += 1;
    }
    return look();
  }

  function event(_, name, text, wanted) {
    let called, self;
    if (isPath(name)) {
      let dot = -1;
      for (let at = find(name, '.'); at >= 0; at = find(name, '.', at + 1)) dot = at;
      try {
        if (dot >= 0) self = valueOf(slice(name, 0, dot));
        called = dot >= 0 ? self[slice(name, dot + 1)] : valueOf(name);
      } catch (_) { called = undefined; }
    }
    if (typeof called !== 'function') return native.report(`an event for which the page has no function: ${name}`);
    const value = apply(called, self, text === '' ? [] : [parse(text)]);
    if (wanted !== undefined) answered(wanted, value);
  }

  if (isIOS) {
    installHandlers();
  } else {
    installInterfaces();
    const names = list(native.listeners);
    for (let index = 0; index < names.length; index += 1) listener(names[index]);
  }

  const ports = table();
  ports.receive = shared.receiver(answer, event);
  ports.prompt = () => undefined;
  ports.finished = () => {};
  return ports;
})
