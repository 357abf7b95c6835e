// Texts and bytes, and the exceptions that browsers throw.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { define } = kit;
  const text = String;
  const { apply } = Reflect;
  const isView = ArrayBuffer.isView;
  const bufferOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'buffer').get;
  const fromCharCode = String.fromCharCode;
  const DOMException = kit.require('./DOMException');
  const exceptionNumbers = {
    IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5, NoModificationAllowedError: 7,
    NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11, SyntaxError: 12,
    InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15, SecurityError: 18, NetworkError: 19, AbortError: 20,
    URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23, InvalidNodeTypeError: 24, DataCloneError: 25,
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
  const lengthOf = kit.uncurry(Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get);
  const isBuffer = value => { try { return lengthOf(value) >= 0; } catch { return false; } };
  kit.isBytes = value => isView(value) || isBuffer(value);
  kit.bytesOf = bytesOf;
  const [anyBytes, anyBuffer] = [global.Uint8Array.prototype, global.ArrayBuffer.prototype];
  /** Makes bytes, which nobody else has, the page's. */
  kit.giveBytes = bytes => {
    Object.setPrototypeOf(bytes, anyBytes);
    Object.setPrototypeOf(apply(bufferOf, bytes, []), anyBuffer);
    return bytes;
  };

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
    encode(value = '') { return kit.giveBytes(encode(text(value))); }
    encodeInto(value, target) {
      let read = 0, written = 0;
      for (const character of text(value)) {
        const bytes = encode(character);
        if (written + bytes.length > target.length) break;
        target.set(bytes, written);
        written += bytes.length;
        read += character.length;
      }
      return kit.give({ read, written });
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
})
