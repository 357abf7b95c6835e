// Copies of values, which are of the page's kinds, and messages that a window sends to itself.
(function (host, kit) {
  'use strict';
  const { global, bare, define, uncurry } = kit;
  const { defineProperty, keys } = Object;
  const isArray = Array.isArray;
  const isView = ArrayBuffer.isView;
  const { DOMException, EventTarget } = global;
  const get = uncurry(Map.prototype.get);
  const set = uncurry(Map.prototype.set);
  const add = uncurry(Set.prototype.add);
  const eachPair = uncurry(Map.prototype.forEach);
  const eachItem = uncurry(Set.prototype.forEach);

  // --- Copies -------------------------------------------------------------------------------------------------------

  const plainTag = uncurry(Object.prototype.toString);
  const refuse = value => {
    let said = 'The object';
    try { said = typeof value === 'symbol' ? value.toString() : kit.show(value); } catch { /* It has no text. */ }
    throw new DOMException(`${said} could not be cloned.`, 'DataCloneError');
  };
  kit.refuseToClone = refuse;
  /** Whether an object is of a kind that no copy can be made of. */
  const isNeverCloned = value => value instanceof EventTarget || value instanceof kit.Event || value instanceof Promise
    || value instanceof WeakMap || value instanceof WeakSet || plainTag(value) === '[object Window]';
  kit.isNeverCloned = isNeverCloned;

  function clone(value, seen) {
    if (typeof value === 'symbol' || typeof value === 'function') refuse(value);
    if (value === null || typeof value !== 'object') return value;
    const known = get(seen, value);
    if (known !== undefined) return known;
    const keep = made => {
      set(seen, value, made);
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
      const pairs = bare([]);
      eachPair(value, (item, key) => { pairs[pairs.length] = { key, item }; });
      for (let index = 0; index < pairs.length; index += 1) {
        set(made, clone(pairs[index].key, seen), clone(pairs[index].item, seen));
      }
      return made;
    }
    if (value instanceof Set) {
      const made = keep(new Set());
      const items = bare([]);
      eachItem(value, item => { items[items.length] = item; });
      for (let index = 0; index < items.length; index += 1) add(made, clone(items[index], seen));
      return made;
    }
    if (value instanceof Error) {
      const Kind = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }[value.name] || Error;
      return keep(new Kind(value.message));
    }
    if (kit.isBlob(value)) {
      const { bytes, type, name, time } = kit.partsOfBlob(value);
      return keep(kit.makeBlob(bytes, type, name, time));
    }
    if (!isArray(value) && isNeverCloned(value)) refuse(value);
    const made = keep(isArray(value) ? new Array(value.length) : {});
    const names = keys(value);
    for (let index = 0; index < names.length; index += 1) {
      defineProperty(made, names[index], {
        __proto__: null, value: clone(value[names[index]], seen), writable: true, enumerable: true, configurable: true,
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
    #other = null; #isStarted = false; #waiting = bare([]); #isClosed = false;
    static join(one, other) {
      one.#other = other;
      other.#other = one;
    }
    #send(data) {
      if (this.#isClosed) return;
      if (!this.#isStarted) return void (this.#waiting[this.#waiting.length] = data);
      kit.later(0, () => { if (!this.#isClosed) kit.raise(this, new MessageEvent('message', { data })); });
    }
    postMessage(value) { if (!this.#isClosed) this.#other.#send(kit.clone(value)); }
    start() {
      if (this.#isStarted) return;
      this.#isStarted = true;
      const waiting = this.#waiting;
      this.#waiting = bare([]);
      for (let index = 0; index < waiting.length; index += 1) this.#send(waiting[index]);
    }
    close() { this.#isClosed = true; }
    get onmessage() { return this._getEventHandler('message'); }
    set onmessage(value) {
      this._setEventHandler('message', value);
      this.start();
    }
  }
  const { join } = MessagePort;
  delete MessagePort.join;
  class MessageChannel {
    constructor() {
      this.port1 = new MessagePort();
      this.port2 = new MessagePort();
      join(this.port1, this.port2);
    }
  }
  define(global, 'MessagePort', MessagePort);
  define(global, 'MessageChannel', MessageChannel);
})
