// Texts and bytes, copies of values, and messages that a window sends to itself.
(function (host, kit) {
  'use strict';
  const global = globalThis;
  const { define } = kit;
  const text = String;
  const isView = ArrayBuffer.isView;
  const fromCharCode = String.fromCharCode;
  const DOMException = kit.require('./DOMException');
  const exceptionNumbers = {
    IndexSizeError: 1, HierarchyRequestError: 3, InvalidCharacterError: 5, NotFoundError: 8,
    NotSupportedError: 9, InvalidStateError: 11, SyntaxError: 12,
    SecurityError: 18, NetworkError: 19, AbortError: 20, QuotaExceededError: 22, TimeoutError: 23, DataCloneError: 25,
  };

  /** The exception that browsers throw, by name. */
  class PageException extends Error {
    constructor(message = '', name = 'Error') {
      super(text(message));
      define(this, 'name', text(name));
      define(this, 'code', exceptionNumbers[this.name] || 0);
    }
  }
  for (const name of Object.getOwnPropertyNames(DOMException)) {
    if (/^[A-Z_]+_ERR$/.test(name)) {
      define(PageException, name, DOMException[name]);
      define(PageException.prototype, name, DOMException[name]);
    }
  }
  Object.defineProperty(PageException, 'name', { value: 'DOMException' });
  Object.setPrototypeOf(DOMException.prototype, PageException.prototype);
  Object.defineProperty(PageException, Symbol.hasInstance, { value(value) {
    return value !== null && typeof value === 'object' && PageException.prototype.isPrototypeOf(value);
  } });
  define(global, 'DOMException', PageException);
  // What the library throws has the names that browsers give it.
  const utils = kit.require('./utils');
  for (const name of Object.keys(utils)) {
    if (!/^[A-Z]\w+Error$/.test(name)) continue;
    utils[name] = () => { throw new PageException(`The document refuses it: ${name}`, name); };
  }
  kit.exception = (message, name) => new PageException(message, name);

  const bytesOf = value => isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value);
  kit.isBytes = value => isView(value) || value instanceof ArrayBuffer;
  kit.bytesOf = bytesOf;

  // --- UTF-8 --------------------------------------------------------------------------------------------------------

  function encode(value) {
    const bytes = new Uint8Array(value.length * 3);
    let count = 0;
    for (let index = 0; index < value.length; index += 1) {
      let point = value.charCodeAt(index);
      if (point >= 0xd800 && point < 0xe000) {
        const low = point < 0xdc00 ? value.charCodeAt(index + 1) : 0;
        if (low >= 0xdc00 && low < 0xe000) {
          point = 0x10000 + ((point - 0xd800) << 10) + low - 0xdc00;
          index += 1;
        } else {
          point = 0xfffd;
        }
      }
      if (point < 0x80) {
        bytes[count++] = point;
      } else if (point < 0x800) {
        bytes[count++] = 0xc0 | point >> 6;
        bytes[count++] = 0x80 | point & 63;
      } else {
        if (point < 0x10000) {
          bytes[count++] = 0xe0 | point >> 12;
        } else {
          bytes[count++] = 0xf0 | point >> 18;
          bytes[count++] = 0x80 | point >> 12 & 63;
        }
        bytes[count++] = 0x80 | point >> 6 & 63;
        bytes[count++] = 0x80 | point & 63;
      }
    }
    return bytes.slice(0, count);
  }

  // The state between two pieces: how many bytes are wanted, what they may be, and what they make so far.
  const fresh = () => ({ needed: 0, seen: 0, lower: 0x80, upper: 0xbf, point: 0 });

  function decode(bytes, state, isLast, isFatal) {
    const pieces = [];
    let units = [];
    const put = point => {
      if (point > 0xffff) units.push(0xd800 + (point - 0x10000 >> 10), 0xdc00 + (point - 0x10000 & 0x3ff));
      else units.push(point);
      if (units.length > 4096) {
        pieces.push(fromCharCode(...units));
        units = [];
      }
    };
    const bad = () => {
      if (isFatal) throw new TypeError('The encoded data was not valid UTF-8.');
      put(0xfffd);
    };
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index];
      if (state.needed === 0) {
        if (byte < 0x80) put(byte);
        else if (byte >= 0xc2 && byte <= 0xdf) Object.assign(state, { needed: 1, point: byte & 31 });
        else if (byte >= 0xe0 && byte <= 0xef) {
          Object.assign(state, {
            needed: 2, point: byte & 15, lower: byte === 0xe0 ? 0xa0 : 0x80, upper: byte === 0xed ? 0x9f : 0xbf,
          });
        } else if (byte >= 0xf0 && byte <= 0xf4) {
          Object.assign(state, {
            needed: 3, point: byte & 7, lower: byte === 0xf0 ? 0x90 : 0x80, upper: byte === 0xf4 ? 0x8f : 0xbf,
          });
        } else bad();
        continue;
      }
      if (byte < state.lower || byte > state.upper) {
        Object.assign(state, fresh());
        bad();
        index -= 1;
        continue;
      }
      state.lower = 0x80;
      state.upper = 0xbf;
      state.point = state.point << 6 | byte & 63;
      state.seen += 1;
      if (state.seen === state.needed) {
        put(state.point);
        Object.assign(state, fresh());
      }
    }
    if (isLast && state.needed !== 0) {
      Object.assign(state, fresh());
      bad();
    }
    pieces.push(fromCharCode(...units));
    return pieces.join('');
  }
  kit.encodeText = encode;
  kit.decodeBytes = bytes => decode(bytes, fresh(), true, false);
  /** Decodes pieces one after the other; a character may lie in two of them. */
  kit.decoder = () => {
    const state = fresh();
    return (bytes, isLast) => decode(bytes, state, isLast, false);
  };

  class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(value = '') { return encode(text(value)); }
    encodeInto(value, target) {
      let read = 0, written = 0;
      for (const character of text(value)) {
        const bytes = encode(character);
        if (written + bytes.length > target.length) break;
        target.set(bytes, written);
        written += bytes.length;
        read += character.length;
      }
      return { read, written };
    }
  }

  class TextDecoder {
    #state = fresh(); #isFatal; #keepsMark; #isFirst = true;
    constructor(label = 'utf-8', options = {}) {
      if (!/^\s*(utf-?8|unicode-1-1-utf-8)\s*$/i.test(text(label))) {
        kit.missing(`TextDecoder for ${text(label)}`);
        throw new RangeError(`the encoding ${text(label)} is not there`);
      }
      this.#isFatal = !!options.fatal;
      this.#keepsMark = !!options.ignoreBOM;
    }
    get encoding() { return 'utf-8'; }
    get fatal() { return this.#isFatal; }
    get ignoreBOM() { return this.#keepsMark; }
    decode(bytes = new Uint8Array(0), options = {}) {
      let found = decode(bytesOf(bytes), this.#state, !options.stream, this.#isFatal);
      if (this.#isFirst && !this.#keepsMark && found.charCodeAt(0) === 0xfeff) found = found.slice(1);
      if (found !== '') this.#isFirst = false;
      if (!options.stream) this.#isFirst = true;
      return found;
    }
  }
  define(global, 'TextEncoder', TextEncoder);
  define(global, 'TextDecoder', TextDecoder);

  // --- Base64 -------------------------------------------------------------------------------------------------------

  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

  define(global, 'btoa', function btoa(value) {
    const given = text(value);
    let found = '';
    for (let index = 0; index < given.length; index += 3) {
      let bits = 0;
      const count = Math.min(3, given.length - index);
      for (let at = 0; at < 3; at += 1) {
        const code = at < count ? given.charCodeAt(index + at) : 0;
        if (code > 255) throw new PageException('The string contains invalid characters.', 'InvalidCharacterError');
        bits = bits << 8 | code;
      }
      for (let at = 0; at < 4; at += 1) found += at <= count ? DIGITS[bits >> 18 - 6 * at & 63] : '=';
    }
    return found;
  });

  define(global, 'atob', function atob(value) {
    let given = text(value).replace(/[\t\n\f\r ]/g, '');
    if (given.length % 4 === 0) given = given.replace(/==?$/, '');
    if (given.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(given)) {
      throw new PageException('The string contains invalid characters.', 'InvalidCharacterError');
    }
    let found = '', bits = 0, count = 0;
    for (let index = 0; index < given.length; index += 1) {
      bits = (bits << 6 | DIGITS.indexOf(given[index])) & 0xffffff;
      count += 6;
      if (count >= 8) {
        count -= 8;
        found += fromCharCode(bits >> count & 255);
      }
    }
    return found;
  });

  // --- Copies -------------------------------------------------------------------------------------------------------

  const plainTag = Object.prototype.toString;
  const refuse = value => {
    let said = 'The object';
    try { said = typeof value === 'symbol' ? value.toString() : kit.show(value); } catch { /* It has no text. */ }
    throw new PageException(`${said} could not be cloned.`, 'DataCloneError');
  };

  function clone(value, seen) {
    if (typeof value === 'symbol' || typeof value === 'function') refuse(value);
    if (value === null || typeof value !== 'object') return value;
    if (seen.has(value)) return seen.get(value);
    const keep = made => {
      seen.set(value, made);
      return made;
    };
    if (value instanceof Date) return keep(new Date(value.getTime()));
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
    if (value instanceof Number || value instanceof String || value instanceof Boolean) {
      return keep(Object(value.valueOf()));
    }
    if (value instanceof ArrayBuffer) return keep(value.slice(0));
    if (value instanceof DataView) {
      return keep(new DataView(clone(value.buffer, seen), value.byteOffset, value.byteLength));
    }
    if (isView(value)) return keep(new value.constructor(clone(value.buffer, seen), value.byteOffset, value.length));
    if (value instanceof Map) {
      const made = keep(new Map());
      for (const [key, item] of [...value]) made.set(clone(key, seen), clone(item, seen));
      return made;
    }
    if (value instanceof Set) {
      const made = keep(new Set());
      for (const item of [...value]) made.add(clone(item, seen));
      return made;
    }
    if (value instanceof Error) {
      const Kind = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }[value.name] || Error;
      return keep(new Kind(value.message));
    }
    if (value instanceof EventTarget || value instanceof kit.Event || value instanceof Promise
      || value instanceof WeakMap || value instanceof WeakSet) refuse(value);
    if (!Array.isArray(value) && plainTag.call(value) === '[object Window]') refuse(value);
    const made = keep(Array.isArray(value) ? new Array(value.length) : {});
    for (const key of Object.keys(value)) {
      Object.defineProperty(made, key, {
        value: clone(value[key], seen), writable: true, enumerable: true, configurable: true,
      });
    }
    return made;
  }
  kit.clone = value => clone(value, new Map());
  define(global, 'structuredClone', function structuredClone(value) {
    if (arguments.length === 0) throw new TypeError('structuredClone takes a value');
    return kit.clone(value);
  });

  // --- Messages -----------------------------------------------------------------------------------------------------

  const { MessageEvent } = kit.events;
  define(global, 'postMessage', function postMessage(value, target) {
    const data = kit.clone(value);
    const wanted = target !== null && typeof target === 'object' ? target.targetOrigin : target;
    const origin = kit.origins();
    if (wanted !== undefined && wanted !== '*' && wanted !== '/' && wanted !== origin) return;
    kit.later(0, () => kit.raise(global, new MessageEvent('message', { data, origin, source: global })));
  });

  class MessagePort extends EventTarget {
    #other = null; #isStarted = false; #waiting = []; #isClosed = false;
    static pair() {
      const [one, other] = [new MessagePort(), new MessagePort()];
      one.#other = other;
      other.#other = one;
      return [one, other];
    }
    #send(data) {
      if (this.#isClosed) return;
      if (!this.#isStarted) return void this.#waiting.push(data);
      kit.later(0, () => { if (!this.#isClosed) kit.raise(this, new MessageEvent('message', { data })); });
    }
    postMessage(value) { if (!this.#isClosed) this.#other.#send(kit.clone(value)); }
    start() {
      if (this.#isStarted) return;
      this.#isStarted = true;
      for (const data of this.#waiting.splice(0)) this.#send(data);
    }
    close() { this.#isClosed = true; }
    get onmessage() { return this._getEventHandler('message'); }
    set onmessage(value) {
      this._setEventHandler('message', value);
      this.start();
    }
  }
  class MessageChannel {
    constructor() { [this.port1, this.port2] = MessagePort.pair(); }
  }
  define(global, 'MessagePort', MessagePort);
  define(global, 'MessageChannel', MessageChannel);
})
