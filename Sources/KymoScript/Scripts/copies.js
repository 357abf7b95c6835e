// Copies of values, which are of the page's kinds, and messages that a window sends to itself.
(function (host, kit) {
  'use strict';
  const { global, bare, define, uncurry } = kit;
  const { defineProperty, freeze, keys } = Object;
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
  kit.refuseToTransfer = value => {
    let said = 'A value';
    try { said = typeof value === 'symbol' ? value.toString() : kit.show(value); } catch { /* It has no text. */ }
    throw new DOMException(`${said} could not be transferred.`, 'DataCloneError');
  };
  const NOTHING = bare([]);
  const transferIn = given => given === undefined ? NOTHING : kit.transferOf(given);
  define(global, 'structuredClone', function structuredClone(value, options) {
    if (arguments.length === 0) throw new TypeError('structuredClone takes a value');
    const transfer = transferIn(options);
    if (transfer.length === 0) return kit.clone(value);
    const parcel = kit.parcel(value, transfer);
    return kit.open(parcel, kit.takePorts(parcel));
  });

  // --- Messages -----------------------------------------------------------------------------------------------------

  const listOf = ports => {
    const list = [];
    for (let index = 0; index < ports.length; index += 1) {
      defineProperty(list, index, { __proto__: null, value: ports[index], enumerable: true });
    }
    return freeze(list);
  };
  /** The event of a message that has come in a parcel. */
  const arrived = (parcel, init) => {
    const ports = kit.takePorts(parcel);
    const data = kit.open(parcel, ports);
    if (ports.length > 0) init.ports = listOf(ports);
    return kit.messageEvent(init, data);
  };
  kit.arrived = arrived;

  define(global, 'postMessage', function postMessage(value, target, transfer) {
    const isOptions = target !== null && typeof target === 'object';
    const list = transferIn(isOptions ? target : transfer);
    const data = list.length === 0 ? kit.clone(value) : kit.parcel(value, list);
    const wanted = isOptions ? target.targetOrigin : target;
    const origin = kit.origins();
    if (wanted !== undefined && wanted !== '*' && wanted !== '/' && wanted !== origin) return;
    kit.later(0, () => kit.raise(global, list.length === 0 ? kit.messageEvent({ origin, source: global }, data)
      : arrived(data, { origin, source: global })));
  });

  // An end of a channel outlives its port, which may be transferred to another world; what was sent waits there.
  const makeEnd = () => ({ __proto__: null, other: null, port: null, waiting: bare([]), first: 0, isStarted: false, hear: null,
    world: null });
  const sendTo = (end, parcel) => {
    end.waiting[end.waiting.length] = parcel;
    if (end.isStarted) end.hear(end, end.port);
  };
  /** Takes what waits first at an end of this world, in a turn of its own, unless it has gone elsewhere until then. */
  const hear = (end, port) => {
    kit.later(0, () => {
      if (end.port !== port || !end.isStarted) return;
      const parcel = end.waiting[end.first];
      end.waiting[end.first] = undefined;
      end.first += 1;
      if (end.first === end.waiting.length) {
        end.waiting = bare([]);
        end.first = 0;
      }
      kit.raise(port, arrived(parcel, {}));
    });
  };

  let endOf, settle;
  class MessagePort extends EventTarget {
    #end = null;
    constructor(token) {
      super();
      if (token !== kit) throw new TypeError('Illegal constructor');
    }
    static {
      endOf = value => typeof value === 'object' && value !== null && #end in value ? value.#end : undefined;
      settle = (port, end) => {
        port.#end = end;
        if (end === null) return;
        end.port = port;
        end.hear = hear;
        end.world = kit;
      };
    }
    postMessage(value, transfer) {
      if (arguments.length === 0) throw new TypeError('postMessage takes a message');
      const list = kit.transferOf(transfer);
      const end = this.#end;
      const parcel = kit.parcel(value, list, this);
      if (end !== null && end.other !== null) sendTo(end.other, parcel);
    }
    start() {
      const end = this.#end;
      if (end === null || end.isStarted) return;
      end.isStarted = true;
      for (let index = end.first; index < end.waiting.length; index += 1) hear(end, this);
    }
    close() { if (this.#end !== null) kit.closeEnd(this.#end); }
    get onmessage() { return this._getEventHandler('message'); }
    set onmessage(value) {
      this._setEventHandler('message', value);
      this.start();
    }
    get onmessageerror() { return this._getEventHandler('messageerror'); }
    set onmessageerror(value) { this._setEventHandler('messageerror', value); }
  }
  kit.isPort = value => endOf(value) !== undefined;
  kit.isGone = port => endOf(port) === null;
  /** Nothing is heard at an end any more, and nothing is sent from it. */
  kit.closeEnd = end => {
    if (end.port !== null) settle(end.port, null);
    end.port = null;
    end.isStarted = false;
    if (end.other !== null) end.other.other = null;
    end.other = null;
  };
  /** Takes a port away; the end that is left can be given to another world. */
  kit.sendPort = port => {
    const end = endOf(port);
    settle(port, null);
    end.port = null;
    end.isStarted = false;
    return end;
  };
  const makePort = end => {
    const port = new MessagePort(kit);
    settle(port, end);
    if (kit.noteEnd !== undefined) kit.noteEnd(end);
    return port;
  };
  /** The ports that came in a parcel, as ports of this world. */
  kit.takePorts = parcel => {
    if (parcel.text === null || parcel.ports.length === 0) return NOTHING;
    const ports = bare([]);
    for (let index = 0; index < parcel.ports.length; index += 1) ports[index] = makePort(parcel.ports[index]);
    return ports;
  };
  class MessageChannel {
    constructor() {
      const one = makeEnd();
      const other = makeEnd();
      one.other = other;
      other.other = one;
      this.port1 = makePort(one);
      this.port2 = makePort(other);
    }
  }
  define(global, 'MessagePort', kit.areNative(MessagePort));
  define(global, 'MessageChannel', kit.areNative(MessageChannel));
})
